//! Threats: what stands under attack by something cheaper or without enough protection, what hangs, what is pinned.

use super::balance::Balance;
use super::features::{
    HANGING, PINNED, PUSH_THREAT, THREAT_BY_KING, THREAT_BY_MINOR, THREAT_BY_PAWN, THREAT_BY_ROOK,
};
use super::info::Info;
use crate::chess::{Bitboard, Color, Piece, Rank};
use crate::eval::trace::Trace;

/// Weighs what a side threatens, and its own pins.
#[inline(always)]
pub(super) fn of<T: Trace>(info: &Info, color: Color, balance: &mut Balance<'_, T>) {
    let enemies = info.all[!color];
    let pawns = info.men[!color][Piece::Pawn];
    let ours = &info.attacks[color];
    // Protected by a pawn, or by more than attack it.
    let strong = info.attacks[!color][Piece::Pawn]
        | (info.attacked_twice[!color] - info.attacked_twice[color]);
    let weak = (enemies & info.attacked[color]) - strong;
    let officers = enemies - pawns;
    let minors = ours[Piece::Knight] | ours[Piece::Bishop];

    by_kind(info, color, officers & ours[Piece::Pawn], THREAT_BY_PAWN.start, balance);
    by_kind(info, color, (officers | weak) & minors, THREAT_BY_MINOR.start, balance);
    let for_rooks = weak | info.men[!color][Piece::Queen];
    by_kind(info, color, for_rooks & ours[Piece::Rook], THREAT_BY_ROOK.start, balance);
    balance.add_times(color, THREAT_BY_KING.at(0), (weak & ours[Piece::King]).len());

    let hanging = weak & (!info.attacked[!color] | (officers & info.attacked_twice[color]));
    // Whoever is to move can save one piece, or take one.
    let moves = 2 * usize::from(info.turn == color);
    balance.add_times(color, HANGING.at(moves), (hanging & pawns).len());
    balance.add_times(color, HANGING.at(moves + 1), (hanging & officers).len());

    let pushes = (pushes(info, color).pawn_attacks(color) & officers) - ours[Piece::Pawn];
    balance.add_times(color, PUSH_THREAT.at(0), pushes.len());
    by_kind(info, !color, info.pinned[!color], PINNED.start, balance);
}

/// Weighs pieces of a set by kind, for the side that the weights speak of.
#[inline(always)]
fn by_kind<T: Trace>(
    info: &Info,
    color: Color,
    set: Bitboard,
    weights: usize,
    balance: &mut Balance<'_, T>,
) {
    if set.is_empty() {
        return;
    }
    for piece in Piece::ALL {
        let men = info.men[Color::White][piece] | info.men[Color::Black][piece];
        let count = (set & men).len();
        balance.add_times(color, weights + piece.index(), count);
    }
}

/// Squares where a pawn can step without being taken for nothing.
#[inline(always)]
fn pushes(info: &Info, color: Color) -> Bitboard {
    let free = !info.occupied;
    let once = info.men[color][Piece::Pawn].forward(color) & free;
    let third = Bitboard::rank(Rank::Third.relative(color));
    let twice = (once & third).forward(color) & free;
    let safe = !info.attacks[!color][Piece::Pawn] & (info.attacked[color] | !info.attacked[!color]);
    (once | twice) & safe
}
