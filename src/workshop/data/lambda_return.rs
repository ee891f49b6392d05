//! The λ-return: the score of a position from the later course of its game.
//!
//! A search of a few hundred nodes is often wrong about a position, and the searches a few plies later are better. The expected
//! result at a ply is (1 - λ) times that of its own score plus λ times the expected result at the next ply; at the end it is the
//! result. Sutton and Barto, "Reinforcement Learning" (2nd edition), chapter 12; here the target of learning from all games at
//! once, whereas `src/workshop/learn/td_leaf.rs` learns from differences during play.

use crate::train::{SCALE, expectation};

/// Converts an expected result to a score in whole centipawns, less than `most` in size.
pub fn score(expected: f64, most: i32) -> i32 {
    // By bisection: the last bits of a logarithm differ between machines.
    let (mut low, mut high) = (1 - most, most - 1);
    while low < high {
        let middle = low + (high - low) / 2;
        if expectation((f64::from(middle) + 0.5) / SCALE) < expected {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    low
}

/// Returns the λ-returns of a game's positions from the expected result of each. `result` is that of the game, if it is known.
pub fn lambda_returns(expected: &[f64], result: Option<f64>, lambda: f64) -> Vec<f64> {
    let mut later = result;
    let mixed = expected.iter().rev().map(|own| {
        let mixed = later.map_or(*own, |later| (1.0 - lambda) * own + lambda * later);
        *later.insert(mixed)
    });
    let mut returns: Vec<f64> = mixed.collect();
    returns.reverse();
    returns
}

#[cfg(test)]
mod tests {
    use quarterply::chess::GameResult;

    use super::*;

    #[test]
    fn a_score_is_found_again_by_what_it_promises() {
        for centipawns in -1_999..2_000 {
            assert_eq!(score(expectation(f64::from(centipawns) / SCALE), 2_000), centipawns);
        }
        assert_eq!((score(0.0, 2_000), score(1.0, 2_000)), (-1_999, 1_999));
    }

    fn returns(scores: &[i32], result: GameResult, lambda: f64) -> Vec<i32> {
        let expected: Vec<f64> =
            scores.iter().map(|&raw| expectation(f64::from(raw) / SCALE)).collect();
        let returns = lambda_returns(&expected, result.points(), lambda);
        returns.into_iter().map(|expected| score(expected, 2_000)).collect()
    }

    #[test]
    fn later_scores_and_the_result_count_as_lambda_says() {
        let scores = [0, 100, -200, 200];
        assert_eq!(returns(&scores, GameResult::BlackWins, 0.0), scores);
        assert_eq!(returns(&scores, GameResult::Draw, 1.0), [0; 4]);
        assert_eq!(returns(&scores, GameResult::WhiteWins, 1.0), [1_999; 4]);
        // Half of 0.5 plus half of the expectation of 100: 0.5612.
        assert_eq!(returns(&[0, 100], GameResult::Unknown, 0.5), [49, 100]);
        let [won, drawn] =
            [GameResult::WhiteWins, GameResult::Draw].map(|result| returns(&scores, result, 0.5));
        assert!(won.iter().zip(&drawn).all(|(won, drawn)| won > drawn), "{won:?} {drawn:?}");
        assert!(won[3] - drawn[3] > won[0] - drawn[0], "{won:?} {drawn:?}");
    }
}
