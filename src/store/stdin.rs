//! Standard input as a file, for commands that read games more than once: it is copied into a temporary file, once.

use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use tempfile::{Builder, NamedTempFile};

use super::file::FileError;
use crate::control::lock::Unpoisoned;

const NAME: &str = "-";

#[derive(Clone, Default)]
pub struct StdinFile(Arc<Mutex<Content>>);

#[derive(Default)]
enum Content {
    /// Commands come from there.
    #[default]
    Taken,
    Unread(Box<dyn Read + Send>),
    Copied(NamedTempFile),
}

impl StdinFile {
    /// Input that nothing else reads.
    pub fn of(input: impl Read + Send + 'static) -> StdinFile {
        StdinFile(Arc::new(Mutex::new(Content::Unread(Box::new(input)))))
    }

    /// Returns the file that a name means. Waits for the end of the input where it means that.
    ///
    /// # Errors
    /// If commands come from there, or it cannot be copied.
    pub fn named(&self, path: PathBuf) -> Result<PathBuf, FileError> {
        if path != Path::new(NAME) {
            return Ok(path);
        }
        let mut content = self.0.lock().unpoisoned();
        if let Content::Unread(input) = &mut *content {
            *content = Content::Copied(copied(input).map_err(FileError::reading(&path))?);
        }
        if let Content::Copied(file) = &*content {
            return Ok(file.path().to_owned());
        }
        const WHY: &str = "standard input gives commands here; games come from there when the command is on the command line, as in `quarterply load - < FILE`";
        Err(FileError::Unfit(WHY.to_owned()))
    }
}

fn copied(input: &mut dyn Read) -> io::Result<NamedTempFile> {
    let text = io::read_to_string(input)?;
    // A FEN has its slashes in the first word, PGN has none there.
    let first = text.split_whitespace().next().unwrap_or_default();
    let end = if first.matches('/').count() > 2 { ".epd" } else { ".pgn" };
    let mut file = Builder::new().prefix("stdin-").suffix(end).tempfile()?;
    file.write_all(text.as_bytes())?;
    Ok(file)
}
