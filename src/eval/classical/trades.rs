//! The trade-down bonus of CHESS 4.5: who is ahead wants pieces exchanged and pawns kept.
//!
//! Being ahead is counted in the pupil's points (1, 3, 3, 5, 9). Each point is worth more with every piece that is
//! gone, whoever had it, and less with every pawn that the leader has no more.

use super::accumulator::Accumulator;
use super::features::{TRADED_OFFICERS, TRADED_PAWNS};
use super::info::Info;
use crate::chess::{Color, Piece};
use crate::eval::trace::Trace;

const POINTS: [i32; 5] = [1, 3, 3, 5, 9];
/// A larger lead is won anyway.
const MOST_LEAD: u32 = 5;
/// Pieces of both sides at the start of a game.
const ALL_PIECES: u32 = 14;

/// Weighs the lead in material of whoever has it.
#[inline(always)]
pub(super) fn lead<T: Trace>(info: &Info, accumulator: &mut Accumulator<'_, T>) {
    let points = |color: Color| -> i32 {
        Piece::ALL
            .iter()
            .zip(POINTS)
            .map(|(&piece, point)| point * info.pieces[color][piece].len() as i32)
            .sum()
    };
    let lead = points(Color::White) - points(Color::Black);
    if lead == 0 {
        return;
    }
    let leader = if lead > 0 { Color::White } else { Color::Black };
    let size = lead.unsigned_abs().min(MOST_LEAD);
    let pawns = info.pieces[leader][Piece::Pawn].len();
    let pawns_and_kings = [Piece::Pawn, Piece::King]
        .map(|piece| info.pieces[Color::White][piece] | info.pieces[Color::Black][piece]);
    let pieces = (info.occupied - pawns_and_kings[0] - pawns_and_kings[1]).len();
    let gone = ALL_PIECES.saturating_sub(pieces);
    accumulator.add_times(leader, TRADED_OFFICERS.at(0), size * gone / 4);
    accumulator.add_times(leader, TRADED_PAWNS.at(0), size * 8u32.saturating_sub(pawns));
}
