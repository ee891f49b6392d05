//! Decisions of a search, as data: prunings, the steps of a line, the cost of root moves, extensions, and the tree of a
//! quiescence search.

use crate::chess::Move;
use crate::search::extend::{KeepOn, Rule};
use crate::units::{Bound, Depth, NodeKind, Score};

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ResolveNode {
    /// The move that led here; `None` at the root.
    pub mv: Option<Move>,
    /// Whether the side to move is in check: then every evasion is tried and there is no standing pat.
    pub in_check: bool,
    /// The static evaluation, view of the side to move; `None` in check.
    pub stand_pat: Option<Score>,
    /// Moves tried and skipped, in order.
    pub moves: Vec<ResolveMove>,
    pub value: Score,
    /// Whether it failed high: a move, or standing pat, reached beta.
    pub cut: bool,
    /// Nodes in this subtree, itself included.
    pub nodes: u64,
    /// Of these, nodes that were counted and not kept: the tree had grown too large.
    pub left_out: u64,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ResolveMove {
    Tried(ResolveNode),
    Skipped(Move, Skip),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Skip {
    /// Loses this many centipawns by exchange.
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

/// The kind of pruning that ended a node or left out a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Prune {
    /// Draw by repetition, fifty moves or material.
    Draw,
    MateDistance,
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
    pub node: NodeKind,
    /// Plies from the root to that node.
    pub ply: usize,
    pub depth: Depth,
    /// Every rule that fired, with its weight; the largest counts.
    pub fired: Vec<(Rule, Depth)>,
    /// The extension after caps.
    pub extension: Depth,
    /// Taken off by late move reductions and by the node of the reply; negative if that node was deepened.
    pub reduction: Depth,
    /// `depth` less a ply, plus `extension`, less `reduction`.
    pub child_depth: Depth,
    /// Less than a ply was left, yet the main search went on: the reason.
    pub kept_on: Option<KeepOn>,
    /// Returned score, view of the mover.
    pub score: Score,
    /// Bound of that score: most moves are only tested for being better than the best before them.
    pub bound: Bound,
}

/// Effort of the last iteration for one root move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RootMove {
    pub mv: Move,
    pub nodes: u64,
    /// Result, view of the mover.
    pub score: Score,
    pub bound: Bound,
    /// The longest line below it, in plies from the root.
    pub seldepth: u32,
    /// Sum of all extensions below it, in sixty-fourths of a ply.
    pub added: Depth64,
}

/// Extensions of one search.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Ledger {
    /// One row for each rule, in the order of [`Rule::ALL`], then the typed ones that fired.
    pub rules: Vec<RuleUse>,
    pub nodes: u64,
    /// Nodes below no extended move.
    pub plain_nodes: u64,
    /// Number of extensions denied by the cap on ply or the budget of a line.
    pub denied: u64,
    /// Number of moves that failed high in the main search.
    pub cutoffs: u64,
    pub first_cutoffs: u64,
    /// Extensions along the principal variation: its ply (0 = the first move), the rule, the amount.
    pub line: Vec<LineExtension>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RuleUse {
    pub rule: Rule,
    /// How often it was the largest that fired, and extended.
    pub fired: u64,
    /// Nodes whose nearest extended ancestor move was extended by it.
    pub nodes: u64,
    pub added: Depth64,
}

/// A sum of depths, in sixty-fourths of a ply: too large for [`Depth`].
pub(crate) type Depth64 = i64;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LineExtension {
    /// Its place on the line, 0 = the first move.
    pub ply: usize,
    pub mv: Move,
    pub rule: Rule,
    pub amount: Depth,
}
