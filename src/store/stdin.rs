//! Standard input as a file, for commands that read games more than once: it is copied into a temporary file, once.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use tempfile::{Builder, NamedTempFile};

use super::file::FileError;
use crate::control::lock::Unpoisoned;

/// The name that stands for it.
const NAME: &str = "-";

#[derive(Clone, Debug, Default)]
pub struct StdinFile {
    /// Nothing else reads it: no commands come from there.
    pub is_free: bool,
    copy: Arc<Mutex<Option<NamedTempFile>>>,
}

impl StdinFile {
    /// Returns the file that a name means. Waits for the end of the input where it means that.
    ///
    /// # Errors
    /// If commands come from there, or it cannot be copied.
    pub fn named(&self, path: PathBuf) -> Result<PathBuf, FileError> {
        if path != Path::new(NAME) {
            return Ok(path);
        }
        if !self.is_free {
            const WHY: &str = "standard input gives commands here; games come from there when the command is on the command line, as in `quarterply load - < FILE`";
            return Err(FileError::Unfit(WHY.to_owned()));
        }
        let mut copy = self.copy.lock().unpoisoned();
        let failed = FileError::reading(&path);
        let file = match copy.take() {
            Some(file) => file,
            None => copied().map_err(failed)?,
        };
        let path = file.path().to_owned();
        *copy = Some(file);
        Ok(path)
    }
}

fn copied() -> io::Result<NamedTempFile> {
    let text = io::read_to_string(io::stdin())?;
    // A FEN has its slashes in the first word, PGN has none there.
    let first = text.split_whitespace().next().unwrap_or_default();
    let end = if first.matches('/').count() > 2 { ".epd" } else { ".pgn" };
    let mut file = Builder::new().prefix("stdin-").suffix(end).tempfile()?;
    file.write_all(text.as_bytes())?;
    Ok(file)
}
