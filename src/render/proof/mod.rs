//! A proof as people read it: its tree, one line, what nearly mates; and as files that others can read.
//!
//! The views are pages like all others; what is written into files begins in `export/mod.rs`.

mod export;
pub mod form;
mod html;
mod pgn;
mod problem;
mod rows;
mod tree;
mod tries;
mod verdict;

pub use export::{ProofFormat, export};
pub use problem::{problem, tries_of};
pub use tree::tree;
pub use tries::{set_play, tries};
pub use verdict::{count_of, indented, words};
