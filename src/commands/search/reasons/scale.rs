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

/// A difference of this many margins between short searches is clear.
const CLEAR: f64 = 3.0;

/// Share of a loss that is reported, unless a mate decides.
const SURE: f64 = 0.6;
const SURE_IN_ENDINGS: f64 = 0.4;

/// Maximum number of pieces of both sides, without kings and pawns, in an ending.
const ENDING: u32 = 4;

/// Minimum reported lead, in centipawns, of a better move that is no fault to miss …
const LEAD: i32 = 15;

/// … and the difference in expected points below which moves are as good as each other. In between nothing is said.
const LEVEL: f64 = 0.02;

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

/// Returns whether a difference of short searches is so large that longer ones need not be the longest.
pub(super) fn is_clear(before: &Position, points: f64) -> bool {
    counts(before, points / CLEAR)
}

/// Returns what is thrown away if it has a name.
pub(super) fn outcome_lost(had: Score, left: Score) -> Option<&'static str> {
    match [had, left].map(expected_score) {
        [had, left] if had >= WINNING && left <= NOT_WINNING => Some("the win"),
        [had, left] if had >= 1.0 - NOT_WINNING && left <= 1.0 - WINNING => Some("the game"),
        _ => None,
    }
}

/// Returns the word for the advantage of a side with this score of at least 0, less in endings unless it wins; `None` if the
/// position is even.
pub(super) fn advantage(position: &Position, score: Score) -> Option<&'static str> {
    let points = expected_score(score);
    let sure = if points >= WINNING { 1.0 } else { sure(position) / SURE };
    let reported = 0.5 + sure * (points - 0.5);
    WORDS.iter().find(|(least, _)| reported >= *least).map(|(_, word)| *word)
}

/// How a move compares with the best other one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Standing {
    /// It loses the margin or more, …
    Fault,
    /// … or the other one does.
    Only,
    Ahead,
    Behind,
    Level,
    /// Both win, …
    Winning,
    /// … or both lose.
    Lost,
    /// The searches disagree.
    Unclear,
}

/// A move beside the best other one, as two searches agree; view of the mover.
#[derive(Clone, Copy, Debug)]
pub(super) struct Comparison {
    pub standing: Standing,
    /// The reported loss, in expected points.
    pub loss: f64,
    /// Reported lead of the move in centipawns; 0 if the searches disagree.
    pub lead: i32,
    /// Scores of the best other move and of this one by the longer search.
    pub scores: [Score; 2],
}

impl Comparison {
    pub(super) fn of(before: &Position, ours: [Score; 2], other: [Score; 2]) -> Comparison {
        let ahead = [0, 1].map(|round| expected_score(ours[round]) - expected_score(other[round]));
        let [first, last] = [0, 1].map(|round| ours[round].shown() - other[round].shown());
        let is_same_sign = first.signum() == last.signum();
        let lead = if is_same_sign { first.abs().min(last.abs()) * last.signum() } else { 0 };
        let lead = (f64::from(lead) * sure(before)).round() as i32;
        let scores = [other[1], ours[1]];
        let loss = loss(before, scores, (-ahead[0]).min(-ahead[1]));
        let other_loses = self::loss(before, [scores[1], scores[0]], ahead[0].min(ahead[1]));
        let [had, left] = scores.map(expected_score);
        let standing = match lead {
            _ if loss >= MARGIN => Standing::Fault,
            _ if other_loses >= MARGIN => Standing::Only,
            _ if had.min(left) > WINNING => Standing::Winning,
            _ if had.max(left) < LOST => Standing::Lost,
            _ if ahead.iter().all(|ahead| ahead.abs() < LEVEL) => Standing::Level,
            LEAD.. => Standing::Ahead,
            lead if lead <= -LEAD => Standing::Behind,
            _ => Standing::Unclear,
        };
        Comparison { standing, loss, lead, scores }
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
        for (ours, other, standing) in [
            ([-150, -180], [0, 0], Standing::Fault),
            ([-40, -180], [0, 0], Standing::Behind),
            ([20, -180], [0, 0], Standing::Unclear),
            ([180, 180], [0, 0], Standing::Only),
            ([60, 70], [10, 10], Standing::Ahead),
            ([10, -10], [0, 0], Standing::Level),
            ([300, 305], [285, 290], Standing::Level),
            ([900, 900], [650, 650], Standing::Winning),
            ([-900, -900], [-400, -400], Standing::Lost),
        ] {
            let [found, turned] = [compared(ours, other), compared(other, ours)];
            assert_eq!(found.standing, standing, "{ours:?} {other:?}");
            assert_eq!(found.lead, -turned.lead, "{ours:?} {other:?}");
            // Each is said of the other move as its opposite.
            let opposite = match standing {
                Standing::Fault => Standing::Only,
                Standing::Only => Standing::Fault,
                Standing::Ahead => Standing::Behind,
                Standing::Behind => Standing::Ahead,
                same => same,
            };
            assert_eq!(turned.standing, opposite, "{ours:?} {other:?}");
        }
        assert_eq!(compared([-150, -180], [0, 0]).lead, -90);
    }

    #[test]
    fn outcomes_and_advantages_have_names() {
        let lost = |had, left| outcome_lost(Score::cp(had), Score::cp(left));
        assert_eq!(
            [lost(700, 100), lost(0, -600), lost(200, 0)],
            [Some("the win"), Some("the game"), None]
        );
        let word = |score| advantage(&Position::start(), Score::cp(score));
        assert_eq!(
            [word(0), word(50), word(150), word(300)],
            [None, Some("slightly better"), Some("better"), Some("much better")]
        );
        let ending = Position::from_fen("3r4/6kp/8/3B4/P5p1/2b3PP/6K1/3R4 b - - 0 34").unwrap();
        let in_ending = [90, 700].map(|score| advantage(&ending, Score::cp(score)));
        assert_eq!(in_ending, [Some("slightly better"), Some("winning")]);
        assert_eq!(advantage(&ending, Score::mates_at(5)), Some("winning"));
    }
}
