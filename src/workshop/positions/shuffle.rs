//! Shuffles more positions than fit in memory: distributes them to temporary files by hash, and shuffles each of these.
//!
//! Equal positions are in the same file, so that duplicates can be removed. The temporary files have no names, so the system
//! deletes them in any case.

use std::collections::HashSet;
use std::fs::File;
use std::io::{self, BufWriter, Read, Seek, SeekFrom, Write};
use std::path::Path;

use super::{RECORD, TrainingPosition};

/// Approximate positions of a temporary file: 32 MiB, and as much again for bookkeeping.
const EACH: u64 = 1 << 20;

/// Maximum number of temporary files; beyond it they grow.
const MOST_FILES: u64 = 256;

#[derive(Debug)]
pub struct Shuffle {
    piles: Vec<BufWriter<File>>,
}

impl Shuffle {
    /// Creates a shuffle for about this many positions, with temporary files in a folder.
    pub fn new(folder: &Path, about: u64) -> io::Result<Shuffle> {
        let count = about.div_ceil(EACH).clamp(1, MOST_FILES);
        let piles = (0..count).map(|_| tempfile::tempfile_in(folder).map(BufWriter::new));
        Ok(Shuffle { piles: piles.collect::<io::Result<_>>()? })
    }

    pub fn put(&mut self, position: &TrainingPosition) -> io::Result<()> {
        // The upper bits: hash sets use the lower ones.
        let pile = (position.key() >> 40) as usize % self.piles.len();
        self.piles[pile].write_all(&position.to_bytes())
    }

    /// Writes all distinct positions in random order; returns the number of duplicates.
    pub fn deal(
        self,
        random: &mut dyn FnMut(usize) -> usize,
        take: &mut dyn FnMut(&TrainingPosition) -> io::Result<()>,
    ) -> io::Result<u64> {
        let mut duplicates = 0;
        for pile in self.piles {
            let mut file = pile.into_inner().map_err(io::IntoInnerError::into_error)?;
            let mut bytes = Vec::new();
            file.seek(SeekFrom::Start(0))?;
            file.read_to_end(&mut bytes)?;
            let (records, _) = bytes.as_chunks::<RECORD>();
            let mut known = HashSet::with_capacity(records.len());
            let mut positions: Vec<TrainingPosition> =
                records.iter().filter_map(TrainingPosition::from_bytes).collect();
            positions.retain(|position| known.insert(position.key()));
            duplicates += (records.len() - positions.len()) as u64;
            for at in (1..positions.len()).rev() {
                positions.swap(at, random(at + 1));
            }
            positions.iter().try_for_each(&mut *take)?;
        }
        Ok(duplicates)
    }
}
