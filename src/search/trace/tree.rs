//! The tree of a quiescence search, as data: what `resolve` shows.

use crate::chess::Move;
use crate::units::Score;

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ResolveNode {
    /// The move that led here; `None` at the root.
    pub mv: Option<Move>,
    /// Whether the side to move is in check: then every evasion is tried and there is no standing pat.
    pub in_check: bool,
    /// The static evaluation, view of the side to move; `None` in check.
    pub stand_pat: Option<Score>,
    pub selectivity: Selectivity,
    /// What was tried and what was skipped, in order.
    pub moves: Vec<ResolveMove>,
    pub value: Score,
    /// Whether it failed high: a move, or standing pat, reached beta.
    pub cut: bool,
    /// Nodes in this subtree, itself included.
    pub nodes: u64,
    /// Of these, nodes that were counted and not kept: the tree had grown too large.
    pub left_out: u64,
}

/// Which of the legal moves a node of the quiescence search looks at (Expositor's three selectivities).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Selectivity {
    /// Every move: in check.
    Evasions,
    /// Captures, promotions and checks.
    CapturesAndChecks,
    /// Captures and promotions that do not lose material.
    Captures,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ResolveMove {
    Tried(ResolveNode),
    Skipped(Move, Skip),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Skip {
    /// Loses so many centipawns by exchange.
    Loses(i32),
    /// An even exchange, too late in the line.
    Neutral,
    /// Static value plus all it could win does not reach alpha.
    Delta { hope: Score, alpha: Score },
    /// A quiet move that puts the piece where it is lost.
    LosesQuietly(i32),
    /// In check, with a sound evasion found already: a losing or late quiet one.
    LateEvasion,
}
