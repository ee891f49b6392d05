//! Material and piece-square values: each piece by its square relative to its own king's wing and to the enemy king's.
//!
//! Both boards are mirrored so that the king is on files e–h: the distance from the kings matters more than left or right. Pawns
//! and kings are part of the pawn structure (`pawns.rs`), which is cached.

use super::accumulator::Accumulator;
use super::features::{MATERIAL, OPPOSED, PLACEMENT};
use super::info::Info;
use crate::chess::{Color, Piece, Square};
use crate::eval::trace::Trace;

/// The mask to xor squares of a side's own view with so that the king's file is one of e–h.
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
