//! What a score promises: the points that a side can expect of a game, from 0 (lost) to 1 (won).
//!
//! One logistic curve, fitted by Lichess to games of players around 2300 (<https://lichess.org/page/accuracy>, the slope from
//! <https://github.com/lichess-org/lila/pull/11148>). Nothing in a search depends on it; the chances that `UCI_ShowWDL` tells are
//! `wdl.rs`'s.

use super::Score;
use super::score::ScoreKind;

/// The slope of the curve, per centipawn.
const SLOPE: f64 = 0.003_682_08;

/// Points that whoever the score is of can expect: `1 / (1 + e^(-0.00368208 · centipawns))`; a mate is the point itself.
///
/// ```
/// use quarterply::units::{Score, expected_score};
///
/// // The same pawn counts for more in an even position than in a won one.
/// let pawn = |before| expected_score(Score::cp(before + 100)) - expected_score(Score::cp(before));
/// assert!(pawn(0) > 2.0 * pawn(500));
/// assert_eq!(expected_score(Score::mates_at(7)), 1.0);
/// ```
pub fn expected_score(score: Score) -> f64 {
    match score.kind() {
        ScoreKind::Mates(_) => 1.0,
        ScoreKind::Mated(_) => 0.0,
        ScoreKind::Centipawns(centipawns) => 1.0 / (1.0 + (-SLOPE * f64::from(centipawns)).exp()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_sides_share_the_point() {
        for centipawns in [-900, -120, 0, 35, 400] {
            let both =
                expected_score(Score::cp(centipawns)) + expected_score(Score::cp(-centipawns));
            assert!((both - 1.0).abs() < 1e-12);
        }
        assert!((expected_score(Score::cp(100)) - 0.591).abs() < 0.001);
        assert!(expected_score(Score::mates_at(3)) > expected_score(Score::cp(3_000)));
        assert!(expected_score(Score::mated_at(4)) < f64::EPSILON);
    }
}
