//! Deterministic random numbers (SplitMix64), the same on every machine, for keys and tests (Steele, Lea and Flood, "Fast
//! splittable pseudorandom number generators", 2014).

/// Increment of the state: the golden ratio in 64 bits, so that neighbouring states are uncorrelated.
pub(crate) const GOLDEN: u64 = 0x9E37_79B9_7F4A_7C15;

/// The finisher: every bit of the result depends on every bit of the state.
pub(crate) const fn mixed(state: u64) -> u64 {
    let z = (state ^ state >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let z = (z ^ z >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ z >> 31
}

/// A row of numbers that depends on its seed alone.
///
/// ```
/// use quarterply_core::chess::SplitMix;
/// // The first number for the seed 0, as in the authors' own code.
/// assert_eq!(SplitMix::new(0).next(), 0xE220_A839_7B1D_CDAF);
/// ```
#[derive(Clone, Debug)]
pub struct SplitMix(u64);

impl SplitMix {
    /// The row of a seed.
    pub const fn new(seed: u64) -> SplitMix {
        SplitMix(seed)
    }

    /// The next number, any of 64 bits.
    // There is no end to it, so it is no iterator.
    #[allow(clippy::should_implement_trait)]
    pub const fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(GOLDEN);
        mixed(self.0)
    }

    /// A number below `count`, which is not zero.
    pub fn below(&mut self, count: usize) -> usize {
        (self.next() % count as u64) as usize
    }
}
