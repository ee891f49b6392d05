//! The root moves: the requested ones, and the result of each.

use super::frame::{PvLine, PvMove};
use super::report::ScoredLine;
use super::trace::{LineExtension, RootMove};
use crate::chess::{Move, Position};
use crate::control::Limits;
use crate::units::{Bound, Score, Window};

#[derive(Clone, Debug)]
struct RootCandidate {
    score: Score,
    bound: Bound,
    pv: Vec<PvMove>,
    /// Effort and result of the current iteration, even without an improvement.
    spent: RootMove,
    /// Whether this iteration gave it its own score.
    fresh: bool,
}

/// The root's moves, best first as far as is known.
#[derive(Clone, Debug, Default)]
pub(super) struct Root {
    candidates: Vec<RootCandidate>,
    /// Lines before this one are settled in this iteration (MultiPV).
    pub settled: usize,
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
                score: -Score::INFINITE,
                bound: Bound::Upper,
                pv: vec![PvMove { mv, extension: None }],
                spent: RootMove {
                    mv,
                    nodes: 0,
                    score: -Score::INFINITE,
                    bound: Bound::Upper,
                    seldepth: 0,
                    added: 0,
                },
                fresh: false,
            })
            .collect();
        Root { restricted: candidates.len() < legal.len(), candidates, settled: 0 }
    }

    pub(super) fn len(&self) -> usize {
        self.candidates.len()
    }

    pub(super) fn moves(&self) -> Vec<Move> {
        self.candidates.iter().map(|candidate| candidate.spent.mv).collect()
    }

    /// Returns whether some legal moves are excluded: the value is then not the position's.
    pub(super) fn is_restricted(&self) -> bool {
        self.restricted || self.settled > 0
    }

    pub(super) fn admits(&self, mv: Move) -> bool {
        self.candidates[self.settled..].iter().any(|candidate| candidate.spent.mv == mv)
    }

    pub(super) fn first_move(&self) -> Option<Move> {
        self.candidates.get(self.settled).map(|candidate| candidate.spent.mv)
    }

    pub(super) fn begin(&mut self) {
        self.settled = 0;
        for candidate in &mut self.candidates {
            let spent = &mut candidate.spent;
            (spent.nodes, spent.seldepth, spent.added) = (0, 0, 0);
            candidate.fresh = false;
        }
    }

    /// A move was searched. One that did not beat those before it is known by an upper bound only.
    pub(super) fn account(&mut self, look: RootMove) {
        let mut moves = self.candidates.iter_mut().map(|candidate| &mut candidate.spent);
        if let Some(spent) = moves.find(|spent| spent.mv == look.mv) {
            *spent = RootMove {
                nodes: spent.nodes + look.nodes,
                added: spent.added + look.added,
                seldepth: spent.seldepth.max(look.seldepth),
                ..look
            };
        }
    }

    pub(super) fn improve(&mut self, mv: Move, score: Score, window: Window, pv: &PvLine) {
        let Some(at) = self.candidates.iter().position(|candidate| candidate.spent.mv == mv) else {
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

    /// Score of the line being searched, for the next window.
    pub(super) fn score(&self) -> Score {
        self.candidates.get(self.settled).map_or(Score::DRAW, |candidate| candidate.score)
    }

    /// Returns whether this iteration found a better first move than it began with, at least as a bound: then a stop loses
    /// nothing.
    pub(super) fn is_fresh(&self) -> bool {
        self.candidates
            .first()
            .is_some_and(|candidate| candidate.fresh && candidate.bound.is_lower())
    }

    /// Share of the iteration's nodes below the best move, in percent.
    pub(super) fn effort(&self) -> u64 {
        let all: u64 = self.candidates.iter().map(|candidate| candidate.spent.nodes).sum();
        self.candidates.first().map_or(0, |candidate| candidate.spent.nodes * 100 / all.max(1))
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
        self.candidates.iter().map(|candidate| candidate.spent).collect()
    }
}
