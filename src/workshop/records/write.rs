//! Writes records: creates a file, or resumes it after a crash or a stop.

use std::fs::File;
use std::io::{BufReader, Seek, SeekFrom, Write};
use std::path::Path;

use crate::files::WRITTEN_BY;
use anyhow::Context;
use quarterply::store::codec::{self, FileKind};
use quarterply::store::{MadeOf, WrittenFiles};

use super::{CutShort, GameRecord, RecordHeader, Records, VERSION};

/// Number of games after which the file is synchronized: the maximum lost in a power failure. (A crash of the program alone loses
/// none.)
const SYNC_EVERY: u32 = 64;

/// Appends games to a file of records that no other program writes.
#[derive(Debug)]
pub struct RecordWriter {
    file: File,
    end: u64,
    unsynced: u32,
}

impl RecordWriter {
    /// Creates a file, or resumes one of the same work: `each` receives the existing games. A truncated last game is removed and
    /// played again. With `--force` a file of other work is replaced.
    ///
    /// # Errors
    /// If the file is damaged, foreign or of other work, is being written by another program, or cannot be written; nothing is
    /// then changed.
    pub fn begin(
        files: &WrittenFiles,
        path: &Path,
        made_of: &MadeOf,
        mut each: impl FnMut(GameRecord),
    ) -> anyhow::Result<RecordWriter> {
        files.claim(path, |head| codec::is_kind(FileKind::Records, head))?;
        let mut file = files.open(path)?;
        let known = if file.metadata()?.len() == 0 {
            Ok(None)
        } else {
            known(&file, path, made_of, &mut each)
        };
        let end = match known {
            Ok(Some(end)) => end,
            Err(error) if !files.is_forced() => return Err(error),
            Ok(None) | Err(_) => {
                let header = RecordHeader {
                    written_by: WRITTEN_BY.to_owned(),
                    settings: made_of.to_string(),
                };
                let bytes = codec::seal(FileKind::Records, VERSION, &header)?;
                files.write(path, &bytes)?;
                file = files.open(path)?;
                bytes.len() as u64
            }
        };
        file.set_len(end)?;
        file.seek(SeekFrom::Start(end))?;
        Ok(RecordWriter { file, end, unsynced: 0 })
    }

    /// Adds a game.
    ///
    /// # Errors
    /// If it cannot be written; the file then ends after the previous game.
    pub fn add(&mut self, record: &GameRecord) -> anyhow::Result<()> {
        let block = record.sealed()?;
        if let Err(error) = self.file.write_all(&block) {
            // The next run would also remove the incomplete block.
            let _ = self.file.set_len(self.end);
            let _ = self.file.seek(SeekFrom::Start(self.end));
            return Err(error).context("the games before are kept");
        }
        self.end += block.len() as u64;
        self.unsynced += 1;
        if self.unsynced >= SYNC_EVERY { self.sync() } else { Ok(()) }
    }

    pub fn sync(&mut self) -> anyhow::Result<()> {
        self.unsynced = 0;
        Ok(self.file.sync_data()?)
    }
}

/// Reads the games of a file of the same work, and returns the end of the last complete one.
fn known(
    file: &File,
    path: &Path,
    made_of: &MadeOf,
    each: &mut dyn FnMut(GameRecord),
) -> anyhow::Result<Option<u64>> {
    let mut records = Records::new(BufReader::new(file))?;
    made_of.require(path, &records.header.settings)?;
    for record in records.by_ref() {
        match record {
            Ok(record) => each(record),
            Err(error) if error.is::<CutShort>() => break,
            Err(error) => return Err(error),
        }
    }
    Ok(Some(records.offset))
}
