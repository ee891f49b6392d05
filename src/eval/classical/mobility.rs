//! Mobility, and on the way what every piece attacks: the pass that completes [`Info`].
//!
//! Bishops look through their own queens, rooks through their own rooks and queens: batteries are not blocked. A pinned
//! piece attacks only along its pin.

use super::accumulator::Accumulator;
use super::features::{BISHOP_MOBILITY, KNIGHT_MOBILITY, QUEEN_MOBILITY, ROOK_MOBILITY};
use super::info::Info;
use crate::chess::{Bitboard, Color, Piece, Square, attacks};
use crate::eval::trace::Trace;

#[inline(always)]
pub(super) fn pieces<T: Trace>(
    info: &mut Info,
    color: Color,
    accumulator: &mut Accumulator<'_, T>,
) {
    let men = info.pieces[color];
    let through_queens = info.occupied - men[Piece::Queen];
    let through_heavy = through_queens - men[Piece::Rook];
    for square in men[Piece::Knight] {
        let squares = note(info, color, Piece::Knight, square, attacks::knight_attacks(square));
        accumulator.add(color, KNIGHT_MOBILITY.at(squares));
    }
    for square in men[Piece::Bishop] {
        let attacked = attacks::bishop_attacks(square, through_queens);
        let squares = note(info, color, Piece::Bishop, square, attacked);
        accumulator.add(color, BISHOP_MOBILITY.at(squares));
    }
    for square in men[Piece::Rook] {
        let attacked = attacks::rook_attacks(square, through_heavy);
        let squares = note(info, color, Piece::Rook, square, attacked);
        accumulator.add(color, ROOK_MOBILITY.at(squares));
    }
    for square in men[Piece::Queen] {
        let attacked = attacks::queen_attacks(square, info.occupied);
        let squares = note(info, color, Piece::Queen, square, attacked);
        accumulator.add(color, QUEEN_MOBILITY.at(squares));
    }
}

/// Notes what a piece attacks and counts the squares it may like to go to.
#[inline(always)]
fn note(info: &mut Info, color: Color, piece: Piece, square: Square, attacked: Bitboard) -> usize {
    let mut attacked = attacked;
    if info.pinned[color].has(square) {
        attacked &= attacks::line(info.king[color], square);
    }
    info.note_attacks(color, piece, attacked);
    (attacked & info.mobility_area[color]).len() as usize
}
