//! Deterministic random numbers (SplitMix64), the same on every machine (Steele, Lea and Flood, "Fast splittable
//! pseudorandom number generators", 2014).

use std::hash::{BuildHasher, RandomState};

/// Increment of the state: the golden ratio in 64 bits, so that neighbouring states are uncorrelated.
pub(crate) const GOLDEN: u64 = 0x9E37_79B9_7F4A_7C15;

/// The finisher: every bit of the result depends on every bit of the state.
pub(crate) const fn mixed(state: u64) -> u64 {
    let z = (state ^ state >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let z = (z ^ z >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ z >> 31
}

/// Numbers that depend on the seed alone.
///
/// ```
/// use quarterply_core::chess::SplitMix;
/// // The first number for the seed 0, as in the authors' own code.
/// assert_eq!(SplitMix::new(0).next(), 0xE220_A839_7B1D_CDAF);
/// ```
#[derive(Clone, Debug)]
pub struct SplitMix(u64);

impl SplitMix {
    /// Creates the generator of a seed.
    pub const fn new(seed: u64) -> SplitMix {
        SplitMix(seed)
    }

    /// Creates stream `number` of a seed: neighbouring streams have nothing in common.
    pub fn stream(seed: u64, number: u64) -> SplitMix {
        let mut random = SplitMix::new(seed);
        let mark = random.next().wrapping_add(number).wrapping_mul(0xD6E8_FEB8_6659_FD93);
        // `next` has advanced the state by one step.
        SplitMix(random.0 ^ mark)
    }

    /// Like [`SplitMix::stream`], but the seed 0 stands for any seed.
    pub(crate) fn stream_or_any(seed: u64, number: u64) -> SplitMix {
        let seed = if seed == 0 { RandomState::new().hash_one(number) } else { seed };
        SplitMix::stream(seed, number)
    }

    /// Returns the next 64 bits.
    // There is no end to it, so it is no iterator.
    #[allow(clippy::should_implement_trait)]
    pub const fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(GOLDEN);
        mixed(self.0)
    }

    /// Returns a number below `count`, which is not zero.
    pub fn below(&mut self, count: usize) -> usize {
        (self.next() % count as u64) as usize
    }

    /// Returns a number from 0 up to, but never, 1.
    pub fn share(&mut self) -> f64 {
        // As many bits as a float holds exactly.
        (self.next() >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// Returns true once in `times`, on average.
    pub fn once_in(&mut self, times: usize) -> bool {
        self.below(times) == 0
    }
}
