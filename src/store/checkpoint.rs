//! A network half learned, as it is kept on disk while it learns: everything that the rest of the way follows from.

use std::path::Path;

use serde::{Deserialize, Serialize};

use super::StoreError;
use super::codec::{self, CodecError, Kind};
use super::file;

/// The version of [`Checkpoint`] that is written.
const VERSION: u16 = 1;

/// Learning that can go on.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Checkpoint {
    /// What is learned from, and how: learning goes on only if all of it is the same.
    pub settings: String,
    /// Batches learned from.
    pub step: u64,
    /// The error so far of each epoch: on what was learned from, and on what was held out.
    pub losses: Vec<(f64, f64)>,
    /// The sum of the errors of the epoch under way.
    pub running: f64,
    /// The weights.
    pub weights: Vec<f32>,
    /// The optimizer's mean slopes.
    pub mean: Vec<f32>,
    /// The optimizer's mean squared slopes.
    pub square: Vec<f32>,
    /// The shares of both that are still missing.
    pub missing: [f64; 2],
}

impl Checkpoint {
    /// The bytes of a file.
    ///
    /// # Errors
    /// [`CodecError::TooLarge`].
    pub fn encode(&self) -> Result<Vec<u8>, CodecError> {
        codec::seal(Kind::Checkpoint, VERSION, self)
    }

    /// From the bytes of a file.
    ///
    /// # Errors
    /// Every [`CodecError`].
    pub fn decode(bytes: &[u8]) -> Result<Checkpoint, CodecError> {
        let checkpoint: Checkpoint = codec::open(Kind::Checkpoint, VERSION, bytes)?.read()?;
        let lengths = [&checkpoint.mean, &checkpoint.square].map(Vec::len);
        if lengths != [checkpoint.weights.len(); 2] {
            return Err(CodecError::Malformed("its parts do not belong together".to_owned()));
        }
        Ok(checkpoint)
    }

    /// Writes it to a file, whole or not at all.
    ///
    /// # Errors
    /// Says which file, and why not.
    pub fn save(&self, path: &Path) -> Result<(), StoreError> {
        let bytes = self.encode().map_err(|error| StoreError::content(path, error))?;
        Ok(file::write_atomically(path, &bytes)?)
    }

    /// Reads it from a file.
    ///
    /// # Errors
    /// Says which file, and why not.
    pub fn load(path: &Path) -> Result<Checkpoint, StoreError> {
        let bytes = file::read(path, (codec::HEADER + codec::LIMIT) as u64)?;
        Checkpoint::decode(&bytes).map_err(|error| StoreError::content(path, error))
    }
}
