//! Files named in commands.

use std::ffi::OsString;
use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};

use crate::files::text;
use crate::shell::CommandError;

/// Returns `path` with `ending` appended to the file name.
pub fn beside(path: &Path, ending: &str) -> PathBuf {
    let mut name = OsString::from(path);
    name.push(ending);
    PathBuf::from(name)
}

pub fn name_of(path: &Path) -> String {
    path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned()
}

/// Opens a file of games or positions, in any encoding or compression.
pub(super) fn open(path: &Path) -> Result<impl Read + Send + use<>, CommandError> {
    Ok(text::open(path)?)
}

pub(super) fn make_folder(folder: &Path) -> Result<(), CommandError> {
    let fault = |error| CommandError::content(folder, format!("cannot be made: {error}"));
    fs::create_dir_all(folder).map_err(fault)
}
