//! The material hash table's entries: what material alone decides, which is imbalance, the value of trades, and the phase.
//!
//! A search meets few material configurations, so the results are kept.

use super::accumulator::Accumulator;
use super::info::Info;
use super::{ClassicalWeights, FULL_PHASE, imbalance, trades};
use crate::chess::{Color, Key, Piece};
use crate::eval::pair::Pair;
use crate::eval::trace::Trace;

/// Results that are kept: more than the material configurations of most searches.
pub(super) const SLOTS: usize = 512;

/// What is known of one material configuration.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct MaterialEntry {
    /// White's weights minus Black's.
    pub(super) sum: Pair,
    /// How much of the middle game is left, of [`FULL_PHASE`].
    pub(super) phase: i32,
}

/// The material key of a board: different for each configuration, and mixed for the table.
#[inline(always)]
pub(super) fn key(info: &Info) -> Key {
    const KINDS: [Piece; 5] =
        [Piece::Pawn, Piece::Knight, Piece::Bishop, Piece::Rook, Piece::Queen];
    // No side has more than fifteen men of a kind, and the one in front makes no key zero.
    let counts = Color::ALL.map(|color| {
        KINDS.iter().fold(1, |key, &kind| key << 4 | u64::from(info.pieces[color][kind].len()))
    });
    (counts[0] << 32 | counts[1]).wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(32)
}

/// Evaluates what material alone decides.
#[inline(never)]
pub(super) fn study<T: Trace>(
    info: &Info,
    weights: &ClassicalWeights,
    trace: &mut T,
) -> MaterialEntry {
    let mut accumulator = Accumulator::new(weights, trace);
    imbalance::material(info, &mut accumulator);
    trades::lead(info, &mut accumulator);
    MaterialEntry { sum: accumulator.sum, phase: phase(info) }
}

/// How much of the middle game is left: pieces by weight, at most [`FULL_PHASE`].
fn phase(info: &Info) -> i32 {
    const WEIGHTS: [(Piece, u32); 4] =
        [(Piece::Knight, 1), (Piece::Bishop, 1), (Piece::Rook, 2), (Piece::Queen, 4)];
    let sum: u32 = WEIGHTS
        .into_iter()
        .map(|(piece, weight)| weight * info.placement.pieces(piece).len())
        .sum();
    (sum as i32).min(FULL_PHASE)
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;
    use crate::chess::Position;

    #[test]
    fn each_material_configuration_has_a_key_of_its_own() {
        let mut seen = HashMap::new();
        // Up to two men of each kind and side, on squares where no king is in check: a base-three number.
        for number in 0..3_usize.pow(10) {
            let digit = |at: u32| number / 3_usize.pow(at) % 3;
            // Not all of them take too long; these have every kind, and every pair of kinds.
            if (0..10).filter(|&at| digit(at) > 0).count() > 3 {
                continue;
            }
            let row = |letters: &str, first: u32| -> String {
                let men = letters.chars().zip(first..).map(|(man, at)| {
                    let count = digit(at);
                    man.to_string().repeat(count)
                });
                let men: String = men.collect();
                let empty = 8 - men.len();
                if empty > 0 { format!("{men}{empty}") } else { men }
            };
            let fen = format!("7k/8/8/{}/{}/8/8/K7 w - - 0 1", row("pnbrq", 0), row("PNBRQ", 5));
            let Ok(position) = Position::from_fen(&fen) else { continue };
            let key = key(&Info::new(position.placement(), position.turn()));
            assert!(key != 0);
            if let Some(other) = seen.insert(key, fen.clone()) {
                panic!("{fen} and {other} have the key {key}");
            }
        }
        assert!(seen.len() > 500, "{}", seen.len());
    }
}
