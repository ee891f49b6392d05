//! What outlives the program: files, whole or not at all, that say what they are.
//!
//! [`file`](mod@file) reads and writes bytes, [`codec`] wraps them up, and each noun that is kept has a file of its
//! own: [`session`] with structs as they are stored, apart from the live ones and made of plain strings and numbers (turning
//! them into a game again, and refusing what is no game, is for the shell); [`proof`] in a form that other programs read.

pub mod codec;
pub mod file;
pub mod proof;
pub mod session;

use std::path::Path;

pub use codec::CodecError;
pub use file::FileError;
pub use proof::{ProofFileError, SavedProof};
pub use session::{SavedAnalysis, SavedSession};

/// Why something was not saved or not restored.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The file could not be read or written.
    #[error(transparent)]
    File(#[from] FileError),
    /// The file could be read, but not understood.
    #[error("{path}: {error}")]
    Content {
        /// Which file.
        path: String,
        /// What is wrong in it.
        error: CodecError,
    },
    /// The file could be read, but is no proof.
    #[error("{path}: {error}")]
    Proof {
        /// Which file.
        path: String,
        /// What is wrong in it.
        error: ProofFileError,
    },
}

impl StoreError {
    fn content(path: &Path, error: CodecError) -> StoreError {
        StoreError::Content { path: path.display().to_string(), error }
    }
}
