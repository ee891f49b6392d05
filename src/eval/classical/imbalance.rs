//! Material imbalance: what men are worth beside one another, pairs of a side's own kinds and its kinds against the enemy's.
//!
//! A second rook is worth less than the first, a knight more the more pawns there are (Kaufman, "The Evaluation of Material
//! Imbalances", 1999). The form is the polynomial of second degree that Tord Romstad gave it in Glaurung. Where both sides
//! have the same men all of it cancels, and nothing is worked out.

use super::accumulator::Accumulator;
use super::features::{IMBALANCE_ENEMY, IMBALANCE_OWN};
use super::info::Info;
use crate::chess::{ByColor, Color, Piece};
use crate::eval::trace::Trace;

const KINDS: [Piece; 5] = [Piece::Pawn, Piece::Knight, Piece::Bishop, Piece::Rook, Piece::Queen];

/// Pairs of kinds up to this one, itself included.
const fn pairs_up_to(kind: usize) -> usize {
    kind * (kind + 1) / 2
}

/// Weighs each side's men beside one another and against the enemy's.
#[inline(always)]
pub(super) fn material<T: Trace>(info: &Info, accumulator: &mut Accumulator<'_, T>) {
    let men = ByColor(Color::ALL.map(|color| KINDS.map(|piece| info.pieces[color][piece].len())));
    if men[Color::White] != men[Color::Black] {
        weigh(&men, accumulator);
    }
}

#[inline(never)]
fn weigh<T: Trace>(men: &ByColor<[u32; 5]>, accumulator: &mut Accumulator<'_, T>) {
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
