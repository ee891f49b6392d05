//! Reproducible random choices.

use quarterply::chess::SplitMix;

pub(crate) struct Chance(SplitMix);

impl Chance {
    /// Creates the source of one part of a run; parts are independent.
    pub(crate) fn of_part(seed: u64, name: &str, number: usize) -> Chance {
        let mixed = name.bytes().fold(seed ^ 0x51, |sum, byte| {
            (sum ^ u64::from(byte)).wrapping_mul(0x100_0000_01B3).rotate_left(7)
        });
        Chance(SplitMix::new(mixed ^ (number as u64).wrapping_mul(0x9E37_79B9)))
    }

    /// Returns a number below `count`, which is not zero.
    pub(crate) fn below(&mut self, count: usize) -> usize {
        self.0.below(count)
    }

    /// Returns a number from `low` to `high`, both included.
    pub(crate) fn range(&mut self, low: usize, high: usize) -> usize {
        low + self.below(high - low + 1)
    }

    /// Returns whether an event of this probability, in per cent, happens.
    pub(crate) fn percent(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    /// Picks one of a list.
    pub(crate) fn pick<T: Clone>(&mut self, list: &[T]) -> T {
        list[self.below(list.len())].clone()
    }

    pub(crate) fn byte(&mut self) -> u8 {
        self.0.next() as u8
    }

    pub(crate) fn bits(&mut self) -> u64 {
        self.0.next()
    }
}
