//! The shape of a network: the meaning and number of its inputs, and the choice of its head.
//!
//! Each side sees the board from its own end and from its king's half: with the king on files e to h the board is mirrored left
//! to right, so that what is learned on one wing applies to the other.

use crate::chess::{Color, File, Piece, Placement, Square};

/// Inputs of one side: own or enemy, six kinds of pieces, 64 squares.
pub const INPUTS: usize = 768;

/// Neurons a side that a network can have.
pub const WIDTHS: [usize; 5] = [32, 64, 128, 256, 512];

/// The same for people.
pub const WIDTHS_LISTED: &str = "32, 64, 128, 256 and 512";

/// Output heads: each speaks for positions with a certain number of men.
pub const HEADS: usize = 8;

const MEN_PER_HEAD: usize = 32 / HEADS;

/// The smallest and the largest number of men for a head.
pub const fn men_of_head(head: usize) -> (usize, usize) {
    (if head == 0 { 2 } else { MEN_PER_HEAD * head + 1 }, MEN_PER_HEAD * (head + 1))
}

#[inline(always)]
pub const fn head_for(men: u32) -> usize {
    let head = (men as usize).saturating_sub(1) / MEN_PER_HEAD;
    if head < HEADS { head } else { HEADS - 1 }
}

/// From which end, and from which wing, a side looks at the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Viewpoint {
    color: Color,
    mirrored: bool,
}

impl Viewpoint {
    #[inline(always)]
    pub fn of(placement: &Placement, color: Color) -> Viewpoint {
        let king = placement.pieces(Piece::King) & placement.color(color);
        Viewpoint::at(color, Square::new(king.0.trailing_zeros() as u8))
    }

    /// The viewpoint of a side whose king is on a square.
    #[inline(always)]
    pub fn at(color: Color, king: Square) -> Viewpoint {
        Viewpoint { color, mirrored: king.file() >= File::E }
    }

    #[inline(always)]
    pub(crate) fn is_mirrored(self) -> bool {
        self.mirrored
    }

    #[inline(always)]
    pub fn input(self, color: Color, piece: Piece, square: Square) -> usize {
        let end = if self.color == Color::White { 0 } else { 56 };
        let wing = if self.mirrored { 7 } else { 0 };
        let enemy = usize::from(color != self.color);
        enemy * 384 + piece.index() * 64 + (square.index() ^ end ^ wing)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::Position;

    #[test]
    fn heads_share_the_men_out() {
        for men in 2..=32 {
            let (least, most) = men_of_head(head_for(men));
            assert!((least..=most).contains(&(men as usize)), "{men}");
        }
        assert_eq!((head_for(2), head_for(32)), (0, HEADS - 1));
    }

    #[test]
    fn a_mirrored_board_and_swapped_colours_light_the_same_inputs() {
        let here = Position::from_fen("r3k3/8/8/3p4/8/8/1P3N2/4K2R w - - 0 1").unwrap();
        let there = Position::from_fen("r2k4/2n3p1/8/8/4P3/8/8/3K3R w - - 0 1").unwrap();
        let sorted = |position: &Position, color| {
            let view = Viewpoint::of(position.placement(), color);
            let input = |square| {
                let man = position.at(square).unwrap();
                view.input(man.color, man.piece, square)
            };
            let mut inputs: Vec<usize> = position.occupied().map(input).collect();
            inputs.sort_unstable();
            inputs
        };
        assert_eq!(sorted(&here, Color::White), sorted(&there, Color::Black));
        assert_eq!(sorted(&here, Color::Black), sorted(&there, Color::White));
        assert_ne!(sorted(&here, Color::White), sorted(&here, Color::Black));
    }
}
