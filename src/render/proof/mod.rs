//! A proof as people read it: its verdict, its tree, one line, all keys; and as files that others can read.
//!
//! The views are pages like all others; what is written into files begins in [`export`].

mod dot;
mod export;
mod html;
mod keys;
mod line;
mod men;
mod pgn;
mod rows;
mod svg;
mod tree;
mod verdict;

pub use export::export;
pub use keys::{keys, set_play, tries};
pub use line::line;
pub use tree::tree;
pub use verdict::{verdict, verified, words};
