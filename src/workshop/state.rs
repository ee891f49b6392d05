//! Checkpoints of long work: a stopped command resumes only the same work.
//!
//! The file has the provenance of the work ([`MadeOf`]) and the state; the order and types of its fields are fixed.

use std::fs;
use std::path::Path;

use serde::Serialize;
use serde::de::DeserializeOwned;

use quarterply::store::codec::{self, FileKind, HEADER, LIMIT};
use quarterply::store::{FileError, MadeOf, WrittenFiles, file};

/// Version of every state; none has changed yet.
const VERSION: u16 = 1;

/// Claims the file of a state and reads it. Returns `None` if there is none, or with `--force` if it has other contents.
///
/// # Errors
/// [`FileError::Unfit`] if it is of other work, damaged or another file.
pub fn resume<T: DeserializeOwned>(
    kind: FileKind,
    (files, path): (&WrittenFiles, &Path),
    made_of: &MadeOf,
) -> Result<Option<T>, FileError> {
    files.claim(path, |head| codec::is_kind(kind, head))?;
    if !fs::metadata(path).is_ok_and(|found| found.len() > 0) {
        return Ok(None);
    }
    let read = || {
        let bytes = file::read(path, (HEADER + LIMIT) as u64)?;
        let opened = codec::open(kind, VERSION, &bytes);
        let (there, state): (String, T) =
            opened.map_err(|error| FileError::content(path, error))?;
        made_of.require(path, &there)?;
        Ok(Some(state))
    };
    read().or_else(|error| if files.is_forced() { Ok(None) } else { Err(error) })
}

/// Writes a state to a claimed file, atomically.
pub fn save<T: Serialize>(
    kind: FileKind,
    (files, path): (&WrittenFiles, &Path),
    made_of: &MadeOf,
    state: &T,
) -> Result<(), FileError> {
    let bytes = codec::seal(kind, VERSION, &(made_of.to_string(), state));
    let bytes = bytes.map_err(|error| FileError::content(path, error))?;
    files.write(path, &bytes)
}
