//! The one scale of all sentences about moves, and the one margin: shares of a point that are reported as lost.
//!
//! Losses selected for their size shrink in a longer search, and scores of endings with few pieces are too high. So a share of what
//! the searches see is reported. At 0.7 for all, 82 of 103 accusations in 60 games were at least half as large as reported for
//! Stockfish 15.1, and searches of four times the nodes confirmed nearly all of the others.

use crate::chess::{Piece, Position};
use crate::units::{Score, expected_score};

/// Minimum reported loss of a fault, in expected points.
pub const MARGIN: f64 = 0.05;

/// Below this expectation a position counts as lost, and a move loses nothing unless it allows a mate. A move that keeps more
/// than [`WINNING`] loses nothing either.
const LOST: f64 = 0.25;

/// Minimum expected points of a side that wins, and maximum of a side that does not: scores of about +5 and +1.5.
const WINNING: f64 = 0.863;
const NOT_WINNING: f64 = 0.635;

/// Share of a loss that is reported, unless a mate decides.
const SURE: f64 = 0.6;
const SURE_IN_ENDINGS: f64 = 0.4;

/// Maximum number of pieces of both sides, without kings and pawns, in an ending.
const ENDING: u32 = 4;

/// Scores closer than this, in centipawns as reported, are as good as each other.
pub(super) const SAME: i32 = 15;

/// Lower bounds of the words for an advantage, in expected points: +0.30, +0.80, +2, +5.
const WORDS: [(f64, &str); 4] =
    [(WINNING, "winning"), (0.676, "much better"), (0.573, "better"), (0.527, "slightly better")];

/// Returns the share of a difference that is reported.
pub fn sure(before: &Position) -> f64 {
    let men = before.occupied() - before.pieces(Piece::Pawn) - before.pieces(Piece::King);
    if men.len() <= ENDING { SURE_IN_ENDINGS } else { SURE }
}

/// Returns the reported loss of a move. `had` and `left`: scores of the better move and of this one, view of the mover; `given`:
/// the smallest loss that all searches agree on.
pub fn loss(before: &Position, [had, left]: [Score; 2], given: f64) -> f64 {
    let is_decided =
        expected_score(had) < LOST && !left.is_loss() || expected_score(left) > WINNING;
    match given {
        _ if is_decided => 0.0,
        given if had.is_mate() || left.is_mate() => given,
        given => (sure(before) * given).max(0.0),
    }
}

/// Returns whether a difference, in expected points, is large enough to be a fault.
pub(super) fn counts(before: &Position, points: f64) -> bool {
    sure(before) * points >= MARGIN
}

/// Returns what is thrown away if it has a name.
pub(super) fn outcome_lost(had: Score, left: Score) -> Option<&'static str> {
    match [had, left].map(expected_score) {
        [had, left] if had >= WINNING && left <= NOT_WINNING => Some("the win"),
        [had, left] if had >= 1.0 - NOT_WINNING && left <= 1.0 - WINNING => Some("the game"),
        _ => None,
    }
}

/// Returns the word for the advantage of a side with this score of at least 0; `None` if the position is even.
pub(super) fn advantage(score: Score) -> Option<&'static str> {
    let points = expected_score(score);
    WORDS.iter().find(|(least, _)| points >= *least).map(|(_, word)| *word)
}

/// A move beside the best other one, as two searches agree; view of the mover.
#[derive(Clone, Copy, Debug)]
pub(super) struct Comparison {
    /// The reported loss, in expected points.
    pub loss: f64,
    /// Whether the best other move would be a fault.
    pub is_only: bool,
    /// Reported lead of the move in centipawns; 0 if the shorter search saw the other move as far ahead.
    pub lead: i32,
    /// Scores of the best other move and of this one by the longer search.
    pub scores: [Score; 2],
}

impl Comparison {
    pub(super) fn of(before: &Position, ours: [Score; 2], other: [Score; 2]) -> Comparison {
        let ahead = [0, 1].map(|round| expected_score(ours[round]) - expected_score(other[round]));
        let [first, last] = [0, 1].map(|round| ours[round].shown() - other[round].shown());
        let lead = match (first + last) / 2 {
            _ if first.signum() == last.signum() => first.abs().min(last.abs()) * last.signum(),
            mean if mean.signum() == last.signum() => mean,
            _ => 0,
        };
        let scores = [other[1], ours[1]];
        Comparison {
            loss: loss(before, scores, (-ahead[0]).min(-ahead[1])),
            is_only: loss(before, [scores[1], scores[0]], ahead[0].min(ahead[1])) >= MARGIN,
            lead: (f64::from(lead) * sure(before)).round() as i32,
            scores,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn searches_must_agree_and_decided_positions_lose_nothing() {
        let start = Position::start();
        let compared = |ours: [i32; 2], other: [i32; 2]| {
            Comparison::of(&start, ours.map(Score::cp), other.map(Score::cp))
        };
        let fault = compared([-150, -180], [0, 0]);
        assert!(fault.loss >= MARGIN && fault.lead == -90 && !fault.is_only);
        assert!(compared([-20, -180], [0, 0]).loss < MARGIN, "the shorter search sees none");
        assert!(compared([180, 180], [0, 0]).is_only);
        assert!(!compared([900, 900], [650, 650]).is_only, "the other wins, too");
        assert_eq!(compared([20, -20], [0, 0]).lead, 0);
        assert!(compared([-900, -900], [-400, -400]).loss.abs() < 1e-9, "it was lost before");
    }

    #[test]
    fn outcomes_and_advantages_have_names() {
        let lost = |had, left| outcome_lost(Score::cp(had), Score::cp(left));
        assert_eq!(
            [lost(700, 100), lost(0, -600), lost(200, 0)],
            [Some("the win"), Some("the game"), None]
        );
        let word = |score| advantage(Score::cp(score));
        assert_eq!(
            [word(0), word(50), word(150), word(300)],
            [None, Some("slightly better"), Some("better"), Some("much better")]
        );
        assert_eq!(advantage(Score::mates_at(5)), Some("winning"));
    }
}
