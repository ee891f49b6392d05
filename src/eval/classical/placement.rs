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

/// Weighs every piece's kind and square.
#[inline(always)]
pub(super) fn pieces<T: Trace>(info: &Info, color: Color, accumulator: &mut Accumulator<'_, T>) {
    for piece in [Piece::Knight, Piece::Bishop, Piece::Rook, Piece::Queen] {
        of_kind(info, color, piece, accumulator);
    }
}

/// Weighs every pawn and the king by square.
#[inline(always)]
pub(super) fn pawns_and_king<T: Trace>(
    info: &Info,
    color: Color,
    accumulator: &mut Accumulator<'_, T>,
) {
    of_kind(info, color, Piece::Pawn, accumulator);
    let king = info.king[color];
    let square = king.relative(color).index() ^ turn_to(king);
    accumulator.add(color, PLACEMENT.at(Piece::King.index() * 64 + square));
}

#[inline(always)]
fn of_kind<T: Trace>(
    info: &Info,
    color: Color,
    piece: Piece,
    accumulator: &mut Accumulator<'_, T>,
) {
    let own = turn_to(info.king[color]);
    let opposed = turn_to(info.king[!color]);
    let table = piece.index() * 64;
    for square in info.pieces[color][piece] {
        let square = square.relative(color).index();
        accumulator.add(color, MATERIAL.at(piece.index()));
        accumulator.add(color, PLACEMENT.at(table + (square ^ own)));
        accumulator.add(color, OPPOSED.at(table + (square ^ opposed)));
    }
}
