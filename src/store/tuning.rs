//! How far a tuning by games is: what it needs to go on where it was left.
//!
//! The struct is the file's format; see [`session`](super::session) for what that means.

use std::path::Path;

use serde::{Deserialize, Serialize};

use super::codec::{self, Kind};
use super::resume::resume;
use super::{MadeOf, StoreError, WrittenFiles};

pub const VERSION: u16 = 1;

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct SavedTuning {
    /// The program that wrote it, as in `quarterply 0.1.0`; for people.
    pub written_by: String,
    /// Everything that the course of it follows from, as [`MadeOf`] says it.
    pub settings: String,
    pub trials: u32,
    /// The numbers as they stand.
    pub values: Vec<f64>,
}

impl SavedTuning {
    /// Claims a file and reads the state of the same work; `None` if there is none or the file is replaced.
    pub fn read(
        files: &WrittenFiles,
        path: &Path,
        made_of: &MadeOf,
    ) -> Result<Option<SavedTuning>, StoreError> {
        resume(files, path, (Kind::Tuning, VERSION), made_of, |tuning: &SavedTuning| {
            &tuning.settings
        })
    }

    /// Writes it, whole or not at all.
    pub fn write(&self, files: &WrittenFiles, path: &Path) -> Result<(), StoreError> {
        let bytes = codec::seal(Kind::Tuning, VERSION, self)
            .map_err(|error| StoreError::content(path, error))?;
        Ok(files.write(path, &bytes)?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tuning_is_kept_and_a_damaged_one_refused() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("search.qpt");
        let files = WrittenFiles::default();
        let made_of = MadeOf::work("tune spsa").and("null.base", "2..5");
        let read = || SavedTuning::read(&files, &path, &made_of);
        assert_eq!(read().unwrap(), None);
        let tuning = SavedTuning {
            written_by: "quarterply 0.1.0".into(),
            settings: made_of.to_string(),
            trials: 17,
            values: vec![1.5, -0.25],
        };
        tuning.write(&files, &path).unwrap();
        assert_eq!(read().unwrap(), Some(tuning));
        let bytes = std::fs::read(&path).unwrap();
        for at in 1..bytes.len() {
            let mut wrong = bytes.clone();
            wrong[at] ^= 0x10;
            std::fs::write(&path, &wrong).unwrap();
            assert!(read().is_err(), "byte {at}");
            std::fs::write(&path, &bytes[..at]).unwrap();
            assert!(read().is_err(), "cut at {at}");
        }
    }
}
