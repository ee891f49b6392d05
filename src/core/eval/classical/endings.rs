//! Endings with a known outcome: drawn by material, king and pawn against king, and the mates against a bare king.
//!
//! A known ending replaces the sum of all terms: a draw is zero, a win a large score (never a mate) that grows as the lone king
//! is driven to where it can be mated. Endings that are only hard to win are in `scale.rs`, the solution of king and pawn in
//! `kpk.rs`.

use super::info::Info;
use super::{kpk, scale};
use crate::chess::{Bitboard, Color, Piece, Square};
use crate::eval::{Certainty, LEAST_WIN};

/// Base value of a won ending, before material and drive.
const WON: i32 = 2_000;
/// Base value of a winning pawn, before its rank: less than any queen or rook that it can promote to.
const WON_PAWN: i32 = LEAST_WIN;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct KnownEnding {
    pub name: &'static str,
    pub white: i32,
    pub certainty: Certainty,
}

impl KnownEnding {
    const fn drawn(name: &'static str) -> KnownEnding {
        KnownEnding { name, white: 0, certainty: Certainty::Drawn }
    }

    fn won(name: &'static str, strong: Color, value: i32) -> KnownEnding {
        let white = if strong == Color::White { value } else { -value };
        KnownEnding { name, white, certainty: Certainty::Known }
    }
}

#[inline(always)]
pub(super) fn known(info: &Info) -> Option<KnownEnding> {
    let bare = |color: Color| !info.all[color].many();
    if !bare(Color::White) && !bare(Color::Black) {
        return without_mating_material(info);
    }
    against_bare_king(info, if bare(Color::Black) { Color::White } else { Color::Black })
}

/// Bishops of one colour on both sides: no mate can arise.
#[inline(always)]
fn without_mating_material(info: &Info) -> Option<KnownEnding> {
    let kings = info.placement.pieces(Piece::King);
    let bishops = info.placement.pieces(Piece::Bishop);
    let drawn = info.occupied == (kings | bishops) && bishops.is_one_square_color();
    drawn.then_some(KnownEnding::drawn("insufficient material"))
}

#[cold]
fn against_bare_king(info: &Info, strong: Color) -> Option<KnownEnding> {
    let men = &info.pieces[strong];
    let (knights, bishops) = (men[Piece::Knight], men[Piece::Bishop]);
    let heavy = men[Piece::Rook] | men[Piece::Queen];
    let king = info.king[strong];
    let lone = info.king[!strong];
    if heavy.any() {
        return Some(KnownEnding::won("drive to the edge", strong, drive(info, strong)));
    }
    if let Some(pawn) = men[Piece::Pawn].first() {
        if scale::is_wrong_corner(info, strong) {
            return Some(KnownEnding::drawn("rook pawn and the corner"));
        }
        let single = !men[Piece::Pawn].many() && (knights | bishops).is_empty();
        return single.then(|| pawn_ending(info, strong, pawn));
    }
    Some(match (knights.len(), bishops.len()) {
        (0, _) if bishops.is_one_square_color() => KnownEnding::drawn("insufficient material"),
        (1, 0) => KnownEnding::drawn("insufficient material"),
        // A mate that the other side walks into is left to the search.
        (2, 0) => KnownEnding { certainty: Certainty::Known, ..KnownEnding::drawn("two knights") },
        (1, 1) => {
            let value = WON + 20 * nearness(king, lone) + 60 * to_corner(lone, bishops);
            KnownEnding::won("bishop and knight", strong, value + 10 * to_edge(lone))
        }
        (0, 2) => {
            let value = WON + 20 * nearness(king, lone) + 40 * to_edge(lone);
            KnownEnding::won("two bishops", strong, value)
        }
        _ => KnownEnding::won("drive to the edge", strong, drive(info, strong)),
    })
}

fn pawn_ending(info: &Info, strong: Color, pawn: Square) -> KnownEnding {
    const NAME: &str = "king and pawn";
    let (king, lone) = (info.king[strong], info.king[!strong]);
    if !kpk::is_won(strong, king, pawn, lone, info.turn) {
        return KnownEnding::drawn(NAME);
    }
    let rank = pawn.relative_rank(strong).index() as i32;
    KnownEnding::won(NAME, strong, WON_PAWN + 30 * rank + nearness(king, pawn))
}

/// The mate with heavy pieces: material, the lone king at the edge, the other king close.
fn drive(info: &Info, strong: Color) -> i32 {
    const VALUES: [i32; 5] = [120, 320, 340, 550, 1_000];
    let men = &info.pieces[strong];
    let material: i32 =
        Piece::ALL.iter().zip(VALUES).map(|(&piece, value)| men[piece].len() as i32 * value).sum();
    let lone = info.king[!strong];
    WON + material + 20 * to_edge(lone) + 10 * nearness(info.king[strong], lone)
}

/// 0 for two kings at opposite ends to 6 for two side by side.
fn nearness(a: Square, b: Square) -> i32 {
    7 - i32::from(a.distance(b))
}

/// 0 in the middle to 6 in a corner.
fn to_edge(square: Square) -> i32 {
    let away = |coordinate: usize| (2 * coordinate as i32 - 7).abs() / 2;
    away(square.file().index()) + away(square.rank().index())
}

/// 0 on the diagonal between the corners that do not help to 7 in a corner of the bishop's colour.
fn to_corner(square: Square, bishop: Bitboard) -> i32 {
    let square = if bishop.meets(Bitboard::LIGHT) { square.mirror() } else { square };
    (square.file().index() as i32 + square.rank().index() as i32 - 7).abs()
}

#[cfg(test)]
mod tests {
    use crate::chess::{Position, Square};
    use crate::eval::{ClassicalEvaluator, Evaluator};

    fn value(fen: &str) -> i32 {
        let position = Position::from_fen(fen).unwrap();
        let score = ClassicalEvaluator::new().evaluate(&position, 0).score;
        score.for_white(position.turn()).score().raw()
    }

    #[test]
    fn what_cannot_mate_is_drawn() {
        for fen in [
            "4k3/8/8/8/8/8/8/4K3 w - - 0 1",
            "4k3/8/8/8/8/8/8/4KB2 w - - 0 1",
            "4k1n1/8/8/8/8/8/8/4K3 b - - 0 1",
            "4k3/8/8/8/8/8/8/4KNN1 w - - 0 1",
            "5bk1/8/8/8/8/2B5/8/6K1 w - - 0 1",
            "3b1bk1/8/8/8/8/8/8/2B3K1 w - - 0 1",
            "4k3/8/8/8/8/B1B5/8/4K3 b - - 0 1",
        ] {
            assert_eq!(value(fen), 0, "{fen}");
        }
    }

    #[test]
    fn heavy_pieces_win_and_drive_the_king_to_the_edge() {
        for piece in ["Q", "R"] {
            let middle = value(&format!("8/8/8/3k4/8/3K4/8/1{piece}6 w - - 0 1"));
            let edge = value(&format!("3k4/8/3K4/8/8/8/8/1{piece}6 w - - 0 1"));
            let corner = value(&format!("7k/8/6K1/8/8/8/8/1{piece}6 w - - 0 1"));
            assert!(1_500 < middle && middle < edge && edge < corner);
        }
    }

    #[test]
    fn bishop_and_knight_drive_to_the_corner_of_the_bishop() {
        let lone_on = |corner: Square, bishop: Square| {
            let mut board = vec![vec!['1'; 8]; 8];
            for (square, letter) in
                [(corner, 'k'), (bishop, 'B'), (Square::D4, 'K'), (Square::E5, 'N')]
            {
                board[7 - square.rank().index()][square.file().index()] = letter;
            }
            let ranks: Vec<String> =
                board.into_iter().map(|rank| rank.into_iter().collect()).collect();
            value(&format!("{} b - - 0 1", ranks.join("/")))
        };
        for (bishop, right, wrong) in [
            (Square::C3, [Square::A1, Square::H8], [Square::A8, Square::H1]),
            (Square::D3, [Square::A8, Square::H1], [Square::A1, Square::H8]),
        ] {
            for right in right {
                for wrong in wrong {
                    assert!(lone_on(right, bishop) > lone_on(wrong, bishop) + 200);
                    assert!(lone_on(wrong, bishop) > 1_500);
                }
            }
        }
    }

    #[test]
    fn two_bishops_drive_to_any_corner() {
        let middle = value("8/8/8/3k4/8/2BBK3/8/8 w - - 0 1");
        let corner = value("k7/8/8/8/8/2BBK3/8/8 w - - 0 1");
        assert!(1_500 < middle && middle < corner);
    }

    #[test]
    fn a_won_pawn_is_less_than_the_queen_it_becomes() {
        let pawn = value("8/4P3/3K4/8/8/8/8/k7 w - - 0 1");
        let queen = value("4Q3/8/3K4/8/8/8/8/k7 b - - 0 1");
        assert!(500 < pawn && pawn < queen);
        assert_eq!(value("k7/8/1K6/P7/8/8/8/8 w - - 0 1"), 0);
    }
}
