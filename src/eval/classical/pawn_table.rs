//! A small table that remembers what pawns and kings alone decide: most positions of a search share it.
//!
//! It belongs to one evaluator and so to one thread; its size is fixed and nothing is allocated after it is made. A slot is
//! overwritten by whatever comes last.

use crate::chess::{Bitboard, Key};
use crate::eval::pair::Pair;

/// How many results are kept; a power of two.
const SLOTS: usize = 8 * 1_024;

/// What is known of one arrangement of pawns and kings.
#[derive(Clone, Copy, Debug)]
pub(super) struct PawnEntry {
    /// The key of pawns and kings.
    pub(super) key: Key,
    /// White's weights minus Black's.
    pub(super) sum: Pair,
    /// Passed pawns of both sides.
    pub(super) passed: Bitboard,
}

#[derive(Clone, Debug)]
pub(super) struct PawnTable {
    slots: Box<[PawnEntry]>,
}

impl PawnTable {
    pub(super) fn new() -> PawnTable {
        // Two kings are in every key, so no arrangement has the key zero (short of one chance in 2⁶⁴).
        let nothing = PawnEntry { key: 0, sum: Pair::ZERO, passed: Bitboard::EMPTY };
        PawnTable { slots: vec![nothing; SLOTS].into_boxed_slice() }
    }

    #[inline(always)]
    pub(super) fn get(&self, key: Key) -> Option<PawnEntry> {
        let entry = self.slots[key as usize % SLOTS];
        (entry.key == key).then_some(entry)
    }

    #[inline(always)]
    pub(super) fn put(&mut self, entry: PawnEntry) {
        self.slots[entry.key as usize % SLOTS] = entry;
    }
}
