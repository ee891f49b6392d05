//! A proof as people read it: its tree, one line, what nearly mates; and as files that others can read.
//!
//! The views are pages like all others, and stand in `tools/solution/`, where tools draw them too; what is written into files
//! begins in `export/mod.rs`.

mod export;
pub mod form;
mod html;
mod pgn;
mod problem;
mod verdict;

pub use export::{ProofFormat, export};
pub use problem::{problem, tries, tries_of};
pub use verdict::{count_of, indented, words};

pub use crate::tools::solution::{set_play, tree};
