//! Persistent data: files written atomically, with their kind in a header.
//!
//! [`file`](mod@file) reads and writes bytes, [`written`] tracks ownership and is the only way to write, [`made_of`] has the
//! inputs of a result, so that only work of the same kind is resumed, [`codec`] is the format of the program's files, and
//! [`network`] has learned weights with their provenance. Games, sessions, settings and proofs as files are the program's.

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
