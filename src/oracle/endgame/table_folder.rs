//! A folder of tables of five men: which are there, and asking them.
//!
//! A file that is not what it should be is put out of use, and what is wrong with it is noted until somebody tells it; the others
//! go on. Files are found by their names, as in `KRPvKR.qpt`.

use std::collections::HashMap;
use std::ffi::OsStr;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

use super::EndgameValue;
use super::block_cache::BlockCache;
use super::material::EndgameMaterial;
use super::packed::PackedSlice;
use super::slice_index::SliceIndex;
use super::table_file::{BlockPlace, EXTENSION, TableFault, TableFile};
use super::table_material::TableMaterial;
use crate::control::lock::Unpoisoned;

#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{folder}: {why}")]
pub struct NoTableFolder {
    pub folder: String,
    pub why: String,
}

/// A file, unless it was found damaged.
#[derive(Debug)]
struct OpenTable {
    file: TableFile,
    /// Unlike that of any other table of the folder, and of this one before it was made again.
    number: u32,
    is_out: AtomicBool,
}

impl OpenTable {
    fn in_use(&self) -> Option<&TableFile> {
        (!self.is_out.load(Ordering::Relaxed)).then_some(&self.file)
    }
}

#[derive(Debug)]
pub struct TableFolder {
    path: PathBuf,
    files: HashMap<TableMaterial, OpenTable>,
    /// Tables that were opened so far.
    opened: u32,
    blocks: BlockCache,
    /// What is wrong with files, as far as nobody was told.
    faults: Mutex<Vec<String>>,
}

impl TableFolder {
    /// Opens every table in a folder.
    ///
    /// # Errors
    /// If it cannot be read. What is wrong with single files is no error: see [`TableFolder::take_faults`].
    pub fn open(path: &Path) -> Result<TableFolder, NoTableFolder> {
        let failed = |error: io::Error| NoTableFolder {
            folder: path.display().to_string(),
            why: error.to_string(),
        };
        let mut folder = TableFolder {
            path: path.to_owned(),
            files: HashMap::new(),
            opened: 0,
            blocks: BlockCache::default(),
            faults: Mutex::default(),
        };
        let entries = fs::read_dir(path).map_err(failed)?;
        let mut paths = entries
            .map(|entry| Ok(entry?.path()))
            .collect::<io::Result<Vec<PathBuf>>>()
            .map_err(failed)?;
        // Opening a FIFO would wait for a writer.
        paths.retain(|path| path.extension() == Some(OsStr::new(EXTENSION)) && path.is_file());
        paths.sort();
        for path in paths {
            let name = path.file_stem().and_then(OsStr::to_str).unwrap_or_default();
            match TableMaterial::parse(name) {
                Ok(material) if material.to_string() == name => folder.take_up(&material),
                Ok(material) => {
                    folder.note(format!("{}: it would be called {material}", path.display()))
                }
                Err(error) => folder.note(format!("{}: {error}", path.display())),
            }
        }
        Ok(folder)
    }

    pub fn is_empty(&self) -> bool {
        self.files.is_empty()
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    pub fn path_of(&self, material: &TableMaterial) -> PathBuf {
        self.path.join(format!("{material}.{EXTENSION}"))
    }

    /// Opens a file that was written since.
    pub fn take_up(&mut self, material: &TableMaterial) {
        let path = self.path_of(material);
        match TableFile::open(&path, material) {
            Ok(file) => {
                self.opened += 1;
                let open = OpenTable { file, number: self.opened, is_out: AtomicBool::new(false) };
                self.files.insert(material.clone(), open);
            }
            Err(fault) => {
                self.files.remove(material);
                self.note(fault_of(&path, material, &fault));
            }
        }
    }

    /// A table, unless it was found damaged.
    pub fn get(&self, material: &TableMaterial) -> Option<&TableFile> {
        self.files.get(material)?.in_use()
    }

    /// What is wrong with files, as far as nobody was told.
    pub fn take_faults(&self) -> Vec<String> {
        std::mem::take(&mut *self.faults.lock().unpoisoned())
    }

    /// Puts a file out of use.
    pub fn withdraw(&self, material: &TableMaterial, fault: &TableFault) {
        if let Some(open) = self.files.get(material)
            && !open.is_out.swap(true, Ordering::Relaxed)
        {
            self.note(fault_of(open.file.path(), material, fault));
        }
    }

    pub(super) fn has(&self, slice: &EndgameMaterial) -> bool {
        TableMaterial::of(slice).is_some_and(|material| self.get(&material).is_some())
    }

    /// What a table says of a position; `None` if it is not there, or damaged.
    pub(super) fn value(&self, index: &SliceIndex) -> Option<EndgameValue> {
        let open = self.files.get(&TableMaterial::of(&index.material)?)?;
        let file = open.in_use()?;
        let value = file.place(index).and_then(|place| {
            let read = |place: BlockPlace| {
                self.blocks.value(open.number, place, || file.rows(place.block, index.turn))
            };
            place.map(read).transpose()
        });
        value.unwrap_or_else(|fault| {
            self.withdraw(file.material(), &fault);
            None
        })
    }

    pub(super) fn slice(
        &self,
        table: &TableMaterial,
        slice: &EndgameMaterial,
    ) -> Result<Option<PackedSlice>, TableFault> {
        match self.get(table) {
            Some(file) => file.slice(slice),
            None => Ok(None),
        }
    }

    fn note(&self, fault: String) {
        self.faults.lock().unpoisoned().push(fault);
    }
}

fn fault_of(path: &Path, material: &TableMaterial, fault: &TableFault) -> String {
    format!("{}: {fault}; `tb make {material}` makes it again", path.display())
}

#[cfg(test)]
mod tests {
    use super::super::Endgames;
    use super::super::material::Board;
    use super::super::packed::tests::as_in_first_version;
    use super::super::slice::Slice;
    use super::super::tests::file_of;
    use super::*;
    use crate::chess::Position;
    use crate::control::StopFlag;

    const FEN: &str = "8/8/8/4k3/8/3R4/3P4/3K3r w - - 0 1";

    /// The bytes of a table that has one mate, and nothing elsewhere; of version 1 if `is_first`.
    fn table(moves: u16, is_first: bool) -> Vec<u8> {
        let position = Position::from_fen(FEN).unwrap();
        let board = Board::of(&position).unwrap();
        let index = SliceIndex::of(&board);
        let mut made = Slice::new(index.material.clone());
        let (row, lone) = index.place();
        made.sides[index.turn].mates[row].put(1 << lone.index(), EndgameValue::Mates(moves));
        let mut bytes = file_of(&if is_first { as_in_first_version(&made) } else { made });
        if is_first {
            bytes[4] = 1;
            let checksum = crc32fast::hash(&bytes[..36]);
            bytes[36..40].copy_from_slice(&checksum.to_le_bytes());
        }
        bytes
    }

    /// What the tables of a folder say of the position, and what is wrong with them.
    fn asked(folder: &Path) -> (Option<EndgameValue>, Vec<String>) {
        let folder = std::sync::Arc::new(TableFolder::open(folder).unwrap());
        let endgames = Endgames::with_files(Some(folder.clone()));
        let position = Position::from_fen(FEN).unwrap();
        let known = endgames.probe(&position, &StopFlag::new()).unwrap();
        assert_eq!(endgames.covers(&position), known.is_some());
        assert_eq!(endgames.made_so_far().look_up(&position), known);
        (known, folder.take_faults())
    }

    #[test]
    fn what_is_written_is_read_and_what_is_harmed_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("KRPvKR.qpt");
        assert_eq!(asked(folder.path()), (None, Vec::new()));
        for moves in [1, 77, 126] {
            for is_first in [true, false] {
                fs::write(&path, table(moves, is_first)).unwrap();
                let expected = Some(EndgameValue::Mates(moves));
                assert_eq!(asked(folder.path()), (expected, Vec::new()), "{is_first}");
            }
        }
        let whole = table(77, false);
        fs::write(&path, &whole).unwrap();
        assert_eq!(asked(folder.path()), (Some(EndgameValue::Mates(77)), Vec::new()));

        let refused = |bytes: &[u8]| {
            fs::write(&path, bytes).unwrap();
            let (known, faults) = asked(folder.path());
            assert_eq!((known, faults.len()), (None, 1), "{faults:?}");
            assert!(faults[0].contains("KRPvKR.qpt: "), "{faults:?}");
            assert!(faults[0].ends_with("`tb make KRPvKR` makes it again"), "{faults:?}");
            faults[0].clone()
        };
        assert!(refused(b"").contains("no table of Quarterply's"));
        assert!(refused(b"PK\x03\x04").contains("no table of Quarterply's"));
        assert!(refused(&whole[..20]).contains("20 bytes"));
        assert!(refused(&whole[..whole.len() - 1]).contains("were written"));
        assert!(refused(&[&whole[..], b"x"].concat()).contains("were written"));
        // Every byte of the header, some of the directory, every one of the only block.
        let block = whole.len() - 100.min(whole.len() / 2);
        for at in (0..40).chain((40..block).step_by(whole.len() / 40)).chain(block..whole.len()) {
            let mut harmed = whole.clone();
            harmed[at] ^= 0x20;
            fs::write(&path, &harmed).unwrap();
            let (known, faults) = asked(folder.path());
            assert_eq!((known, faults.len()), (None, 1), "byte {at}: {faults:?}");
        }
        // Under another name it is another table, or none.
        fs::write(&path, &whole).unwrap();
        for name in ["KBPvKR.qpt", "KRPKR.qpt", "notes.qpt"] {
            fs::write(folder.path().join(name), &whole).unwrap();
        }
        let (known, faults) = asked(folder.path());
        assert_eq!(known, Some(EndgameValue::Mates(77)), "the rest goes on");
        assert_eq!(faults.len(), 3, "{faults:?}");
        assert!(faults[0].contains("it holds KRPvKR, where KBPvKR was expected"), "{faults:?}");
    }
}
