//! Entries of the material hash table: everything that depends on material alone (imbalance, the value of trades, the phase).
//!
//! A search meets few material configurations, so the results are cached.

use super::accumulator::Accumulator;
use super::features::{IMBALANCE_ENEMY, IMBALANCE_OWN, TRADED_OFFICERS, TRADED_PAWNS};
use super::info::Info;
use super::scale;
use crate::chess::random::GOLDEN;
use crate::chess::{ByColor, Color, Key, Piece};
use crate::eval::pair::Pair;
use crate::eval::trace::Trace;

const KINDS: [Piece; 5] = [Piece::Pawn, Piece::Knight, Piece::Bishop, Piece::Rook, Piece::Queen];

/// The phase of a full board; 0 is pawns and kings alone.
pub const FULL_PHASE: i32 = 24;

/// Number of cached results: more than the material configurations of most searches.
pub(super) const SLOTS: usize = 512;

#[derive(Clone, Copy, Debug, Default)]
pub(super) struct MaterialEntry {
    /// White's weights minus Black's.
    pub sum: Pair,
    /// Share of the middle game, of [`FULL_PHASE`].
    pub phase: i32,
}

/// The material key of a board: different for each configuration, and mixed for the table.
#[inline(always)]
pub(super) fn key(info: &Info) -> Key {
    // No side has more than fifteen men of a kind; the leading one avoids a key of zero.
    let counts = Color::ALL.map(|color| {
        KINDS.iter().fold(1, |key, &kind| key << 4 | u64::from(info.pieces[color][kind].len()))
    });
    (counts[0] << 32 | counts[1]).wrapping_mul(GOLDEN).rotate_left(32)
}

#[inline(never)]
pub(super) fn study<T: Trace>(info: &Info, trace: &mut T) -> MaterialEntry {
    let mut accumulator = Accumulator::new(trace);
    imbalance(info, &mut accumulator);
    trades(info, &mut accumulator);
    MaterialEntry { sum: accumulator.sum, phase: phase(info) }
}

/// Share of the middle game: pieces by weight, at most [`FULL_PHASE`].
fn phase(info: &Info) -> i32 {
    const WEIGHTS: [(Piece, u32); 4] =
        [(Piece::Knight, 1), (Piece::Bishop, 1), (Piece::Rook, 2), (Piece::Queen, 4)];
    let sum: u32 = WEIGHTS
        .into_iter()
        .map(|(piece, weight)| weight * info.placement.pieces(piece).len())
        .sum();
    (sum as i32).min(FULL_PHASE)
}

/// Pairs of kinds up to this one, itself included.
const fn pairs_up_to(kind: usize) -> usize {
    kind * (kind + 1) / 2
}

/// Weighs each side's men beside one another and against the enemy's.
///
/// A second rook is worth less than the first, a knight more the more pawns there are (Kaufman, "The Evaluation of Material
/// Imbalances", 1999). The form is the polynomial of second degree that Tord Romstad gave it in Glaurung. Where both sides
/// have the same men all of it cancels, and nothing is worked out.
#[inline(always)]
fn imbalance<T: Trace>(info: &Info, accumulator: &mut Accumulator<'_, T>) {
    let men = ByColor(Color::ALL.map(|color| KINDS.map(|piece| info.pieces[color][piece].len())));
    if men[Color::White] != men[Color::Black] {
        weigh_imbalance(&men, accumulator);
    }
}

#[inline(never)]
fn weigh_imbalance<T: Trace>(men: &ByColor<[u32; 5]>, accumulator: &mut Accumulator<'_, T>) {
    for color in Color::ALL {
        let (own, enemy) = (&men[color], &men[!color]);
        for kind in 0..KINDS.len() {
            let count = own[kind];
            if count == 0 {
                continue;
            }
            for other in 0..kind {
                let pairs = count * own[other];
                accumulator.add_times(color, IMBALANCE_OWN.at(pairs_up_to(kind) + other), pairs);
                let against = pairs_up_to(kind - 1) + other;
                accumulator.add_times(color, IMBALANCE_ENEMY.at(against), count * enemy[other]);
            }
            let pairs = count * (count - 1) / 2;
            accumulator.add_times(color, IMBALANCE_OWN.at(pairs_up_to(kind) + kind), pairs);
        }
    }
}

/// A larger lead is won anyway.
const MOST_LEAD: u32 = 5;
/// Pieces of both sides at the start of a game.
const ALL_PIECES: u32 = 14;

/// Adds the trade-down bonus of CHESS 4.5 to the side that leads in material.
///
/// The side that is ahead wants to exchange pieces and to keep pawns. The lead is counted in the usual points (1, 3, 3, 5, 9).
/// Each point is worth more with every piece traded, of either side, and less with each pawn the stronger side has lost.
#[inline(always)]
fn trades<T: Trace>(info: &Info, accumulator: &mut Accumulator<'_, T>) {
    let points =
        |color: Color| info.pieces[color][Piece::Pawn].len() as i32 + scale::points(info, color);
    let lead = points(Color::White) - points(Color::Black);
    if lead == 0 {
        return;
    }
    let leader = if lead > 0 { Color::White } else { Color::Black };
    let size = lead.unsigned_abs().min(MOST_LEAD);
    let pawns = info.pieces[leader][Piece::Pawn].len();
    let pieces = info.officers().len();
    let gone = ALL_PIECES.saturating_sub(pieces);
    accumulator.add_times(leader, TRADED_OFFICERS.at(0), size * gone / 4);
    accumulator.add_times(leader, TRADED_PAWNS.at(0), size * 8u32.saturating_sub(pawns));
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
