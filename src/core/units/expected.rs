//! The expected result of a game by its score. No search uses it.

use super::{Score, ScoreKind};

/// The slope of the curve, per centipawn.
const SLOPE: f64 = 0.003_682_08;

/// Expected points of the side that the score is for, from 0 (lost) to 1 (won): `1 / (1 + e^(-0.00368208 · centipawns))`; a mate
/// is the full point.
///
/// One logistic curve, fitted by Lichess to games of players around 2300 (<https://lichess.org/page/accuracy>, the slope from
/// <https://github.com/lichess-org/lila/pull/11148>).
///
/// ```
/// use quarterply_core::units::{Score, expected_score};
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
        ScoreKind::Centipawns(_) => 1.0 / (1.0 + (-SLOPE * f64::from(score.raw())).exp()),
    }
}

/// The score in centipawns at which winning is as likely as not.
const EVEN_CHANCE: f64 = 150.0;

/// Centipawns that change the odds of winning by a factor of e.
const SPREAD: f64 = 70.0;

/// Chances to win, to draw and to lose, for `UCI_ShowWDL`: thousandths that add up to 1000, for the side of the score.
///
/// Two logistic curves that are each other's mirror image: a rough guide, fitted to no games.
pub fn win_draw_loss(score: Score) -> [u32; 3] {
    let wins = |centipawns: f64| {
        (1000.0 / (1.0 + ((EVEN_CHANCE - centipawns) / SPREAD).exp())).round() as u32
    };
    // A mate counts as the largest value that is none.
    let centipawns = f64::from(Score::cp(score.raw()).raw());
    let (win, loss) = (wins(centipawns), wins(-centipawns));
    [win, 1000 - win - loss, loss]
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

    #[test]
    fn chances_add_up() {
        for centipawns in (-3000..3000).step_by(7) {
            let [win, draw, loss] = win_draw_loss(Score::cp(centipawns));
            assert_eq!(win + draw + loss, 1000);
        }
        assert_eq!(win_draw_loss(Score::mates_at(3)), [1000, 0, 0]);
        assert_eq!(win_draw_loss(Score::cp(150))[0], 500);
    }
}
