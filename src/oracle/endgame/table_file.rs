//! A table of five men in a file: its header, where each block is, and reading one position of it.
//!
//! | bytes | what |
//! |---|---|
//! | 0–3 | `QPTB` |
//! | 4–5 | version |
//! | 6, 7 | moves of the longest mate of White, of Black; 0 if there is none |
//! | 8–23 | what it is called, as in `KRPvKR`, with zeros behind |
//! | 24–31 | bytes of the file |
//! | 32–35 | checksum of the directory |
//! | 36–39 | checksum of what stands before it |
//! | 40– | the directory: bytes of each block, two bytes each, slice by slice, White to move before Black |
//! | | the blocks (`packed.rs`), each with a checksum of its own |
//!
//! Numbers are little endian, checksums CRC-32. When a file is opened its header is looked at, and whether the file is as long
//! as that says; the directory is read when it is first asked, and a block when a position of it is. That a file is written
//! whole or not at all is `store/`'s to see to.

use std::collections::HashMap;
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, OnceLock};

use super::material::EndgameMaterial;
use super::packed::{self, BLOCK, BlockRows, PackedSlice, PlaneFormat};
use super::slice_index::SliceIndex;
use super::table_material::TableMaterial;
use crate::chess::{ByColor, Color, Square};
use crate::control::lock::Unpoisoned;

/// What the name of such a file ends in.
pub(super) const EXTENSION: &str = "qpt";

const MAGIC: [u8; 4] = *b"QPTB";

/// The version that is written. Version 1, which is read too, has its blocks in another format: [`PlaneFormat::First`].
const VERSION: u16 = 2;

/// Bytes before the directory.
const HEADER: usize = 40;

/// Bytes that a name has room for.
const NAME: usize = 16;

/// Why a file is not the table that it should be.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum TableFault {
    #[error("it cannot be read: {0}")]
    Unreadable(String),
    #[error("it is no table of Quarterply's; one would begin with \"QPTB\"")]
    Foreign,
    #[error("it has version {0}, and this program reads versions 1 and {VERSION}")]
    Version(u16),
    #[error("it holds {found}, where {expected} was expected")]
    OtherTable {
        found: String,
        /// The table that its name says.
        expected: String,
    },
    #[error("it has {found} bytes, and {expected} were written")]
    Length { found: u64, expected: u64 },
    #[error("{0} does not fit its checksum")]
    Damaged(&'static str),
}

impl From<io::Error> for TableFault {
    fn from(error: io::Error) -> TableFault {
        TableFault::Unreadable(error.to_string())
    }
}

/// Where the blocks of a table are.
#[derive(Debug)]
struct Directory {
    /// The number of each slice.
    slices: HashMap<EndgameMaterial, usize>,
    /// Where each block begins, counted from the first; one more for the end of the last.
    starts: Vec<u32>,
    blocks: u64,
    /// Blocks of a slice with one side to move.
    per_side: usize,
}

/// The place of a position in a table: the block, the row in it, and the square of Black's king.
#[derive(Clone, Copy, Debug)]
pub(super) struct BlockPlace {
    pub(super) block: usize,
    pub(super) row: usize,
    pub(super) lone: Square,
}

#[derive(Debug)]
pub struct TableFile {
    material: TableMaterial,
    path: PathBuf,
    file: Mutex<File>,
    bytes: u64,
    format: PlaneFormat,
    longest: ByColor<u16>,
    checksum: u32,
    directory: OnceLock<Directory>,
}

impl TableFile {
    pub fn is_table(head: &[u8]) -> bool {
        head.starts_with(&MAGIC)
    }

    pub fn open(path: &Path, material: &TableMaterial) -> Result<TableFile, TableFault> {
        let mut file = File::open(path)?;
        let found = file.metadata()?.len();
        let mut header = [0; HEADER];
        let read = read_up_to(&mut file, &mut header)?;
        let begins = read.min(MAGIC.len());
        if header[..begins] != MAGIC[..begins] || read == 0 {
            return Err(TableFault::Foreign);
        }
        if read < HEADER {
            return Err(TableFault::Length { found, expected: HEADER as u64 });
        }
        let (told, sum) = header.split_at(HEADER - 4);
        if crc32fast::hash(told).to_le_bytes() != *sum {
            return Err(TableFault::Damaged("its header"));
        }
        let format = match u16::from_le_bytes(part(&header, 4)) {
            1 => PlaneFormat::First,
            VERSION => PlaneFormat::Second,
            other => return Err(TableFault::Version(other)),
        };
        let expected = material.to_string();
        if header[8..8 + NAME] != name_of(material) {
            let found = String::from_utf8_lossy(&header[8..8 + NAME]);
            let found = found.trim_end_matches('\0').to_owned();
            return Err(TableFault::OtherTable { found, expected });
        }
        let bytes = u64::from_le_bytes(part(&header, 24));
        if bytes != found {
            return Err(TableFault::Length { found, expected: bytes });
        }
        Ok(TableFile {
            material: material.clone(),
            path: path.to_owned(),
            file: Mutex::new(file),
            bytes,
            format,
            longest: ByColor::new(header[6].into(), header[7].into()),
            checksum: u32::from_le_bytes(part(&header, 32)),
            directory: OnceLock::new(),
        })
    }

    pub fn material(&self) -> &TableMaterial {
        &self.material
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    pub fn bytes(&self) -> u64 {
        self.bytes
    }

    /// The moves of the longest mate of each side; 0 if there is none.
    pub fn longest(&self) -> ByColor<u16> {
        self.longest
    }

    pub fn slices(&self) -> Result<usize, TableFault> {
        Ok(self.directory()?.slices.len())
    }

    /// Returns the place of a position; `None` if the table does not have it.
    pub(super) fn place(&self, index: &SliceIndex) -> Result<Option<BlockPlace>, TableFault> {
        let directory = self.directory()?;
        let Some(&slice) = directory.slices.get(&index.material) else { return Ok(None) };
        let (row, lone) = index.place();
        let block = (2 * slice + index.turn.index()) * directory.per_side + row / BLOCK;
        Ok(Some(BlockPlace { block, row: row % BLOCK, lone }))
    }

    /// Reads a block of rows with this side to move.
    pub(super) fn rows(&self, block: usize, turn: Color) -> Result<BlockRows, TableFault> {
        let bytes = self.read(self.directory()?, block, block + 1)?;
        packed::rows(&bytes, self.format, turn).map_err(|_| DAMAGED_BLOCK)
    }

    /// One of its slices; `None` if it has none such.
    pub(super) fn slice(
        &self,
        material: &EndgameMaterial,
    ) -> Result<Option<PackedSlice>, TableFault> {
        let directory = self.directory()?;
        let Some(&slice) = directory.slices.get(material) else { return Ok(None) };
        self.packed(directory, slice).map(Some)
    }

    /// Reads every block; says after each slice how many are done, and ends where it is told to.
    pub fn verify(&self, go_on: &mut dyn FnMut(usize) -> bool) -> Result<(), TableFault> {
        let directory = self.directory()?;
        for slice in 0..directory.slices.len() {
            if !go_on(slice) {
                break;
            }
            self.packed(directory, slice)?.check().map_err(|_| DAMAGED_BLOCK)?;
        }
        Ok(())
    }

    fn packed(&self, directory: &Directory, slice: usize) -> Result<PackedSlice, TableFault> {
        let first = 2 * slice * directory.per_side;
        let last = first + 2 * directory.per_side;
        let bytes = self.read(directory, first, last)?;
        let starts = directory.starts[first..=last].windows(2);
        let lengths = starts.map(|pair| (pair[1] - pair[0]) as u16).collect();
        Ok(PackedSlice { format: self.format, lengths, bytes })
    }

    /// The bytes of blocks, from one up to another.
    fn read(
        &self,
        directory: &Directory,
        first: usize,
        last: usize,
    ) -> Result<Vec<u8>, TableFault> {
        let [begin, end] = [first, last].map(|block| u64::from(directory.starts[block]));
        let mut bytes = vec![0; (end - begin) as usize];
        if !bytes.is_empty() {
            let mut file = self.file.lock().unpoisoned();
            file.seek(SeekFrom::Start(directory.blocks + begin))?;
            file.read_exact(&mut bytes)?;
        }
        Ok(bytes)
    }

    fn directory(&self) -> Result<&Directory, TableFault> {
        if let Some(directory) = self.directory.get() {
            return Ok(directory);
        }
        let slices = self.material.slices();
        let per_side = slices.first().map_or(0, packed::blocks);
        let mut lengths = vec![0; 2 * 2 * slices.len() * per_side];
        {
            let mut file = self.file.lock().unpoisoned();
            file.seek(SeekFrom::Start(HEADER as u64))?;
            file.read_exact(&mut lengths)?;
        }
        if crc32fast::hash(&lengths) != self.checksum {
            return Err(TableFault::Damaged("its directory"));
        }
        let mut end = 0_u32;
        let mut starts = vec![0];
        for length in lengths.as_chunks::<2>().0 {
            end = end
                .checked_add(u32::from(u16::from_le_bytes(*length)))
                .ok_or(TableFault::Damaged("its directory"))?;
            starts.push(end);
        }
        let blocks = (HEADER + lengths.len()) as u64;
        let expected = blocks + u64::from(end);
        if expected != self.bytes {
            return Err(TableFault::Length { found: self.bytes, expected });
        }
        let slices = slices.into_iter().enumerate().map(|(at, slice)| (slice, at)).collect();
        Ok(self.directory.get_or_init(|| Directory { slices, starts, blocks, per_side }))
    }
}

const DAMAGED_BLOCK: TableFault = TableFault::Damaged("a part of it");

/// Writes a table: slices in their order, and the longest mate of each side.
pub(super) fn write(
    material: &TableMaterial,
    slices: &[PackedSlice],
    longest: ByColor<u16>,
    out: &mut impl Write,
) -> io::Result<()> {
    let directory: Vec<u8> = slices
        .iter()
        .flat_map(|slice| &slice.lengths)
        .flat_map(|length| length.to_le_bytes())
        .collect();
    let blocks = slices.iter().map(|slice| slice.bytes.len() as u64).sum::<u64>();
    if u32::try_from(blocks).is_err() {
        return Err(io::Error::other(format!("{blocks} bytes are too many for one table")));
    }
    let mut header = Vec::with_capacity(HEADER);
    header.extend(MAGIC);
    header.extend(VERSION.to_le_bytes());
    header.extend(Color::ALL.map(|color| longest[color] as u8));
    header.extend(name_of(material));
    header.extend(((HEADER + directory.len()) as u64 + blocks).to_le_bytes());
    header.extend(crc32fast::hash(&directory).to_le_bytes());
    header.extend(crc32fast::hash(&header).to_le_bytes());
    out.write_all(&header)?;
    out.write_all(&directory)?;
    slices.iter().try_for_each(|slice| out.write_all(&slice.bytes))
}

/// What a table is called, with zeros behind.
fn name_of(material: &TableMaterial) -> [u8; NAME] {
    let mut name = [0; NAME];
    for (place, byte) in name.iter_mut().zip(material.to_string().bytes()) {
        *place = byte;
    }
    name
}

fn part<const N: usize>(header: &[u8; HEADER], at: usize) -> [u8; N] {
    std::array::from_fn(|i| header[at + i])
}

fn read_up_to(file: &mut File, bytes: &mut [u8]) -> io::Result<usize> {
    let mut read = 0;
    while read < bytes.len() {
        match file.read(&mut bytes[read..])? {
            0 => break,
            more => read += more,
        }
    }
    Ok(read)
}
