//! Numbered streams of deterministic random numbers, from the generator in `chess/random.rs`.

use std::hash::{BuildHasher, RandomState};

use crate::chess::random::{GOLDEN, SplitMix};

/// A row of numbers that depends on its seed alone.
#[derive(Clone, Debug)]
pub struct Random(SplitMix);

impl Random {
    /// The row of a seed and a number: rows of neighbouring numbers have nothing in common.
    pub fn new(seed: u64, number: u64) -> Random {
        let mut random = SplitMix::new(seed);
        let mark = random.next().wrapping_add(number).wrapping_mul(0xD6E8_FEB8_6659_FD93);
        // The state has gone one step on.
        Random(SplitMix::new(seed.wrapping_add(GOLDEN) ^ mark))
    }

    /// A row that is always the same for a seed and a number, any for the seed 0.
    pub(crate) fn seeded(seed: u64, number: u64) -> Random {
        let seed = if seed == 0 { RandomState::new().hash_one(number) } else { seed };
        Random::new(seed, number)
    }

    pub(crate) fn next(&mut self) -> u64 {
        self.0.next()
    }

    pub fn below(&mut self, count: usize) -> usize {
        self.0.below(count)
    }

    /// A number from 0 up to, but never, 1.
    pub fn share(&mut self) -> f64 {
        // As many bits as a float holds exactly.
        (self.next() >> 11) as f64 / (1_u64 << 53) as f64
    }

    pub fn once_in(&mut self, times: usize) -> bool {
        self.below(times) == 0
    }
}
