//! Passed pawns in relation to the pieces: blocked, free to run, supported by a rook, or unstoppable.
//!
//! Their rank, their protectors and the kings' distances are part of the pawn structure (`pawns.rs`).

use super::accumulator::Accumulator;
use super::features::{
    PASSED_BLOCKED, PASSED_FREE, PASSED_PATH_SAFE, PASSED_PUSHED, PASSED_SAFE, PASSED_UNSTOPPABLE,
};
use super::info::Info;
use crate::chess::{Bitboard, Color, Piece, Rank, Square};
use crate::eval::trace::Trace;

/// Weighs a side's passed pawns against the pieces of both sides.
#[inline(always)]
pub(super) fn pawns<T: Trace>(
    info: &Info,
    color: Color,
    passed: Bitboard,
    accumulator: &mut Accumulator<'_, T>,
) {
    for square in passed & info.all[color] {
        weigh(info, color, square, accumulator);
    }
}

fn weigh<T: Trace>(
    info: &Info,
    color: Color,
    square: Square,
    accumulator: &mut Accumulator<'_, T>,
) {
    let rank = square.relative_rank(color).index();
    let stop = Bitboard::of(square).forward(color);
    let path = stop.fill_forward(color);
    if stop.meets(info.all[!color]) {
        accumulator.add(color, PASSED_BLOCKED.at(rank));
    } else if stop.meets(info.all[color]) {
        accumulator.add(color, PASSED_BLOCKED.at(8 + rank));
    } else if !stop.meets(info.attacked[!color] - info.attacked[color]) {
        accumulator.add(color, PASSED_SAFE.at(rank));
    }
    if !path.meets(info.occupied) {
        accumulator.add(color, PASSED_FREE.at(rank));
        if !path.meets(info.attacked[!color]) {
            accumulator.add(color, PASSED_PATH_SAFE.at(rank));
        }
        if info.officers().is_empty() && outruns(info, color, square) {
            accumulator.add(color, PASSED_UNSTOPPABLE.at(0));
        }
    }
    let behind = Bitboard::of(square).forward(!color).fill_forward(!color);
    let rooks = behind & info.placement.pieces(Piece::Rook);
    // Only the rook nearest to the pawn sees it; whose it is decides.
    let nearest = match color {
        Color::White => rooks.last(),
        Color::Black => rooks.first(),
    };
    if let Some(rook) = nearest {
        accumulator.add(color, PASSED_PUSHED.at(usize::from(!info.all[color].has(rook))));
    }
}

/// Returns whether the enemy king is outside the square of a pawn with a free path.
fn outruns(info: &Info, color: Color, pawn: Square) -> bool {
    let promotion = Square::at(pawn.file(), Rank::Eighth.relative(color));
    // A pawn on its second rank makes a double step.
    let steps = 7 - pawn.relative_rank(color).index().max(2);
    let head_start = usize::from(info.turn != color);
    promotion.distance(info.king[!color]) as usize > steps + head_start
}
