//! A small hash table by key: the evaluation cache, the pawn hash table and the material hash table are three of it.
//!
//! It belongs to one evaluator and so to one thread; its size is fixed, and a slot is overwritten by the latest result.

use crate::chess::Key;

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
