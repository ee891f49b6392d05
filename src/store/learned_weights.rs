//! Learned weights of the classical evaluation as they are kept on disk, and what they were learned from, lesson by lesson.
//!
//! [`LearnedWeights`] is the file's format, version 1: the order and types of its fields stay. The tuned weights of the program
//! are not touched by it. They are where learning begins, so a file that began with others is refused.

use std::path::Path;

use serde::{Deserialize, Serialize};

use super::codec::{self, CodecError, FileKind};
use super::{StoreError, WrittenFiles, state};
use crate::eval::Pair;
use crate::eval::classical::ClassicalWeights;
use crate::eval::classical::features::{COUNT, WEIGHTS};

const VERSION: u16 = 1;

/// What the name of such a file ends in.
pub const EXTENSION: &str = "qpw";

/// Lessons that can be taken back: of earlier ones only what they were is kept.
const TAKEN_BACK: usize = 20;

/// No weight is larger, in centipawns: sums of them still fit.
const MOST: f64 = 4_000.0;

/// What everything counts after some lessons.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct LearnedWeights {
    /// The program that wrote it, as in `quarterply 0.1.0`; for people.
    pub written_by: String,
    /// The checksum of the tuned weights that learning began with, little endian.
    tuned: [u8; 8],
    /// The middle game and the endgame of every weight, in centipawns.
    values: Vec<[f64; 2]>,
    lessons: Vec<WeightLesson>,
}

#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct WeightLesson {
    /// The games: how many were played, or the file that they stand in.
    pub source: String,
    pub settings: String,
    pub games: u32,
    /// How many positions of them taught something.
    pub positions: u64,
    /// The weights before; empty where that was too long ago.
    before: Vec<[f64; 2]>,
}

impl WeightLesson {
    pub fn can_be_undone(&self) -> bool {
        !self.before.is_empty()
    }
}

impl LearnedWeights {
    pub fn tuned(written_by: String) -> LearnedWeights {
        let values = WEIGHTS.iter().map(|pair| [f64::from(pair.mg()), f64::from(pair.eg())]);
        let values: Vec<[f64; 2]> = values.collect();
        LearnedWeights { written_by, tuned: mark_of_tuned(), values, lessons: Vec::new() }
    }

    pub fn values(&self) -> &[[f64; 2]] {
        &self.values
    }

    pub fn lessons(&self) -> &[WeightLesson] {
        &self.lessons
    }

    pub fn rounded(&self) -> ClassicalWeights {
        rounded(&self.values)
    }

    pub fn begin_lesson(&mut self, source: String, settings: String) {
        let before = self.values.clone();
        self.lessons.push(WeightLesson { source, settings, before, ..WeightLesson::default() });
        let forgotten = self.lessons.len().saturating_sub(TAKEN_BACK);
        self.lessons[..forgotten].iter_mut().for_each(|lesson| lesson.before.clear());
    }

    /// What the lesson under way has taught so far.
    pub fn learn(&mut self, values: &[[f64; 2]], games: u32, positions: u64) {
        if let Some(lesson) = self.lessons.last_mut() {
            lesson.games += games;
            lesson.positions += positions;
            self.values =
                values.iter().map(|value| value.map(|half| half.clamp(-MOST, MOST))).collect();
        }
    }

    /// Takes the last lesson back; `None` if there is none, or if it was too long ago.
    pub fn undo(&mut self) -> Option<WeightLesson> {
        let lesson = self.lessons.pop_if(|lesson| lesson.can_be_undone())?;
        self.values.clone_from(&lesson.before);
        Some(lesson)
    }

    /// Claims a file and reads its weights; returns the tuned ones if there is none or the file is replaced.
    pub fn resume(
        files: &WrittenFiles,
        path: &Path,
        written_by: &str,
    ) -> Result<LearnedWeights, StoreError> {
        let read = state::claim(FileKind::Weights, (files, path), || LearnedWeights::load(path));
        Ok(read?.unwrap_or_else(|| LearnedWeights::tuned(written_by.to_owned())))
    }

    /// Reads a file; one that began with other weights than this program's is refused.
    pub fn load(path: &Path) -> Result<LearnedWeights, StoreError> {
        let read: LearnedWeights = state::read(FileKind::Weights, VERSION, path)?;
        read.checked().map_err(|error| StoreError::content(path, error))
    }

    fn checked(self) -> Result<LearnedWeights, CodecError> {
        let written_by = &self.written_by;
        let fault = if self.tuned != mark_of_tuned() {
            format!(
                "{written_by} had other weights to begin with; those of this program must learn anew"
            )
        } else if self.values.len() != COUNT || self.lessons.iter().any(WeightLesson::is_wrong) {
            format!("{} weights where {COUNT} were expected", self.values.len())
        } else if !self.values.as_flattened().iter().all(|value| value.abs() <= MOST) {
            format!("a weight beyond {MOST} centipawns")
        } else {
            return Ok(self);
        };
        Err(CodecError::malformed(fault))
    }

    /// Writes a file that was claimed by [`LearnedWeights::resume`].
    pub fn save(&self, files: &WrittenFiles, path: &Path) -> Result<(), StoreError> {
        state::write(FileKind::Weights, VERSION, self, (files, path))
    }
}

impl WeightLesson {
    fn is_wrong(&self) -> bool {
        let right = |value: &f64| value.abs() <= MOST;
        !self.before.as_flattened().iter().all(right) || ![0, COUNT].contains(&self.before.len())
    }
}

/// Weights rounded to centipawns; those that are missing are the tuned ones.
pub fn rounded(values: &[[f64; 2]]) -> ClassicalWeights {
    let mut weights = WEIGHTS;
    for (weight, value) in weights.iter_mut().zip(values) {
        let [mg, eg] = value.map(|half| half.round().clamp(-MOST, MOST) as i32);
        *weight = Pair::new(mg, eg);
    }
    weights
}

fn mark_of_tuned() -> [u8; 8] {
    checksum(&WEIGHTS).to_le_bytes()
}

pub fn checksum(weights: &ClassicalWeights) -> u64 {
    let halves = weights.iter().flat_map(|pair| [pair.mg(), pair.eg()]);
    let bytes: Vec<u8> = halves.flat_map(i32::to_le_bytes).collect();
    codec::checksum([&bytes, &[]])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lessons_are_taken_back_the_last_one_first() {
        let mut weights = LearnedWeights::tuned("test".to_owned());
        let tuned = weights.clone();
        assert_eq!(weights.rounded(), WEIGHTS);
        assert_eq!(weights.undo(), None);
        for step in 1..=25_u32 {
            weights.begin_lesson(format!("lesson {step}"), String::new());
            let values: Vec<[f64; 2]> =
                weights.values().iter().map(|[mg, eg]| [mg + 1.0, eg - 1.0]).collect();
            weights.learn(&values, 1, 60);
        }
        assert_eq!(weights.rounded()[7], WEIGHTS[7] + Pair::new(25, -25));
        for step in (6..=25).rev() {
            let lesson = weights.undo().unwrap();
            assert_eq!((lesson.source, lesson.games), (format!("lesson {step}"), 1));
        }
        // Those before are told of, and stay.
        assert_eq!(weights.undo(), None);
        assert_eq!(weights.lessons().len(), 5);
        assert_eq!(weights.rounded()[7], WEIGHTS[7] + Pair::new(5, -5));
        assert_ne!(weights, tuned);
    }

    #[test]
    fn a_file_is_kept_and_a_damaged_or_foreign_one_refused() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("mine.qpw");
        let mut weights = LearnedWeights::tuned("test".to_owned());
        weights.begin_lesson("8 games".to_owned(), "nodes 400".to_owned());
        weights.save(&WrittenFiles::default(), &path).unwrap();
        assert_eq!(LearnedWeights::load(&path).unwrap(), weights);
        let bytes = std::fs::read(&path).unwrap();
        for at in (0..bytes.len()).step_by(7) {
            std::fs::write(&path, &bytes[..at]).unwrap();
            assert!(LearnedWeights::load(&path).is_err(), "cut at {at}");
            let mut wrong = bytes.clone();
            wrong[at] ^= 0x10;
            std::fs::write(&path, &wrong).unwrap();
            assert!(LearnedWeights::load(&path).is_err(), "byte {at}");
        }
        let refused = |weights: LearnedWeights| {
            let files = WrittenFiles::default();
            files.claim(&path, |_| true).unwrap();
            weights.save(&files, &path).unwrap();
            LearnedWeights::load(&path).unwrap_err().to_string()
        };
        let elsewhere = LearnedWeights { tuned: [1; 8], ..weights.clone() };
        assert!(refused(elsewhere).contains("other weights to begin with"));
        let short = LearnedWeights { values: vec![[0.0; 2]; 3], ..weights.clone() };
        assert!(refused(short).contains("3 weights where"));
        let mut wild = weights.clone();
        wild.values[3][1] = f64::NAN;
        assert!(refused(wild).contains("a weight beyond"));
    }
}
