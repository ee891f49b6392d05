//! Rook and pawn against rook: the chance to win, by the squares of kings and pawn.
//!
//! The log-odds of a win are a logistic regression over 20,000 random positions without captures or checks, labelled by a table
//! of distances to mate. The rooks' squares are left to the search, except for two drawing defences from the textbooks.
//! `cargo bench --bench rook-ending` counts how many other positions a short search gets right.

use super::info::Info;
use super::scale_factor::ScaleFactor;
use crate::chess::{Color, File, Piece, Rank, Square};

const MEN: u32 = 5;

/// The part of the endgame value where the chances are even, and what a log-odds of one is
/// worth.
const EVEN: i32 = 22;
const SLOPE: i32 = 8;

/// The least and the most. That a won ending does not count in full is a guess, unmeasured.
const RANGE: (i32, i32) = (2, 44);

/// The part of the endgame value that the side with the pawn can hope for; `None` if something else is on the board.
#[inline(always)]
pub(super) fn factor(info: &Info, strong: Color) -> Option<ScaleFactor> {
    if info.occupied.len() == MEN { of_five_men(info, strong) } else { None }
}

#[cold]
fn of_five_men(info: &Info, strong: Color) -> Option<ScaleFactor> {
    let pawn = info.pieces[strong][Piece::Pawn].first()?;
    let one_rook = |color: Color| info.pieces[color][Piece::Rook].len() == 1;
    if !one_rook(Color::White) || !one_rook(Color::Black) {
        return None;
    }
    if is_held(info, strong, pawn) {
        return Some(ScaleFactor::drawn(0));
    }
    let (least, most) = RANGE;
    Some(ScaleFactor::part((EVEN + SLOPE * log_odds(info, strong, pawn) / 100).clamp(least, most)))
}

/// Philidor's defence (1777): the king before the pawn; the rook keeps the other king off the sixth rank, and goes behind pawn and
/// king for checks as soon as the pawn is there.
fn is_held(info: &Info, strong: Color, pawn: Square) -> bool {
    let promotion = Square::at(pawn.file(), Rank::Eighth.relative(strong));
    let Some(rook) = info.pieces[!strong][Piece::Rook].first() else { return false };
    let king = info.king[strong].relative_rank(strong);
    if info.king[!strong].distance(promotion) > 1 {
        return false;
    }
    match pawn.relative_rank(strong) {
        Rank::Sixth => {
            let is_behind = king <= Rank::Fifth || king == Rank::Sixth && info.turn != strong;
            is_behind && rook.relative_rank(strong) == Rank::First
        }
        rank => {
            rank <= Rank::Fifth && king <= Rank::Fifth && rook.relative_rank(strong) == Rank::Sixth
        }
    }
}

/// The log-odds of a win, in hundredths.
fn log_odds(info: &Info, strong: Color, pawn: Square) -> i32 {
    let (king, defender) = (info.king[strong], info.king[!strong]);
    let promotion = Square::at(pawn.file(), Rank::Eighth.relative(strong));
    let steps = |from: Square, to: Square| i32::from(from.distance(to));
    let files = (defender.file() as i32 - pawn.file() as i32).abs();
    let rook_pawn = matches!(pawn.file(), File::A | File::H);
    -550 + 81 * (pawn.relative_rank(strong) as i32 + 1)
        + 74 * steps(defender, promotion)
        + 39 * steps(defender, pawn)
        + 40 * files
        - 81 * steps(king, pawn)
        - 55 * steps(king, promotion)
        + 220 * i32::from(info.turn == strong)
        - 154 * i32::from(rook_pawn)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::Position;

    fn of(fen: &str, strong: Color) -> Option<i32> {
        let position = Position::from_fen(fen).unwrap();
        factor(&Info::new(position.placement(), position.turn()), strong).map(|scale| scale.share)
    }

    #[test]
    fn a_bridge_is_worth_more_than_the_third_rank_defence() {
        // Lucena's position, Philidor's, and both for Black.
        let lucena = of("2K5/2P1k3/8/8/8/8/3r4/5R2 w - - 0 1", Color::White);
        let philidor = of("3k4/7R/r7/3KP3/8/8/8/8 b - - 0 1", Color::White);
        assert_eq!(philidor, Some(0));
        assert!(lucena > Some(EVEN), "{lucena:?}");
        let mirrored = of("5r2/3R4/8/8/8/8/2p1K3/2k5 b - - 0 1", Color::Black);
        assert_eq!(mirrored, lucena);
    }

    #[test]
    fn philidor_holds_and_one_condition_less_does_not() {
        for fen in [
            "3k4/7R/r7/3KP3/8/8/8/8 w - - 0 1",
            "4k3/7R/r7/3KP3/8/8/8/8 b - - 0 1",
            "4k3/7R/4P3/3K4/8/8/8/r7 w - - 0 1",
            "4k3/7R/3KP3/8/8/8/8/r7 b - - 0 1",
        ] {
            assert_eq!(of(fen, Color::White), Some(0), "{fen}");
        }
        for fen in [
            // The rook is a rank too low; the king too far away, or on the sixth; the pawn on the seventh.
            "4k3/7R/8/r2KP3/8/8/8/8 w - - 0 1",
            "2k5/7R/r7/3KP3/8/8/8/8 w - - 0 1",
            "4k3/7R/r3K3/4P3/8/8/8/8 w - - 0 1",
            "4k3/4P2R/8/3K4/8/8/8/r7 w - - 0 1",
            // It is White's move, and the king goes before the pawn; the rook is not behind it.
            "4k3/7R/3KP3/8/8/8/8/r7 w - - 0 1",
            "4k3/7R/4P3/3K4/8/r7/8/8 w - - 0 1",
        ] {
            assert_ne!(of(fen, Color::White), Some(0), "{fen}");
        }
        let mirrored = of("8/8/8/8/3kp3/R7/7r/4K3 w - - 0 1", Color::Black);
        assert_eq!(mirrored, Some(0));
    }

    #[test]
    fn anything_else_is_for_others_to_say() {
        for fen in [
            "3k4/7R/r7/3K4/8/8/8/8 w - - 0 1",
            "3k4/7R/r7/3KP3/4P3/8/8/8 w - - 0 1",
            "3k4/7R/8/3KP3/8/8/8/8 w - - 0 1",
            "3k4/7Q/r7/3KP3/8/8/8/8 w - - 0 1",
        ] {
            assert_eq!(of(fen, Color::White), None, "{fen}");
        }
    }
}
