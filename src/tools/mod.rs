//! The workshop: tools that work through many positions, games or files with the engine.

pub mod annotate;
pub mod batch;
pub mod book;
pub mod compare;
pub mod data;
mod judge;
pub mod learn;
pub mod measured;
pub mod perft;
pub mod relabel;
pub mod selfplay;
pub mod solve;
pub mod sound;
pub mod spsa;
pub mod stream;
pub mod suite;
pub mod tool;
pub mod train;
pub mod why;
