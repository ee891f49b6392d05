//! Pawn structure: the terms that depend on pawns and kings alone, so that they can be cached.
//!
//! Isolated, doubled, backward, connected, candidate and passed pawns, the kings' distances from passed pawns, and the squares of
//! pawns and kings. The pieces' part of passed pawns is in `passed.rs`, the king's shelter in `shelter.rs`, the cache in
//! `eval/cached.rs`.

use super::accumulator::Accumulator;
use super::features::{
    BACKWARD, CANDIDATE, DOUBLED, ISLAND, ISOLATED, PASSED, PASSED_CONNECTED, PASSED_ENEMY_KING,
    PASSED_OWN_KING, PASSED_PROTECTED, PHALANX, SUPPORTED,
};
use super::info::Info;
use crate::chess::{Bitboard, Color, Piece, Rank, Square};
use crate::eval::trace::Trace;

#[inline(always)]
pub(super) fn structure<T: Trace>(
    info: &Info,
    color: Color,
    accumulator: &mut Accumulator<'_, T>,
) -> Bitboard {
    let mut passed = Bitboard::EMPTY;
    for square in info.pieces[color][Piece::Pawn] {
        let pawn = Pawn::new(info, color, square);
        if pawn.is_passed() {
            passed = passed.with(square);
        }
        weigh_pawn(&pawn, accumulator);
    }
    for square in passed {
        weigh_passed(info, color, square, passed, accumulator);
    }
    accumulator.add_times(color, ISLAND.at(0), islands(info.pieces[color][Piece::Pawn]));
    passed
}

fn islands(pawns: Bitboard) -> u32 {
    let files = pawns.fill_files() & Bitboard::rank(Rank::First);
    (files - files.east()).len()
}

struct Pawn {
    color: Color,
    rank: usize,
    /// Own pawns on the next files.
    neighbours: Bitboard,
    /// Own neighbours beside or behind it.
    helpers: Bitboard,
    phalanx: Bitboard,
    support: Bitboard,
    /// Own pawns in front of it on its file.
    own_ahead: Bitboard,
    /// Enemy pawns in front of it on its file.
    enemy_ahead: Bitboard,
    /// Enemy pawns in front of it on the next files.
    guards: Bitboard,
    /// Enemy pawns that attack the square in front of it.
    stoppers: Bitboard,
}

impl Pawn {
    #[inline(always)]
    fn new(info: &Info, color: Color, square: Square) -> Pawn {
        let ours = info.pieces[color][Piece::Pawn];
        let theirs = info.pieces[!color][Piece::Pawn];
        let here = Bitboard::of(square);
        let ahead = here.forward(color).fill_forward(color);
        let sides = here.east() | here.west();
        let file = Bitboard::file(square.file());
        let stop = here.forward(color);
        Pawn {
            color,
            rank: square.relative_rank(color).index(),
            neighbours: ours & (file.east() | file.west()),
            helpers: ours & sides.fill_forward(!color),
            phalanx: ours & sides,
            support: ours & here.pawn_attacks(!color),
            own_ahead: ours & ahead,
            enemy_ahead: theirs & ahead,
            guards: theirs & (ahead.east() | ahead.west()),
            stoppers: theirs & stop.pawn_attacks(color),
        }
    }

    /// No enemy pawn can stop or take it, nor an own pawn be in its way.
    fn is_passed(&self) -> bool {
        (self.enemy_ahead | self.guards | self.own_ahead).is_empty()
    }

    /// Its file is free, and beside or behind it are as many helpers as there are guards: exchanges make it passed.
    fn is_candidate(&self) -> bool {
        (self.enemy_ahead | self.own_ahead).is_empty()
            && self.guards.any()
            && self.helpers.len() >= self.guards.len()
    }

    /// All neighbours are past it and the square in front is guarded: it can neither be supported nor safely go on.
    fn is_backward(&self) -> bool {
        self.neighbours.any() && self.helpers.is_empty() && self.stoppers.any()
    }
}

#[inline(always)]
fn weigh_pawn<T: Trace>(pawn: &Pawn, accumulator: &mut Accumulator<'_, T>) {
    let opposed = usize::from(pawn.enemy_ahead.is_empty());
    if pawn.neighbours.is_empty() {
        accumulator.add(pawn.color, ISOLATED.at(opposed));
    } else if pawn.is_backward() {
        accumulator.add(pawn.color, BACKWARD.at(opposed));
    }
    if pawn.own_ahead.any() {
        accumulator.add(pawn.color, DOUBLED.at(usize::from(pawn.support.is_empty())));
    }
    if pawn.phalanx.any() {
        accumulator.add(pawn.color, PHALANX.at(pawn.rank));
    }
    if pawn.support.any() {
        accumulator.add(pawn.color, SUPPORTED.at(pawn.rank));
    }
    if pawn.is_candidate() {
        accumulator.add(pawn.color, CANDIDATE.at(pawn.rank));
    }
}

#[inline(always)]
fn weigh_passed<T: Trace>(
    info: &Info,
    color: Color,
    square: Square,
    passed: Bitboard,
    accumulator: &mut Accumulator<'_, T>,
) {
    let rank = square.relative_rank(color).index();
    let here = Bitboard::of(square);
    accumulator.add(color, PASSED.at(rank));
    if here.pawn_attacks(!color).meets(info.pieces[color][Piece::Pawn]) {
        accumulator.add(color, PASSED_PROTECTED.at(rank));
    }
    if (here.east() | here.west()).fill_files().meets(passed) {
        accumulator.add(color, PASSED_CONNECTED.at(rank));
    }
    let advanced = rank.saturating_sub(3);
    if rank >= 3
        && let Some(stop) = square.forward(color)
    {
        let own = stop.distance(info.king[color]) as usize;
        let enemy = stop.distance(info.king[!color]) as usize;
        accumulator.add(color, PASSED_OWN_KING.at(advanced * 8 + own));
        accumulator.add(color, PASSED_ENEMY_KING.at(advanced * 8 + enemy));
    }
}
