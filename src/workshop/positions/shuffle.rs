//! Shuffles more positions than fit in memory: distributes them by hash, and shuffles each pile. Equal positions are in the same
//! pile, so that duplicates can be removed.

use std::collections::HashSet;
use std::io;
use std::path::Path;

use super::{RECORD, TrainingPosition};
use crate::piles::Piles;

/// Approximate positions of a pile: 32 MiB, and as much again for bookkeeping.
const EACH: u64 = 1 << 20;

/// Maximum number of piles; beyond it they grow.
const MOST_PILES: u64 = 256;

#[derive(Debug)]
pub struct Shuffle(Piles<RECORD>);

impl Shuffle {
    /// Creates a shuffle for about this many positions, with temporary files beside a file.
    pub fn beside(path: &Path, about: u64) -> anyhow::Result<Shuffle> {
        Ok(Shuffle(Piles::beside(path, about.div_ceil(EACH).clamp(1, MOST_PILES))?))
    }

    pub fn put(&mut self, position: &TrainingPosition) -> io::Result<()> {
        // The upper bits: hash sets use the lower ones.
        self.0.put(position.key() >> 40, &position.to_bytes())
    }

    /// Writes all distinct positions in random order; returns the number of duplicates.
    pub fn deal(
        self,
        random: &mut dyn FnMut(usize) -> usize,
        take: &mut dyn FnMut(&TrainingPosition) -> io::Result<()>,
    ) -> io::Result<u64> {
        let mut duplicates = 0;
        self.0.each(|records| {
            let mut known = HashSet::with_capacity(records.len());
            let mut positions: Vec<TrainingPosition> =
                records.iter().filter_map(TrainingPosition::from_bytes).collect();
            positions.retain(|position| known.insert(position.key()));
            duplicates += (records.len() - positions.len()) as u64;
            for at in (1..positions.len()).rev() {
                positions.swap(at, random(at + 1));
            }
            positions.iter().try_for_each(&mut *take)
        })?;
        Ok(duplicates)
    }
}
