//! Making tables of five men: slice by slice, each after those that its conversions lead to.
//!
//! Captures lead to slices of four men, which are made in memory and kept as long as tables are made; pawn moves to slices of the
//! same table, which are kept packed; promotions to tables that must be in the folder already. Slices that are unpacked for it
//! are kept up to [`CACHE`] bytes. Who writes what was made is elsewhere (`tools/tables/make/making.rs`).

use std::collections::HashMap;
use std::io::{self, Write};
use std::sync::Arc;

use super::Endgames;
use super::conversions::Conversions;
use super::material::{EndgameMaterial, MADE_MEN};
use super::packed::{DamagedBlock, PackedSlice};
use super::retrograde;
use super::slice::{Slice, SliceShape};
use super::table_file::{self, TableFault};
use super::table_folder::TableFolder;
use super::table_material::TableMaterial;
use crate::chess::{ByColor, Color};
use crate::control::{StopFlag, Stopped};

/// Unpacked slices are kept up to so many bytes: a table with a pawn goes back to four tables without one, 360 MiB each.
const CACHE: usize = 1_500 << 20;

/// Bytes of a row while its slice is solved: measured, and rounded up.
const WORKING_ROW: usize = 270;

/// Bytes of a row of a slice that is solved.
const SOLVED_ROW: usize = 2 * (1 + super::bit_sliced::PLANES) * size_of::<u64>();

/// Bytes of a row that is packed: measured, and rounded up.
const PACKED_ROW: usize = 55;

/// Bytes of the tables of four men that a table without pawns leads to, and of all there are: measured, and rounded up.
const FOUR_MEN: [usize; 2] = [50 << 20, 250 << 20];

#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum MakingError {
    #[error("stopped")]
    Stopped,
    #[error("a mate of {0} takes longer than {max} moves, which is the most that fits", max = super::bit_sliced::LONGEST)]
    TooLong(TableMaterial),
    #[error("{0} is not there, which a promotion leads to")]
    Missing(String),
    #[error("{0}, which a promotion leads to: {1}")]
    Source(TableMaterial, TableFault),
}

impl From<Stopped> for MakingError {
    fn from(_: Stopped) -> MakingError {
        MakingError::Stopped
    }
}

#[derive(Debug)]
pub struct MadeTable {
    material: TableMaterial,
    slices: Vec<PackedSlice>,
    longest: ByColor<u16>,
}

impl MadeTable {
    /// The moves of the longest mate of each side; 0 if there is none.
    pub fn longest(&self) -> ByColor<u16> {
        self.longest
    }

    pub fn slices(&self) -> usize {
        self.slices.len()
    }

    pub fn write(&self, out: &mut impl Write) -> io::Result<()> {
        table_file::write(&self.material, &self.slices, self.longest, out)
    }
}

#[derive(Debug)]
pub struct TableMaker {
    folder: TableFolder,
    four_men: Endgames,
    cache: SliceCache,
}

impl TableMaker {
    pub fn new(folder: TableFolder) -> TableMaker {
        TableMaker { folder, four_men: Endgames::new(), cache: SliceCache::default() }
    }

    pub fn folder(&self) -> &TableFolder {
        &self.folder
    }

    pub fn take_up(&mut self, material: &TableMaterial) {
        self.folder.take_up(material);
    }

    pub fn slices(material: &TableMaterial) -> usize {
        material.slices().len()
    }

    /// Returns the bytes of memory that making a table takes at most, roughly.
    pub fn memory(material: &TableMaterial) -> u64 {
        let rows = |slice: &EndgameMaterial| SliceShape::of(slice).words();
        let all_rows = |table: &TableMaterial| table.slices().iter().map(rows).sum::<usize>();
        let working = material.slices().first().map_or(0, rows) * WORKING_ROW;
        let promotions = material.promotions();
        let own = all_rows(material);
        if promotions.is_empty() {
            return (working + FOUR_MEN[0]) as u64;
        }
        let sources = own + promotions.iter().map(all_rows).sum::<usize>();
        let cached = (SOLVED_ROW * sources).min(CACHE);
        (working + cached + PACKED_ROW * own + FOUR_MEN[1]) as u64
    }

    /// Makes a table whose promotions are in the folder; says before each slice how many are done.
    pub fn make(
        &mut self,
        material: &TableMaterial,
        stop: &StopFlag,
        tell: &mut dyn FnMut(usize),
    ) -> Result<MadeTable, MakingError> {
        let promotions = material.promotions();
        let is_source = |table: &TableMaterial| promotions.contains(table);
        self.cache.retain(|slice| TableMaterial::of(slice).as_ref().is_some_and(is_source));
        let mut work = TableRun { maker: self, table: material, packed: HashMap::new(), stop };
        let slices = material.slices();
        let mut longest = ByColor::new(0, 0);
        for (done, slice) in slices.iter().enumerate() {
            tell(done);
            work.make(slice, &mut longest)?;
        }
        let mut packed = work.packed;
        let slices = slices.iter().filter_map(|slice| packed.remove(slice)).collect();
        Ok(MadeTable { material: material.clone(), slices, longest })
    }
}

struct TableRun<'a> {
    maker: &'a mut TableMaker,
    table: &'a TableMaterial,
    packed: HashMap<EndgameMaterial, PackedSlice>,
    stop: &'a StopFlag,
}

impl TableRun<'_> {
    fn make(
        &mut self,
        material: &EndgameMaterial,
        longest: &mut ByColor<u16>,
    ) -> Result<(), MakingError> {
        let conversions = Conversions::of(material, &mut |wanted| self.source(wanted))?;
        let mut slice = Slice::new(material.clone());
        if !retrograde::solve(&mut slice, &conversions, self.stop)? {
            return Err(MakingError::TooLong(self.table.clone()));
        }
        for color in Color::ALL {
            longest[color] = slice.longest(color, longest[color]);
        }
        self.packed.insert(material.clone(), PackedSlice::of(&slice));
        self.maker.cache.insert(material, Arc::new(slice));
        Ok(())
    }

    fn source(&mut self, wanted: EndgameMaterial) -> Result<Arc<Slice>, MakingError> {
        if wanted.men() <= MADE_MEN {
            return Ok(self.maker.four_men.slice(&wanted, self.stop)?);
        }
        if self.stop.is_raised() {
            return Err(MakingError::Stopped);
        }
        if let Some(slice) = self.maker.cache.get(&wanted) {
            return Ok(slice);
        }
        let table = TableMaterial::of(&wanted)
            .ok_or_else(|| MakingError::Missing(format!("{wanted:?}")))?;
        let damaged = |fault| MakingError::Source(table.clone(), fault);
        let kept;
        let packed = if table == *self.table {
            self.packed.get(&wanted)
        } else {
            kept = self.maker.folder.slice(&table, &wanted).map_err(damaged)?;
            kept.as_ref()
        };
        let packed = packed.ok_or_else(|| MakingError::Missing(table.to_string()))?;
        let slice = packed
            .unpack(wanted.clone())
            .map_err(|DamagedBlock| damaged(TableFault::Damaged("a part of it")))?;
        let slice = Arc::new(slice);
        self.maker.cache.insert(&wanted, Arc::clone(&slice));
        Ok(slice)
    }
}

/// Slices that were unpacked, the last used of them. Those that the next table has no use for are dropped before it.
#[derive(Debug, Default)]
struct SliceCache {
    slices: HashMap<EndgameMaterial, (u64, Arc<Slice>)>,
    bytes: usize,
    now: u64,
}

impl SliceCache {
    fn get(&mut self, material: &EndgameMaterial) -> Option<Arc<Slice>> {
        self.now += 1;
        let (used, slice) = self.slices.get_mut(material)?;
        *used = self.now;
        Some(Arc::clone(slice))
    }

    fn retain(&mut self, keep: impl Fn(&EndgameMaterial) -> bool) {
        self.slices.retain(|material, _| keep(material));
        self.bytes = self.slices.values().map(|(_, slice)| slice.bytes()).sum();
    }

    /// Takes a slice up, and lets go of those that were not used for longest.
    fn insert(&mut self, material: &EndgameMaterial, slice: Arc<Slice>) {
        self.now += 1;
        self.bytes += slice.bytes();
        while self.bytes > CACHE
            && let Some(oldest) = self.slices.iter().min_by_key(|(_, (used, _))| *used)
        {
            let oldest = oldest.0.clone();
            if let Some((_, old)) = self.slices.remove(&oldest) {
                self.bytes -= old.bytes();
            }
        }
        if let Some((_, old)) = self.slices.insert(material.clone(), (self.now, slice)) {
            self.bytes -= old.bytes();
        }
    }
}
