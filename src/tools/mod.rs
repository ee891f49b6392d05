//! The tools: they work through many positions, games or files with the engine.

pub mod annotate;
pub mod batch;
pub mod compare;
pub mod drill;
pub mod judge;
pub mod perft;
pub mod puzzle;
pub mod second;
pub mod solution;
pub mod solve;
pub mod sound;
pub mod stream;
pub mod suite;
pub mod tool;
pub mod why;
