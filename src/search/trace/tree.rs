//! The tree of the quiescing search: what `resolve` shows.

use super::Tracer;
use crate::chess::Move;
use crate::units::Score;

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

/// Keeps the whole tree of one quiescing search.
#[derive(Clone, Debug, Default)]
pub struct TreeTracer {
    open: Vec<ResolveNode>,
    root: Option<ResolveNode>,
}

impl TreeTracer {
    /// The tree, once the search is done.
    pub fn into_root(self) -> Option<ResolveNode> {
        self.root
    }
}

impl Tracer for TreeTracer {
    fn enter(&mut self, mv: Option<Move>, in_check: bool, selectivity: Selectivity) {
        self.open.push(ResolveNode {
            mv,
            in_check,
            stand_pat: None,
            selectivity,
            moves: Vec::new(),
            value: Score::DRAW,
            cut: false,
            nodes: 1,
        });
    }

    fn stand_pat(&mut self, eval: Score) {
        if let Some(node) = self.open.last_mut() {
            node.stand_pat = Some(eval);
        }
    }

    fn skip(&mut self, mv: Move, reason: impl FnOnce() -> Skip) {
        if let Some(node) = self.open.last_mut() {
            node.moves.push(ResolveMove::Skipped(mv, reason()));
        }
    }

    fn leave(&mut self, value: Score, cut: bool) {
        let Some(mut node) = self.open.pop() else { return };
        node.value = value;
        node.cut = cut;
        match self.open.last_mut() {
            Some(parent) => {
                parent.nodes += node.nodes;
                parent.moves.push(ResolveMove::Tried(node));
            }
            None => self.root = Some(node),
        }
    }
}
