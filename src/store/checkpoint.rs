//! A network half learned, as it is kept on disk while it learns: everything that the rest of the way follows from.

use std::path::Path;

use serde::{Deserialize, Serialize};

use super::codec::{self, CodecError, Kind};
use super::resume::resume;
use super::{MadeOf, StoreError, WrittenFiles};

const VERSION: u16 = 1;

/// Learning that can go on.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Checkpoint {
    /// What is learned from, and how, as [`MadeOf`] says it: learning goes on only if all of it is the same.
    pub settings: String,
    pub step: u64,
    /// The error so far of each epoch: on what was learned from, and on what was held out.
    pub losses: Vec<(f64, f64)>,
    /// The sum of the errors of the epoch under way.
    pub running: f64,
    pub weights: Vec<f32>,
    pub mean: Vec<f32>,
    /// The optimizer's mean squared slopes.
    pub square: Vec<f32>,
    /// The shares of both that are still missing.
    pub missing: [f64; 2],
}

impl Checkpoint {
    pub fn encode(&self) -> Result<Vec<u8>, CodecError> {
        codec::seal(Kind::Checkpoint, VERSION, self)
    }

    pub fn decode(bytes: &[u8]) -> Result<Checkpoint, CodecError> {
        codec::open(Kind::Checkpoint, VERSION, bytes)?.read().and_then(Checkpoint::checked)
    }

    fn checked(self) -> Result<Checkpoint, CodecError> {
        let lengths = [&self.mean, &self.square].map(Vec::len);
        if lengths != [self.weights.len(); 2] {
            return Err(CodecError::Malformed("its parts do not belong together".to_owned()));
        }
        Ok(self)
    }

    /// Writes it to a file, whole or not at all.
    pub fn save(&self, files: &WrittenFiles, path: &Path) -> Result<(), StoreError> {
        let bytes = self.encode().map_err(|error| StoreError::content(path, error))?;
        Ok(files.write(path, &bytes)?)
    }

    /// Claims a file and loads the checkpoint in it; `None` if the file is empty or `--force` replaces it.
    pub fn load(
        files: &WrittenFiles,
        path: &Path,
        made_of: &MadeOf,
    ) -> Result<Option<Checkpoint>, StoreError> {
        let kind = (Kind::Checkpoint, VERSION);
        let read =
            resume(files, path, kind, made_of, |checkpoint: &Checkpoint| &checkpoint.settings);
        read?.map(Checkpoint::checked).transpose().map_err(|error| StoreError::content(path, error))
    }
}
