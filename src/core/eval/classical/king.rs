//! King attack by pieces: attackers of the king's zone, weak squares in it, and possible checks.
//!
//! Single attackers are harmless and several together are not, so the weights here add up to one danger, and [`cost_of_danger`]
//! converts it to centipawns, quadratically. The pawns around the king are in `shelter.rs`.

use super::accumulator::Accumulator;
use super::features::{
    DANGER_ATTACKERS, DANGER_BASE, DANGER_CHECKS, DANGER_FLANK, DANGER_GUARDS, DANGER_HITS,
    DANGER_KING_ATTACKS, DANGER_NO_QUEEN, DANGER_OPEN_FILES, DANGER_PINNED, DANGER_SAFE_CHECKS,
    DANGER_SHIELD, DANGER_WEAK,
};
use super::info::Info;
use crate::chess::{Bitboard, Color, File, Piece, Rank, attacks};
use crate::eval::pair::Pair;
use crate::eval::trace::Trace;

pub const MOST_DANGER: i32 = 2_000;
/// The middle game pays danger² / this.
pub const MG_DIVISOR: i32 = 2_048;
/// The endgame pays danger / this.
pub const EG_DIVISOR: i32 = 16;

const OFFICERS: [Piece; 4] = [Piece::Knight, Piece::Bishop, Piece::Rook, Piece::Queen];

/// The cost of a danger for the king's side.
#[inline(always)]
pub(crate) fn cost_of_danger(danger: Pair) -> Pair {
    let mg = danger.mg().clamp(0, MOST_DANGER);
    let eg = danger.eg().clamp(0, MOST_DANGER);
    Pair::new(mg * mg / MG_DIVISOR, eg / EG_DIVISOR)
}

#[inline(always)]
pub(super) fn attack<T: Trace>(info: &Info, color: Color, accumulator: &mut Accumulator<'_, T>) {
    let attackers: u32 = OFFICERS.iter().map(|&piece| info.zone_attackers[!color][piece]).sum();
    let queen = info.pieces[!color][Piece::Queen].any();
    // One piece alone cannot mate, unless it is the queen.
    if attackers + u32::from(queen) < 2 {
        return;
    }
    // The danger for this king alone, with the sign of a bonus.
    let mut danger = Accumulator::new(&mut *accumulator.trace);
    weigh_zone(info, color, &mut danger);
    weigh_checks(info, color, &mut danger);
    let sum = if color == Color::White { danger.sum } else { -danger.sum };
    accumulator.add_value(!color, cost_of_danger(sum));
}

#[inline(always)]
fn weigh_zone<T: Trace>(info: &Info, us: Color, danger: &mut Accumulator<'_, T>) {
    let them = !us;
    let king = info.king[us];
    let zone = info.king_zone[us];
    danger.add_times(us, DANGER_BASE.at(0), 1);
    for (index, piece) in OFFICERS.into_iter().enumerate() {
        danger.add_times(us, DANGER_ATTACKERS.at(index), info.zone_attackers[them][piece]);
    }
    danger.add_times(us, DANGER_HITS.at(0), info.zone_hits[them]);
    let next = info.attacked[them] & info.attacks[us][Piece::King];
    danger.add_times(us, DANGER_KING_ATTACKS.at(0), next.len());
    let weak = info.attacked[them] & !info.attacked_twice[us] & info.only_royal(us);
    danger.add_times(us, DANGER_WEAK.at(0), (weak & zone).len());
    if info.pieces[them][Piece::Queen].is_empty() {
        danger.add_times(us, DANGER_NO_QUEEN.at(0), 1);
    }
    danger.add_times(us, DANGER_PINNED.at(0), info.pinned[us].len());
    let minors = info.pieces[us][Piece::Knight] | info.pieces[us][Piece::Bishop];
    danger.add_times(us, DANGER_GUARDS.at(0), (minors & zone).len());

    let camp = half(us) & flank(king.file());
    danger.add_times(us, DANGER_FLANK.at(0), (info.attacked[them] & camp).len());
    danger.add_times(us, DANGER_FLANK.at(1), (info.attacked_twice[them] & camp).len());
    danger.add_times(us, DANGER_FLANK.at(2), (info.attacked[us] & camp).len());

    let pawns = info.pieces[us][Piece::Pawn];
    let ahead = (Bitboard::of(king) | Bitboard::of(king).east() | Bitboard::of(king).west())
        .fill_forward(us);
    danger.add_times(us, DANGER_SHIELD.at(0), (pawns & zone & ahead).len());
    let open = ahead.fill_files() - pawns.fill_files();
    danger.add_times(us, DANGER_OPEN_FILES.at(0), (open & Bitboard::rank(Rank::First)).len());
}

/// Checks at hand: safe ones where the checker is not simply taken, and the others.
#[inline(always)]
fn weigh_checks<T: Trace>(info: &Info, us: Color, danger: &mut Accumulator<'_, T>) {
    let them = !us;
    let king = info.king[us];
    let occupied = info.occupied - info.pieces[us][Piece::Queen];
    let orthogonals = attacks::rook_attacks(king, occupied);
    let diagonals = attacks::bishop_attacks(king, occupied);
    // A square only the king or queen looks after is safe for a piece that has help there.
    let royal = info.only_royal(us);
    let safe = !info.all[them] & (!info.attacked[us] | (royal & info.attacked_twice[them]));
    let squares = [
        attacks::knight_attacks(king) & info.attacks[them][Piece::Knight],
        diagonals & info.attacks[them][Piece::Bishop],
        orthogonals & info.attacks[them][Piece::Rook],
        ((orthogonals | diagonals) & info.attacks[them][Piece::Queen])
            - info.attacks[us][Piece::Queen],
    ];
    let mut unsafe_checks = 0;
    for (index, checks) in squares.into_iter().enumerate() {
        danger.add_times(us, DANGER_SAFE_CHECKS.at(index), (checks & safe).len());
        unsafe_checks += (checks - safe - info.all[them]).len();
    }
    danger.add_times(us, DANGER_CHECKS.at(0), unsafe_checks);
}

/// The four ranks on a side's own half.
const fn half(color: Color) -> Bitboard {
    match color {
        Color::White => Bitboard(0x0000_0000_FFFF_FFFF),
        Color::Black => Bitboard(0xFFFF_FFFF_0000_0000),
    }
}

/// The files around a king's wing, three at the edge and four in the middle.
pub(super) const fn flank(file: File) -> Bitboard {
    const ABC: Bitboard = Bitboard(0x0707_0707_0707_0707);
    const BCDE: Bitboard = Bitboard(0x1E1E_1E1E_1E1E_1E1E);
    const DEFG: Bitboard = Bitboard(0x7878_7878_7878_7878);
    const FGH: Bitboard = Bitboard(0xE0E0_E0E0_E0E0_E0E0);
    match file {
        File::A | File::B => ABC,
        File::C | File::D => BCDE,
        File::E | File::F => DEFG,
        File::G | File::H => FGH,
    }
}
