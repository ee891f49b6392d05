//! Chance that repeats itself: SplitMix64 (Steele, Lea and Flood).

use std::hash::{BuildHasher, RandomState};

/// A row of numbers that depends on its seed alone.
#[derive(Clone, Debug)]
pub(super) struct Random(u64);

impl Random {
    /// The row of a seed and a number: rows of neighbouring numbers have nothing in common.
    pub fn new(seed: u64, number: u64) -> Random {
        let mut random = Random(seed);
        random.0 ^= random.next().wrapping_add(number).wrapping_mul(0xD6E8_FEB8_6659_FD93);
        random
    }

    /// A row that is always the same for a seed and a number, any for the seed 0.
    pub fn seeded(seed: u64, number: u64) -> Random {
        let seed = if seed == 0 { RandomState::new().hash_one(number) } else { seed };
        Random::new(seed, number)
    }

    /// The next number, any of 64 bits.
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ mixed >> 31
    }

    /// A number below `count`, which is not zero.
    pub fn below(&mut self, count: usize) -> usize {
        (self.next() % count as u64) as usize
    }

    /// A number from 0 up to, but never, 1.
    pub fn share(&mut self) -> f64 {
        // So many bits as a float holds exactly.
        (self.next() >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// True once in so many times.
    pub fn once_in(&mut self, times: usize) -> bool {
        self.below(times) == 0
    }
}
