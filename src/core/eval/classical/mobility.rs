//! Mobility, and the attacks of every piece: the pass that completes [`Info`].
//!
//! Bishops see through their own queens, rooks through their own rooks and queens, so that batteries are not blocked. A pinned
//! piece attacks only along its pin.

use super::accumulator::Accumulator;
use super::features::{
    BISHOP_MOBILITY, FeatureGroup, KNIGHT_MOBILITY, QUEEN_MOBILITY, ROOK_MOBILITY,
};
use super::info::Info;
use super::placement;
use crate::chess::{Bitboard, Color, Piece, Square, attacks};
use crate::eval::trace::Trace;

#[inline(always)]
pub(super) fn pieces<T: Trace>(
    info: &mut Info,
    color: Color,
    accumulator: &mut Accumulator<'_, T>,
) {
    let (men, occupied) = (info.pieces[color], info.occupied);
    let through_queens = occupied - men[Piece::Queen];
    let through_heavy = through_queens - men[Piece::Rook];
    let bishop = |square| attacks::bishop_attacks(square, through_queens);
    let rook = |square| attacks::rook_attacks(square, through_heavy);
    let queen = |square| attacks::queen_attacks(square, occupied);
    of_kind(info, color, (Piece::Knight, KNIGHT_MOBILITY), attacks::knight_attacks, accumulator);
    of_kind(info, color, (Piece::Bishop, BISHOP_MOBILITY), bishop, accumulator);
    of_kind(info, color, (Piece::Rook, ROOK_MOBILITY), rook, accumulator);
    of_kind(info, color, (Piece::Queen, QUEEN_MOBILITY), queen, accumulator);
}

/// Weighs the pieces of a kind, notes what they attack and counts the squares they may like to go to.
#[inline(always)]
fn of_kind<T: Trace>(
    info: &mut Info,
    color: Color,
    (piece, mobility): (Piece, FeatureGroup),
    attacks: impl Fn(Square) -> Bitboard,
    accumulator: &mut Accumulator<'_, T>,
) {
    for square in info.pieces[color][piece] {
        placement::man(info, color, (piece, square), accumulator);
        let mut attacked = attacks(square);
        if info.pinned[color].has(square) {
            attacked &= attacks::line(info.king[color], square);
        }
        info.note_attacks(color, piece, attacked);
        let squares = (attacked & info.mobility_area[color]).len() as usize;
        accumulator.add(color, mobility.at(squares));
    }
}
