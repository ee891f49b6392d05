//! A middle-game and an endgame value in one integer, so that one addition adds both.
//!
//! The lower half holds the middle game, the upper half the endgame; a negative lower half borrows one from the upper,
//! which [`Pair::eg`] gives back. Sums are right as long as each half stays within ±32,000 centipawns.

use crate::chess::operators::{assigning, operators};

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

operators! {
    Pair: Add add (one, other: Pair) Pair(one.0.wrapping_add(other.0));
    Pair: Sub sub (one, other: Pair) Pair(one.0.wrapping_sub(other.0));
    Pair: Neg neg (one) Pair(one.0.wrapping_neg());
    Pair: Mul mul (one, count: i32) Pair(one.0.wrapping_mul(count));
}

assigning! {
    Pair: AddAssign add_assign Add::add;
    Pair: SubAssign sub_assign Sub::sub;
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
