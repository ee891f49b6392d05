//! A checked proof laid out for reading: as a tree, as a graph, along one line, and as everything that is shown of it.
//!
//! Nothing is found or believed here: a [`Proof`](crate::proof::Proof) says what is played, and an
//! [`Adviser`](tree::Adviser) is asked for what it does not say. How a layout looks, on a terminal or in a file, is
//! up to the commands.

pub mod exhibit;
pub mod graph;
pub mod line;
pub mod summary;
pub mod tree;
