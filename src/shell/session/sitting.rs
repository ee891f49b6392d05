//! Commands about the session itself: words that stand for commands, where the dialogue is recorded, and the last session: an
//! unsaved game is kept in one file when a session at a terminal ends, and `restore` without a name loads it.
//!
//! That file is made only where there is something to lose: moves or words of the game that are in no file yet. Scripts and
//! programs keep nothing; they say `save`.

use std::borrow::Cow;
use std::collections::HashMap;
use std::fs::{self, File};
use std::path::{Path, PathBuf};

use super::{CommandError, Session};
use crate::store::codec::{self, FileKind};
use crate::store::{StoreError, file};

/// Where the last session is kept, and what need not be.
#[derive(Debug, Default)]
pub struct LastSitting {
    pub path: Option<PathBuf>,
    /// The game as it was when it was read from a file or written into one.
    safe: String,
    /// The game in each file that `save` has written.
    games: HashMap<PathBuf, usize>,
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
        self.last_sitting.safe = self.timeline.now.record.to_string();
    }

    /// Notes that a file holds the game on the board.
    pub fn game_is_in(&mut self, path: &Path) {
        self.game_is_safe();
        let number = self.timeline.now.number;
        // A file of which the whole path is not known is one that must not be replaced.
        fs::canonicalize(path).map(|path| self.last_sitting.games.insert(path, number)).ok();
    }

    /// Whether a file that `save` has written in this session holds the game on the board; `None` if it has not written it.
    pub fn holds_game(&self, path: &Path) -> Option<bool> {
        let number = self.last_sitting.games.get(&fs::canonicalize(path).ok()?)?;
        Some(*number == self.timeline.now.number)
    }

    /// Keeps the session, if its game is in no file. Returns whether it was kept.
    pub fn keep_sitting(&self) -> Result<bool, CommandError> {
        let record = &self.timeline.now.record;
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

    /// A line with the word that begins it replaced by what it stands for.
    pub fn expand<'a>(&self, line: &'a str) -> Cow<'a, str> {
        let line = line.trim_start();
        let word = line.split(char::is_whitespace).next().unwrap_or_default();
        match self.aliases.get(&word.to_lowercase()) {
            Some(text) => Cow::Owned(format!("{text}{}", &line[word.len()..])),
            None => Cow::Borrowed(line),
        }
    }

    pub fn open_log(&self, path: &Path) -> Result<File, CommandError> {
        let opened = self.files.claim(path, is_log).and_then(|()| self.files.append(path));
        Ok(opened.map_err(StoreError::from)?)
    }

    /// Sets the file that the dialogue is recorded in: the first free number replaces a `%` in its name. What cannot be
    /// written changes nothing.
    pub fn log_into(&mut self, value: &str) -> Result<(), CommandError> {
        let before = self.engine.options().debug_log_file.clone();
        self.engine.set_option(LOG, value)?;
        let path = PathBuf::from(&self.engine.options().debug_log_file);
        if path.as_os_str().is_empty() {
            return Ok(());
        }
        let path = file::numbered(&path).unwrap_or(path);
        let opened = self.open_log(&path);
        let kept = if opened.is_ok() { path.display().to_string() } else { before };
        self.engine.set_option(LOG, &kept)?;
        opened.map(drop)
    }
}

/// Whether a file begins as a record of the dialogue does: milliseconds, and a sign of the direction.
fn is_log(head: &[u8]) -> bool {
    let digits = head.iter().take_while(|byte| byte.is_ascii_digit()).count();
    digits > 0 && [b" >> ", b" << "].iter().any(|sign| head[digits..].starts_with(*sign))
}

/// The name of the option that says where the dialogue is recorded.
pub const LOG: &str = "Debug Log File";
