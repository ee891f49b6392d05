//! Static evaluation.
//!
//! A search uses it through [`Evaluator`]. [`classical`] is the evaluation by themes and tuned weights, [`network`] the one
//! learned from games; the choice is made when a search starts. `trace.rs` observes the same code for reports and for the
//! workshop's `learn`; `report.rs` is the report for people.

mod cached;
pub mod classical;
mod evaluation;
pub mod network;
mod pair;
pub(crate) mod report;
pub(crate) mod trace;

pub(crate) use cached::Cached;
pub use classical::ClassicalEvaluator;
pub(crate) use evaluation::LEAST_WIN;
pub use evaluation::{Certainty, Evaluation};
pub use network::{Network, NetworkEvaluator};
pub use pair::Pair;
pub use report::{EvalReport, NetworkShare, TermLine};
pub use trace::Coefficients;

use crate::chess::Position;

/// The static evaluation that a search uses. One per thread: it may have state.
///
/// It is not notified of moves made and unmade. An incremental evaluation (a network) keeps its state by ply, and finds the
/// differences itself.
pub trait Evaluator {
    /// Evaluates a position. The value depends only on the position; `ply`, the distance from the search's root, is only a hint
    /// for incremental updates. For positions where the side to move is not in check.
    fn evaluate(&mut self, position: &Position, ply: usize) -> Evaluation;
}
