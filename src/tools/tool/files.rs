//! Files as tools name and open them.

use std::ffi::OsString;
use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};

use super::{ToolError, ToolResult};
use crate::files::text;

/// What this program calls itself in files.
pub const WRITTEN_BY: &str = concat!("quarterply ", env!("CARGO_PKG_VERSION"));

/// Returns the name of a file that lies beside another: the same name with something behind it.
pub fn beside(path: &Path, ending: &str) -> PathBuf {
    let mut name = OsString::from(path);
    name.push(ending);
    PathBuf::from(name)
}

pub fn name_of(path: &Path) -> String {
    path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned()
}

/// Opens games or positions, in whatever form they come.
pub fn open(path: &Path) -> ToolResult<impl Read + Send + use<>> {
    Ok(text::open(path)?)
}

pub fn make_folder(folder: &Path) -> ToolResult<()> {
    let fault = |error| ToolError::content(folder, format!("cannot be made: {error}"));
    fs::create_dir_all(folder).map_err(fault)
}
