//! Writing records: a file is begun, or gone on with where a crash or a stop left it.

use std::fs::File;
use std::io::{self, Seek, SeekFrom, Write};
use std::path::Path;

use super::{GameRecord, RecordFault, RecordHeader, Records, VERSION};
use crate::store::codec::{self, FileKind};
use crate::store::{MadeOf, StoreError, WrittenFiles};

/// After so many games the file is forced onto the disk: so many are lost at most if the power fails. (A crash of the program
/// alone loses none.)
const SYNC_EVERY: u32 = 64;

/// Appends games to a file of records, which no other program writes meanwhile.
#[derive(Debug)]
pub struct RecordWriter {
    file: File,
    path: String,
    /// Behind the last whole game.
    end: u64,
    unsynced: u32,
}

impl RecordWriter {
    /// Begins a file, or goes on with one of the same work: `each` is given the games that are there. What is left of a
    /// game that was cut short is taken away; it is played again. With `--force` a file of other work is begun anew.
    ///
    /// # Errors
    /// If the file is damaged, is foreign or of other work, is being written by another program, or cannot be
    /// written at all; nothing is changed then.
    pub fn begin(
        files: &WrittenFiles,
        path: &Path,
        (written_by, made_of): (&str, &MadeOf),
        mut each: impl FnMut(GameRecord),
    ) -> Result<RecordWriter, StoreError> {
        let name = path.display().to_string();
        let failed = |error| StoreError::Recording { path: name.clone(), error };
        let refused = |error| StoreError::Record { path: name.clone(), error };
        files.claim(path, |head| codec::is_kind(FileKind::Records, head))?;
        let mut file = files.open(path)?;
        let is_empty = file.metadata().map_err(failed)?.len() == 0;
        let end = match Records::new(io::BufReader::new(&file)) {
            _ if is_empty => None,
            Err(_) if files.is_forced() => None,
            Err(error) => return Err(refused(error)),
            Ok(mut records) => match made_of.require(path, &records.header().settings) {
                Err(_) if files.is_forced() => None,
                Err(other) => return Err(other.into()),
                Ok(()) => {
                    for record in records.by_ref() {
                        match record {
                            Ok(record) => each(record),
                            Err(error) if matches!(error.fault, RecordFault::Cut) => break,
                            Err(error) => return Err(refused(error)),
                        }
                    }
                    Some(records.offset())
                }
            },
        };
        let end = match end {
            Some(end) => end,
            None => {
                let bytes = head(path, written_by, made_of)?;
                files.write(path, &bytes)?;
                file = files.open(path)?;
                bytes.len() as u64
            }
        };
        file.set_len(end).map_err(failed)?;
        file.seek(SeekFrom::Start(end)).map_err(failed)?;
        Ok(RecordWriter { file, path: name, end, unsynced: 0 })
    }

    /// Adds a game.
    ///
    /// # Errors
    /// If it cannot be written; the file ends behind the game before.
    pub fn add(&mut self, record: &GameRecord) -> Result<(), StoreError> {
        let block = record.block();
        if let Err(error) = self.file.write_all(&block) {
            // What could be written of it would be taken away by the next run as well.
            let _ = self.file.set_len(self.end);
            let _ = self.file.seek(SeekFrom::Start(self.end));
            return Err(StoreError::Recording { path: self.path.clone(), error });
        }
        self.end += block.len() as u64;
        self.unsynced += 1;
        if self.unsynced >= SYNC_EVERY { self.sync() } else { Ok(()) }
    }

    pub fn sync(&mut self) -> Result<(), StoreError> {
        self.unsynced = 0;
        let failed = |error| StoreError::Recording { path: self.path.clone(), error };
        self.file.sync_data().map_err(failed)
    }

    pub fn bytes(&self) -> u64 {
        self.end
    }
}

/// Returns the bytes that a file of `made_of` begins with.
fn head(path: &Path, written_by: &str, made_of: &MadeOf) -> Result<Vec<u8>, StoreError> {
    let header = RecordHeader { written_by: written_by.to_owned(), settings: made_of.to_string() };
    codec::seal(FileKind::Records, VERSION, &header)
        .map_err(|error| StoreError::content(path, error))
}
