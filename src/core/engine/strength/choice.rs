//! Selects the move of a weaker player.
//!
//! Three kinds of errors are modelled, one after the other. A good move is not *seen*: quiet moves, long diagonals and retreats
//! more often than captures and checks, recaptures hardly ever. The *answer* to a bad move is not seen, by the same rule, so that
//! the move looks better than it is. And the best of the seen moves is not always *preferred*: the worse a move looks, the more
//! rarely it is played, and the stronger the player, the more so.

use super::{Elo, Limited};
use crate::chess::{Move, Position, Square};
use crate::search::ScoredLine;
use crate::units::{Score, ScoreKind};

/// How hard each kind of move is to see, relative to the hardest.
const RECAPTURE: f64 = 0.05;
const CAPTURE: f64 = 0.35;
const PROMOTION: f64 = 0.35;
const CASTLING: f64 = 0.35;
const CHECK: f64 = 0.45;
const QUIET: f64 = 0.7;

/// A retreat, and a long move along a diagonal, are so much harder to see.
const HARDER: f64 = 1.4;

const LONG: u8 = 4;

/// Beyond it, in centipawns, more matters less and less: a game that is won anyway is not played for the last pawn.
const DECIDED: f64 = 400.0;

/// A mate, in centipawns, and how much one of a move more is worth less.
const MATE: f64 = 4_000.0;
const MATE_MOVE: f64 = 100.0;

impl Limited {
    /// The place of the line that is played; there must be one.
    pub(super) fn choose(&self, lines: &[ScoredLine]) -> usize {
        let mut random = self.random.clone();
        let mates = |line: &ScoredLine| line.score == Score::mates_at(1);
        if self.elo >= Elo::SEES_MATE_IN_ONE
            && let Some(mate) = lines.iter().position(mates)
        {
            return mate;
        }
        let best = lines.iter().map(|line| worth(line.score)).fold(f64::NEG_INFINITY, f64::max);
        // Apparent loss of each move, in centipawns; `None` if it is not seen.
        let mut seeming: Vec<Option<f64>> = Vec::with_capacity(lines.len());
        for line in lines {
            // All are drawn for every move, so that moves do not depend on each other.
            let [seen, answered, hope, _] = [(); 4].map(|()| random.share());
            let loss = best - worth(line.score);
            let overlooked = answered < self.oversight_of_answer(&line.pv);
            let loss = if overlooked { loss * hope / 2.0 } else { loss };
            seeming.push((seen >= self.oversight_of_move(&line.pv)).then_some(loss));
        }
        if seeming.iter().all(Option::is_none) {
            return 0;
        }
        self.prefer(&seeming, random.share())
    }

    /// Draws one of the seen moves: the smaller its apparent loss, the likelier. `share` selects the move by cumulated weight.
    fn prefer(&self, seeming: &[Option<f64>], share: f64) -> usize {
        let seen = || {
            seeming.iter().enumerate().filter_map(|(place, loss)| loss.map(|loss| (place, loss)))
        };
        let least = seen().map(|(_, loss)| loss).fold(f64::INFINITY, f64::min);
        let weight = |loss: f64| ((least - loss) / self.skill.temperature).exp();
        let mut left = share * seen().map(|(_, loss)| weight(loss)).sum::<f64>();
        let mut chosen = 0;
        for (place, loss) in seen() {
            chosen = place;
            left -= weight(loss);
            if left < 0.0 {
                break;
            }
        }
        chosen
    }

    /// The chance that a line's move is not thought of.
    fn oversight_of_move(&self, pv: &[Move]) -> f64 {
        let hardness = |&mv| hardness(&self.root, mv, self.taken_on);
        pv.first().map_or(0.0, hardness) * self.skill.oversight
    }

    /// The chance that the answer to it is not thought of.
    fn oversight_of_answer(&self, pv: &[Move]) -> f64 {
        let [mv, answer, ..] = *pv else { return 0.0 };
        let taken_on = self.root.is_capture(mv).then(|| mv.to());
        hardness(&self.root.play(mv), answer, taken_on) * self.skill.oversight
    }
}

/// A score in centipawns as a player feels it: what is decided is decided.
pub(super) fn worth(score: Score) -> f64 {
    let mate = |moves: u32| (MATE - MATE_MOVE * f64::from(moves)).max(0.0) + MATE;
    let centipawns = match score.kind() {
        ScoreKind::Centipawns(_) => f64::from(score.raw()),
        ScoreKind::Mates(moves) => mate(moves),
        ScoreKind::Mated(moves) => -mate(moves),
    };
    DECIDED * (centipawns / DECIDED).asinh()
}

/// How hard a move is to see, from 0 to 1.
pub(super) fn hardness(position: &Position, mv: Move, taken_on: Option<Square>) -> f64 {
    let (from, to) = (mv.from(), mv.to());
    let kind = if position.is_capture(mv) {
        if taken_on == Some(to) { RECAPTURE } else { CAPTURE }
    } else if mv.is_castle() {
        return CASTLING;
    } else if mv.promoted().is_some() {
        PROMOTION
    } else if position.play(mv).in_check() {
        CHECK
    } else {
        QUIET
    };
    let turn = position.turn();
    let retreats = to.relative_rank(turn) < from.relative_rank(turn);
    let files = (from.file() as u8).abs_diff(to.file() as u8);
    let ranks = (from.rank() as u8).abs_diff(to.rank() as u8);
    let is_long = files == ranks && files >= LONG;
    let harder = |is: bool| if is { HARDER } else { 1.0 };
    (kind * harder(retreats) * harder(is_long)).min(1.0)
}
