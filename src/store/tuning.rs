//! How far a tuning by games is: what it needs to go on where it was left.
//!
//! The struct is the file's format; see [`session`](super::session) for what that means.

use std::path::Path;

use serde::{Deserialize, Serialize};

use super::StoreError;
use super::codec::{self, Kind};
use super::file;

/// The version of [`SavedTuning`].
pub const VERSION: u16 = 1;

/// The longest file that is read, in bytes.
const LIMIT: u64 = 1 << 20;

/// A tuning under way.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct SavedTuning {
    /// The program that wrote it, as in `quarterply 0.1.0`; for people.
    pub written_by: String,
    /// Everything that the course of it follows from.
    pub settings: String,
    /// Trials made.
    pub trials: u32,
    /// The numbers as they stand.
    pub values: Vec<f64>,
}

impl SavedTuning {
    /// Reads a file; `None` if there is none.
    ///
    /// # Errors
    /// If it cannot be read or is not such a file.
    pub fn read(path: &Path) -> Result<Option<SavedTuning>, StoreError> {
        if !path.exists() {
            return Ok(None);
        }
        let bytes = file::read(path, LIMIT)?;
        let payload = codec::open(Kind::Tuning, VERSION, &bytes);
        let tuning = payload.and_then(codec::Payload::read);
        tuning.map(Some).map_err(|error| StoreError::content(path, error))
    }

    /// Writes it, whole or not at all.
    ///
    /// # Errors
    /// If it cannot be written; what was there before is untouched.
    pub fn write(&self, path: &Path) -> Result<(), StoreError> {
        let bytes = codec::seal(Kind::Tuning, VERSION, self)
            .map_err(|error| StoreError::content(path, error))?;
        Ok(file::write_atomically(path, &bytes)?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tuning_is_kept_and_a_damaged_one_refused() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("search.qpt");
        assert_eq!(SavedTuning::read(&path).unwrap(), None);
        let tuning = SavedTuning {
            written_by: "quarterply 0.1.0".into(),
            settings: "null.base=2..5".into(),
            trials: 17,
            values: vec![1.5, -0.25],
        };
        tuning.write(&path).unwrap();
        assert_eq!(SavedTuning::read(&path).unwrap(), Some(tuning));
        let bytes = std::fs::read(&path).unwrap();
        for at in 0..bytes.len() {
            let mut wrong = bytes.clone();
            wrong[at] ^= 0x10;
            std::fs::write(&path, &wrong).unwrap();
            assert!(SavedTuning::read(&path).is_err(), "byte {at}");
            std::fs::write(&path, &bytes[..at]).unwrap();
            assert!(SavedTuning::read(&path).is_err(), "cut at {at}");
        }
    }
}
