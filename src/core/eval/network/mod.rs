//! The evaluation by a network learned from our own games.
//!
//! 768 inputs a side for each region of its king, `N` neurons a side shared by both (SCReLU activation), one output for each of
//! eight heads. [`shape`] defines
//! the inputs, `layers.rs` holds the weights and computes the output, `accumulator.rs` updates the first layer incrementally,
//! `simd.rs` selects the vector instructions, `evaluator.rs` is the evaluation that a search calls. The output is either the
//! value of a position or a correction of the classical evaluation ([`NetworkRole`]). The weights are trained in
//! `workshop/train/` and stored by `store/network.rs`.

mod accumulator;
mod evaluator;
mod layers;
pub mod shape;
mod simd;
#[cfg(test)]
mod tests;

pub use evaluator::NetworkEvaluator;
pub use layers::{MOST_OUTPUT, Network, NetworkFault, NetworkRole, QA, QB, weight_count};
pub use simd::Simd;
