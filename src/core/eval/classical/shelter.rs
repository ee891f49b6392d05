//! The king's shelter: own pawns in front of it and enemy pawns approaching it, on its file and the two adjacent ones.
//!
//! Cached with the pawn structure. The attack by pieces is in `king.rs`.

use super::accumulator::Accumulator;
use super::features::{KING_TO_PAWN, PAWNLESS_FLANK, SHELTER, STORM, STORM_BLOCKED};
use super::info::Info;
use super::king::flank;
use crate::chess::{Bitboard, Color, File, Piece, Square};
use crate::eval::trace::Trace;

/// Weighs the pawns around a side's king, and its distance from the nearest pawn.
#[inline(always)]
pub(super) fn king<T: Trace>(info: &Info, color: Color, accumulator: &mut Accumulator<'_, T>) {
    let king = info.king[color];
    accumulator.add(color, KING_TO_PAWN.at(distance_to_pawns(info, color)));
    let pawns = info.placement.pieces(Piece::Pawn);
    if !pawns.meets(flank(king.file())) {
        accumulator.add(color, PAWNLESS_FLANK.at(0));
    }
    // At the edge of the board the shelter is the three files there.
    let middle = king.file().index().clamp(1, 6);
    let in_front = Bitboard::rank(king.rank()).fill_forward(color);
    for file in middle - 1..=middle + 1 {
        let file = File::new(file as u8);
        let edge = file.index().min(7 - file.index());
        let area = Bitboard::file(file) & in_front;
        let own = nearest(area & info.pieces[color][Piece::Pawn], color);
        let enemy = nearest(area & info.pieces[!color][Piece::Pawn], color);
        let own_rank = own.map_or(0, |square| square.relative_rank(color).index());
        let enemy_rank = enemy.map_or(0, |square| square.relative_rank(color).index());
        accumulator.add(color, SHELTER.at(edge * 8 + own_rank));
        if own_rank != 0 && own_rank + 1 == enemy_rank {
            accumulator.add(color, STORM_BLOCKED.at(enemy_rank));
        } else {
            accumulator.add(color, STORM.at(edge * 8 + enemy_rank));
        }
    }
}

/// Distance of the nearest pawn of either side; zero if there is none.
#[inline(always)]
fn distance_to_pawns(info: &Info, color: Color) -> usize {
    let pawns = info.placement.pieces(Piece::Pawn);
    let mut near = Bitboard::of(info.king[color]);
    for distance in 1..8 {
        near |= near.around();
        if near.meets(pawns) {
            return distance;
        }
    }
    0
}

/// The pawn of a set that is nearest to a side's first rank.
fn nearest(pawns: Bitboard, color: Color) -> Option<Square> {
    match color {
        Color::White => pawns.first(),
        Color::Black => pawns.last(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::{ColoredPiece, Placement};

    #[test]
    fn the_nearest_pawn_is_as_far_as_the_least_of_all_distances() {
        let man = |color, piece| ColoredPiece { color, piece };
        for king in Square::ALL {
            let bare = Placement::EMPTY
                .with(man(Color::White, Piece::King), king)
                .with(man(Color::Black, Piece::King), Square::ALL[(king.index() + 32) % 64]);
            let distance = |board: &Placement| {
                distance_to_pawns(&Info::new(board, Color::White), Color::White)
            };
            assert_eq!(distance(&bare), 0);
            for (one, other) in
                Square::ALL.into_iter().zip(Square::ALL.into_iter().cycle().skip(27))
            {
                let board = bare
                    .with(man(Color::White, Piece::Pawn), one)
                    .with(man(Color::Black, Piece::Pawn), other);
                let least = board.pieces(Piece::Pawn).map(|pawn| king.distance(pawn)).min();
                assert_eq!(distance(&board), usize::from(least.unwrap()), "{king} {one} {other}");
            }
        }
    }
}
