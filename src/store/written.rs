//! The files that this sitting has written, each as it was left: what may be replaced without a question.
//!
//! A file of somebody else's is never replaced unless that is said. Whose a file is is not told by its name but by its
//! bytes: it is ours as long as it holds exactly what was written there, or is of a kind that only this program writes.

use std::collections::HashMap;
use std::fs::{self, File};
use std::io::Read;
use std::path::{Path, PathBuf};

use super::codec::{self, Kind};
use super::file::{self, FileError};

/// Larger files are not looked through: none that a sitting wrote is.
const LARGEST: u64 = 64 << 20;

/// What this sitting has written, by file.
#[derive(Clone, Debug, Default)]
pub struct WrittenFiles(HashMap<PathBuf, u64>);

impl WrittenFiles {
    /// Whether nothing is lost that somebody may still want if this file is replaced: it does not exist, is empty, holds
    /// what this sitting wrote there last, or is of the very kind that is to be written.
    ///
    /// # Errors
    /// [`FileError::Read`] if it cannot be looked at.
    pub fn may_replace(&self, path: &Path, by: Option<Kind>) -> Result<bool, FileError> {
        match fs::metadata(path) {
            // Writing will follow a link to nothing, and say what is wrong with anything else.
            Err(_) => return Ok(true),
            Ok(found) if !found.is_file() => return Ok(true),
            Ok(found) if found.len() > LARGEST => return Ok(false),
            Ok(_) => {}
        }
        let bytes = file::read(path, LARGEST)?;
        let is_as_left = || self.0.get(&key(path)) == Some(&codec::checksum([&bytes, &[]]));
        let is_same_kind = || by.is_some_and(|kind| codec::is_kind(kind, &bytes));
        Ok(bytes.is_empty() || is_same_kind() || is_as_left())
    }

    /// Writes a file, whole or not at all, and remembers it as ours.
    ///
    /// # Errors
    /// As [`file::write_atomically`].
    pub fn write(&mut self, path: &Path, bytes: &[u8]) -> Result<(), FileError> {
        file::write_atomically(path, bytes)?;
        self.0.insert(key(path), codec::checksum([bytes, &[]]));
        Ok(())
    }
}

/// Whether nothing of somebody else's is lost if this file is replaced by one of a sort that always begins alike: it does not
/// exist, is empty, or begins so.
///
/// # Errors
/// [`FileError::Read`] if it cannot be looked at.
pub fn is_of_sort(path: &Path, beginning: &str) -> Result<bool, FileError> {
    match fs::metadata(path) {
        // Writing will follow a link to nothing, and say what is wrong with anything else.
        Err(_) => return Ok(true),
        Ok(found) if !found.is_file() => return Ok(true),
        Ok(_) => {}
    }
    let mut bytes = Vec::new();
    File::open(path)
        .and_then(|file| file.take(beginning.len() as u64).read_to_end(&mut bytes))
        .map_err(|error| FileError::Read { path: path.display().to_string(), error })?;
    Ok(bytes.is_empty() || bytes == beginning.as_bytes())
}

/// One name for each file, however it is reached.
fn key(path: &Path) -> PathBuf {
    fs::canonicalize(path).unwrap_or_else(|_| path.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_this_sitting_left_may_be_replaced() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("game.pgn");
        let mut written = WrittenFiles::default();
        assert!(written.may_replace(&path, None).unwrap(), "there is none");
        written.write(&path, b"1. e4 *").unwrap();
        assert!(written.may_replace(&path, None).unwrap());
        assert!(!WrittenFiles::default().may_replace(&path, None).unwrap(), "another sitting's");
        fs::write(&path, "1. e4 * {a remark of another program}").unwrap();
        assert!(!written.may_replace(&path, None).unwrap());
        fs::write(&path, "").unwrap();
        assert!(written.may_replace(&path, None).unwrap(), "nothing is lost");
        fs::write(&path, codec::seal(Kind::Session, 1, &0_u8).unwrap()).unwrap();
        assert!(!written.may_replace(&path, None).unwrap(), "a session is no game");
        assert!(written.may_replace(&path, Some(Kind::Session)).unwrap());
    }

    #[test]
    fn a_file_of_a_sort_is_told_by_how_it_begins() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("wac.miss.epd");
        let is_ours = || is_of_sort(&path, "# Of ").unwrap();
        assert!(is_ours(), "there is none");
        for (text, ours) in
            [("", true), ("# Of wac.epd: 1 missed\n", true), ("# O", false), ("my own", false)]
        {
            fs::write(&path, text).unwrap();
            assert_eq!(is_ours(), ours, "{text:?}");
        }
    }
}
