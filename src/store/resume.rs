//! Work that was stopped, read from the file that holds its state.

use std::path::Path;

use serde::de::DeserializeOwned;

use super::codec::{self, HEADER, Kind, LIMIT};
use super::{MadeOf, StoreError, WrittenFiles, file};

/// Claims the file of a state and reads it, if it is of the same work. Returns `None` if there is none, and with `--force`
/// also in place of anything else. `made_of_what` returns the line that the state keeps of what it was made of.
pub(super) fn resume<T: DeserializeOwned>(
    files: &WrittenFiles,
    path: &Path,
    (kind, version): (Kind, u16),
    made_of: &MadeOf,
    made_of_what: fn(&T) -> &str,
) -> Result<Option<T>, StoreError> {
    files.claim(path, |head| codec::is_kind(kind, head))?;
    let read = || -> Result<Option<T>, StoreError> {
        let bytes = match path.exists() {
            true => file::read(path, (HEADER + LIMIT) as u64)?,
            false => return Ok(None),
        };
        if bytes.is_empty() {
            return Ok(None);
        }
        let state: T = codec::open(kind, version, &bytes)
            .and_then(codec::Payload::read)
            .map_err(|error| StoreError::content(path, error))?;
        made_of.require(path, made_of_what(&state))?;
        Ok(Some(state))
    };
    match read() {
        Err(_) if files.is_forced() => Ok(None),
        read => read,
    }
}
