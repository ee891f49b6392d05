//! A checked proof laid out for reading: as a tree, as a graph, along one line, and all of them together.
//!
//! Nothing is searched here: the moves come from a [`Proof`](crate::proof::Proof), and other facts from an
//! [`Adviser`](tree::Adviser). Drawing a layout, on a terminal or in a file, is up to the program.

pub(crate) mod exhibit;
pub(crate) mod graph;
pub(crate) mod line;
pub(crate) mod summary;
pub mod tree;

pub use exhibit::Exhibit;
pub use graph::{ProofNode, ReplyAnswer};
pub use line::{ProofLine, follow, walk};
pub use summary::{Manoeuvre, MateSummary};
