//! The arena of the proof-number search: a fixed amount of memory, shared by its threads without a lock.
//!
//! There are two kinds of entries. A *fact* states that a position has a mate within a number of moves, or none: it is always
//! true, independent of the path. An *estimate* holds the numbers of an open node, that is of a position together with the moves
//! the attacker has left. Because those decrease with every move, no path returns to a node: nothing depends on the path, so
//! nothing path-dependent can be stored.
//!
//! The arena never grows. It is taken into use in steps, because a table that fits the processor's caches is several times as
//! fast as one that does not, and most questions are answered before they fill it. A full bucket evicts the entry that cost the
//! least work. Every few evictions a bucket selected by bits of the new entry is aged: its entries count as a little cheaper, so
//! that unused ones leave in time. An entry is two words, the second XORed into the first, so that a torn write is not found
//! again (Hyatt and Mann, 2002).

use std::sync::atomic::{AtomicU32, AtomicU64, AtomicUsize, Ordering};

use bytemuck::Zeroable;

use super::numbers::{INFINITE, LONGEST, Numbers};
use super::virtual_numbers::VirtualNumbers;
use crate::chess::Key;
use crate::memory::CacheLines;
use crate::prove::NoMemory;

/// Slots of a key; together one cache line.
const WAYS: usize = CacheLines::<DfpnSlot>::CELLS;
const BUCKET: usize = WAYS * size_of::<DfpnSlot>();

/// Value of the moves-left field that marks a fact: no node has that many.
const FACT: u8 = 255;
const UNKNOWN: u8 = 255;

/// Facts are worth this much more than an estimate that cost the same work, in doublings of it.
const FACT_BONUS: u8 = 3;

/// The head: key 48 bits · work 8 · moves left 8. The body: proof 24 · disproof 24 from the top, and in a fact their last eight
/// bits are the moves that it is proved and refuted for. Bodies therefore differ only in bits that are XORed with the key, so
/// that the head of one entry with the body of another never matches a key.
#[derive(Zeroable)]
#[repr(C)]
struct DfpnSlot {
    head: AtomicU64,
    body: AtomicU64,
}

impl DfpnSlot {
    /// Head and body; the head of an empty slot is zero.
    #[inline(always)]
    fn read(&self) -> (u64, u64) {
        let body = self.body.load(Ordering::Relaxed);
        (self.head.load(Ordering::Relaxed) ^ body, body)
    }

    #[inline(always)]
    fn write(&self, head: u64, body: u64) {
        self.body.store(body, Ordering::Relaxed);
        self.head.store(head ^ body, Ordering::Relaxed);
    }

    fn clear(&self) {
        self.write(0, 0);
    }
}

const KEY_BITS: Key = (1 << 48) - 1;

/// Moves left up to which the numbers of a position share the line of its facts.
const NEAR: u8 = 5;

/// The key that places numbers with `left` moves left: that of the position, or one that differs in the bits which only the place
/// determines.
///
/// In a locked position men move to and fro, and a position recurs with any number of moves left. In one bucket these numbers
/// would evict each other, and the search would repeat the same ones forever. Without a bound, a position is one node.
#[inline(always)]
fn home(key: Key, left: u8) -> Key {
    let group = if left >= LONGEST - 1 { 0 } else { left.saturating_sub(NEAR - 1) / 2 };
    key ^ u64::from(group).wrapping_mul(0x9E37) << KEY_BITS.count_ones()
}

/// The facts about a position, and the numbers of its node for some number of moves left.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct TableFacts {
    pub(crate) proved: Option<u8>,
    pub(crate) refuted: Option<u8>,
    /// The numbers, if the node was visited with this many moves left.
    pub(crate) numbers: Option<Numbers>,
    /// The numbers with the fewest moves more left, if such a node was visited.
    pub(crate) borrowed: Option<Numbers>,
}

/// Initial number of buckets as a power of two: four mebibytes. At least sixteen bits of the key are implied by an entry's place,
/// the other forty-eight are stored.
const FIRST: u32 = 16;
/// Growth of the part in use per step, as a power of two.
const STEP: u32 = 2;
/// Evictions per slot before more of the arena is taken into use.
const TURNOVER: usize = 10;
/// Evictions are sampled: one in `COUNTED` adds `COUNTED` to the count.
const COUNTED: usize = 64;

pub(crate) struct DfpnTable {
    lines: CacheLines<DfpnSlot>,
    pub(super) virtuals: VirtualNumbers,
    mebibytes: usize,
    /// Buckets there are, in doublings.
    largest: u32,
    /// Buckets in use, in doublings.
    active: AtomicU32,
    /// The same before the last step, as long as what was written then is still looked for where it was written; zero
    /// after that.
    previous: AtomicU32,
    /// Approximate number of evictions since the number of buckets in use changed.
    left: AtomicUsize,
}

impl DfpnTable {
    /// Creates an empty table of at most `mebibytes` (at least one): the largest power of two.
    pub(crate) fn new(mebibytes: usize) -> Result<DfpnTable, NoMemory> {
        let error = || NoMemory { mebibytes };
        let buckets = mebibytes.max(1).checked_mul((1 << 20) / BUCKET).ok_or_else(error)?;
        let largest = buckets.ilog2();
        let lines = CacheLines::zeroed(1 << largest).map_err(|_| error())?;
        Ok(DfpnTable {
            lines,
            virtuals: VirtualNumbers::new(),
            mebibytes: mebibytes.max(1),
            largest,
            active: AtomicU32::new(largest.min(FIRST)),
            previous: AtomicU32::new(0),
            left: AtomicUsize::new(0),
        })
    }

    pub(crate) fn mebibytes(&self) -> usize {
        self.mebibytes
    }

    pub(crate) fn clear(&self) {
        let used = 1 << self.active.load(Ordering::Relaxed);
        for slot in self.lines.first_lines(used) {
            slot.clear();
        }
        self.active.store(self.largest.min(FIRST), Ordering::Relaxed);
        self.previous.store(0, Ordering::Relaxed);
        self.left.store(0, Ordering::Relaxed);
    }

    /// Grows the active part of the arena after it was overwritten several times. Entries are not moved, so no thread has
    /// to wait: what is not found where it should be now is looked for where it was, until newer entries have taken over.
    pub(crate) fn expand_if_crowded(&self) {
        let active = self.active.load(Ordering::Relaxed);
        let crowded = self.left.load(Ordering::Relaxed) >= TURNOVER * (WAYS << active);
        if crowded && active >= FIRST && active < self.largest {
            self.previous.store(active, Ordering::Relaxed);
            self.active.store(self.largest.min(active + STEP), Ordering::Relaxed);
            self.left.store(0, Ordering::Relaxed);
        }
    }

    /// Counts look-ups in what is in use, so that the memory suits their number.
    pub(crate) fn count_lookups(&self, lookups: u64) {
        self.lines.count_lookups(lookups, 1 << self.active.load(Ordering::Relaxed));
    }

    #[inline(always)]
    fn index(&self, key: Key) -> usize {
        (key >> (u64::BITS - self.active.load(Ordering::Relaxed))) as usize
    }

    /// The key's place before the last growth of the part in use.
    #[inline(always)]
    fn former_index(&self, key: Key) -> Option<usize> {
        let previous = self.previous.load(Ordering::Relaxed);
        (previous > 0).then(|| (key >> (u64::BITS - previous)) as usize)
    }

    #[inline(always)]
    pub(crate) fn prefetch(&self, key: Key) {
        self.lines.prefetch(self.index(key));
        if let Some(former) = self.former_index(key) {
            self.lines.prefetch(former);
        }
    }

    /// Returns the values of a position with `left` moves of the attacker left: facts, its own numbers, and those of a visited
    /// node with at most `borrow` moves more left; with few moves left all from one cache line.
    #[inline]
    pub(crate) fn get(&self, key: Key, left: u8, borrow: u8) -> TableFacts {
        let known = self.read_line(key, left, borrow);
        let is_settled = known.proved.is_some_and(|length| length <= left)
            || known.refuted.is_some_and(|length| length >= left);
        if is_settled {
            return known;
        }
        let own = home(key, left);
        let mut found = if own == key { known } else { self.read_line(own, left, borrow) };
        let lender = home(key, left.saturating_add(borrow));
        if found.numbers.or(found.borrowed).is_none() && lender != own {
            found = self.read_line(lender, left, borrow);
        }
        TableFacts { proved: known.proved, refuted: known.refuted, ..found }
    }

    #[inline(always)]
    fn read_line(&self, key: Key, left: u8, borrow: u8) -> TableFacts {
        let known = self.read(self.index(key), key, left, borrow);
        if known == TableFacts::default()
            && let Some(former) = self.former_index(key)
        {
            return self.read(former, key, left, borrow);
        }
        known
    }

    #[inline(always)]
    fn read(&self, index: usize, key: Key, left: u8, borrow: u8) -> TableFacts {
        let mut known = TableFacts::default();
        let mut nearest = borrow;
        for slot in self.lines.line(index) {
            let (head, body) = slot.read();
            if head >> 16 != key & KEY_BITS {
                continue;
            }
            let kind = head as u8;
            if kind == FACT {
                known.proved = Some((body >> 40) as u8).filter(|&length| length != UNKNOWN);
                known.refuted = Some((body >> 16) as u8).filter(|&length| length != UNKNOWN);
            } else if body != 0 && kind >= left && kind - left <= nearest {
                let numbers = Numbers {
                    proof: (body >> 40) as u32,
                    disproof: (body >> 16) as u32 & INFINITE,
                };
                if kind == left {
                    known.numbers = Some(numbers);
                } else if (head & WORK_BITS) >> 8 > 1 {
                    // An entry of work 1 is an estimate that no visit has corrected.
                    nearest = kind - left;
                    known.borrowed = Some(numbers);
                }
            }
        }
        known
    }

    /// Writes down the numbers of an open node and the nodes it has cost so far.
    #[inline]
    pub(crate) fn put(&self, key: Key, left: u8, numbers: Numbers, nodes: u64) {
        let body = u64::from(numbers.proof) << 40 | u64::from(numbers.disproof) << 16 | 1;
        self.write(key, left, body, work_of(nodes));
    }

    pub(crate) fn put_proved(&self, key: Key, moves: u8, nodes: u64) {
        self.put_fact(key, Some(moves), None, nodes);
    }

    pub(crate) fn put_refuted(&self, key: Key, moves: u8, nodes: u64) {
        self.put_fact(key, None, Some(moves), nodes);
    }

    fn put_fact(&self, key: Key, proved: Option<u8>, refuted: Option<u8>, nodes: u64) {
        let known = self.get(key, FACT, 0);
        let proved = match (known.proved, proved) {
            (Some(old), Some(new)) => old.min(new),
            (old, new) => old.or(new).unwrap_or(UNKNOWN),
        };
        let refuted = match (known.refuted, refuted) {
            (Some(old), Some(new)) => old.max(new),
            (old, new) => old.or(new).unwrap_or(UNKNOWN),
        };
        let body = u64::from(proved) << 40 | u64::from(refuted) << 16;
        self.write(key, FACT, body, work_of(nodes) + FACT_BONUS);
    }

    fn write(&self, key: Key, kind: u8, body: u64, work: u8) {
        let identity = (key & KEY_BITS) << 16 | u64::from(kind);
        let bucket = self.lines.line(self.index(home(key, kind)));
        let mut chosen = &bucket[0];
        let mut least = u64::MAX;
        let mut work = work.max(1);
        for slot in bucket {
            let (head, _) = slot.read();
            if head & !WORK_BITS == identity {
                chosen = slot;
                work = work.max((head >> 8) as u8);
                least = 0;
                break;
            }
            let cost = head >> 8 & 0xFF;
            if cost < least {
                (chosen, least) = (slot, cost);
            }
        }
        chosen.write(identity | u64::from(work) << 8, body);
        if least > 0 {
            self.age(identity ^ body);
        }
    }

    /// Ages one bucket for every four evictions. Bits of the new entry select the bucket and the moment, because a counter shared
    /// by threads would cost more than the rest of a look-up.
    #[cold]
    fn age(&self, entry: u64) {
        let bits = (entry ^ entry >> 32).wrapping_mul(0xD6E8_FEB8_6659_FD93);
        let active = self.active.load(Ordering::Relaxed);
        if bits >> 58 == 0 {
            let left = self.left.fetch_add(COUNTED, Ordering::Relaxed) + COUNTED;
            if left >= WAYS << active && self.previous.load(Ordering::Relaxed) > 0 {
                self.previous.store(0, Ordering::Relaxed);
            }
        }
        if bits >> 32 & 3 > 0 {
            return;
        }
        let mask = (1 << active) - 1;
        for slot in self.lines.line((bits >> 34) as usize & mask) {
            let (head, body) = slot.read();
            if head & WORK_BITS > 1 << 8 {
                slot.write(head - (1 << 8), body);
            }
        }
    }

    /// Share of the table in use, in thousandths, from a sample of what is in use.
    pub(crate) fn fill(&self) -> u32 {
        let active = self.active.load(Ordering::Relaxed);
        let sample = 1_000;
        let step = (1 << active) / sample;
        let slots = (0..sample).flat_map(|i| self.lines.line(i * step));
        let used = slots.filter(|slot| slot.read().0 != 0).count();
        ((used * 1_000 / (sample * WAYS)) >> (self.largest - active)) as u32
    }
}

const WORK_BITS: u64 = 0xFF << 8;

/// Doublings of the nodes spent, twice over: what an entry is worth keeping for.
#[inline(always)]
fn work_of(nodes: u64) -> u8 {
    let doublings = (u64::BITS - nodes.leading_zeros()) as u8;
    1 + 2 * doublings + u8::from(doublings > 1 && nodes >> (doublings - 2) & 1 == 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    const KEY: Key = 0x1234_5678_9ABC_DEF0;

    #[test]
    fn facts_grow_and_never_shrink() {
        let table = DfpnTable::new(1).unwrap();
        assert_eq!(table.get(KEY, 3, 0), TableFacts::default());
        table.put_proved(KEY, 9, 5);
        table.put_refuted(KEY, 2, 5);
        table.put_proved(KEY, 7, 5);
        table.put_proved(KEY, 8, 5);
        table.put_refuted(KEY, 1, 5);
        let known = table.get(KEY, 3, 0);
        assert_eq!((known.proved, known.refuted, known.numbers), (Some(7), Some(2), None));
    }

    #[test]
    fn halves_of_two_facts_are_not_a_third() {
        let table = DfpnTable::new(1).unwrap();
        let slot = &table.lines.line(table.index(KEY))[0];
        table.put_refuted(KEY, 4, 5);
        let head = slot.head.load(Ordering::Relaxed);
        table.put_proved(KEY, 5, 5);
        assert!(slot.read().0 >> 16 == KEY & KEY_BITS, "the entry is in the first slot");
        slot.head.store(head, Ordering::Relaxed);
        for left in 0..=LONGEST {
            assert_eq!(table.get(KEY, left, 2), TableFacts::default(), "{left}");
        }
    }

    #[test]
    fn numbers_belong_to_the_moves_left() {
        let table = DfpnTable::new(1).unwrap();
        table.put(KEY, 3, Numbers::open(24, 8), 1);
        table.put(KEY, 4, Numbers::open(16, 9), 1);
        assert_eq!(table.get(KEY, 3, 0).numbers, Some(Numbers::open(24, 8)));
        assert_eq!(table.get(KEY, 4, 0).numbers, Some(Numbers::open(16, 9)));
        assert_eq!(table.get(KEY, 5, 0).numbers, None);
    }

    #[test]
    fn numbers_are_borrowed_from_visited_nodes_with_a_few_moves_more() {
        let table = DfpnTable::new(1).unwrap();
        table.put(KEY, 6, Numbers::open(40, 9), 1);
        table.put(KEY, 5, Numbers::open(24, 8), 1);
        table.put(KEY, 4, Numbers::open(99, 7), 0);
        let borrowed = |left, borrow| table.get(KEY, left, borrow).borrowed;
        assert_eq!(borrowed(3, 2), Some(Numbers::open(24, 8)), "4 was never visited");
        assert_eq!(borrowed(3, 1), None);
        assert_eq!(borrowed(4, 2), Some(Numbers::open(24, 8)), "the nearest");
        assert_eq!(borrowed(7, 2), None, "fewer moves left are another question");
        assert_eq!(table.get(KEY, 5, 2).numbers, Some(Numbers::open(24, 8)));
    }

    #[test]
    fn numbers_of_one_position_do_not_drive_each_other_out() {
        let table = DfpnTable::new(1).unwrap();
        table.put_refuted(KEY, 1, 5);
        for left in 3..LONGEST - 1 {
            table.put(KEY, left, Numbers::open(8, u32::from(left)), 5);
        }
        for left in 3..LONGEST - 1 {
            let known = table.get(KEY, left, 0);
            assert_eq!(known.numbers, Some(Numbers::open(8, u32::from(left))));
            assert_eq!(known.refuted, Some(1));
        }
        table.put_proved(KEY, 7, 5);
        assert_eq!(table.get(KEY, 30, 2).proved, Some(7));
    }

    #[test]
    fn a_full_bucket_gives_up_what_cost_least() {
        let table = DfpnTable::new(1).unwrap();
        for left in 1..=4 {
            table.put(KEY, left, Numbers::open(8, 8), 1 << (8 * left as u64));
        }
        table.put(KEY, 5, Numbers::open(8, 8), 1);
        assert_eq!(table.get(KEY, 1, 0).numbers, None);
        assert!(table.get(KEY, 4, 0).numbers.is_some() && table.get(KEY, 5, 0).numbers.is_some());
    }

    #[test]
    fn what_is_never_asked_for_leaves_in_the_end() {
        let table = DfpnTable::new(1).unwrap();
        table.put(KEY, 1, Numbers::open(8, 8), 1 << 20);
        for other in 0..3_000_000u64 {
            let key = other.wrapping_mul(0x9E37_79B9_7F4A_7C15);
            table.put(key, 1, Numbers::open(8, 8), 16);
        }
        assert_eq!(table.get(KEY, 1, 0).numbers, None);
        assert_eq!(table.fill(), 1000);
    }

    #[test]
    fn entries_are_found_again_when_more_of_the_arena_is_in_use() {
        let table = DfpnTable::new(16).unwrap();
        let keys = (0..100u64).map(|n| n.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ n << 60);
        let keys: Vec<Key> = keys.collect();
        for (n, &key) in keys.iter().enumerate() {
            table.put_proved(key, n as u8, 1 << 40);
        }
        table.expand_if_crowded();
        assert_eq!(table.active.load(Ordering::Relaxed), FIRST, "nothing was crowded");
        table.left.store((TURNOVER * WAYS) << FIRST, Ordering::Relaxed);
        table.expand_if_crowded();
        assert_eq!(table.active.load(Ordering::Relaxed), FIRST + STEP);
        for (n, &key) in keys.iter().enumerate() {
            assert_eq!(table.get(key, 3, 0).proved, Some(n as u8));
            table.put_refuted(key, 0, 1);
            let facts = (Some(n as u8), Some(0));
            assert_eq!((table.get(key, 3, 0).proved, table.get(key, 3, 0).refuted), facts);
        }
        table.clear();
        assert!(keys.iter().all(|&key| table.get(key, 3, 0) == TableFacts::default()));
    }
}
