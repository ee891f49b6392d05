//! The state of long work, kept in a file while it goes on: a command that was stopped resumes only the same work.

use std::fs;
use std::path::Path;

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::codec::{self, CodecError, FileKind, HEADER, LIMIT};
use super::{MadeOf, StoreError, WrittenFiles, file};

/// The version of every state: none has changed yet.
const VERSION: u16 = 1;

/// What work needs to go on where it was left. The struct is the file's format: the order and types of its fields stay.
pub trait WorkState: Serialize + DeserializeOwned {
    const KIND: FileKind;

    fn made_of(&self) -> &str;

    /// Returns the state, if its parts belong together.
    fn checked(self) -> Result<Self, CodecError> {
        Ok(self)
    }

    /// Claims the file of a state and reads it. Returns `None` if there is none, and with `--force` also in place of
    /// anything else.
    ///
    /// # Errors
    /// [`StoreError::OtherWork`] if it is of other work; [`StoreError::Content`] if it is damaged or another file.
    fn resume(
        files: &WrittenFiles,
        path: &Path,
        made_of: &MadeOf,
    ) -> Result<Option<Self>, StoreError> {
        resume(Self::KIND, (files, path), || {
            let state = load(Self::KIND, VERSION, path, Self::checked)?;
            made_of.require(path, state.made_of())?;
            Ok(state)
        })
    }

    /// Writes the state to a file that was claimed, whole or not at all.
    fn save(&self, files: &WrittenFiles, path: &Path) -> Result<(), StoreError> {
        save(Self::KIND, VERSION, self, (files, path))
    }
}

/// Claims a file and reads it. Returns `None` if there is none, and with `--force` also in place of anything else.
pub(super) fn resume<T>(
    kind: FileKind,
    (files, path): (&WrittenFiles, &Path),
    read: impl FnOnce() -> Result<T, StoreError>,
) -> Result<Option<T>, StoreError> {
    files.claim(path, |head| codec::is_kind(kind, head))?;
    if !fs::metadata(path).is_ok_and(|found| found.len() > 0) {
        return Ok(None);
    }
    let state = read().map(Some);
    if files.is_forced() { Ok(state.unwrap_or(None)) } else { state }
}

/// Reads a file that holds one struct.
pub(super) fn load<T: DeserializeOwned>(
    kind: FileKind,
    version: u16,
    path: &Path,
    checked: impl FnOnce(T) -> Result<T, CodecError>,
) -> Result<T, StoreError> {
    let bytes = file::read(path, (HEADER + LIMIT) as u64)?;
    let read = codec::open(kind, version, &bytes).and_then(codec::Payload::read);
    read.and_then(checked).map_err(|error| StoreError::content(path, error))
}

/// Writes a file that holds one struct.
pub(super) fn save<T: Serialize>(
    kind: FileKind,
    version: u16,
    value: &T,
    (files, path): (&WrittenFiles, &Path),
) -> Result<(), StoreError> {
    let bytes = codec::seal(kind, version, value);
    let bytes = bytes.map_err(|error| StoreError::content(path, error))?;
    Ok(files.write(path, &bytes)?)
}
