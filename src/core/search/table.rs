//! The transposition table: results of earlier searches by position, shared by all threads without a lock.
//!
//! An entry is two words, the data and the key XORed with it (Hyatt and Mann, "A lockless transposition table implementation",
//! 2002): a torn write no longer matches its key and is ignored. The memory is `memory/`'s.
//!
//! The data word, from the low end: move 16 · score 16 · static evaluation 16 · depth in plies 8 · principal variation 1 · bound
//! 2 · generation 5. Fractions of a ply are not stored: a transposition by another order of moves has other fractions, and would
//! miss by a quarter.
//!
//! The key's high sixteen bits are replaced by the table's epoch: clearing the table increments it, and entries of other epochs
//! do not match, so a suite of a thousand short searches zeroes nothing. From 4 MiB on the bucket's index implies those bits; in
//! a table of 1 MiB two of the key's 64 are ignored.
//!
//! A large table is used in part at first, and more as it fills: the first touch of a page costs more than a node, and a small
//! table fits the processor's caches. Entries are not moved: one that is not found at its new place is looked up at its former
//! place, for a while.

use std::sync::atomic::{AtomicU8, AtomicU16, AtomicU64, AtomicUsize, Ordering};

use bytemuck::Zeroable;

use super::params;
use crate::chess::{Key, Move};
use crate::eval::{Certainty, Evaluation};
use crate::memory::CacheLines;
use crate::units::{Bound, Depth, Score, Window};

/// Slots of a key; together one cache line.
const WAYS: usize = CacheLines::<Slot>::CELLS;
const BUCKETS_A_MEBIBYTE: usize = (1 << 20) / (WAYS * size_of::<Slot>());
const GENERATIONS: u8 = 32;
/// Buckets in use at first: 4 MiB.
const FIRST_BUCKETS: usize = 4 * BUCKETS_A_MEBIBYTE;
const GROWTH: usize = 4;
/// The part in use grows after one look-up per this number of entries in it, when almost no bucket is full.
const SPARE: u64 = 4;
/// Bits of a key in a slot; the epoch is above them.
const KEY_BITS: u32 = 48;

#[derive(Zeroable)]
#[repr(C)]
struct Slot {
    check: AtomicU64,
    data: AtomicU64,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Entry {
    /// The best move, or the one that failed high.
    pub mv: Option<Move>,
    /// Mates count from this position: see [`Score::from_node`].
    pub score: Score,
    /// The static evaluation, before correction; `None` in check.
    pub eval: Option<Evaluation>,
    /// Depth it was searched to, at the grain of the table: see [`Depth::at_grain`].
    pub depth: Depth,
    /// Whether the position was on a principal variation, in this search or an earlier one.
    pub on_pv: bool,
    pub bound: Bound,
}

impl Entry {
    /// The score, counted from the root for a node at `ply`, if its bound settles the window. The depth is not looked at.
    #[inline]
    pub(crate) fn cutoff(&self, ply: usize, window: Window) -> Option<Score> {
        let score = self.score.from_node(ply);
        let settles = score >= window.beta && self.bound.is_lower()
            || score <= window.alpha && self.bound.is_upper();
        settles.then_some(score)
    }

    /// The static evaluation, or the entry's score where its bound is tighter. The depth is ignored.
    #[inline]
    pub(crate) fn estimate(&self, eval: Score) -> Score {
        let says_more =
            if self.score > eval { self.bound.is_lower() } else { self.bound.is_upper() };
        if says_more && !self.score.is_decisive() { self.score } else { eval }
    }
}

#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{mebibytes} MiB of memory for the hash table are not to be had; a smaller Hash may be")]
pub struct TableError {
    pub(crate) mebibytes: usize,
}

pub(crate) struct Table {
    /// One bucket a line.
    lines: CacheLines<Slot>,
    /// Number of buckets, and of those in use.
    buckets: usize,
    active: AtomicUsize,
    /// Number in use before the last growth, while entries are still looked up there; zero after that.
    former: AtomicUsize,
    /// Look-ups since the number in use changed.
    lookups: AtomicU64,
    mebibytes: usize,
    generation: AtomicU8,
    /// Number of times the table was cleared, from one: memory that was never written is of epoch zero.
    epoch: AtomicU16,
}

/// Maximum depth of an entry.
const DEPTHS: i32 = 255;
const NO_EVAL: i16 = i16::MIN;

fn pack(entry: &Entry, generation: u8) -> u64 {
    let mv = entry.mv.map_or(0, Move::bits);
    // The lowest bit marks a known ending; positions that are drawn in any case are not stored.
    let eval = entry
        .eval
        .map_or(NO_EVAL, |eval| (eval.score.raw() as i16) << 1 | i16::from(eval.is_known()));
    u64::from(mv)
        | u64::from(entry.score.raw() as i16 as u16) << 16
        | u64::from(eval as u16) << 32
        | (entry.depth.whole().clamp(0, DEPTHS) as u64) << 48
        | u64::from(entry.on_pv) << 56
        | (entry.bound as u64) << 57
        | u64::from(generation) << 59
}

fn unpack(data: u64) -> Option<Entry> {
    let bound = match data >> 57 & 3 {
        1 => Bound::Upper,
        2 => Bound::Lower,
        3 => Bound::Exact,
        _ => return None,
    };
    let eval = (data >> 32) as i16;
    Some(Entry {
        mv: Move::from_bits(data as u16),
        score: Score::from_raw(i32::from((data >> 16) as i16)),
        eval: (eval != NO_EVAL).then(|| Evaluation {
            score: Score::from_raw(i32::from(eval >> 1)),
            certainty: if eval & 1 != 0 { Certainty::Known } else { Certainty::Estimate },
        }),
        depth: Depth::plies(plies_of(data)),
        on_pv: data >> 56 & 1 != 0,
        bound,
    })
}

fn generation_of(data: u64) -> u8 {
    (data >> 59) as u8
}

fn plies_of(data: u64) -> i32 {
    (data >> 48) as i32 & DEPTHS
}

/// Replacement value of an entry, in plies: its depth, less for each search since it was stored.
fn worth(data: u64, age: i32) -> i32 {
    plies_of(data) - params::TABLE_AGE.whole() * age
}

impl Table {
    /// Creates an empty table of `mebibytes` (at least one).
    pub(crate) fn new(mebibytes: usize) -> Result<Table, TableError> {
        let error = TableError { mebibytes };
        let buckets = mebibytes.max(1).checked_mul(BUCKETS_A_MEBIBYTE).ok_or(error.clone())?;
        let lines = CacheLines::zeroed(buckets).map_err(|_| error)?;
        Ok(Table {
            lines,
            buckets,
            active: AtomicUsize::new(buckets.min(FIRST_BUCKETS)),
            former: AtomicUsize::new(0),
            lookups: AtomicU64::new(0),
            mebibytes: mebibytes.max(1),
            generation: AtomicU8::new(0),
            epoch: AtomicU16::new(1),
        })
    }

    pub(crate) fn mebibytes(&self) -> usize {
        self.mebibytes
    }

    /// Clears the table; no search may be using it. It then behaves like a new one.
    pub(crate) fn forget(&self) {
        let next = self.epoch.load(Ordering::Relaxed).checked_add(1).unwrap_or_else(|| {
            for slot in self.lines.first_lines(self.buckets) {
                slot.data.store(0, Ordering::Relaxed);
                slot.check.store(0, Ordering::Relaxed);
            }
            1
        });
        self.epoch.store(next, Ordering::Relaxed);
        self.generation.store(0, Ordering::Relaxed);
        self.use_buckets(self.buckets.min(FIRST_BUCKETS), 0);
    }

    fn use_buckets(&self, active: usize, former: usize) {
        self.former.store(former, Ordering::Relaxed);
        self.active.store(active, Ordering::Relaxed);
        self.lookups.store(0, Ordering::Relaxed);
    }

    /// A new search begins: what is in the table grows older.
    pub(crate) fn begin_search(&self) {
        let next = (self.generation.load(Ordering::Relaxed) + 1) % GENERATIONS;
        self.generation.store(next, Ordering::Relaxed);
    }

    /// Counts look-ups, so that the memory suits their number.
    pub(crate) fn count_lookups(&self, lookups: u64) {
        let active = self.active.load(Ordering::Relaxed);
        self.lines.count_lookups(lookups, active);
        let counted = self.lookups.fetch_add(lookups, Ordering::Relaxed) + lookups;
        let enough = (active * WAYS) as u64 / SPARE;
        if counted >= enough && active < self.buckets {
            self.use_buckets(self.buckets.min(active * GROWTH), active);
        } else if counted >= enough / 2 {
            // Entries still needed have been stored again by now.
            self.former.store(0, Ordering::Relaxed);
        }
    }

    #[inline(always)]
    fn index_among(key: Key, buckets: usize) -> usize {
        // The high half of key × length: a fair index for any length (Lemire).
        ((u128::from(key) * buckets as u128) >> 64) as usize
    }

    #[inline(always)]
    fn bucket_among(&self, key: Key, buckets: usize) -> &[Slot] {
        self.lines.line(Table::index_among(key, buckets))
    }

    #[inline(always)]
    pub(crate) fn prefetch(&self, key: Key) {
        self.lines.prefetch(Table::index_among(key, self.active.load(Ordering::Relaxed)));
    }

    /// The data of a slot if it has this key and epoch.
    #[inline(always)]
    fn tag(&self, key: Key) -> u64 {
        let epoch = u64::from(self.epoch.load(Ordering::Relaxed));
        key << (u64::BITS - KEY_BITS) >> (u64::BITS - KEY_BITS) | epoch << KEY_BITS
    }

    #[inline]
    pub(crate) fn probe(&self, key: Key) -> Option<Entry> {
        let found = self.probe_among(key, self.active.load(Ordering::Relaxed));
        if found.is_some() {
            return found;
        }
        let former = self.former.load(Ordering::Relaxed);
        if former == 0 { None } else { self.probe_among(key, former) }
    }

    #[inline(always)]
    fn probe_among(&self, key: Key, buckets: usize) -> Option<Entry> {
        let tag = self.tag(key);
        for slot in self.bucket_among(key, buckets) {
            let data = slot.data.load(Ordering::Relaxed);
            if slot.check.load(Ordering::Relaxed) ^ data == tag {
                return unpack(data);
            }
        }
        None
    }

    /// Keeps an entry, in place of the same position's or of the least valuable of its bucket.
    #[inline]
    pub(crate) fn store(&self, key: Key, mut entry: Entry) {
        let (generation, tag) = (self.generation.load(Ordering::Relaxed), self.tag(key));
        let mut chosen = None;
        let mut least = i32::MAX;
        for slot in self.bucket_among(key, self.active.load(Ordering::Relaxed)) {
            let data = slot.data.load(Ordering::Relaxed);
            let found = slot.check.load(Ordering::Relaxed) ^ data;
            if found == tag {
                let Some(old) = unpack(data) else { continue };
                if entry.mv.is_none() {
                    entry.mv = old.mv;
                }
                // A much deeper entry of this search is worth more than a shallow bound.
                let shallow =
                    entry.bound != Bound::Exact && entry.depth + params::TABLE_DEEPER < old.depth;
                if shallow && generation_of(data) == generation {
                    return;
                }
                chosen = Some(slot);
                break;
            }
            let age = i32::from(generation.wrapping_sub(generation_of(data)) % GENERATIONS);
            let is_empty = found >> KEY_BITS != tag >> KEY_BITS;
            let worth = if is_empty { i32::MIN } else { worth(data, age) };
            if worth < least {
                least = worth;
                chosen = Some(slot);
            }
        }
        let Some(slot) = chosen else { return };
        let data = pack(&entry, generation);
        slot.data.store(data, Ordering::Relaxed);
        slot.check.store(tag ^ data, Ordering::Relaxed);
    }

    /// Share of entries of the current search, in thousandths, by a sample.
    pub(crate) fn hashfull(&self) -> u32 {
        let (generation, epoch) = (self.generation.load(Ordering::Relaxed), self.tag(0));
        let active = self.active.load(Ordering::Relaxed);
        let sample = WAYS * active.min(250);
        let slots = self.lines.first_lines(sample / WAYS);
        let used = slots
            .iter()
            .filter(|slot| {
                let data = slot.data.load(Ordering::Relaxed);
                let found = slot.check.load(Ordering::Relaxed) ^ data;
                found >> KEY_BITS == epoch >> KEY_BITS && generation_of(data) == generation
            })
            .count();
        // Of the whole table, not only of the part in use.
        (used * 1000 * active / (sample * self.buckets)) as u32
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::Square;

    fn entry(plies: i32, score: i32) -> Entry {
        Entry {
            mv: Some(Move::normal(Square::G1, Square::F3)),
            score: Score::from_raw(score),
            eval: Some(Evaluation { score: Score::cp(-31), certainty: Certainty::Known }),
            depth: Depth::plies(plies),
            on_pv: plies % 2 == 1,
            bound: Bound::Lower,
        }
    }

    #[test]
    fn keeps_what_it_is_given() {
        let table = Table::new(1).unwrap();
        for (i, score) in [-31_999, -57, 0, 9_999, 31_998].into_iter().enumerate() {
            let key = 0x1234_5678_9ABC_DEF0u64.wrapping_mul(i as u64 + 1);
            let given = entry(i as i32 + 3, score);
            table.store(key, given);
            assert_eq!(table.probe(key), Some(given));
            assert_eq!(table.probe(key ^ 1), None);
        }
        assert_eq!(pack(&Entry { eval: None, mv: None, ..entry(1, 0) }, 5) >> 59, 5);
        let bare = Entry { eval: None, mv: None, ..entry(255, -9_999) };
        assert_eq!(unpack(pack(&bare, 31)), Some(bare));
    }

    #[test]
    fn a_score_takes_the_place_of_the_evaluation_where_its_bound_says_more() {
        let of = |score: i32, bound, eval: i32| {
            Entry { bound, ..entry(3, score) }.estimate(Score::cp(eval)).raw()
        };
        assert_eq!([of(50, Bound::Lower, 20), of(50, Bound::Lower, 80)], [50, 80]);
        assert_eq!([of(50, Bound::Upper, 20), of(50, Bound::Upper, 80)], [20, 50]);
        assert_eq!([of(50, Bound::Exact, 20), of(50, Bound::Exact, 80)], [50, 50]);
        assert_eq!(of(31_998, Bound::Exact, 20), 20, "a mate is no evaluation");
    }

    #[test]
    fn entries_are_found_again_when_more_of_the_table_is_in_use() {
        let table = Table::new(40).unwrap();
        let keys = (1..=1000u64).map(|n| n.wrapping_mul(0x9E37_79B9_7F4A_7C15));
        let keys: Vec<Key> = keys.collect();
        let store = |from: usize| {
            for (n, &key) in keys.iter().enumerate().skip(from) {
                table.store(key, entry(n as i32 % 200 + 1, 0));
            }
        };
        let missing = || keys.iter().filter(|&&key| table.probe(key).is_none()).count();
        store(0);
        assert_eq!((missing(), table.active.load(Ordering::Relaxed)), (0, FIRST_BUCKETS));
        table.count_lookups((FIRST_BUCKETS * WAYS) as u64 / SPARE);
        assert_eq!((missing(), table.active.load(Ordering::Relaxed)), (0, 4 * FIRST_BUCKETS));
        store(500);
        assert_eq!(missing(), 0, "in the old places and in the new ones");
        table.count_lookups((4 * FIRST_BUCKETS * WAYS) as u64 / SPARE / 2);
        // By chance a few of the first half are where they are looked for now.
        assert!(missing() > 400, "{}", missing());
        table.count_lookups((4 * FIRST_BUCKETS * WAYS) as u64 / SPARE);
        assert_eq!(table.active.load(Ordering::Relaxed), 40 * BUCKETS_A_MEBIBYTE, "all there is");
        table.forget();
        assert_eq!((missing(), table.active.load(Ordering::Relaxed)), (1000, FIRST_BUCKETS));
    }

    #[test]
    fn older_and_shallower_goes_first() {
        let table = Table::new(1).unwrap();
        // Keys of one bucket: they differ in the low bits only.
        for low in 0..4 {
            table.store(low, entry(40 + low as i32, 0));
        }
        table.store(4, entry(10, 0));
        assert_eq!(table.probe(0), None, "the shallowest made room");
        assert!(table.probe(4).is_some() && table.probe(1).is_some());
    }

    #[test]
    fn what_is_forgotten_is_neither_found_nor_spared() {
        let (used, new) = (Table::new(1).unwrap(), Table::new(1).unwrap());
        for epoch in 0..3 {
            // More than there is room for, in buckets of every kind, older and newer.
            for number in 0..200_000u64 {
                let key = (number + epoch).wrapping_mul(0x9E37_79B9_7F4A_7C15);
                used.store(key, entry((number % 90) as i32, 0));
                if number % 60_000 == 0 {
                    used.begin_search();
                }
            }
            used.forget();
            assert_eq!(used.hashfull(), 0);
        }
        // The last epoch that a slot can hold, and the first again.
        used.epoch.store(u16::MAX, Ordering::Relaxed);
        for table in [&used, &new] {
            for number in 0..100_000u64 {
                table.store(number.wrapping_mul(0xD134_2543_DE82_EF95), entry(7, 1));
            }
        }
        used.forget();
        assert_eq!(used.epoch.load(Ordering::Relaxed), 1);
        new.forget();
        for number in 0..100_000u64 {
            let key = number.wrapping_mul(0x9E37_79B9_7F4A_7C15);
            for table in [&used, &new] {
                table.store(key, entry((number % 90) as i32, 0));
            }
        }
        let known = |table: &Table| -> Vec<Option<Entry>> {
            let keys = (0..200_000u64).map(|number| number.wrapping_mul(0x9E37_79B9_7F4A_7C15));
            keys.map(|key| table.probe(key)).collect()
        };
        let fresh = Table::new(1).unwrap();
        for number in 0..100_000u64 {
            let key = number.wrapping_mul(0x9E37_79B9_7F4A_7C15);
            fresh.store(key, entry((number % 90) as i32, 0));
        }
        let expected = known(&fresh);
        assert!(expected.iter().filter(|entry| entry.is_some()).count() > 50_000);
        assert_eq!(known(&used), expected);
        assert_eq!(known(&new), expected);
    }

    #[test]
    fn an_absurd_size_is_an_error() {
        assert!(Table::new(usize::MAX).is_err());
        assert!(Table::new(1 << 40).is_err());
    }
}
