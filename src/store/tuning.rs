//! How far a tuning by games is: what it needs to go on where it was left.

use serde::{Deserialize, Serialize};

use super::codec::FileKind;
use super::state::WorkState;

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct SavedTuning {
    /// The program that wrote it, as in `quarterply 0.1.0`; for people.
    pub written_by: String,
    /// Everything that the course of it follows from, as [`MadeOf`](super::MadeOf) says it.
    pub settings: String,
    pub trials: u32,
    pub values: Vec<f64>,
}

impl WorkState for SavedTuning {
    const KIND: FileKind = FileKind::Tuning;

    fn made_of(&self) -> &str {
        &self.settings
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::{MadeOf, WrittenFiles};

    #[test]
    fn a_tuning_is_kept_and_a_damaged_one_refused() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("search.qpt");
        let files = WrittenFiles::default();
        let made_of = MadeOf::work("tune spsa").and("null.base", "2..5");
        let read = || SavedTuning::resume(&files, &path, &made_of);
        assert_eq!(read().unwrap(), None);
        let tuning = SavedTuning {
            written_by: "quarterply 0.1.0".into(),
            settings: made_of.to_string(),
            trials: 17,
            values: vec![1.5, -0.25],
        };
        tuning.save(&files, &path).unwrap();
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
