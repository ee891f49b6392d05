//! Scaling of an advantage: an endgame's counts less with bishops of opposite colours, with pawns on one wing only, without
//! pawns, or with a rook pawn of the wrong bishop; any counts less as the fifty-move clock advances.
//!
//! The shares were fitted to 775,671 labelled positions from engine games: for each kind of ending the factor with which the
//! evaluation predicted results best, rounded. Endings with a known outcome are in `endings.rs`, rook and pawn against rook in
//! `rook_ending.rs`.

use super::info::Info;
use super::rook_ending;
use super::scale_factor::{FULL, ScaleFactor};
use crate::chess::{Bitboard, Color, File, Piece, Rank, Square};

#[inline(always)]
pub(super) fn factor(info: &Info, strong: Color) -> ScaleFactor {
    let pawns = info.pieces[strong][Piece::Pawn];
    if pawns.is_empty() {
        return without_pawns(info, strong);
    }
    if info.opposite_bishops() {
        return ScaleFactor::part(opposite_bishops(info, strong));
    }
    if !info.has_non_pawn_material(!strong) && is_wrong_corner(info, strong) {
        return ScaleFactor::drawn(0);
    }
    rook_ending::factor(info, strong).unwrap_or_else(|| ScaleFactor::part(few_pieces(info, strong)))
}

/// The share of a value, of [`FULL`], after this many plies without a capture or a pawn move.
#[inline(always)]
pub fn fifty_move_scale(halfmoves: u16) -> i32 {
    let late = halfmoves.clamp(8, 98) - 8;
    FULL - i32::from(late) * 4 / 9
}

/// With few pieces about, pawns on one wing are hard to use, and so is a last pawn.
#[inline(always)]
fn few_pieces(info: &Info, strong: Color) -> i32 {
    const LEFT: Bitboard = Bitboard(0x0F0F_0F0F_0F0F_0F0F);
    let pawns = info.placement.pieces(Piece::Pawn);
    let pieces = info.officers().len();
    if pieces > 4 || points(info, strong) - points(info, !strong) >= 5 {
        return FULL;
    }
    let one_wing = !pawns.meets(LEFT) || (pawns - LEFT).is_empty();
    match (one_wing, pieces) {
        (true, 0..=2) => 28,
        (true, _) => 44,
        (false, _) if !info.pieces[strong][Piece::Pawn].many() => 54,
        (false, _) => FULL,
    }
}

/// Points of pieces: 3, 3, 5, 9.
#[inline(always)]
pub(super) fn points(info: &Info, color: Color) -> i32 {
    let men = &info.pieces[color];
    let minors = (men[Piece::Knight] | men[Piece::Bishop]).len();
    (3 * minors + 5 * men[Piece::Rook].len() + 9 * men[Piece::Queen].len()) as i32
}

#[cold]
fn without_pawns(info: &Info, strong: Color) -> ScaleFactor {
    let (ours, theirs) = (points(info, strong), points(info, !strong));
    let men = &info.pieces[strong];
    let bishops = men[Piece::Bishop];
    // With more men, or two pawns against it, the other side may be the one that wins.
    let is_drawn = info.occupied.len() <= 5 && !info.pieces[!strong][Piece::Pawn].many();
    // Bishops on squares of one colour cannot mate, however many there are.
    if bishops.is_one_square_color() && info.all[strong] == (men[Piece::King] | bishops) {
        return ScaleFactor { share: 0, is_drawn };
    }
    let two_knights = info.all[strong]
        == (info.pieces[strong][Piece::Knight] | info.pieces[strong][Piece::King])
        && ours == 6;
    let share = match ours {
        // A minor piece alone cannot mate.
        0..=3 => 0,
        _ if two_knights => 4,
        5 if theirs == 0 && is_escorted(info, strong) => 12,
        9 if theirs == 0 && is_stalemate_pawn(info, strong) => 8,
        // A minor piece more, or less, is seldom enough to win without pawns.
        _ if ours - theirs <= 3 => 10,
        _ => return ScaleFactor::part(FULL),
    };
    ScaleFactor { share, is_drawn }
}

fn lone_pawn(info: &Info, color: Color) -> Option<Square> {
    let pawns = info.pieces[color][Piece::Pawn];
    if pawns.many() { None } else { pawns.first() }
}

/// Rook against a far advanced pawn with its king beside it, the rook's king too far away.
fn is_escorted(info: &Info, strong: Color) -> bool {
    let Some(pawn) = lone_pawn(info, !strong) else { return false };
    let promotion = Square::at(pawn.file(), Rank::Eighth.relative(!strong));
    let steps = promotion.distance(pawn) as i32;
    let tempo = i32::from(info.turn == strong);
    steps <= 3
        && info.king[!strong].distance(pawn) <= 1
        && i32::from(info.king[strong].distance(promotion)) - tempo > steps + 1
}

/// Queen against a rook's or bishop's pawn on the seventh with its king beside it, the queen's king far away.
fn is_stalemate_pawn(info: &Info, strong: Color) -> bool {
    let Some(pawn) = lone_pawn(info, !strong) else { return false };
    pawn.relative_rank(!strong) == Rank::Seventh
        && matches!(pawn.file(), File::A | File::C | File::F | File::H)
        && info.king[!strong].distance(pawn) <= 1
        && info.king[strong].distance(pawn) > 4
}

/// Bishops of opposite colours: alone they draw most endings a pawn or two up; with other pieces they help to attack.
#[cold]
fn opposite_bishops(info: &Info, strong: Color) -> i32 {
    let plain = info.officers() == info.placement.pieces(Piece::Bishop);
    let pawns = info.pieces[strong][Piece::Pawn].len() as i32;
    if plain { (4 + 4 * pawns).min(FULL) } else { (44 + 3 * pawns).min(FULL) }
}

/// Pawns on one rook's file only, no piece but bishops that do not rule the corner, and the defending king is there. Nothing
/// attacks the corner then, so that a bare king cannot be mated in it, nor driven away.
#[cold]
pub(super) fn is_wrong_corner(info: &Info, strong: Color) -> bool {
    let men = &info.pieces[strong];
    let pawns = men[Piece::Pawn];
    let mut edges = [File::A, File::H].into_iter();
    let Some(file) = edges.find(|&file| (pawns - Bitboard::file(file)).is_empty()) else {
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
    use crate::eval::{ClassicalEvaluator, Evaluator};

    fn scale(fen: &str, strong: Color) -> i32 {
        let position = Position::from_fen(fen).unwrap();
        factor(&Info::new(position.placement(), position.turn()), strong).share
    }

    #[test]
    fn opposite_bishops_are_worth_less() {
        let opposite = scale("4kb2/p7/8/8/8/8/PPP5/4KB2 w - - 0 1", Color::White);
        let same = scale("2b1k3/p7/8/8/8/8/PPP5/4KB2 w - - 0 1", Color::White);
        assert!(opposite < same, "{opposite} {same}");
        let rooks = scale("r3kb2/p7/8/8/8/8/PPP5/R3KB2 w - - 0 1", Color::White);
        assert!(opposite < rooks && rooks < FULL);
    }

    #[test]
    fn pawns_on_one_wing_are_worth_less() {
        let one = scale("6k1/5ppp/8/8/8/8/5PPP/r2R2K1 w - - 0 1", Color::White);
        let both = scale("6k1/p4ppp/8/8/8/8/P4PPP/r2R2K1 w - - 0 1", Color::White);
        assert!(one < both && both == FULL);
        // A queen for nothing wins on one wing, too.
        assert_eq!(scale("6k1/5ppp/8/8/8/8/5PPP/3Q2K1 w - - 0 1", Color::White), FULL);
    }

    #[test]
    fn bishops_of_one_colour_win_nothing() {
        let value = |fen: &str| {
            let position = Position::from_fen(fen).unwrap();
            ClassicalEvaluator::new().evaluate(&position, 0).score.raw()
        };
        for fen in [
            "8/3b4/2b5/3k4/8/8/P7/K7 b - - 0 1",
            "8/8/3k4/8/8/7K/7P/4b1b1 w - - 0 2",
            "8/b7/1b6/2b5/3k4/8/7P/7K w - - 0 1",
            "4k1n1/8/8/8/8/2B1B3/8/4K3 w - - 0 1",
            // With a rook's pawn they must rule its corner.
            "k7/8/8/8/1B6/P1B5/8/4K3 w - - 0 1",
        ] {
            assert_eq!(value(fen), 0, "{fen}");
        }
        // One bishop of the other colour, or any other man, is another matter.
        for fen in [
            "8/3b4/3b4/3k4/8/8/P7/K7 b - - 0 1",
            "8/3b4/2bn4/3k4/8/8/P7/K7 b - - 0 1",
            "8/3b4/2b5/3k4/5p2/8/P7/K7 b - - 0 1",
        ] {
            assert!(value(fen) > 200, "{fen}");
        }
    }

    #[test]
    fn the_fifty_move_clock_fades() {
        assert_eq!((fifty_move_scale(0), fifty_move_scale(8)), (FULL, FULL));
        assert!(
            (9..=98)
                .all(|halfmoves| fifty_move_scale(halfmoves) <= fifty_move_scale(halfmoves - 1))
        );
        assert!(fifty_move_scale(98) == fifty_move_scale(500) && fifty_move_scale(98) > 0);
    }

    #[test]
    fn a_minor_piece_more_without_pawns_is_little() {
        assert!(scale("4k1r1/8/8/8/8/8/8/R3KB2 w - - 0 1", Color::White) < FULL / 4);
        assert_eq!(scale("4k3/6p1/8/8/8/8/8/4KB2 w - - 0 1", Color::White), 0);
        assert_eq!(scale("4k1r1/8/8/8/8/8/8/4KQ2 w - - 0 1", Color::White), FULL);
    }

    #[test]
    fn a_rook_pawn_needs_the_right_bishop() {
        assert!(scale("1k6/8/8/P7/8/8/8/4KB2 w - - 0 1", Color::White) > 0);
        assert_eq!(scale("1k6/8/8/P7/8/8/8/2B1K3 w - - 0 1", Color::White), 0);
        assert!(scale("8/8/3k4/P7/8/8/8/2B1K3 w - - 0 1", Color::White) > 0);
        assert_eq!(scale("8/8/8/8/7p/8/6K1/2b1k3 w - - 0 1", Color::Black), 0);
        assert!(scale("8/8/8/8/7p/8/6K1/4kb2 w - - 0 1", Color::Black) > 0);
    }
}
