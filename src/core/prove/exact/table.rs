//! The table of facts about positions: a mate within a number of moves, or none.
//!
//! No fact depends on the path or on the requested length, so none becomes outdated; they are replaced only for lack of room.

use bytemuck::Zeroable;

use crate::chess::{Key, Move};
use crate::memory::CacheLines;

#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{mebibytes} MiB of memory for the solver of short mates are not to be had; less may be")]
pub struct NoMemory {
    pub(crate) mebibytes: usize,
}

/// The facts about one position. Lengths are moves of the attacker.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Fact {
    pub(crate) proved: Option<u16>,
    pub(crate) refuted: u16,
    /// The attacker's move that mates, or the defender's that saved it longest.
    pub(crate) best: Option<Move>,
}

/// A fact as it is kept: sixteen bytes.
#[derive(Clone, Copy, Zeroable)]
#[repr(C)]
struct ExactSlot {
    key: Key,
    /// Nodes it cost, at most what fits.
    work: u32,
    best: u16,
    /// One more than the length that is proved; zero if none is.
    proved: u8,
    refuted: u8,
}

/// Slots of a key; together one cache line.
const WAYS: usize = CacheLines::<ExactSlot>::CELLS;
const BUCKET: usize = WAYS * size_of::<ExactSlot>();

pub(crate) const LONGEST: u16 = 250;

pub(super) struct ExactTable {
    lines: CacheLines<ExactSlot>,
    buckets: usize,
}

impl ExactTable {
    /// An empty table. Memory comes zeroed from the system and is touched only when it is used.
    pub(super) fn new(mebibytes: usize) -> Result<ExactTable, NoMemory> {
        let error = || NoMemory { mebibytes };
        let bytes = mebibytes.max(1).checked_mul(1 << 20).ok_or_else(error)?;
        let buckets = bytes / BUCKET;
        let lines = CacheLines::zeroed(buckets).map_err(|_| error())?;
        Ok(ExactTable { lines, buckets })
    }

    pub(super) fn clear(&mut self) {
        self.lines.clear();
    }

    pub(super) fn count_lookups(&self, lookups: u64) {
        self.lines.count_lookups(lookups, self.buckets);
    }

    #[inline(always)]
    fn bucket(&self, key: Key) -> usize {
        let index = (u128::from(key) * self.buckets as u128) >> 64;
        index as usize
    }

    #[inline(always)]
    pub(super) fn get(&self, key: Key) -> Fact {
        for slot in self.lines.line(self.bucket(key)) {
            if slot.key == key {
                return Fact {
                    proved: slot.proved.checked_sub(1).map(u16::from),
                    refuted: u16::from(slot.refuted),
                    best: Move::from_bits(slot.best),
                };
            }
        }
        Fact::default()
    }

    /// Stores the current facts in place of those that cost least.
    #[inline]
    pub(super) fn put(&mut self, key: Key, fact: Fact, nodes: u64) {
        let number = self.bucket(key);
        let bucket = self.lines.line_mut(number);
        let mut chosen = 0;
        for (i, slot) in bucket.iter().enumerate() {
            if slot.key == key {
                chosen = i;
                break;
            }
            if slot.work < bucket[chosen].work {
                chosen = i;
            }
        }
        let earlier = if bucket[chosen].key == key { bucket[chosen].work } else { 0 };
        bucket[chosen] = ExactSlot {
            key,
            work: earlier.saturating_add(u32::try_from(nodes).unwrap_or(u32::MAX)).max(1),
            best: fact.best.map_or(0, Move::bits),
            proved: fact.proved.map_or(0, |length| length as u8 + 1),
            refuted: fact.refuted as u8,
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::Square;

    #[test]
    fn a_fact_is_found_again_and_the_costliest_stay_longest() {
        let mut table = ExactTable::new(1).unwrap();
        let fact = Fact {
            proved: Some(0),
            refuted: LONGEST,
            best: Some(Move::normal(Square::A1, Square::H8)),
        };
        // Keys of one bucket: they differ only in their low bits.
        for key in 1..=4 {
            table.put(key, Fact { refuted: key as u16, ..fact }, 10 * key);
        }
        assert_eq!(table.get(3), Fact { refuted: 3, ..fact });
        table.put(5, fact, 5);
        assert_eq!(table.get(1), Fact::default());
        assert_eq!(table.get(5), fact);
        assert_eq!(table.get(4), Fact { refuted: 4, ..fact });
        table.clear();
        assert_eq!(table.get(5), Fact::default());
    }

    #[test]
    fn memory_that_is_not_to_be_had_is_an_error() {
        let error = ExactTable::new(usize::MAX).err().unwrap();
        assert_eq!(error, NoMemory { mebibytes: usize::MAX });
        assert!(ExactTable::new(1 << 40).is_err());
    }
}
