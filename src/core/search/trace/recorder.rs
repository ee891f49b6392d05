//! A tracer that records the decisions along the line of one root move, for `explain`.

use super::{Depth64, Prune, TracedStep, Tracer};
use crate::chess::Move;
use crate::search::extend::Rule;
use crate::units::{Bound, Depth, MAX_PLY, Score};

#[derive(Debug)]
pub(crate) struct Recorder {
    asked: Move,
    /// Whether the root move being searched is the requested one.
    below: bool,
    current: Vec<Option<TracedStep>>,
    lines: Vec<Vec<TracedStep>>,
    prunes: Vec<(Prune, u64)>,
    extensions: Vec<(Rule, u64, Depth64)>,
}

impl Recorder {
    pub(crate) fn new(asked: Move) -> Recorder {
        Recorder {
            asked,
            below: false,
            current: vec![None; MAX_PLY + 1],
            lines: vec![Vec::new(); MAX_PLY + 2],
            prunes: Vec::new(),
            extensions: Rule::EVERY.into_iter().map(|rule| (rule, 0, 0)).collect(),
        }
    }

    /// Decisions along the line that the move asked about led to last, the root move first.
    ///
    /// The move itself belongs to it also if it never was the best of the root, so that it never counts as an improvement.
    pub(crate) fn line(&self) -> Vec<TracedStep> {
        self.current[0].iter().chain(&self.lines[1]).cloned().collect()
    }

    /// Pruning below it, most frequent first.
    pub(crate) fn prunes(&self) -> Vec<(Prune, u64)> {
        let mut prunes = self.prunes.clone();
        prunes.sort_by_key(|&(_, count)| std::cmp::Reverse(count));
        prunes
    }

    /// Extensions below it: each rule, how often, and the sum added.
    pub(crate) fn extensions(&self) -> Vec<(Rule, u64, Depth64)> {
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

    fn choose(&mut self, ply: usize, step: impl FnOnce() -> TracedStep) {
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
        // The final search may be a second one, deeper than planned, and the child's node changes its own depth: the reply has it.
        if let Some(reply) = below[0].first() {
            step.reduction = step.reduction + step.child_depth - reply.depth;
            step.child_depth = reply.depth;
        }
        here[ply].clear();
        here[ply].push(step);
        here[ply].extend_from_slice(&below[0]);
    }
}
