//! The evaluation cache: a hash table of static evaluations, for positions that are not in the transposition table.
//!
//! The search prunes most nodes before it stores them, and meets them again in the next iteration.

use super::classical::fifty_move_scale;
use super::{Evaluation, Evaluator};
use crate::chess::random::GOLDEN;
use crate::chess::{Key, Position};

const SLOTS: usize = 1 << 14;

#[derive(Clone, Debug)]
pub struct Cached<E> {
    pub(crate) evaluator: E,
    table: KeyedTable<Evaluation, SLOTS>,
}

impl<E> Cached<E> {
    pub(crate) fn new(evaluator: E) -> Cached<E> {
        Cached { evaluator, table: KeyedTable::new() }
    }
}

/// The key of all that an evaluation depends on: of the clock, the part of the value that it leaves.
#[inline(always)]
fn key(position: &Position) -> Key {
    let scale = fifty_move_scale(position.halfmoves()) as u64;
    position.key() ^ scale.wrapping_mul(GOLDEN)
}

impl<E: Evaluator> Evaluator for Cached<E> {
    #[inline]
    fn evaluate(&mut self, position: &Position, ply: usize) -> Evaluation {
        self.table.get_or(key(position), || self.evaluator.evaluate(position, ply))
    }
}

/// A table of `SLOTS` results, a power of two.
#[derive(Clone, Debug)]
pub(crate) struct KeyedTable<R, const SLOTS: usize> {
    slots: Box<[(Key, R)]>,
}

impl<R: Copy + Default, const SLOTS: usize> KeyedTable<R, SLOTS> {
    pub(crate) fn new() -> KeyedTable<R, SLOTS> {
        const { assert!(SLOTS.is_power_of_two()) };
        // An empty slot has the key zero, as one position in 2⁶⁴ has.
        KeyedTable { slots: vec![(0, R::default()); SLOTS].into_boxed_slice() }
    }

    /// Returns the result of a key from its slot, or from `compute`, and stores it.
    #[inline(always)]
    pub(crate) fn get_or(&mut self, key: Key, compute: impl FnOnce() -> R) -> R {
        let (found, result) = &mut self.slots[key as usize % SLOTS];
        if *found != key {
            (*found, *result) = (key, compute());
        }
        *result
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::ClassicalEvaluator;

    /// Counts its evaluations.
    struct Counting(ClassicalEvaluator, usize);

    impl Evaluator for Counting {
        fn evaluate(&mut self, position: &Position, ply: usize) -> Evaluation {
            self.1 += 1;
            self.0.evaluate(position, ply)
        }
    }

    #[test]
    fn what_is_remembered_is_what_would_be_evaluated() {
        let mut cached = Cached::new(Counting(ClassicalEvaluator::new(), 0));
        let mut asked = 0;
        for board in
            ["r3k2r/pp3ppp/2n2n2/8/8/2N2N2/PP3PPP/R3KB1R w KQkq -", "4k3/8/8/8/8/8/P7/4K3 b - -"]
        {
            // Each clock twice in turn, so that a key without it would answer for another.
            for halfmoves in [0, 8, 20, 20, 50, 0, 98, 50, 98, 100, 0] {
                let position = Position::from_fen(&format!("{board} {halfmoves} 60")).unwrap();
                let plain = ClassicalEvaluator::new().evaluate(&position, 0);
                assert_eq!(cached.evaluate(&position, 3), plain, "{board} {halfmoves}");
                asked += 1;
            }
        }
        assert!(cached.evaluator.1 < asked, "{} of {asked}", cached.evaluator.1);
    }

    #[test]
    fn a_result_is_computed_once_until_its_slot_is_overwritten() {
        let mut table: KeyedTable<u32, 4> = KeyedTable::new();
        let mut computed = 0;
        let mut ask = |key| {
            let result = table.get_or(key, || {
                computed += 1;
                key as u32 * 10
            });
            assert_eq!(result, key as u32 * 10);
            computed
        };
        assert_eq!([1, 1, 2, 1, 5, 5, 1].map(&mut ask), [1, 1, 2, 2, 3, 3, 4]);
    }
}
