//! Material, and where it stands: each piece by its square, seen from its own king's wing and from the enemy king's.
//!
//! Both boards are turned so that the king looked at stands on files e–h: what is worth knowing about a square is where
//! it lies from the kings, more than whether it is on the left or on the right. Pawns and kings are weighed with the pawn
//! structure (`pawns.rs`), where the result is kept.

use super::accumulator::Accumulator;
use super::features::{MATERIAL, OPPOSED, PLACEMENT};
use super::info::Info;
use crate::chess::{Color, Piece, Square};
use crate::eval::trace::Trace;

/// What to xor a side's own view of a square with so that the king's file is one of e–h.
#[inline(always)]
fn turn_to(king: Square) -> usize {
    if king.index() & 4 == 0 { 7 } else { 0 }
}

#[inline(always)]
pub(super) fn pawns_and_king<T: Trace>(
    info: &Info,
    color: Color,
    accumulator: &mut Accumulator<'_, T>,
) {
    for square in info.pieces[color][Piece::Pawn] {
        man(info, color, (Piece::Pawn, square), accumulator);
    }
    let king = info.king[color];
    let square = king.relative(color).index() ^ turn_to(king);
    accumulator.add(color, PLACEMENT.at(Piece::King.index() * 64 + square));
}

/// Weighs a man's kind and square, the king's aside.
#[inline(always)]
pub(super) fn man<T: Trace>(
    info: &Info,
    color: Color,
    (piece, square): (Piece, Square),
    accumulator: &mut Accumulator<'_, T>,
) {
    let square = square.relative(color).index();
    let table = piece.index() * 64;
    accumulator.add(color, MATERIAL.at(piece.index()));
    accumulator.add(color, PLACEMENT.at(table + (square ^ turn_to(info.king[color]))));
    accumulator.add(color, OPPOSED.at(table + (square ^ turn_to(info.king[!color]))));
}
