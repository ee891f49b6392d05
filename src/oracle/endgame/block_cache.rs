//! A cache of unpacked table blocks: a probe is usually followed by probes of neighbouring positions, which share a block.

use std::sync::Mutex;

use super::EndgameValue;
use super::packed::BlockRows;
use super::table_file::{BlockPlace, TableFault};
use crate::control::lock::Unpoisoned;

/// Blocks that are kept, 4 KiB each. A power of two.
const SLOTS: usize = 1 << 14;

/// The number of a table, and that of a block in it.
type BlockName = (u32, usize);

#[derive(Debug)]
struct CachedBlock {
    name: BlockName,
    rows: BlockRows,
}

/// One block a slot; a block that is read takes the place of the one before it.
#[derive(Debug)]
pub(super) struct BlockCache(Box<[Mutex<Option<CachedBlock>>]>);

impl Default for BlockCache {
    fn default() -> BlockCache {
        BlockCache((0..SLOTS).map(|_| Mutex::default()).collect())
    }
}

impl BlockCache {
    /// Returns the value of a position, from a block that `read` fetches if it is not here.
    pub(super) fn value(
        &self,
        table: u32,
        place: BlockPlace,
        read: impl FnOnce() -> Result<BlockRows, TableFault>,
    ) -> Result<EndgameValue, TableFault> {
        let BlockPlace { block, row, lone } = place;
        let name = (table, block);
        let mut slot = self.0[slot(name)].lock().unpoisoned();
        if let Some(cached) = slot.as_ref().filter(|cached| cached.name == name) {
            return Ok(cached.rows[row].at(lone));
        }
        let rows = read()?;
        let value = rows[row].at(lone);
        *slot = Some(CachedBlock { name, rows });
        Ok(value)
    }
}

fn slot((table, block): BlockName) -> usize {
    let mixed = (u64::from(table) << 32 ^ block as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    (mixed >> 40) as usize % SLOTS
}
