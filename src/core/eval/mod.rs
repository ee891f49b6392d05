//! What a position is worth without looking ahead.
//!
//! [`Evaluator`] is all that a search knows of it. [`classical`] is the evaluation by themes and tuned weights,
//! [`network`] the one learned from games; which of them a search runs with is chosen when it is started. `trace.rs`
//! lets people and the workshop's `learn` watch the very code that the search runs, `report.rs` is what people get to read.

mod cached;
pub mod classical;
mod evaluation;
pub mod network;
pub mod pair;
pub mod report;
pub mod trace;

pub use cached::Cached;
pub use classical::ClassicalEvaluator;
pub use evaluation::{Certainty, Evaluation, LEAST_WIN};
pub use network::{Network, NetworkEvaluator};
pub use pair::Pair;
pub use report::{EvalReport, NetworkShare, TermLine};

use crate::chess::Position;

/// The static evaluation that a search asks. One a thread: it may remember.
///
/// It is not told what is played and taken back. An evaluation that is worked out from the position before (a network) keeps
/// what it knows by the ply that it is told, and finds out for itself what has changed since.
pub trait Evaluator {
    /// The same position always has the same value, whatever was asked before and whatever `ply` is: how far the search has
    /// come from its root is only a hint at what the position is like. It is meant for positions where the side to move is
    /// not in check.
    fn evaluate(&mut self, position: &Position, ply: usize) -> Evaluation;
}
