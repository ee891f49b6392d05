//! Merits and faults of single pieces: the bishop pair, outposts, bad and buried bishops, rooks on files and on the seventh rank,
//! early queens.

use super::accumulator::Accumulator;
use super::features::{
    BEHIND_PAWN, BISHOP_CENTER, BISHOP_GUARD, BISHOP_OUTPOST, BISHOP_PAIR, BISHOP_PAWNS,
    BISHOP_TRAPPED, BISHOP_XRAY, FACING_BISHOP, KNIGHT_CLOSEDNESS, KNIGHT_GUARD,
    KNIGHT_NEAR_OUTPOST, KNIGHT_OUTPOST, QUEEN_EARLY, ROOK_BOXED, ROOK_CLOSEDNESS, ROOK_DOUBLED,
    ROOK_HALF_OPEN, ROOK_ON_QUEEN_FILE, ROOK_OPEN, ROOK_SEVENTH,
};
use super::info::Info;
use crate::chess::{Bitboard, Color, File, Piece, Rank, Square, attacks};
use crate::eval::trace::Trace;

/// Squares on ranks four to six that no enemy pawn can ever attack.
#[inline(always)]
fn holes(info: &Info, color: Color) -> Bitboard {
    let ranks = match color {
        Color::White => Bitboard(0x0000_FFFF_FF00_0000),
        Color::Black => Bitboard(0x0000_00FF_FFFF_0000),
    };
    let span = info.pieces[!color][Piece::Pawn].fill_forward(!color).pawn_attacks(!color);
    ranks - span
}

#[inline(always)]
pub(super) fn minors<T: Trace>(info: &Info, color: Color, accumulator: &mut Accumulator<'_, T>) {
    let holes = holes(info, color);
    let held = info.attacks[color][Piece::Pawn];
    let king = info.king[color];
    let pawns = info.placement.pieces(Piece::Pawn);
    let sheltered = pawns.forward(!color);
    let kinds = [
        (Piece::Knight, KNIGHT_OUTPOST, KNIGHT_GUARD),
        (Piece::Bishop, BISHOP_OUTPOST, BISHOP_GUARD),
    ];
    for (index, (piece, outpost, guard)) in kinds.into_iter().enumerate() {
        let men = info.pieces[color][piece];
        accumulator.add_times(color, outpost.at(0), ((men & holes) - held).len());
        accumulator.add_times(color, outpost.at(1), (men & holes & held).len());
        accumulator.add_times(color, BEHIND_PAWN.at(index), (men & sheltered).len());
        for square in men {
            accumulator.add(color, guard.at(square.distance(king) as usize));
        }
    }
    let reach = (info.attacks[color][Piece::Knight] & holes & held) - info.all[color];
    accumulator.add_times(color, KNIGHT_NEAR_OUTPOST.at(0), reach.len());
}

#[inline(always)]
pub(super) fn bishops<T: Trace>(info: &Info, color: Color, accumulator: &mut Accumulator<'_, T>) {
    let own = info.pieces[color][Piece::Bishop];
    let enemy = info.pieces[!color][Piece::Bishop];
    let pawns = info.pieces[color][Piece::Pawn];
    if !own.is_one_square_color() {
        accumulator.add(color, BISHOP_PAIR.at(0));
    }
    // Pawns and a bishop of one colour: RDChess's term, which depends on what the enemy has.
    if enemy.any() && enemy.is_one_square_color() {
        accumulator.add_times(
            color,
            FACING_BISHOP.at(0),
            (pawns & same_colored_squares(enemy)).len(),
        );
    }
    let opposite = usize::from(info.opposite_bishops());
    let all_pawns = pawns | info.pieces[!color][Piece::Pawn];
    for square in own {
        let same = pawns & same_colored_squares(Bitboard::of(square));
        accumulator.add_times(color, BISHOP_PAWNS.at(opposite), same.len());
        let seen = attacks::bishop_rays(square) & info.pieces[!color][Piece::Pawn];
        accumulator.add_times(color, BISHOP_XRAY.at(0), seen.len());
        if (attacks::bishop_attacks(square, all_pawns) & Bitboard::CENTER).many() {
            accumulator.add(color, BISHOP_CENTER.at(0));
        }
        if is_trapped(info, color, square) {
            accumulator.add(color, BISHOP_TRAPPED.at(0));
        }
    }
}

/// All squares of the colour that a set of one colour has.
#[inline(always)]
fn same_colored_squares(set: Bitboard) -> Bitboard {
    if set.meets(Bitboard::LIGHT) { Bitboard::LIGHT } else { Bitboard::DARK }
}

/// A bishop that took a pawn on a7 or h7 and is shut in by the next one.
#[inline(always)]
fn is_trapped(info: &Info, color: Color, square: Square) -> bool {
    if square.relative_rank(color) < Rank::Sixth {
        return false;
    }
    let files = match square.file() {
        File::A => 1,
        File::H => -1,
        _ => return false,
    };
    let ranks = if color == Color::White { -1 } else { 1 };
    square.offset(files, ranks).is_some_and(|shut| info.pieces[!color][Piece::Pawn].has(shut))
}

#[inline(always)]
pub(super) fn rooks<T: Trace>(info: &Info, color: Color, accumulator: &mut Accumulator<'_, T>) {
    let rooks = info.pieces[color][Piece::Rook];
    if rooks.is_empty() {
        return;
    }
    let own_files = info.pieces[color][Piece::Pawn].fill_files();
    let enemy_files = info.pieces[!color][Piece::Pawn].fill_files();
    accumulator.add_times(color, ROOK_OPEN.at(0), (rooks - own_files - enemy_files).len());
    accumulator.add_times(color, ROOK_HALF_OPEN.at(0), ((rooks & enemy_files) - own_files).len());
    let queens = info.placement.pieces(Piece::Queen);
    accumulator.add_times(color, ROOK_ON_QUEEN_FILE.at(0), (rooks & queens.fill_files()).len());
    // The seventh is worth having if it holds pawns or locks the king in.
    let seventh = Bitboard::rank(Rank::Seventh.relative(color));
    let last = Bitboard::rank(Rank::Eighth.relative(color));
    if (seventh & info.pieces[!color][Piece::Pawn]).any() || last.has(info.king[!color]) {
        accumulator.add_times(color, ROOK_SEVENTH.at(0), (rooks & seventh).len());
    }
    if let (Some(first), Some(other)) = (rooks.first(), rooks.last())
        && first != other
        && first.file() == other.file()
        && !attacks::between(first, other).meets(info.occupied)
    {
        accumulator.add(color, ROOK_DOUBLED.at(0));
    }
    let king = info.king[color];
    if king.relative_rank(color) == Rank::First {
        let home = Bitboard::rank(king.rank());
        let beyond = Bitboard(!0 << king.index());
        let outside = if king.file() >= File::E { home & beyond } else { home - beyond };
        accumulator.add_times(color, ROOK_BOXED.at(0), (rooks & outside & own_files).len());
    }
}

/// Weighs knights and rooks by how closed the position is, where the sides have not equally many.
#[inline(always)]
pub(super) fn closedness<T: Trace>(info: &Info, accumulator: &mut Accumulator<'_, T>) {
    for (piece, group) in [(Piece::Knight, KNIGHT_CLOSEDNESS), (Piece::Rook, ROOK_CLOSEDNESS)] {
        let counts = Color::ALL.map(|color| info.pieces[color][piece].len());
        if counts[0] != counts[1] {
            let closed = closed(info);
            for (color, count) in Color::ALL.into_iter().zip(counts) {
                accumulator.add_times(color, group.at(closed), count);
            }
        }
    }
}

/// How closed a position is, from 0 to 8: by its pawns, those that block each other, and the open files (Ethereal's measure).
fn closed(info: &Info) -> usize {
    let [white, black] = Color::ALL.map(|color| info.pieces[color][Piece::Pawn]);
    let rammed = white & black.forward(Color::Black);
    let open = Bitboard::rank(Rank::First) - (white | black).fill_files();
    let sum = (white | black).len() as i32 + 3 * rammed.len() as i32 - 4 * open.len() as i32;
    (sum / 3).clamp(0, 8) as usize
}

#[inline(always)]
pub(super) fn queen<T: Trace>(info: &Info, color: Color, accumulator: &mut Accumulator<'_, T>) {
    let home = Bitboard::rank(Rank::First.relative(color))
        | Bitboard::rank(Rank::Second.relative(color))
        | Bitboard::rank(Rank::Third.relative(color));
    if (info.pieces[color][Piece::Queen] - home).any() {
        let minors = info.pieces[color][Piece::Knight] | info.pieces[color][Piece::Bishop];
        let asleep = minors & Bitboard::rank(Rank::First.relative(color));
        accumulator.add_times(color, QUEEN_EARLY.at(0), asleep.len());
    }
}
