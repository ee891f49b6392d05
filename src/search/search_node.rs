//! A node of the main search as data: what is asked of it, and what it knows of itself before its moves.

use super::extend::KeepOn;
use super::table::Entry;
use crate::chess::Move;
use crate::units::{Depth, NodeKind, Score, Window};

/// What is asked of a node: how deep to search it and between which bounds.
#[derive(Clone, Copy)]
pub(super) struct NodeRequest {
    pub ply: usize,
    pub depth: Depth,
    pub window: Window,
    pub kind: NodeKind,
}

pub(super) struct SearchNode {
    pub ply: usize,
    /// What is left, after internal iterative reduction.
    pub depth: Depth,
    /// Alpha rises with every move that beats it.
    pub window: Window,
    pub kind: NodeKind,
    pub table_move: Option<Move>,
    /// Whether that takes or promotes.
    pub table_noisy: bool,
    pub entry: Option<Entry>,
    /// Static evaluation as the evaluator gave it; `None` in check.
    pub raw_eval: Option<Score>,
    /// Static evaluation with its correction; `None` in check.
    pub eval: Option<Score>,
    /// Whether the static evaluation rose in two plies.
    pub improving: bool,
    /// Whether the side to move would be mated if it passed.
    pub mate_threat: bool,
    pub kept_on: Option<KeepOn>,
    /// Whether it is on the principal variation, or the table remembers that it was.
    pub on_pv: bool,
    /// The move left out (singular extension).
    pub excluded: Option<Move>,
}

impl SearchNode {
    /// By how many centipawns correction history moved the static evaluation, either way; none in check.
    pub(super) fn correction(&self) -> i32 {
        self.eval.zip(self.raw_eval).map_or(0, |(eval, raw)| (eval.raw() - raw.raw()).abs())
    }
}
