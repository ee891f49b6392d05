//! The accuracy of a game in percent, and the judgement of a move that loses points.
//!
//! The formulas are Lichess's (<https://lichess.org/page/accuracy>). Losses are counted in expected points (`units/expected.rs`).

use crate::chess::{ByColor, Color};
use crate::ink::number::counted;
use crate::settings::named;

named! {
    /// The judgement of a move that loses more than the margin.
    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
    pub enum Judgement {
        /// At least the margin.
        Inaccuracy = "inaccuracy",
        Mistake = "mistake",
        Blunder = "blunder",
    }
}

impl Judgement {
    /// Returns the judgement of a loss; `None` below the margin.
    pub fn of(loss: f64, margin: f64) -> Option<Judgement> {
        // Margins are whole percents: tolerate rounding in the last bit.
        let times = loss / margin + 1e-9;
        let all = Judgement::ALL.into_iter().rev();
        all.zip([3.0, 2.0, 1.0]).find(|&(_, least)| times >= least).map(|(found, _)| found)
    }

    /// Formats a count: `1 mistake`, `2 inaccuracies`.
    pub fn counted(self, count: usize) -> String {
        match (self, count) {
            (Judgement::Inaccuracy, 2..) => format!("{count} inaccuracies"),
            _ => counted(count, self.name()),
        }
    }

    /// Returns the PGN glyph: `?!`, `?`, `??`.
    pub const fn nag(self) -> u16 {
        match self {
            Judgement::Inaccuracy => 6,
            Judgement::Mistake => 2,
            Judgement::Blunder => 4,
        }
    }
}

/// Returns the accuracy of a move from 0 to 100: `103.1668 · e^(-4.354 · loss) - 3.1669`.
pub(super) fn of_move(loss: f64) -> f64 {
    (103.1668 * (-4.354 * loss.max(0.0)).exp() - 3.1669).clamp(0.0, 100.0)
}

/// Returns the accuracy of both sides: the mean of the harmonic mean of its moves, in which many good moves do not hide a
/// blunder, and their mean weighted by volatility. `None` for a side without a move.
///
/// `expected`: White's points before the first move and after each; `moves`: the side and the accuracy of each move.
pub(super) fn of_game(expected: &[f64], moves: &[(Color, f64)]) -> ByColor<Option<f64>> {
    let weights = unrest(expected, moves.len());
    ByColor([Color::White, Color::Black].map(|side| {
        let own = || moves.iter().zip(&weights).filter(|((mover, _), _)| *mover == side);
        let count = own().count() as f64;
        let weight: f64 = own().map(|(_, weight)| weight).sum();
        let weighted: f64 = own().map(|((_, accuracy), weight)| accuracy * weight).sum();
        let inverse: f64 = own().map(|((_, accuracy), _)| 1.0 / accuracy.max(0.1)).sum();
        (count > 0.0).then(|| (weighted / weight + count / inverse) / 2.0)
    }))
}

/// Returns the volatility at each move: the standard deviation of White's percentages in a window, from 0.5 to 12.
fn unrest(expected: &[f64], moves: usize) -> Vec<f64> {
    let size = (moves / 10).clamp(2, 8).min(expected.len().max(1));
    let weight = |window: &[f64]| (100.0 * deviation(window)).clamp(0.5, 12.0);
    // The first moves have no full window before them: they share the first one.
    let first = expected.get(..size).unwrap_or(expected);
    let shared = std::iter::repeat_n(weight(first), size.saturating_sub(2));
    let mut weights: Vec<f64> = shared.chain(expected.windows(size).map(weight)).collect();
    weights.resize(moves, 0.5);
    weights
}

fn deviation(values: &[f64]) -> f64 {
    let count = values.len().max(1) as f64;
    let mean = values.iter().sum::<f64>() / count;
    (values.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / count).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn margins_have_names() {
        let names = [0.04, 0.05, 0.1, 0.149, 0.15, 1.0].map(|loss| Judgement::of(loss, 0.05));
        let (little, some, much) = (Judgement::Inaccuracy, Judgement::Mistake, Judgement::Blunder);
        assert_eq!(names, [None, Some(little), Some(some), Some(some), Some(much), Some(much)]);
    }

    #[test]
    fn what_is_given_away_costs_accuracy() {
        assert!((of_move(0.0) - 100.0).abs() < 0.01);
        assert!((of_move(0.1) - 63.6).abs() < 0.1);
        assert!(of_move(1.0) < f64::EPSILON);
    }

    #[test]
    fn one_blunder_is_seen_among_good_moves() {
        let even = [0.5; 41];
        let perfect: Vec<(Color, f64)> = (0..40)
            .map(|ply| (if ply % 2 == 0 { Color::White } else { Color::Black }, 100.0))
            .collect();
        let is_perfect = |side: Option<f64>| side.is_some_and(|side| (side - 100.0).abs() < 1e-6);
        assert!(of_game(&even, &perfect).0.into_iter().all(is_perfect));
        let mut expected = even;
        expected[21..].fill(0.9);
        let mut moves = perfect;
        moves[20].1 = 15.0;
        moves[20].0 = Color::Black;
        let ByColor([white, black]) = of_game(&expected, &moves);
        assert!(is_perfect(white) && black.is_some_and(|black| black < 85.0), "{black:?}");
        assert_eq!(of_game(&[0.5], &[]), ByColor([None; 2]));
    }
}
