//! Endings whose outcome is known: drawn by material, king and pawn against king, and the mates against a bare king.
//!
//! A known ending replaces the sum of all terms: a draw is zero, a win a large score (never a mate) that grows as the lone
//! king is driven where it must go. Endings that are only hard to win are in `scale.rs`, the solution of king and pawn
//! in `kpk.rs`.

use super::info::Info;
use super::kpk;
use crate::chess::{Bitboard, Color, Piece, Square};

/// What a won ending is worth before material and drive.
const WON: i32 = 2_000;
/// What a won pawn is worth before its rank: less than any queen or rook it can become.
const WON_PAWN: i32 = 700;

/// An ending with a known outcome.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Known {
    /// What people call it.
    pub(crate) name: &'static str,
    /// Centipawns, White's view.
    pub(crate) white: i32,
}

impl Known {
    const fn drawn(name: &'static str) -> Known {
        Known { name, white: 0 }
    }

    fn won(name: &'static str, strong: Color, value: i32) -> Known {
        Known { name, white: if strong == Color::White { value } else { -value } }
    }
}

/// The ending on the board, if its outcome is known.
#[inline(always)]
pub(super) fn known(info: &Info) -> Option<Known> {
    let bare = |color: Color| !info.all[color].many();
    if !bare(Color::White) && !bare(Color::Black) {
        return without_mating_material(info);
    }
    against_bare_king(info, if bare(Color::Black) { Color::White } else { Color::Black })
}

/// Bishops of one colour on both sides: no mate can arise.
#[inline(always)]
fn without_mating_material(info: &Info) -> Option<Known> {
    let kings = info.men[Color::White][Piece::King] | info.men[Color::Black][Piece::King];
    let bishops = info.men[Color::White][Piece::Bishop] | info.men[Color::Black][Piece::Bishop];
    let drawn = info.occupied == (kings | bishops) && is_one_shade(bishops);
    drawn.then_some(Known::drawn("insufficient material"))
}

fn is_one_shade(set: Bitboard) -> bool {
    !set.meets(Bitboard::LIGHT) || !set.meets(Bitboard::DARK)
}

#[cold]
fn against_bare_king(info: &Info, strong: Color) -> Option<Known> {
    let men = &info.men[strong];
    let (knights, bishops) = (men[Piece::Knight], men[Piece::Bishop]);
    let heavy = men[Piece::Rook] | men[Piece::Queen];
    let king = info.king[strong];
    let lone = info.king[!strong];
    if heavy.any() {
        return Some(Known::won("drive to the edge", strong, drive(info, strong)));
    }
    if let Some(pawn) = men[Piece::Pawn].first() {
        let single = !men[Piece::Pawn].many() && (knights | bishops).is_empty();
        return single.then(|| pawn_ending(info, strong, pawn));
    }
    Some(match (knights.len(), bishops.len()) {
        (0, _) if is_one_shade(bishops) => Known::drawn("insufficient material"),
        (1, 0) => Known::drawn("insufficient material"),
        (2, 0) => Known::drawn("two knights"),
        (1, 1) => {
            let value = WON + 20 * nearness(king, lone) + 60 * to_corner(lone, bishops);
            Known::won("bishop and knight", strong, value + 10 * to_edge(lone))
        }
        (0, 2) => {
            let value = WON + 20 * nearness(king, lone) + 40 * to_edge(lone);
            Known::won("two bishops", strong, value)
        }
        _ => Known::won("drive to the edge", strong, drive(info, strong)),
    })
}

fn pawn_ending(info: &Info, strong: Color, pawn: Square) -> Known {
    const NAME: &str = "king and pawn";
    let (king, lone) = (info.king[strong], info.king[!strong]);
    if !kpk::is_won(strong, king, pawn, lone, info.turn) {
        return Known::drawn(NAME);
    }
    let rank = pawn.relative_rank(strong).index() as i32;
    Known::won(NAME, strong, WON_PAWN + 30 * rank + nearness(king, pawn))
}

/// The mate with heavy pieces: material, the lone king at the edge, the other king close.
fn drive(info: &Info, strong: Color) -> i32 {
    const VALUES: [i32; 5] = [120, 320, 340, 550, 1_000];
    let men = &info.men[strong];
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
