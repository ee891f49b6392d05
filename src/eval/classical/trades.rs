//! The trade-down bonus of CHESS 4.5: who is ahead wants officers exchanged and pawns kept.
//!
//! Being ahead is counted in the pupil's points (1, 3, 3, 5, 9); what a point of lead is worth depends on how many pawns
//! the leader still has and how many officers are left to defend with.

use super::balance::Balance;
use super::features::{LEAD_OFFICERS, LEAD_PAWNS};
use super::info::Info;
use crate::chess::{Color, Piece};
use crate::eval::trace::Trace;

const POINTS: [i32; 5] = [1, 3, 3, 5, 9];
/// A larger lead is won anyway.
const MOST_LEAD: u32 = 9;

/// Weighs the lead in material of whoever has it.
#[inline(always)]
pub(super) fn lead<T: Trace>(info: &Info, balance: &mut Balance<'_, T>) {
    let points = |color: Color| -> i32 {
        Piece::ALL
            .iter()
            .zip(POINTS)
            .map(|(&piece, point)| point * info.men[color][piece].len() as i32)
            .sum()
    };
    let lead = points(Color::White) - points(Color::Black);
    if lead == 0 {
        return;
    }
    let leader = if lead > 0 { Color::White } else { Color::Black };
    let size = lead.unsigned_abs().min(MOST_LEAD);
    let pawns = info.men[leader][Piece::Pawn];
    let defenders =
        info.all[!leader] - info.men[!leader][Piece::Pawn] - info.men[!leader][Piece::King];
    balance.add_times(leader, LEAD_PAWNS.at(pawns.len() as usize), size);
    balance.add_times(leader, LEAD_OFFICERS.at((defenders.len() as usize).min(7)), size);
}
