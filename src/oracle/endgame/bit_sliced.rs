//! Bit-sliced distances, sixty-four side by side: the first word holds the lowest bit of each, the second the next, and so on. One
//! comparison or one minimum then costs a few operations for all of them.

use crate::chess::{Color, Square};

/// Planes of the number.
const NUMBER: usize = 7;
/// The plane that says that Black mates.
const BLACK: usize = NUMBER;
pub(super) const PLANES: usize = NUMBER + 1;

/// The longest distance that fits, in moves.
pub(super) const LONGEST: u8 = 126;

/// What comes of 64 positions: nothing, or who mates in how many moves. Zero moves say that it is mate already.
///
/// The number is kept one higher than it is, so that zero means that nobody mates.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct BitSlicedDistances([u64; PLANES]);

impl BitSlicedDistances {
    pub(super) const fn of(planes: [u64; PLANES]) -> BitSlicedDistances {
        BitSlicedDistances(planes)
    }

    pub(super) const fn planes(&self) -> &[u64; PLANES] {
        &self.0
    }

    /// Who mates, and in how many moves.
    pub(super) fn at(&self, square: Square) -> Option<(Color, u8)> {
        let bit = |plane: usize| (self.0[plane] >> square.index() & 1) as u8;
        let number = (0..NUMBER).map(|plane| bit(plane) << plane).sum::<u8>();
        let winner = if bit(BLACK) == 1 { Color::Black } else { Color::White };
        number.checked_sub(1).map(|moves| (winner, moves))
    }

    pub(super) fn decided(&self) -> u64 {
        self.0[..NUMBER].iter().fold(0, |all, plane| all | plane)
    }

    pub(super) fn won_by(&self, color: Color) -> u64 {
        match color {
            Color::White => self.decided() & !self.0[BLACK],
            Color::Black => self.0[BLACK],
        }
    }

    /// Where it is mate in exactly so many moves, whoever mates.
    pub(super) fn exactly(&self, moves: u8) -> u64 {
        (0..NUMBER).fold(!0, |same, plane| same & !(self.0[plane] ^ spread(moves + 1, plane)))
    }

    /// Where it is mate in at most so many moves, or nobody mates.
    pub(super) fn at_most(&self, moves: u8) -> u64 {
        let (mut more, mut same) = (0, !0);
        for plane in (0..NUMBER).rev() {
            let bound = spread(moves + 1, plane);
            more |= same & self.0[plane] & !bound;
            same &= !(self.0[plane] ^ bound);
        }
        !more
    }

    fn smaller(&self, other: &BitSlicedDistances) -> u64 {
        let (mut smaller, mut same) = (0, !0);
        for plane in (0..NUMBER).rev() {
            smaller |= same & !self.0[plane] & other.0[plane];
            same &= !(self.0[plane] ^ other.0[plane]);
        }
        smaller
    }

    /// Writes the same on every square of a set.
    pub(super) fn put(&mut self, set: u64, winner: Color, moves: u8) {
        for plane in 0..NUMBER {
            self.0[plane] = self.0[plane] & !set | spread(moves + 1, plane) & set;
        }
        self.0[BLACK] &= !set;
        if winner == Color::Black {
            self.0[BLACK] |= set;
        }
    }

    pub(super) fn take(&mut self, set: u64, other: &BitSlicedDistances) {
        for (mine, theirs) in self.0.iter_mut().zip(other.0) {
            *mine = *mine & !set | theirs & set;
        }
    }

    pub(super) fn clear(&mut self, set: u64) {
        self.take(set, &BitSlicedDistances::default());
    }

    /// Takes what `other` says on a set, where it is the shorter mate or the only one.
    pub(super) fn shorten(&mut self, set: u64, other: &BitSlicedDistances) {
        let better = other.smaller(self) | !self.decided();
        self.take(set & better, other);
    }

    /// Takes what `other` says on a set, where it is the longer mate or the only one.
    pub(super) fn lengthen(&mut self, set: u64, other: &BitSlicedDistances) {
        self.take(set & self.smaller(other), other);
    }

    /// One move more wherever somebody mates.
    pub(super) fn one_more(mut self) -> BitSlicedDistances {
        let mut carry = self.decided();
        for plane in &mut self.0[..NUMBER] {
            let sum = *plane ^ carry;
            carry &= *plane;
            *plane = sum;
        }
        self
    }

    /// Each plane turned by the same symmetry of the board.
    pub(super) fn map(self, turn: impl Fn(u64) -> u64) -> BitSlicedDistances {
        BitSlicedDistances(self.0.map(turn))
    }

    /// What one square says, on all of them.
    pub(super) fn broadcast(&self, square: Square) -> BitSlicedDistances {
        self.map(|plane| (plane >> square.index() & 1).wrapping_neg())
    }
}

/// One bit of a number, on all squares.
fn spread(number: u8, plane: usize) -> u64 {
    u64::from(number >> plane & 1).wrapping_neg()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Square `i` holds the i-th of some numbers, the last none.
    fn some() -> (BitSlicedDistances, Vec<Option<(Color, u8)>>) {
        let mut sliced = BitSlicedDistances::default();
        let mut plain = vec![None; 64];
        for square in &Square::ALL[..63] {
            let moves = (square.index() * 37 % 127) as u8;
            let winner = Color::ALL[square.index() % 3 % 2];
            sliced.put(1 << square.index(), winner, moves);
            plain[square.index()] = Some((winner, moves));
        }
        (sliced, plain)
    }

    fn read(sliced: &BitSlicedDistances) -> Vec<Option<(Color, u8)>> {
        Square::ALL.iter().map(|&square| sliced.at(square)).collect()
    }

    #[test]
    fn numbers_come_back_and_compare_as_numbers() {
        let (sliced, plain) = some();
        assert_eq!(read(&sliced), plain);
        for bound in 0..=LONGEST {
            for (i, known) in plain.iter().enumerate() {
                let moves = known.map(|(_, moves)| moves);
                assert_eq!(sliced.exactly(bound) >> i & 1 == 1, moves == Some(bound));
                assert_eq!(
                    sliced.at_most(bound) >> i & 1 == 1,
                    moves.is_none_or(|moves| moves <= bound)
                );
            }
        }
        for color in Color::ALL {
            for (i, known) in plain.iter().enumerate() {
                let won = sliced.won_by(color) >> i & 1 == 1;
                assert_eq!(won, known.is_some_and(|(winner, _)| winner == color));
            }
        }
    }

    #[test]
    fn the_shorter_and_the_longer_of_two() {
        let (mut shorter, plain) = some();
        let mut longer = shorter;
        let mut other = BitSlicedDistances::default();
        other.put(!0, Color::Black, 60);
        shorter.shorten(!1, &other);
        longer.lengthen(!1, &other);
        for (i, known) in plain.iter().enumerate().skip(1) {
            let moves = known.map(|(_, moves)| moves);
            let expected_short = if moves.is_some_and(|moves| moves <= 60) {
                *known
            } else {
                Some((Color::Black, 60))
            };
            let expected_long = if moves.is_some_and(|moves| moves >= 60) {
                *known
            } else {
                Some((Color::Black, 60))
            };
            assert_eq!(shorter.at(Square::ALL[i]), expected_short);
            assert_eq!(longer.at(Square::ALL[i]), expected_long);
        }
        assert_eq!((shorter.at(Square::A1), longer.at(Square::A1)), (plain[0], plain[0]));
    }

    #[test]
    fn one_more_move_where_there_is_a_mate() {
        let (sliced, plain) = some();
        let more = sliced.one_more();
        for (i, known) in plain.iter().enumerate() {
            if known.is_none_or(|(_, moves)| moves < LONGEST) {
                let expected = known.map(|(winner, moves)| (winner, moves + 1));
                assert_eq!(more.at(Square::ALL[i]), expected);
            }
        }
    }
}
