//! A proof reported as the end of a search: its score, and its longest line as the principal variation.

use super::lines::LineKeeper;
use crate::chess::{Key, Position};
use crate::proof::Proof;
use crate::search::{EndReason, Finished, Iteration, Progress, ScoredLine};
use crate::units::{Bound, Score, score::MAX_PLY};

/// What a search that found this mate would say; `None` where the game's history spoils the mate's line, so that it
/// cannot be promised. `spent` says at what cost.
pub(super) fn announced(
    root: &Position,
    history: &[Key],
    proof: &Proof,
    spent: Progress,
) -> Option<Finished> {
    let plies = proof.line().len();
    // A score has no room for longer ones.
    if plies > MAX_PLY {
        return None;
    }
    let wins = proof.attacker() == root.turn();
    let score = if wins { Score::mates_at(plies) } else { Score::mated_at(plies) };
    let line = ScoredLine { score, bound: Bound::Exact, pv: proof.line().to_vec() };
    let line = LineKeeper::new(*root, history.to_vec()).settle(line);
    if !line.score.is_mate() {
        return None;
    }
    let depth = plies as u32;
    let progress = Progress { depth, seldepth: depth, ..spent };
    let iteration = Iteration { depth, seldepth: depth, lines: vec![line], progress };
    Some(Finished::new(iteration, EndReason::Mate))
}
