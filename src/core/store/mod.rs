//! What outlives the program: files, whole or not at all, that say what they are.
//!
//! [`file`](mod@file) reads and writes bytes, [`written`] knows whose they are and is the only way to write, [`made_of`] says
//! what a result follows from, so that only work of the same kind is resumed, [`codec`] wraps up what is kept, and [`network`]
//! has the weights that were learned and how. Games, sessions, settings and proofs as files are the program's.

pub mod codec;
pub mod file;
pub mod made_of;
pub mod network;
pub mod written;

pub use codec::CodecError;
pub use file::FileError;
pub use made_of::MadeOf;
pub use network::{NetworkOrigin, SavedNetwork, built_in as built_in_network};
pub use written::WrittenFiles;
