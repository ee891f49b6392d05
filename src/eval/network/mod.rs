//! The evaluation by a network learned from games of our own.
//!
//! 768 inputs a side, `N` neurons a side shared by both (with clamped squares for an activation), one output for each of four
//! heads: [`shape`] says what the inputs stand for, `layers.rs` what the numbers do, `accumulator.rs` how the first
//! layer is kept up to date, `simd.rs` with which instructions, `evaluator.rs` what a search and people are told. What it says is either the value of a position
//! or what has to be added to the classical evaluation ([`NetworkRole`]). Learning the numbers is for
//! `engine/train/`, keeping them in a file for `store/network.rs`.

mod accumulator;
mod evaluator;
mod layers;
pub mod shape;
mod simd;
#[cfg(test)]
mod tests;

pub use evaluator::{Network, NetworkEvaluator};
pub use layers::{MOST_INPUT, MOST_OUTPUT, NetworkFault, NetworkRole, QA, QB, weight_count};
pub use simd::Simd;
