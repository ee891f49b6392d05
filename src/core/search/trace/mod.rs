//! Tracers: observing a search at no cost.
//!
//! The search calls a [`Tracer`] at every decision. [`NoTrace`] is empty and compiles to nothing; [`Tally`] counts what each
//! extension did; [`Recorder`] keeps what `explain` shows; [`TreeRecorder`] keeps the tree that `resolve` shows. None of them
//! returns anything to the search, so none can change it: the bench signature is the same with each (a test).

mod recorder;
mod steps;
mod tally;
mod tree_recorder;

pub(crate) use recorder::Recorder;
pub(crate) use steps::Depth64;
pub use steps::{
    Ledger, LineExtension, Prune, ResolveMove, ResolveNode, RootMove, RuleUse, Skip, TracedStep,
};
pub(crate) use tally::Tally;
pub(crate) use tree_recorder::TreeRecorder;

use crate::chess::Move;
use crate::search::extend::Rule;
use crate::units::{Bound, Depth, Score};

/// A watcher of the search. Every method has an empty body, so a tracer pays only for what it keeps.
pub(crate) trait Tracer: Send {
    /// A node was entered; the nearest extended move above it was extended by `owner`.
    #[inline(always)]
    fn visit(&mut self, _owner: Option<Rule>) {}

    #[inline(always)]
    fn extended(&mut self, _rule: Rule, _amount: Depth) {}

    /// The cap on ply or the budget of the line denied (part of) an extension.
    #[inline(always)]
    fn denied(&mut self) {}

    /// A node or a move at it was given up.
    #[inline(always)]
    fn prune(&mut self, _prune: Prune) {}

    /// The move of this number, from 1, failed high in the main search.
    #[inline(always)]
    fn cutoff(&mut self, _number: usize) {}

    /// A move is about to be searched. The step is only worked out if it is kept.
    #[inline(always)]
    fn choose(&mut self, _ply: usize, _step: impl FnOnce() -> TracedStep) {}

    /// The move last chosen at `ply` is the best there so far; `bound` qualifies its score.
    #[inline(always)]
    fn improved(&mut self, _ply: usize, _score: Score, _bound: Bound) {}

    /// A node of the quiescence search was entered by a move (none at its root).
    #[inline(always)]
    fn enter(&mut self, _mv: Option<Move>, _in_check: bool) {}

    #[inline(always)]
    fn stand_pat(&mut self, _eval: Score) {}

    /// A move was skipped there. The reason is only worked out if it is kept.
    #[inline(always)]
    fn skip(&mut self, _mv: Move, _reason: impl FnOnce() -> Skip) {}

    #[inline(always)]
    fn leave(&mut self, _value: Score, _cut: bool) {}

    /// The counts, if there are any.
    fn ledger(&self) -> Ledger {
        Ledger::default()
    }

    fn clear(&mut self) {}
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct NoTrace;

impl Tracer for NoTrace {}
