//! The last session: an unsaved game is kept in one file when a session at a terminal ends, and `restore` without a name
//! loads it.
//!
//! A file is made only where there is something to lose: moves or words of the game that are in no file yet. Scripts and
//! programs keep nothing; they say `save`.

use std::path::PathBuf;

use super::{CommandError, Session};
use crate::store::StoreError;
use crate::store::codec::{self, FileKind};

/// Where the last session is kept, and what need not be.
#[derive(Debug, Default)]
pub struct LastSitting {
    pub path: Option<PathBuf>,
    /// The game as it was when it was read from a file or written into one.
    safe: String,
}

impl Session {
    pub fn last_sitting(&self) -> Result<PathBuf, CommandError> {
        let path = self.last_sitting.path.as_ref().filter(|path| path.exists());
        path.cloned().ok_or_else(|| {
            CommandError::refused(
                "no last session is kept; `restore FILE` goes on from a file that `save` has written",
            )
        })
    }

    /// The game on the board is in a file now.
    pub fn game_is_safe(&mut self) {
        self.last_sitting.safe = self.timeline.sheet().record.to_string();
    }

    /// Keeps the session, if its game is in no file. Returns whether it was kept.
    pub fn keep_sitting(&self) -> Result<bool, CommandError> {
        let record = &self.timeline.sheet().record;
        let is_empty = record.tree.moves() == 0;
        let Some(path) = self.last_sitting.path.as_ref().filter(|_| !is_empty) else {
            return Ok(false);
        };
        if record.to_string() == self.last_sitting.safe {
            return Ok(false);
        }
        let bytes = self.to_saved().encode().map_err(|error| StoreError::content(path, error))?;
        self.files
            .claim(path, |head| codec::is_kind(FileKind::Session, head))
            .map_err(StoreError::from)?;
        self.files.write(path, &bytes).map_err(StoreError::from)?;
        Ok(true)
    }
}
