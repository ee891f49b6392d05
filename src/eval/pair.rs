//! A middle-game and an endgame value in one integer, so that one addition adds both.
//!
//! The lower half holds the middle game, the upper half the endgame; a negative lower half borrows one from the upper,
//! which [`Pair::eg`] gives back. Sums are right as long as each half stays within ±32,000 centipawns.

use std::ops::{Add, AddAssign, Mul, Neg, Sub, SubAssign};

/// Two values in centipawns: for the middle game and for the endgame.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Pair(i32);

impl Pair {
    pub const ZERO: Pair = Pair(0);

    #[inline(always)]
    pub const fn new(mg: i32, eg: i32) -> Pair {
        Pair((eg << 16).wrapping_add(mg))
    }

    #[inline(always)]
    pub const fn mg(self) -> i32 {
        self.0 as i16 as i32
    }

    #[inline(always)]
    pub const fn eg(self) -> i32 {
        self.0.wrapping_add(0x8000) >> 16
    }
}

impl Add for Pair {
    type Output = Pair;

    #[inline(always)]
    fn add(self, other: Pair) -> Pair {
        Pair(self.0.wrapping_add(other.0))
    }
}

impl Sub for Pair {
    type Output = Pair;

    #[inline(always)]
    fn sub(self, other: Pair) -> Pair {
        Pair(self.0.wrapping_sub(other.0))
    }
}

impl Neg for Pair {
    type Output = Pair;

    #[inline(always)]
    fn neg(self) -> Pair {
        Pair(self.0.wrapping_neg())
    }
}

impl Mul<i32> for Pair {
    type Output = Pair;

    #[inline(always)]
    fn mul(self, count: i32) -> Pair {
        Pair(self.0.wrapping_mul(count))
    }
}

impl AddAssign for Pair {
    #[inline(always)]
    fn add_assign(&mut self, other: Pair) {
        *self = *self + other;
    }
}

impl SubAssign for Pair {
    #[inline(always)]
    fn sub_assign(&mut self, other: Pair) {
        *self = *self - other;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn halves_do_not_mix() {
        let values = [-30_000, -257, -1, 0, 1, 128, 30_000];
        for mg in values {
            for eg in values {
                let pair = Pair::new(mg, eg);
                assert_eq!((pair.mg(), pair.eg()), (mg, eg));
                assert_eq!(((-pair).mg(), (-pair).eg()), (-mg, -eg));
            }
        }
        let sum = Pair::new(-7, 3) * 5 - Pair::new(1, -1) + Pair::new(0, -40);
        assert_eq!((sum.mg(), sum.eg()), (-36, -24));
    }
}
