//! Field control, from RDChess: the squares that a side controls, weighted by their field.
//!
//! A side controls a square that it attacks with a pawn, or attacks while no enemy pawn does and with more men than the enemy.
//! Fields are ranks from the side's view, on the four central files and the four outer ones.

use super::accumulator::Accumulator;
use super::features::{CONTROL, SPACE};
use super::info::Info;
use crate::chess::{Bitboard, ByColor, Color, Piece, Rank};
use crate::eval::trace::Trace;

/// Files c to f.
const MIDDLE: Bitboard = Bitboard(0x3C3C_3C3C_3C3C_3C3C);

/// Weighs the room that a side has behind its lines: the more pieces, the more room they need.
#[inline(always)]
pub(super) fn space<T: Trace>(info: &Info, color: Color, accumulator: &mut Accumulator<'_, T>) {
    let rows = [Rank::Second, Rank::Third, Rank::Fourth];
    let rows = rows.map(|rank| Bitboard::rank(rank.relative(color)));
    let pawns = info.pieces[color][Piece::Pawn];
    let camp = MIDDLE & (rows[0] | rows[1] | rows[2]);
    let safe = camp - pawns - info.attacks[!color][Piece::Pawn];
    let behind = pawns.forward(!color);
    let behind = behind | behind.forward(!color);
    let pieces = (info.all[color] - pawns).len() - 1;
    accumulator.add_times(color, SPACE.at(0), safe.len() * pieces / 4);
    accumulator.add_times(color, SPACE.at(1), (safe & behind).len() * pieces / 4);
}

#[inline(always)]
pub(super) fn fields<T: Trace>(info: &Info, accumulator: &mut Accumulator<'_, T>) {
    let counts = [Color::White, Color::Black].map(|color| {
        let ruled = ruled(info, color);
        let rows = u128::from((ruled & MIDDLE).rows(color))
            | u128::from((ruled - MIDDLE).rows(color)) << 64;
        rows.to_le_bytes().map(u8::count_ones)
    });
    accumulator.add_group(CONTROL, ByColor(counts));
}

#[inline(always)]
fn ruled(info: &Info, color: Color) -> Bitboard {
    let pawns = info.attacks[color][Piece::Pawn];
    let stronger =
        !info.attacked[!color] | (info.attacked_twice[color] - info.attacked_twice[!color]);
    let ruled = pawns | (info.attacked[color] & stronger);
    ruled - info.attacks[!color][Piece::Pawn]
}
