//! What outlives the program: files, whole or not at all, that say what they are.
//!
//! [`file`](mod@file) reads and writes bytes, [`mod@text`] reads games and positions in whatever form they come (`archive`: those that are not supported), [`written`] knows whose they are and is the only way to write, [`made_of`] says what
//! a result follows from, so that nothing is gone on with that does not belong, [`collection`] adds games to a file of
//! them, [`codec`] wraps them up, and each noun that is kept has a file of its
//! own: [`network`] with the weights that were learned and how; [`session`] with structs as they are stored, apart from the live ones and made of plain strings and numbers (turning
//! them into a game again, and refusing what is no game, is for the shell); [`proof`] in a form that other programs read;
//! `settings` in a form that people write; [`mod@state`] of long work; `stdin`, standard input as a file.

mod archive;
pub mod codec;
pub mod collection;
pub mod file;
pub mod made_of;
pub mod network;
pub mod proof;
pub mod session;
#[cfg(feature = "cli")]
pub mod settings;
pub mod state;
pub mod stdin;
pub mod text;
pub mod written;

use std::fmt::Display;
use std::path::Path;

pub use codec::CodecError;
pub use file::FileError;
pub use made_of::MadeOf;
pub use network::{NetworkOrigin, SavedNetwork, built_in as built_in_network};
pub use proof::{SavedProof, Shortness};
pub use session::{SavedAnalysis, SavedGame, SavedMate, SavedSession};
#[cfg(feature = "cli")]
pub use settings::KeptSettings;
pub use written::WrittenFiles;

#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    #[error(transparent)]
    File(#[from] FileError),
    /// What a file holds cannot be understood, is of other work, or cannot be put into one.
    #[error("{0}")]
    Content(String),
    #[error("stopped; no file was changed")]
    Stopped,
}

impl StoreError {
    pub fn content(path: &Path, error: impl Display) -> StoreError {
        StoreError::Content(format!("{}: {error}", path.display()))
    }
}
