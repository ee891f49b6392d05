//! Bit-sliced distances, sixty-four at a time: the first word has the lowest bit of each, the second the next, and so on. One
//! comparison or one minimum then costs a few operations for all of them.

use super::EndgameValue;
use crate::chess::Square;

const NUMBER: usize = 7;
/// The plane of positions in which the side to move is mated.
const LOSS: usize = NUMBER;
pub(super) const PLANES: usize = NUMBER + 1;

/// The longest distance that fits, in moves. With four men the longest is 43.
pub(super) const LONGEST: u16 = 127;

/// The values of 64 positions with the same side to move. The number is in moves, and zero in a draw: all 256 codes of eight planes are in use.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct BitSlicedDistances([u64; PLANES]);

impl BitSlicedDistances {
    pub(super) fn at(&self, square: Square) -> EndgameValue {
        let bit = |plane: usize| (self.0[plane] >> square.index() & 1) as u16;
        let moves = (0..NUMBER).map(|plane| bit(plane) << plane).sum();
        match moves {
            _ if bit(LOSS) == 1 => EndgameValue::Mated(moves),
            0 => EndgameValue::Draw,
            _ => EndgameValue::Mates(moves),
        }
    }

    pub(super) fn wins(&self) -> u64 {
        self.decided() & !self.0[LOSS]
    }

    pub(super) fn losses(&self) -> u64 {
        self.0[LOSS]
    }

    pub(super) fn decided(&self) -> u64 {
        self.0.iter().fold(0, |all, plane| all | plane)
    }

    pub(super) fn exactly(&self, value: EndgameValue) -> u64 {
        let code = code(value);
        (0..PLANES).fold(!0, |same, plane| same & !(self.0[plane] ^ spread(code, plane)))
    }

    /// Mask of the numbers that are at most `moves`, including those of draws.
    pub(super) fn at_most(&self, moves: u16) -> u64 {
        let (mut more, mut same) = (0, !0);
        for plane in (0..NUMBER).rev() {
            let bound = spread(moves, plane);
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

    pub(super) fn put(&mut self, set: u64, value: EndgameValue) {
        let code = code(value);
        for (plane, word) in self.0.iter_mut().enumerate() {
            *word = *word & !set | spread(code, plane) & set;
        }
    }

    pub(super) fn take(&mut self, set: u64, other: &BitSlicedDistances) {
        for (mine, theirs) in self.0.iter_mut().zip(other.0) {
            *mine = *mine & !set | theirs & set;
        }
    }

    pub(super) fn clear(&mut self, set: u64) {
        self.put(set, EndgameValue::Draw);
    }

    /// Takes the value of `other` on a set, where it is the shorter mate or the only one.
    pub(super) fn shorten(&mut self, set: u64, other: &BitSlicedDistances) {
        let better = other.smaller(self) | !self.decided();
        self.take(set & better, other);
    }

    /// Takes the value of `other` on a set, where it is the longer mate or the only one.
    pub(super) fn lengthen(&mut self, set: u64, other: &BitSlicedDistances) {
        self.take(set & self.smaller(other), other);
    }

    /// Returns the values one move earlier, from the view of the side that moves into the positions. Where the side to move is
    /// mated in [`LONGEST`] moves the earlier value does not fit: it becomes a draw.
    pub(super) fn a_move_earlier(mut self) -> BitSlicedDistances {
        let wins = self.wins();
        let mut carry = self.0[LOSS];
        for plane in &mut self.0[..NUMBER] {
            let sum = *plane ^ carry;
            carry &= *plane;
            *plane = sum;
        }
        self.0[LOSS] = wins;
        self
    }

    /// Each plane turned by the same symmetry of the board.
    pub(super) fn map(self, turn: impl Fn(u64) -> u64) -> BitSlicedDistances {
        BitSlicedDistances(self.0.map(turn))
    }

    pub(super) fn broadcast(&self, square: Square) -> BitSlicedDistances {
        self.map(|plane| (plane >> square.index() & 1).wrapping_neg())
    }
}

fn code(value: EndgameValue) -> u16 {
    match value {
        EndgameValue::Draw => 0,
        EndgameValue::Mates(moves) => moves,
        EndgameValue::Mated(moves) => 1 << LOSS | moves,
    }
}

/// One bit of a code, on all squares.
fn spread(code: u16, plane: usize) -> u64 {
    u64::from(code >> plane & 1).wrapping_neg()
}

#[cfg(test)]
mod tests {
    use super::*;
    use EndgameValue::{Draw, Mated, Mates};

    /// Every value that fits, in four words of 64.
    fn all() -> Vec<(BitSlicedDistances, Vec<EndgameValue>)> {
        let losses = (0..=LONGEST).map(Mated);
        let values: Vec<EndgameValue> =
            std::iter::once(Draw).chain((1..=LONGEST).map(Mates)).chain(losses).collect();
        let word = |values: &[EndgameValue]| {
            let mut sliced = BitSlicedDistances::default();
            for (square, &value) in Square::ALL.iter().zip(values) {
                sliced.put(1 << square.index(), value);
            }
            (sliced, values.to_vec())
        };
        values.chunks(64).map(word).collect()
    }

    fn moves(value: EndgameValue) -> u16 {
        match value {
            Draw => 0,
            Mates(moves) | Mated(moves) => moves,
        }
    }

    #[test]
    fn every_value_comes_back_and_compares_as_a_number() {
        assert_eq!(all().len(), 4);
        for (sliced, plain) in all() {
            for (i, &value) in plain.iter().enumerate() {
                let is_in = |set: u64| set >> i & 1 == 1;
                assert_eq!(sliced.at(Square::ALL[i]), value);
                assert_eq!(is_in(sliced.wins()), matches!(value, Mates(_)));
                assert_eq!(is_in(sliced.losses()), matches!(value, Mated(_)));
                assert_eq!(is_in(sliced.decided()), value != Draw);
                for bound in 0..=LONGEST {
                    assert_eq!(is_in(sliced.exactly(Mated(bound))), value == Mated(bound));
                    assert_eq!(is_in(sliced.at_most(bound)), moves(value) <= bound);
                }
            }
        }
    }

    #[test]
    fn the_shorter_and_the_longer_of_two() {
        for (sliced, plain) in all() {
            let mut other = BitSlicedDistances::default();
            other.put(!0, Mates(60));
            let (mut shorter, mut longer) = (sliced, sliced);
            shorter.shorten(!1, &other);
            longer.lengthen(!1, &other);
            for (i, &value) in plain.iter().enumerate().skip(1) {
                let is_short = value != Draw && moves(value) <= 60;
                assert_eq!(shorter.at(Square::ALL[i]), if is_short { value } else { Mates(60) });
                let is_long = moves(value) >= 60;
                assert_eq!(longer.at(Square::ALL[i]), if is_long { value } else { Mates(60) });
            }
            let first = [shorter, longer].map(|sliced| sliced.at(Square::A1));
            assert_eq!(first, [plain[0]; 2], "it is not in the set");
        }
    }

    #[test]
    fn a_move_earlier_is_what_it_is_for_one_value() {
        for (sliced, plain) in all() {
            let earlier = sliced.a_move_earlier();
            for (square, value) in Square::ALL.into_iter().zip(plain) {
                let fits = value != Mated(LONGEST);
                let expected = if fits { value.a_move_earlier() } else { Draw };
                assert_eq!(earlier.at(square), expected);
            }
        }
    }
}
