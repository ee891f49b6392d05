//! What the main search decided, as data: prunings, the steps of a line, what root moves cost.

use super::ledger::Depth64;
use crate::chess::Move;
use crate::search::extend::{KeepOn, Rule};
use crate::units::{Bound, Depth, NodeKind, Score};

/// The kind of pruning that ended a node or left out a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Prune {
    /// Draw by repetition, fifty moves or material.
    Draw,
    MateDistance,
    /// Mate in one: the side to move mates at once.
    MateInOne,
    Table,
    /// Reverse futility pruning: the static evaluation is far above beta.
    ReverseFutility,
    /// Razoring: quiescence search confirms that the node fails low.
    Razoring,
    NullMove,
    /// ProbCut: a capture beats beta by a margin at less depth.
    ProbCut,
    /// Multi-cut: the node fails high also without the table's move.
    MultiCut,
    LateMove,
    /// Futility pruning: the static evaluation is far below alpha.
    Futility,
    History,
    Exchange,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TracedStep {
    pub mv: Move,
    /// What kind of node it was played at.
    pub node: NodeKind,
    /// Plies from the root to that node.
    pub ply: usize,
    pub depth: Depth,
    /// Every rule that fired, with its weight; the largest counts.
    pub fired: Vec<(Rule, Depth)>,
    /// What was added in the end, after caps.
    pub extension: Depth,
    pub reduction: Depth,
    pub child_depth: Depth,
    /// Less than a ply was left, yet the main search went on: the reason.
    pub kept_on: Option<KeepOn>,
    /// What came back, view of the mover.
    pub score: Score,
    /// What that score promises: most moves are only asked whether they are better than the best before them.
    pub bound: Bound,
}

/// What the last iteration spent on one root move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RootMove {
    pub mv: Move,
    pub nodes: u64,
    /// What it came to, view of the mover.
    pub score: Score,
    pub bound: Bound,
    /// The longest line below it, in plies from the root.
    pub seldepth: u32,
    /// Sum of all extensions below it, in sixty-fourths of a ply.
    pub added: Depth64,
}
