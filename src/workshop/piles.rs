//! More records of a fixed size than fit in memory: distributed to temporary files, which are then read one by one.
//!
//! The temporary files have no names, so the system deletes them in any case.

use std::fs::File;
use std::io::{self, BufWriter, Read, Seek, Write};
use std::path::Path;

use anyhow::Context;

#[derive(Debug)]
pub struct Piles<const N: usize>(Vec<BufWriter<File>>);

impl<const N: usize> Piles<N> {
    /// Creates empty piles in temporary files of the folder of `path`.
    pub fn beside(path: &Path, count: u64) -> anyhow::Result<Piles<N>> {
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
        let folder = folder.unwrap_or(Path::new("."));
        let pile = |_| tempfile::tempfile_in(folder).map(BufWriter::new);
        let piles = (0..count).map(pile).collect::<io::Result<_>>();
        Ok(Piles(piles.with_context(|| format!("temporary files in {}", folder.display()))?))
    }

    /// Puts a record into pile `number` modulo their count.
    pub fn put(&mut self, number: u64, record: &[u8; N]) -> io::Result<()> {
        let pile = number as usize % self.0.len();
        self.0[pile].write_all(record)
    }

    /// Calls `take` with the records of each pile, in the order of the piles.
    pub fn each(self, mut take: impl FnMut(&[[u8; N]]) -> io::Result<()>) -> io::Result<()> {
        for pile in self.0 {
            let mut file = pile.into_inner().map_err(io::IntoInnerError::into_error)?;
            let mut bytes = Vec::new();
            file.rewind()?;
            file.read_to_end(&mut bytes)?;
            take(bytes.as_chunks().0)?;
        }
        Ok(())
    }
}
