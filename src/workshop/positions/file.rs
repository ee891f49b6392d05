//! The file of positions: written atomically, with random access.

use std::fs::File;
use std::io::{self, BufReader, BufWriter, Read, Seek, SeekFrom, Write};
use std::path::Path;

use anyhow::{Context, ensure};
use serde::{Deserialize, Serialize};

use super::{RECORD, TrainingPosition};
use crate::records::read_sealed;
use quarterply::control::StopFlag;
use quarterply::store::WrittenFiles;
use quarterply::store::codec::{self, FileKind};
use quarterply::store::file::{self, FileError};

const VERSION: u16 = 2;

#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct PositionsHeader {
    /// The program that wrote it, for example `quarterply 0.1.0`; informative.
    pub written_by: String,
    /// The files of games that they were taken from, and the settings of those games.
    pub sources: Vec<String>,
    /// How positions were selected and ordered.
    pub settings: String,
    /// Number of positions, little endian.
    count: [u8; 8],
    /// Number of positions at the end that are held out, little endian.
    held_out: [u8; 8],
    /// FNV-1a of all positions, little endian.
    checksum: [u8; 8],
}

impl PositionsHeader {
    pub fn new(written_by: String, sources: Vec<String>, settings: String) -> PositionsHeader {
        PositionsHeader { written_by, sources, settings, ..PositionsHeader::default() }
    }

    pub fn count(&self) -> u64 {
        u64::from_le_bytes(self.count)
    }

    /// Number of positions at the end that are held out: from games without any other position in the file.
    pub fn held_out(&self) -> u64 {
        u64::from_le_bytes(self.held_out)
    }

    pub fn learned(&self) -> u64 {
        self.count().saturating_sub(self.held_out())
    }

    pub fn checksum(&self) -> u64 {
        u64::from_le_bytes(self.checksum)
    }
}

/// Writes a file of positions; `fill` receives the writer and returns the number of held-out positions at the end.
///
/// # Errors
/// The error of `fill`, or of writing; any old file is then unchanged.
pub fn write(
    files: &WrittenFiles,
    path: &Path,
    header: &PositionsHeader,
    fill: impl FnOnce(&mut dyn FnMut(&TrainingPosition) -> io::Result<()>) -> io::Result<u64>,
) -> Result<PositionsHeader, FileError> {
    let mut header = header.clone();
    let sealed = |header: &PositionsHeader| {
        codec::seal(FileKind::Positions, VERSION, header).map_err(io::Error::other)
    };
    files.replace(path, |file| {
        let mut writer = BufWriter::with_capacity(1 << 18, file);
        writer.write_all(&sealed(&header)?)?;
        let (mut count, mut sum) = (0_u64, codec::CHECKSUM_START);
        let held_out = fill(&mut |position| {
            let bytes = position.to_bytes();
            (count, sum) = (count + 1, codec::checksum_on(sum, &bytes));
            writer.write_all(&bytes)
        })?;
        (header.count, header.checksum) = (count.to_le_bytes(), sum.to_le_bytes());
        header.held_out = held_out.to_le_bytes();
        // The size is the same: numbers are arrays of bytes.
        writer.seek(SeekFrom::Start(0))?;
        writer.write_all(&sealed(&header)?)?;
        writer.flush()
    })?;
    Ok(header)
}

#[derive(Debug)]
pub struct PositionFile {
    reader: BufReader<File>,
    pub header: PositionsHeader,
    start: u64,
}

impl PositionFile {
    pub fn open(path: &Path) -> anyhow::Result<PositionFile> {
        let mut reader = BufReader::with_capacity(1 << 18, file::open(path)?);
        let header = read_sealed(FileKind::Positions, VERSION, &mut reader)?;
        let (header, start): (PositionsHeader, u64) = header.context("the file is empty")?;
        let found = reader.get_ref().metadata()?.len();
        let expected = header.count().saturating_mul(RECORD as u64).saturating_add(start);
        ensure!(
            found == expected,
            "the file is cut short, or something stands behind its end: {found} bytes where {expected} were expected"
        );
        Ok(PositionFile { reader, header, start })
    }

    /// Verifies the checksum; reads all positions.
    pub fn check(&mut self, stop: &StopFlag) -> anyhow::Result<()> {
        const AT_A_TIME: usize = 1 << 16;
        let (mut sum, mut bytes) = (codec::CHECKSUM_START, vec![0; AT_A_TIME * RECORD]);
        self.reader.seek(SeekFrom::Start(self.start))?;
        let mut left = self.header.count();
        while left > 0 {
            ensure!(!stop.is_raised(), "stopped");
            let count = left.min(AT_A_TIME as u64);
            let part = &mut bytes[..count as usize * RECORD];
            self.reader.read_exact(part)?;
            sum = codec::checksum_on(sum, part);
            left -= count;
        }
        let is_whole = sum == self.header.checksum();
        ensure!(is_whole, "the file is damaged: its positions do not fit their checksum");
        Ok(())
    }

    /// Reads at most `count` positions from number `first` on, counted from 0.
    pub fn read(&mut self, first: u64, count: usize) -> anyhow::Result<Vec<TrainingPosition>> {
        let count = self.header.count().saturating_sub(first).min(count as u64);
        let mut bytes = vec![0; count as usize * RECORD];
        self.reader.seek(SeekFrom::Start(self.start + first * RECORD as u64))?;
        self.reader.read_exact(&mut bytes)?;
        let (records, _) = bytes.as_chunks::<RECORD>();
        let read = records.iter().zip(first + 1..).map(|(record, number)| {
            TrainingPosition::from_bytes(record)
                .with_context(|| format!("position {number}, counted from 1, is none"))
        });
        read.collect()
    }
}
