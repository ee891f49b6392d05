//! How much of an endgame advantage can be cashed in: less with bishops of opposite colours, without pawns, or with a rook
//! pawn whose corner the bishop does not rule.
//!
//! Endings with a known outcome are in `endings.rs`.

use super::info::Info;
use crate::chess::{Bitboard, Color, File, Piece, Rank, Square};

/// All of the advantage.
pub const FULL: i32 = 64;

/// The part of the endgame value, of [`FULL`], that the side that is ahead can hope for.
#[inline(always)]
pub(super) fn factor(info: &Info, strong: Color) -> i32 {
    let pawns = info.men[strong][Piece::Pawn];
    if pawns.is_empty() {
        return without_pawns(info, strong);
    }
    if info.opposite_bishops() {
        return opposite_bishops(info, strong);
    }
    if !info.has_officers(!strong) && is_wrong_corner(info, strong) {
        return 0;
    }
    FULL
}

/// Points of officers: 3, 3, 5, 9.
#[inline(always)]
fn points(info: &Info, color: Color) -> i32 {
    let men = &info.men[color];
    let minors = (men[Piece::Knight] | men[Piece::Bishop]).len();
    (3 * minors + 5 * men[Piece::Rook].len() + 9 * men[Piece::Queen].len()) as i32
}

#[cold]
fn without_pawns(info: &Info, strong: Color) -> i32 {
    let (ours, theirs) = (points(info, strong), points(info, !strong));
    let two_knights = info.all[strong]
        == (info.men[strong][Piece::Knight] | info.men[strong][Piece::King])
        && ours == 6;
    match ours {
        // A minor piece alone cannot mate.
        0..=3 => 0,
        _ if two_knights => 4,
        5 if theirs == 0 && is_escorted(info, strong) => 12,
        9 if theirs == 0 && is_stalemate_pawn(info, strong) => 8,
        // A minor piece more, or less, is seldom enough to win without pawns.
        _ if ours - theirs <= 3 => 10,
        _ => FULL,
    }
}

/// The only enemy pawn, if there is exactly one.
fn lone_pawn(info: &Info, color: Color) -> Option<Square> {
    let pawns = info.men[color][Piece::Pawn];
    if pawns.many() { None } else { pawns.first() }
}

/// Rook against a far advanced pawn with its king beside it, the rook's king too far away.
fn is_escorted(info: &Info, strong: Color) -> bool {
    let Some(pawn) = lone_pawn(info, !strong) else {
        return false;
    };
    let promotion = Square::at(pawn.file(), Rank::Eighth.relative(!strong));
    let steps = promotion.distance(pawn) as i32;
    let tempo = i32::from(info.turn == strong);
    steps <= 3
        && info.king[!strong].distance(pawn) <= 1
        && i32::from(info.king[strong].distance(promotion)) - tempo > steps + 1
}

/// Queen against a rook's or bishop's pawn on the seventh with its king beside it, the queen's king far away.
fn is_stalemate_pawn(info: &Info, strong: Color) -> bool {
    let Some(pawn) = lone_pawn(info, !strong) else {
        return false;
    };
    pawn.relative_rank(!strong) == Rank::Seventh
        && matches!(pawn.file(), File::A | File::C | File::F | File::H)
        && info.king[!strong].distance(pawn) <= 1
        && info.king[strong].distance(pawn) > 4
}

/// Bishops of opposite colours: alone they draw most endings a pawn or two up; with other officers they help to attack.
#[cold]
fn opposite_bishops(info: &Info, strong: Color) -> i32 {
    let kings_and_pawns =
        |color: Color| info.men[color][Piece::King] | info.men[color][Piece::Pawn];
    let bishops = info.men[Color::White][Piece::Bishop] | info.men[Color::Black][Piece::Bishop];
    let plain =
        info.occupied == (bishops | kings_and_pawns(Color::White) | kings_and_pawns(Color::Black));
    let pawns = info.men[strong][Piece::Pawn].len() as i32;
    if plain { (16 + 5 * pawns).min(FULL) } else { (40 + 3 * pawns).min(FULL) }
}

/// Pawns on one rook's file only, no officer but bishops that do not rule the corner, and the defending king is there.
#[cold]
fn is_wrong_corner(info: &Info, strong: Color) -> bool {
    let men = &info.men[strong];
    let pawns = men[Piece::Pawn];
    let file = if (pawns - Bitboard::file(File::A)).is_empty() {
        File::A
    } else if (pawns - Bitboard::file(File::H)).is_empty() {
        File::H
    } else {
        return false;
    };
    let bishops = men[Piece::Bishop];
    if info.all[strong] != (men[Piece::King] | pawns | bishops) {
        return false;
    }
    let corner = Square::at(file, Rank::Eighth.relative(strong));
    let ruled = if corner.is_light() { Bitboard::LIGHT } else { Bitboard::DARK };
    !bishops.meets(ruled) && info.king[!strong].distance(corner) <= 1
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::Position;

    fn scale(fen: &str, strong: Color) -> i32 {
        let position = Position::from_fen(fen).unwrap();
        factor(&Info::new(position.placement(), position.turn()), strong)
    }

    #[test]
    fn opposite_bishops_are_worth_less() {
        let opposite = scale("4kb2/p7/8/8/8/8/PPP5/4KB2 w - - 0 1", Color::White);
        let same = scale("2b1k3/p7/8/8/8/8/PPP5/4KB2 w - - 0 1", Color::White);
        assert!(opposite < FULL / 2 + 4 && same == FULL, "{opposite} {same}");
        let rooks = scale("r3kb2/p7/8/8/8/8/PPP5/R3KB2 w - - 0 1", Color::White);
        assert!(opposite < rooks && rooks < FULL);
    }

    #[test]
    fn a_minor_piece_more_without_pawns_is_little() {
        assert!(scale("4k1r1/8/8/8/8/8/8/R3KB2 w - - 0 1", Color::White) < FULL / 4);
        assert_eq!(scale("4k3/6p1/8/8/8/8/8/4KB2 w - - 0 1", Color::White), 0);
        assert_eq!(scale("4k1r1/8/8/8/8/8/8/4KQ2 w - - 0 1", Color::White), FULL);
    }

    #[test]
    fn a_rook_pawn_needs_the_right_bishop() {
        assert_eq!(scale("1k6/8/8/P7/8/8/8/4KB2 w - - 0 1", Color::White), FULL);
        assert_eq!(scale("1k6/8/8/P7/8/8/8/2B1K3 w - - 0 1", Color::White), 0);
        assert_eq!(scale("8/8/3k4/P7/8/8/8/2B1K3 w - - 0 1", Color::White), FULL);
        assert_eq!(scale("8/8/8/8/7p/8/6K1/2b1k3 w - - 0 1", Color::Black), 0);
        assert_eq!(scale("8/8/8/8/7p/8/6K1/4kb2 w - - 0 1", Color::Black), FULL);
    }
}
