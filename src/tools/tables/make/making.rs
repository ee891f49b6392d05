//! Endgame tables of five men made and kept: those that are asked for and those that they need, a file each.
//!
//! What is in the folder already is left as it is, so work that was stopped goes on where it ended: with the first table that is
//! not there. How a table is made is `oracle/endgame/table_maker.rs`'s.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use serde::Serialize;

use crate::chess::ByColor;
use crate::control::StopFlag;
use crate::engine::memory;
use crate::oracle::endgame::{
    MakingError, NoTableFolder, TableFile, TableFolder, TableMaker, TableMaterial,
};
use crate::store::{FileError, WrittenFiles};
use crate::tools::tables::both_sides;
use crate::tools::tool::{milliseconds, shown};

/// Why tables were not made. What was made before is in the folder.
#[derive(Debug, thiserror::Error)]
pub enum TableMakingError {
    #[error("no tables can be kept: {0}")]
    Folder(#[from] NoTableFolder),
    #[error("{table} takes about {needed} MiB of memory to make, and the machine has {there}")]
    Memory { table: String, needed: usize, there: usize },
    #[error("{table}: {error}")]
    Making { table: String, error: MakingError },
    #[error(transparent)]
    File(#[from] FileError),
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct TableRow {
    #[serde(rename = "table")]
    pub name: String,
    pub slices: usize,
    pub bytes: u64,
    /// The moves of the longest mate of each side; 0 if there is none.
    #[serde(serialize_with = "both_sides")]
    pub longest: ByColor<u16>,
    #[serde(rename = "time_ms", serialize_with = "milliseconds")]
    pub elapsed: Duration,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct TablesMade {
    #[serde(serialize_with = "shown")]
    pub folder: PathBuf,
    #[serde(rename = "tables")]
    pub rows: Vec<TableRow>,
    /// How many of those that are needed were there before.
    pub there: usize,
    /// Those that are still to be made, as it was stopped.
    pub missing: usize,
    /// Bytes of memory that it takes at most, roughly.
    pub memory: u64,
    #[serde(rename = "time_ms", serialize_with = "milliseconds")]
    pub elapsed: Duration,
}

/// Tables that are to be made, each after those that it needs.
#[derive(Debug)]
pub struct TableMaking {
    maker: TableMaker,
    tables: Vec<TableMaterial>,
    there: usize,
    memory: u64,
}

impl TableMaking {
    /// Plans to make one table, or all of five men.
    ///
    /// # Errors
    /// If the folder cannot be read, or the machine has too little memory.
    pub fn plan(
        wanted: Option<&TableMaterial>,
        folder: &Path,
    ) -> Result<TableMaking, TableMakingError> {
        let folder = TableFolder::open(folder)?;
        let (mut tables, mut there) = (Vec::new(), Vec::new());
        let wanted = wanted.map_or_else(TableMaterial::all, |table| vec![table.clone()]);
        for table in wanted {
            need(table, &folder, &mut tables, &mut there);
        }
        let maker = TableMaker::new(folder);
        let memory = tables.iter().map(TableMaker::memory).max().unwrap_or_default();
        for table in &tables {
            let needed = (TableMaker::memory(table) >> 20) as usize;
            if let Some(total) = memory::total().filter(|&total| total < needed) {
                let table = table.to_string();
                return Err(TableMakingError::Memory { table, needed, there: total });
            }
        }
        Ok(TableMaking { maker, tables, there: there.len(), memory })
    }

    pub fn slices(&self) -> usize {
        self.tables.iter().map(TableMaker::slices).sum()
    }

    /// Makes them; says how many slices are done. Told to stop, it ends with what is made by then.
    pub fn carry_out(
        mut self,
        files: &WrittenFiles,
        stop: &StopFlag,
        tell: &mut dyn FnMut(usize),
    ) -> Result<TablesMade, TableMakingError> {
        let begun = Instant::now();
        let (mut rows, mut done) = (Vec::new(), 0);
        // One that was found damaged is made again.
        for table in &self.tables {
            files.claim(&self.maker.folder().path_of(table), TableFile::is_table)?;
        }
        for table in &self.tables {
            match make(files, &mut self.maker, table, stop, &mut |slices| tell(done + slices)) {
                Ok(row) => {
                    done += row.slices;
                    rows.push(row);
                }
                Err(TableMakingError::Making { error: MakingError::Stopped, .. }) => break,
                Err(error) => return Err(error),
            }
        }
        tell(done);
        let missing = self.tables.len() - rows.len();
        let folder = self.maker.folder().path().to_owned();
        let (there, memory) = (self.there, self.memory);
        Ok(TablesMade { folder, rows, missing, there, memory, elapsed: begun.elapsed() })
    }
}

/// Adds a table to those that are to be made, behind those that it needs, or to those that are there.
fn need(
    table: TableMaterial,
    folder: &TableFolder,
    tables: &mut Vec<TableMaterial>,
    there: &mut Vec<TableMaterial>,
) {
    if tables.contains(&table) || there.contains(&table) {
        return;
    }
    if folder.get(&table).is_some() {
        there.push(table);
        return;
    }
    for needed in table.promotions() {
        need(needed, folder, tables, there);
    }
    tables.push(table);
}

fn make(
    files: &WrittenFiles,
    maker: &mut TableMaker,
    table: &TableMaterial,
    stop: &StopFlag,
    tell: &mut dyn FnMut(usize),
) -> Result<TableRow, TableMakingError> {
    let begun = Instant::now();
    let made = maker
        .make(table, stop, tell)
        .map_err(|error| TableMakingError::Making { table: table.to_string(), error })?;
    files.replace(&maker.folder().path_of(table), |file| made.write(file))?;
    maker.take_up(table);
    let bytes = maker.folder().get(table).map_or(0, |file| file.bytes());
    Ok(TableRow {
        name: table.to_string(),
        slices: made.slices(),
        bytes,
        longest: made.longest(),
        elapsed: begun.elapsed(),
    })
}
