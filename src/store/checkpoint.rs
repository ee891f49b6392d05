//! A network half learned, as it is kept on disk while it learns: everything that the rest of the way follows from.

use serde::{Deserialize, Serialize};

use super::codec::{CodecError, FileKind};
use super::state::WorkState;

/// Learning that can go on.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Checkpoint {
    /// What is learned from, and how, as [`MadeOf`](super::MadeOf) says it: learning goes on only if all of it is the same.
    pub settings: String,
    pub step: u64,
    /// The error so far of each epoch: on what was learned from, and on what was held out.
    pub losses: Vec<(f64, f64)>,
    /// The sum of the errors of the epoch under way.
    pub running: f64,
    pub weights: Vec<f32>,
    /// The optimizer's mean slopes, one for each weight.
    pub mean: Vec<f32>,
    /// The optimizer's mean squared slopes.
    pub square: Vec<f32>,
    /// The shares of both that are still missing: powers of what is kept.
    pub missing: [f64; 2],
}

impl Checkpoint {
    /// Builds the beginning of what `settings` say, with these weights.
    pub fn begin(settings: String, weights: Vec<f32>) -> Checkpoint {
        let none = vec![0.0; weights.len()];
        let (mean, square, missing) = (none.clone(), none, [1.0; 2]);
        let (step, losses, running) = (0, Vec::new(), 0.0);
        Checkpoint { settings, step, losses, running, weights, mean, square, missing }
    }
}

impl WorkState for Checkpoint {
    const KIND: FileKind = FileKind::Checkpoint;

    fn made_of(&self) -> &str {
        &self.settings
    }

    fn checked(self) -> Result<Checkpoint, CodecError> {
        let lengths = [&self.mean, &self.square].map(Vec::len);
        if lengths != [self.weights.len(); 2] {
            return Err(CodecError::Malformed("its parts do not belong together".to_owned()));
        }
        Ok(self)
    }
}
