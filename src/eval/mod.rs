//! What a position is worth without looking ahead.
//!
//! [`Evaluator`] is all that a search knows of it, [`Explains`] what people ask besides. [`classical`] is the evaluation by themes and tuned weights; `trace.rs`
//! lets people and the tuner watch the very code that the search runs, `report.rs` is what people get to read.

pub mod classical;
pub mod pair;
pub mod report;
pub mod trace;

pub use classical::ClassicalEvaluator;
pub use pair::Pair;
pub use report::{EvalReport, Explains, TermLine};

use crate::chess::{Move, Position};
use crate::units::Score;

/// The static evaluation that a search asks. One a thread: it may remember.
///
/// An evaluation that is worked out from the move before (an incrementally updated network) follows the search through
/// [`Evaluator::begin`], [`Evaluator::push`] and [`Evaluator::pop`]: the search calls `push` in the one place where it goes
/// down a move and `pop` where it comes back, so that the positions pushed and not popped are its path from the root. An
/// evaluation that looks only at the position leaves them as they are; they cost nothing then.
pub trait Evaluator {
    /// The value for the side to move, never beyond [`Score::MAX_EVAL`]: an evaluation promises no mate.
    ///
    /// The same position always has the same value, whatever was asked before. It is meant for positions where the side to
    /// move is not in check.
    fn evaluate(&mut self, position: &Position) -> Score;

    /// A search begins at this position: the path is empty.
    #[inline(always)]
    fn begin(&mut self, _root: &Position) {}

    /// The search goes down from `parent` to `child`, by a move or, for `None`, by passing.
    #[inline(always)]
    fn push(&mut self, _parent: &Position, _mv: Option<Move>, _child: &Position) {}

    /// The search comes back from the position pushed last.
    #[inline(always)]
    fn pop(&mut self) {}
}
