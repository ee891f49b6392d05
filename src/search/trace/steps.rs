//! What the main search decided, move by move: what `explain` tells.

use super::{Depth64, Tracer};
use crate::chess::Move;
use crate::search::extend::Rule;
use crate::search::order::NodeKind;
use crate::search::report::Line;
use crate::units::{Bound, Depth, MAX_PLY, Score};

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
    /// Without the table's move the node is still too good.
    MultiCut,
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
    /// What that score promises: most moves are only asked whether they are better than the best before them.
    pub bound: Bound,
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
    /// The best line that this search found, whichever move was asked about.
    pub best: Line,
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

/// Keeps the decisions along the line of one root move, and counts what happened below it.
#[derive(Debug)]
pub struct Recorder {
    asked: Move,
    /// Whether the root move being searched is the one asked about.
    below: bool,
    current: Vec<Option<Step>>,
    lines: Vec<Vec<Step>>,
    prunes: Vec<(Prune, u64)>,
    extensions: Vec<(Rule, u64, Depth64)>,
}

impl Recorder {
    /// Watches for a root move.
    pub fn new(asked: Move) -> Recorder {
        Recorder {
            asked,
            below: false,
            current: vec![None; MAX_PLY + 1],
            lines: vec![Vec::new(); MAX_PLY + 2],
            prunes: Vec::new(),
            extensions: Rule::ALL.into_iter().map(|rule| (rule, 0, 0)).collect(),
        }
    }

    /// Decisions along the line that the move asked about led to last, the root move first.
    ///
    /// The move itself belongs to it also if it never was the best of the root, so that nobody "improved" anything by it.
    pub fn line(&self) -> Vec<Step> {
        self.current[0].iter().chain(&self.lines[1]).cloned().collect()
    }

    /// Pruning below it, most frequent first.
    pub fn prunes(&self) -> Vec<(Prune, u64)> {
        let mut prunes = self.prunes.clone();
        prunes.sort_by_key(|&(_, count)| std::cmp::Reverse(count));
        prunes
    }

    /// Extensions below it: each rule, how often, and the sum added.
    pub fn extensions(&self) -> Vec<(Rule, u64, Depth64)> {
        self.extensions.iter().filter(|row| row.1 > 0).copied().collect()
    }
}

impl Tracer for Recorder {
    fn extended(&mut self, rule: Rule, amount: Depth) {
        if self.below {
            let row = &mut self.extensions[rule.index()];
            row.1 += 1;
            row.2 += Depth64::from(amount.raw());
        }
    }

    fn prune(&mut self, prune: Prune) {
        if !self.below {
            return;
        }
        match self.prunes.iter_mut().find(|(known, _)| *known == prune) {
            Some((_, count)) => *count += 1,
            None => self.prunes.push((prune, 1)),
        }
    }

    fn choose(&mut self, ply: usize, step: impl FnOnce() -> Step) {
        let step = step();
        if ply == 0 {
            self.below = step.mv == self.asked;
            if self.below {
                self.prunes.clear();
                self.extensions.iter_mut().for_each(|row| (row.1, row.2) = (0, 0));
            }
        }
        if self.below {
            self.current[ply] = Some(step);
            self.lines[ply + 1].clear();
        }
    }

    fn improved(&mut self, ply: usize, score: Score, bound: Bound) {
        if !self.below {
            return;
        }
        let Some(mut step) = self.current[ply].clone() else { return };
        (step.score, step.bound) = (score, bound);
        let (here, below) = self.lines.split_at_mut(ply + 1);
        // What counted may be a second look, at more depth than was planned; the reply knows how much it had.
        if let Some(reply) = below[0].first() {
            let more = reply.depth - step.child_depth;
            step.reduction = (step.reduction - more.max(Depth::ZERO)).max(Depth::ZERO);
            step.child_depth = reply.depth;
        }
        here[ply].clear();
        here[ply].push(step);
        here[ply].extend_from_slice(&below[0]);
    }
}
