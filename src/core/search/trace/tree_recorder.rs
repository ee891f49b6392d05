//! A tracer that records the tree of one quiescence search, for `resolve`.
//!
//! Its memory is bounded: with more entries than allowed the deepest level is dropped, again and again until they fit. The tree
//! is then complete down to some level; moves below are counted, not recorded.

use super::{ResolveMove, ResolveNode, Skip, Tracer};
use crate::chess::Move;
use crate::units::Score;

#[derive(Clone, Debug)]
pub(crate) struct TreeRecorder {
    open: Vec<ResolveNode>,
    pub root: Option<ResolveNode>,
    /// Entries kept at each level: level 0 are the root's moves.
    kept: Vec<usize>,
    /// Entries at this level and below it are not kept.
    cut: usize,
    most: usize,
}

impl TreeRecorder {
    /// Creates a recorder of at most `most` entries, which has all or none of a node's moves.
    pub(crate) fn keeping(most: usize) -> TreeRecorder {
        TreeRecorder { open: Vec::new(), root: None, kept: Vec::new(), cut: usize::MAX, most }
    }

    pub(crate) fn kept(&self) -> usize {
        self.kept.iter().sum()
    }

    /// Keeps an entry of the innermost open node, unless it lies too deep.
    fn keep(&mut self, entry: ResolveMove) {
        let level = self.open.len() - 1;
        if let ResolveMove::Tried(node) = &entry {
            let left_out = if level >= self.cut { node.nodes } else { node.left_out };
            self.open[level].left_out += left_out;
        }
        if level >= self.cut {
            return;
        }
        if self.kept.len() <= level {
            self.kept.resize(level + 1, 0);
        }
        self.kept[level] += 1;
        self.open[level].moves.push(entry);
        // The root's own moves are kept in any case.
        while self.kept() > self.most && self.kept.len() > 1 {
            self.drop_deepest();
        }
    }

    fn drop_deepest(&mut self) {
        self.kept.pop();
        self.cut = self.kept.len();
        for (level, node) in self.open.iter_mut().enumerate() {
            node.drop_below(level, self.cut);
        }
    }
}

impl ResolveNode {
    /// Drops the entries that lie at level `cut` or deeper; this node's own lie at `level`.
    fn drop_below(&mut self, level: usize, cut: usize) {
        for entry in &mut self.moves {
            let ResolveMove::Tried(node) = entry else { continue };
            let before = node.left_out;
            if level >= cut {
                node.left_out = node.nodes;
            } else {
                node.drop_below(level + 1, cut);
            }
            self.left_out += node.left_out - before;
        }
        if level >= cut {
            self.moves = Vec::new();
        }
    }
}

impl Tracer for TreeRecorder {
    fn enter(&mut self, mv: Option<Move>, in_check: bool) {
        self.open.push(ResolveNode {
            mv,
            in_check,
            stand_pat: None,
            moves: Vec::new(),
            value: Score::DRAW,
            cut: false,
            nodes: 1,
            left_out: 0,
        });
    }

    fn stand_pat(&mut self, eval: Score) {
        if let Some(node) = self.open.last_mut() {
            node.stand_pat = Some(eval);
        }
    }

    fn skip(&mut self, mv: Move, reason: impl FnOnce() -> Skip) {
        if !self.open.is_empty() && self.open.len() <= self.cut {
            self.keep(ResolveMove::Skipped(mv, reason()));
        }
    }

    fn leave(&mut self, value: Score, cut: bool) {
        let Some(mut node) = self.open.pop() else { return };
        node.value = value;
        node.cut = cut;
        let Some(parent) = self.open.last_mut() else {
            self.root = Some(node);
            return;
        };
        parent.nodes += node.nodes;
        self.keep(ResolveMove::Tried(node));
    }

    fn clear(&mut self) {
        *self = TreeRecorder::keeping(self.most);
    }
}
