//! Threats: men attacked by cheaper ones or without enough protection, hanging men, pinned men.

use super::accumulator::Accumulator;
use super::features::{
    HANGING, PINNED, PUSH_THREAT, RESTRICTED, THREAT_BY_KING, THREAT_BY_MINOR, THREAT_BY_PAWN,
    THREAT_BY_QUEEN, THREAT_BY_ROOK, THREAT_ON_QUEEN,
};
use super::info::Info;
use crate::chess::{Bitboard, Color, Piece, Rank, Square, attacks};
use crate::eval::trace::Trace;

#[inline(always)]
pub(super) fn of<T: Trace>(info: &Info, color: Color, accumulator: &mut Accumulator<'_, T>) {
    let enemies = info.all[!color];
    let pawns = info.pieces[!color][Piece::Pawn];
    let ours = &info.attacks[color];
    // Protected by a pawn, or by more than attack it.
    let strong = info.attacks[!color][Piece::Pawn]
        | (info.attacked_twice[!color] - info.attacked_twice[color]);
    let weak = (enemies & info.attacked[color]) - strong;
    let pieces = enemies - pawns;
    let minors = ours[Piece::Knight] | ours[Piece::Bishop];

    by_kind(info, color, pieces & ours[Piece::Pawn], THREAT_BY_PAWN.start, accumulator);
    by_kind(info, color, (pieces | weak) & minors, THREAT_BY_MINOR.start, accumulator);
    let for_rooks = weak | info.pieces[!color][Piece::Queen];
    by_kind(info, color, for_rooks & ours[Piece::Rook], THREAT_BY_ROOK.start, accumulator);
    accumulator.add_times(color, THREAT_BY_KING.at(0), (weak & ours[Piece::King]).len());
    accumulator.add_times(color, THREAT_BY_QUEEN.at(0), (weak & ours[Piece::Queen]).len());
    let restricted = (info.attacked[!color] - strong) & info.attacked[color];
    accumulator.add_times(color, RESTRICTED.at(0), restricted.len());
    let queens = info.pieces[!color][Piece::Queen];
    if let Some(queen) = queens.first()
        && !queens.many()
    {
        on_queen(info, color, queen, info.mobility_area[color] - strong, accumulator);
    }

    let hanging = weak & (!info.attacked[!color] | (pieces & info.attacked_twice[color]));
    // The side to move can save one piece, or take one.
    let moves = 2 * usize::from(info.turn == color);
    accumulator.add_times(color, HANGING.at(moves), (hanging & pawns).len());
    accumulator.add_times(color, HANGING.at(moves + 1), (hanging & pieces).len());

    let pushes = (pushes(info, color).pawn_attacks(color) & pieces) - ours[Piece::Pawn];
    accumulator.add_times(color, PUSH_THREAT.at(0), pushes.len());
    by_kind(info, !color, info.pinned[!color], PINNED.start, accumulator);
}

/// Threats on the queen: weighs the squares of a set from which a piece could attack the enemy's only queen.
#[inline(always)]
fn on_queen<T: Trace>(
    info: &Info,
    color: Color,
    queen: Square,
    safe: Bitboard,
    accumulator: &mut Accumulator<'_, T>,
) {
    let ours = &info.attacks[color];
    let knights = attacks::knight_attacks(queen) & ours[Piece::Knight] & safe;
    accumulator.add_times(color, THREAT_ON_QUEEN.at(0), knights.len());
    let sliders = (attacks::bishop_attacks(queen, info.occupied) & ours[Piece::Bishop])
        | (attacks::rook_attacks(queen, info.occupied) & ours[Piece::Rook]);
    let supported = sliders & safe & info.attacked_twice[color];
    accumulator.add_times(color, THREAT_ON_QUEEN.at(1), supported.len());
}

/// Weighs pieces of a set by kind, for the side that the weights speak of.
#[inline(always)]
fn by_kind<T: Trace>(
    info: &Info,
    color: Color,
    set: Bitboard,
    weights: usize,
    accumulator: &mut Accumulator<'_, T>,
) {
    for square in set {
        if let Some(piece) = info.placement.piece_at(square) {
            accumulator.add(color, weights + piece.index());
        }
    }
}

/// Squares where a pawn can step without being captured for nothing.
#[inline(always)]
fn pushes(info: &Info, color: Color) -> Bitboard {
    let free = !info.occupied;
    let once = info.pieces[color][Piece::Pawn].forward(color) & free;
    let third = Bitboard::rank(Rank::Third.relative(color));
    let twice = (once & third).forward(color) & free;
    let safe = !info.attacks[!color][Piece::Pawn] & (info.attacked[color] | !info.attacked[!color]);
    (once | twice) & safe
}
