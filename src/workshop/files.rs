//! Names of files, and what the tools call themselves in them.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

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
