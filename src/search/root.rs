//! The root's moves: which of them are asked for, and the result of each.

use super::pv::{PvLine, PvMove, RootCost};
use super::report::ScoredLine;
use super::trace::{LineExtension, RootMove};
use crate::chess::{Move, Position};
use crate::control::Limits;
use crate::units::{Bound, Score, Window};

#[derive(Clone, Debug)]
struct RootCandidate {
    mv: Move,
    score: Score,
    bound: Bound,
    pv: Vec<PvMove>,
    /// What the current iteration spent on it.
    cost: RootCost,
    /// Score and bound of the last look, also if it was no improvement.
    seen: (Score, Bound),
    /// Whether this iteration gave it a score of its own.
    fresh: bool,
}

/// The root's moves, best first as far as is known.
#[derive(Clone, Debug, Default)]
pub(super) struct Root {
    candidates: Vec<RootCandidate>,
    /// Lines before this one are settled in this iteration (MultiPV).
    settled: usize,
    restricted: bool,
}

impl Root {
    /// All legal moves, or those that the limits allow.
    pub(super) fn new(position: &Position, limits: &Limits) -> Root {
        let legal = position.legal_moves();
        let candidates: Vec<RootCandidate> = legal
            .iter()
            .map(|legal| legal.mv)
            .filter(|&mv| limits.admits(mv))
            .map(|mv| RootCandidate {
                mv,
                score: -Score::INFINITE,
                bound: Bound::Upper,
                pv: vec![PvMove { mv, extension: None }],
                cost: RootCost::default(),
                seen: (-Score::INFINITE, Bound::Upper),
                fresh: false,
            })
            .collect();
        Root { restricted: candidates.len() < legal.len(), candidates, settled: 0 }
    }

    pub(super) fn len(&self) -> usize {
        self.candidates.len()
    }

    /// The moves that are searched, best first as far as is known.
    pub(super) fn moves(&self) -> Vec<Move> {
        self.candidates.iter().map(|candidate| candidate.mv).collect()
    }

    /// Whether some legal moves are left out: the value is then not the position's.
    pub(super) fn is_restricted(&self) -> bool {
        self.restricted || self.settled > 0
    }

    pub(super) fn admits(&self, mv: Move) -> bool {
        self.candidates[self.settled..].iter().any(|candidate| candidate.mv == mv)
    }

    pub(super) fn first_move(&self) -> Option<Move> {
        self.candidates.get(self.settled).map(|candidate| candidate.mv)
    }

    pub(super) fn begin(&mut self) {
        self.settled = 0;
        for candidate in &mut self.candidates {
            candidate.cost = RootCost::default();
            candidate.fresh = false;
        }
    }

    /// Begins the search of line `number` (MultiPV, from 0).
    pub(super) fn begin_line(&mut self, number: usize) {
        self.settled = number;
    }

    /// A move was searched within `window`, whose alpha is what the moves before it came to: one that did not beat them is
    /// known by an upper bound only.
    pub(super) fn account(&mut self, mv: Move, cost: RootCost, score: Score, window: Window) {
        if let Some(candidate) = self.candidates.iter_mut().find(|candidate| candidate.mv == mv) {
            candidate.cost.nodes += cost.nodes;
            candidate.cost.added += cost.added;
            candidate.cost.seldepth = candidate.cost.seldepth.max(cost.seldepth);
            candidate.seen = (score, window.bound(score));
        }
    }

    pub(super) fn improve(&mut self, mv: Move, score: Score, window: Window, pv: &PvLine) {
        let Some(at) = self.candidates.iter().position(|candidate| candidate.mv == mv) else {
            return;
        };
        let candidate = &mut self.candidates[at];
        candidate.score = score;
        candidate.bound = window.bound(score);
        candidate.pv = pv.to_vec();
        candidate.fresh = true;
        // To the front of those not settled; the others keep their order.
        self.candidates[self.settled..=at].rotate_right(1);
    }

    /// Score of the best line being searched, for the next window.
    pub(super) fn score(&self, number: usize) -> Score {
        self.candidates.get(number).map_or(Score::DRAW, |candidate| candidate.score)
    }

    /// Whether this iteration found that its first move is better than what it began with, be it only as a bound: then a
    /// stop loses nothing.
    pub(super) fn is_fresh(&self) -> bool {
        self.candidates
            .first()
            .is_some_and(|candidate| candidate.fresh && candidate.bound.is_lower())
    }

    /// Share of the iteration's nodes below the best move, in percent.
    pub(super) fn effort(&self) -> u64 {
        let all: u64 = self.candidates.iter().map(|candidate| candidate.cost.nodes).sum();
        self.candidates.first().map_or(0, |candidate| candidate.cost.nodes * 100 / all.max(1))
    }

    /// Puts the lines of an iteration in order: a later one may have come out better than those before it.
    pub(super) fn rank_lines(&mut self, count: usize) {
        let count = count.min(self.candidates.len());
        self.candidates[..count].sort_by_key(|candidate| std::cmp::Reverse(candidate.score));
    }

    pub(super) fn lines(&self, count: usize) -> Vec<ScoredLine> {
        self.candidates
            .iter()
            .take(count)
            .map(|candidate| ScoredLine {
                score: candidate.score,
                bound: candidate.bound,
                pv: candidate.pv.iter().map(|step| step.mv).collect(),
            })
            .collect()
    }

    pub(super) fn line_extensions(&self) -> Vec<LineExtension> {
        let Some(best) = self.candidates.first() else { return Vec::new() };
        best.pv
            .iter()
            .enumerate()
            .filter_map(|(ply, step)| {
                let found = step.extension?;
                Some(LineExtension { ply, mv: step.mv, rule: found.rule, amount: found.amount })
            })
            .collect()
    }

    pub(super) fn summary(&self) -> Vec<RootMove> {
        self.candidates
            .iter()
            .map(|candidate| RootMove {
                mv: candidate.mv,
                nodes: candidate.cost.nodes,
                score: candidate.seen.0,
                bound: candidate.seen.1,
                seldepth: candidate.cost.seldepth,
                added: candidate.cost.added,
            })
            .collect()
    }
}
