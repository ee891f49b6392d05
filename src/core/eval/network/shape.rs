//! The shape of a network: the meaning and number of its inputs, and the choice of its head.
//!
//! Each side sees the board from its own end and from its king's half: with the king on files e to h the board is mirrored left
//! to right, so that what is learned on one wing applies to the other. The region of its king chooses which of [`REGIONS`] sets
//! of weights the men have.

use crate::chess::{Color, File, Piece, Placement, Square};

/// Regions of the own king, seen from its own end.
pub const REGIONS: usize = 4;

/// Inputs of one side in a region: own or enemy, six kinds of pieces, 64 squares.
pub const REGION_INPUTS: usize = 768;

/// Inputs of one side.
pub const INPUTS: usize = REGIONS * REGION_INPUTS;

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
    region: u8,
}

/// The region of a king on its own half of files, by rank as its side sees it: the corner where kings castle, the rest of the
/// first rank, the second one, and in front of that.
const fn region_of(king: Square, end: usize) -> u8 {
    let square = king.index() ^ end;
    let wing = if square % 8 >= 4 { 7 } else { 0 };
    match (square / 8, (square % 8) ^ wing) {
        (0, 0 | 1) => 0,
        (0, _) => 1,
        (1, _) => 2,
        _ => 3,
    }
}

/// The squares of a side's board, turned to its own end.
const fn end_of(color: Color) -> usize {
    match color {
        Color::White => 0,
        Color::Black => 56,
    }
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
        let mirrored = king.file() >= File::E;
        Viewpoint { color, mirrored, region: region_of(king, end_of(color)) }
    }

    /// One of [`Viewpoint::COUNT`] numbers, for a colour.
    #[inline(always)]
    pub(crate) fn index(self) -> usize {
        2 * usize::from(self.region) + usize::from(self.mirrored)
    }

    /// Viewpoints of a colour.
    pub(crate) const COUNT: usize = 2 * REGIONS;

    #[inline(always)]
    pub(crate) fn is_mirrored(self) -> bool {
        self.mirrored
    }

    #[inline(always)]
    pub fn input(self, color: Color, piece: Piece, square: Square) -> usize {
        let end = end_of(self.color);
        let wing = if self.mirrored { 7 } else { 0 };
        let enemy = usize::from(color != self.color);
        usize::from(self.region) * REGION_INPUTS
            + enemy * 384
            + piece.index() * 64
            + (square.index() ^ end ^ wing)
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
