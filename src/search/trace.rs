//! Watching a search without paying for it.
//!
//! The search calls a [`Tracer`] at every decision. [`NoTrace`] is empty and vanishes; [`Recorder`] keeps what `explain`
//! tells; [`TreeTracer`] keeps the tree that `resolve` shows. None of them may change what is searched: the bench
//! signature is the same with each (a test).

use super::extend::Rule;
use super::order::NodeKind;
use crate::chess::Move;
use crate::units::{Bound, Depth, Score};

/// Where the extensions of one search went.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Ledger {
    /// One row for each rule, in the order of [`Rule::ALL`].
    pub rules: Vec<RuleUse>,
    /// Nodes of the thread that kept the ledger.
    pub nodes: u64,
    /// Nodes below no extended move.
    pub plain_nodes: u64,
    /// How often the cap on ply or the budget of a line denied an extension.
    pub denied: u64,
    /// Extensions along the principal variation: its ply (0 = the first move), the rule, the amount.
    pub line: Vec<LineExtension>,
}

/// What one rule did in a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RuleUse {
    /// The rule.
    pub rule: Rule,
    /// How often it was the largest that fired, and extended.
    pub fired: u64,
    /// Nodes whose nearest extended ancestor move was extended by it.
    pub nodes: u64,
    /// The sum of what it added.
    pub added: Depth64,
}

/// A sum of depths, in sixty-fourths of a ply: too large for [`Depth`].
pub type Depth64 = i64;

/// An extension along the principal variation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LineExtension {
    /// Its place on the line, 0 = the first move.
    pub ply: usize,
    /// The move extended.
    pub mv: Move,
    /// The rule.
    pub rule: Rule,
    /// What was added.
    pub amount: Depth,
}

/// Why a move or a node was given up before it was searched as deep as its depth asked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Prune {
    /// Draw by repetition, fifty moves or material.
    Draw,
    /// No mate here could be shorter than one already found.
    MateDistance,
    /// The table knew the answer.
    Table,
    /// The static value is far above beta.
    ReverseFutility,
    /// Hopeless even with a capture.
    Razoring,
    /// Passing is good enough.
    NullMove,
    /// A capture is good enough at less depth.
    ProbCut,
    /// Late quiet moves at small depth.
    LateMove,
    /// The static value is far below alpha.
    Futility,
    /// Bad history at small depth.
    History,
    /// Loses material by exchange.
    Exchange,
}

/// What the main search decided about one move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Step {
    /// The move.
    pub mv: Move,
    /// What kind of node it was played at.
    pub node: NodeKind,
    /// Plies from the root to that node.
    pub ply: usize,
    /// Depth left there.
    pub depth: Depth,
    /// Every rule that fired, with its weight; the largest counts.
    pub fired: Vec<(Rule, Depth)>,
    /// What was added in the end, after caps.
    pub extension: Depth,
    /// What was taken off.
    pub reduction: Depth,
    /// Depth handed to the child.
    pub child_depth: Depth,
    /// Less than a ply was left, yet the main search went on: the reason.
    pub kept_on: Option<KeepOn>,
    /// What came back, view of the mover.
    pub score: Score,
}

/// Why the main search goes on though less than a ply is left (Slow Chess's four cases).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum KeepOn {
    /// (a) The side to move is in check.
    InCheck,
    /// (b) The last move was an extended pawn push.
    PawnPush,
    /// (c) The last move was the single reply to a check.
    SingleReply,
    /// (d) It was one of two replies, and the line is not extended past its depth.
    TwoReplies,
}

/// What `explain` tells about one root move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Explanation {
    /// The move asked about.
    pub mv: Move,
    /// Nominal depth of the search explained.
    pub depth: u32,
    /// What it came to.
    pub score: Score,
    /// What that score promises.
    pub bound: Bound,
    /// Decisions along its line, the root move first.
    pub line: Vec<Step>,
    /// All root moves, in the order of the last iteration.
    pub moves: Vec<RootMove>,
    /// Pruning below this move, by kind, most frequent first.
    pub prunes: Vec<(Prune, u64)>,
    /// Extensions below this move, by rule: how often, and the sum added in sixty-fourths.
    pub extensions: Vec<(Rule, u64, Depth64)>,
}

/// What the last iteration spent on one root move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RootMove {
    /// The move.
    pub mv: Move,
    /// Nodes below it.
    pub nodes: u64,
    /// What it came to, view of the mover.
    pub score: Score,
    /// What that score promises.
    pub bound: Bound,
    /// The longest line below it, in plies from the root.
    pub seldepth: u32,
    /// Sum of all extensions below it, in sixty-fourths of a ply.
    pub added: Depth64,
}

/// A node of the quiescing search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ResolveNode {
    /// The move that led here; `None` at the root.
    pub mv: Option<Move>,
    /// Whether the side to move is in check: then every evasion is tried and there is no standing pat.
    pub in_check: bool,
    /// The static value, view of the side to move; `None` in check.
    pub stand_pat: Option<Score>,
    /// Which moves were looked at.
    pub selectivity: Selectivity,
    /// What was tried and what was skipped, in order.
    pub moves: Vec<ResolveMove>,
    /// The value, view of the side to move.
    pub value: Score,
    /// Whether it ended by a cut: a move, or standing pat, was too good.
    pub cut: bool,
    /// Nodes in this subtree, itself included.
    pub nodes: u64,
}

/// How much of the legal moves a node of the quiescing search looks at (Expositor's three).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Selectivity {
    /// Every move: in check.
    Everything,
    /// Captures, promotions and checks.
    Active,
    /// Captures and promotions that do not lose material.
    Gainful,
}

/// One move at a node of the quiescing search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ResolveMove {
    /// It was searched.
    Tried(ResolveNode),
    /// It was not, and why.
    Skipped(Move, Skip),
}

/// Why the quiescing search skipped a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Skip {
    /// Loses so many centipawns by exchange.
    Loses(i32),
    /// An even exchange, too late in the line.
    Neutral,
    /// Static value plus all it could win does not reach alpha.
    Delta {
        /// The best it could come to.
        hope: Score,
        /// What is there already.
        alpha: Score,
    },
    /// A quiet move that puts the piece where it is lost.
    LosesQuietly(i32),
    /// In check, with a sound evasion found already: a losing or late quiet one.
    LateEvasion,
}
