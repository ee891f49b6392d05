//! What a position is worth without looking ahead.
//!
//! [`Evaluator`] is all that a search knows of it. [`classical`] is the evaluation by themes and tuned weights; `trace.rs`
//! lets people and the tuner watch the very code that the search runs, `report.rs` is what people get to read.

pub mod classical;
pub mod pair;
pub mod report;
pub mod trace;

pub use classical::ClassicalEvaluator;
pub use pair::Pair;
pub use report::{EvalReport, TermLine};

use crate::chess::Position;
use crate::units::Score;

/// Says what a position is worth without looking ahead. One a thread: it may remember.
pub trait Evaluator {
    /// The value for the side to move, never beyond [`Score::MAX_EVAL`]: an evaluation promises no mate.
    ///
    /// The same position always has the same value, whatever was asked before. It is meant for positions where the side to
    /// move is not in check.
    fn evaluate(&mut self, position: &Position) -> Score;

    /// The same evaluation taken apart for people to read.
    fn report(&mut self, position: &Position) -> EvalReport;
}
