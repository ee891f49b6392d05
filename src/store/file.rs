//! Files as bytes: read up to a limit, written whole or not at all.
//!
//! [`write_atomically`] fills a temporary file beside the old one, makes sure that it is on the disk, and renames it over
//! the old one: at every moment there is either the old file or the new one under its name, whatever crashes.

use std::ffi::OsString;
use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind, Read, Write};
use std::path::{Path, PathBuf};

/// Why a file was not read or not written.
#[derive(Debug, thiserror::Error)]
pub enum FileError {
    /// Reading failed.
    #[error("cannot read {path}: {}", kindly(.error))]
    Read {
        /// Which file.
        path: String,
        /// What the system said.
        error: io::Error,
    },
    /// It holds more than such a file ever does.
    #[error(
        "cannot read {path}: it is larger than {limit} bytes, the most that such a file can hold"
    )]
    TooLarge {
        /// Which file.
        path: String,
        /// In bytes.
        limit: u64,
    },
    /// Writing failed.
    #[error("cannot write {path}: {}; what was there before is untouched", kindly(.error))]
    Write {
        /// Which file.
        path: String,
        /// What the system said.
        error: io::Error,
    },
    /// What has that name is a folder, a device or a pipe.
    #[error("cannot write {path}: it is not a plain file; name a new file or one to be replaced")]
    NotPlain {
        /// Which path.
        path: String,
    },
}

/// What the system said, in words for somebody who only wanted to save.
fn kindly(error: &io::Error) -> String {
    let text = match error.kind() {
        ErrorKind::NotFound => "there is no such file or folder",
        ErrorKind::PermissionDenied => "the permissions of the file or its folder forbid it",
        ErrorKind::StorageFull => "the disk is full; free some space and try again",
        ErrorKind::QuotaExceeded => {
            "your share of the disk is used up; free some space and try again"
        }
        ErrorKind::ReadOnlyFilesystem => "the disk can only be read",
        ErrorKind::IsADirectory => "it is a folder",
        ErrorKind::NotADirectory => "a part of the path is not a folder",
        _ => return error.to_string(),
    };
    text.to_owned()
}

/// Everything in a file, if that is at most `limit` bytes.
///
/// # Errors
/// [`FileError::Read`], [`FileError::TooLarge`].
pub fn read(path: &Path, limit: u64) -> Result<Vec<u8>, FileError> {
    let name = || path.display().to_string();
    let mut bytes = Vec::new();
    File::open(path)
        .and_then(|file| file.take(limit + 1).read_to_end(&mut bytes))
        .map_err(|error| FileError::Read { path: name(), error })?;
    if bytes.len() as u64 > limit {
        return Err(FileError::TooLarge { path: name(), limit });
    }
    Ok(bytes)
}

/// Makes `bytes` the contents of a file, new or old, in one step.
///
/// A link is followed, and the file at its end replaced; the permissions of an old file are kept.
///
/// # Errors
/// [`FileError::Write`], [`FileError::NotPlain`]; the old file, if there was one, is as it was, and no temporary one is
/// left behind.
pub fn write_atomically(path: &Path, bytes: &[u8]) -> Result<(), FileError> {
    replace(path, |file| file.write_all(bytes))
}

/// The same for what is too much to be held in memory at once: `fill` writes it.
pub(super) fn replace(
    path: &Path,
    fill: impl FnOnce(&mut File) -> io::Result<()>,
) -> Result<(), FileError> {
    let name = || path.display().to_string();
    // `canonicalize` fails for a file that is not there yet, which is then its own goal.
    let goal = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let old = fs::metadata(&goal).ok();
    if old.as_ref().is_some_and(|old| !old.is_file()) {
        return Err(FileError::NotPlain { path: name() });
    }
    let steps = || {
        let (mut file, temporary) = Temporary::beside(&goal)?;
        fill(&mut file)?;
        if let Some(old) = old {
            file.set_permissions(old.permissions())?;
        }
        file.sync_all()?;
        drop(file);
        temporary.rename(&goal)
    };
    steps().map_err(|error| FileError::Write { path: name(), error })
}

/// A file that is removed again unless it is renamed.
struct Temporary {
    path: PathBuf,
    renamed: bool,
}

impl Temporary {
    /// A new, empty file in the folder of another; the folder must be the same, since a rename cannot cross disks.
    fn beside(goal: &Path) -> io::Result<(File, Temporary)> {
        const TRIES: u32 = 100;
        let Some(name) = goal.file_name() else {
            return Err(ErrorKind::IsADirectory.into());
        };
        let mut last = ErrorKind::AlreadyExists.into();
        for attempt in 0..TRIES {
            let mut hidden = OsString::from(".");
            hidden.push(name);
            hidden.push(format!(".{}-{attempt}.tmp", std::process::id()));
            let path = goal.with_file_name(hidden);
            match OpenOptions::new().write(true).create_new(true).open(&path) {
                Ok(file) => return Ok((file, Temporary { path, renamed: false })),
                Err(error) if error.kind() == ErrorKind::AlreadyExists => last = error,
                Err(error) => return Err(error),
            }
        }
        Err(last)
    }

    fn rename(mut self, goal: &Path) -> io::Result<()> {
        fs::rename(&self.path, goal)?;
        self.renamed = true;
        sync_folder(goal);
        Ok(())
    }
}

impl Drop for Temporary {
    fn drop(&mut self) {
        if !self.renamed {
            // There is nobody to tell, and what led here is told already.
            let _ = fs::remove_file(&self.path);
        }
    }
}

/// Asks that the new name reach the disk too. Not every system can, and the file is whole either way, so a failure is none.
fn sync_folder(file: &Path) {
    let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty());
    if let Ok(folder) = File::open(folder.unwrap_or(Path::new("."))) {
        let _ = folder.sync_all();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(folder: &Path) -> Vec<String> {
        let entries = fs::read_dir(folder).unwrap();
        let mut names: Vec<String> =
            entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }

    #[test]
    fn new_and_old_files_are_written_and_nothing_else_is_left() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("game.qply");
        for text in ["first", "", "second, and longer"] {
            write_atomically(&path, text.as_bytes()).unwrap();
            assert_eq!(read(&path, 100).unwrap(), text.as_bytes());
        }
        assert_eq!(names(folder.path()), ["game.qply"]);
    }

    #[test]
    fn a_full_disk_leaves_the_old_file() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("game.qply");
        fs::write(&path, "old").unwrap();
        let error = replace(&path, |file| {
            file.write_all(b"half of the ne")?;
            Err(ErrorKind::StorageFull.into())
        })
        .unwrap_err();
        let text = error.to_string();
        assert!(text.contains("game.qply: the disk is full"), "{text}");
        assert!(text.ends_with("what was there before is untouched"), "{text}");
        assert_eq!(fs::read(&path).unwrap(), b"old");
        assert_eq!(names(folder.path()), ["game.qply"]);
    }

    #[test]
    fn folders_and_missing_folders_are_refused() {
        let folder = tempfile::tempdir().unwrap();
        let error = write_atomically(folder.path(), b"x").unwrap_err();
        assert!(matches!(error, FileError::NotPlain { .. }), "{error}");
        let error = write_atomically(&folder.path().join("no/such.qply"), b"x").unwrap_err();
        assert!(error.to_string().contains("there is no such file or folder"), "{error}");
        let error = write_atomically(Path::new("/"), b"x").unwrap_err();
        assert!(error.to_string().contains("not a plain file"), "{error}");
        assert!(names(folder.path()).is_empty());
    }

    #[cfg(unix)]
    #[test]
    fn links_are_followed_and_permissions_kept() {
        use std::os::unix::fs::{PermissionsExt, symlink};

        let folder = tempfile::tempdir().unwrap();
        let (file, link) = (folder.path().join("file"), folder.path().join("link"));
        fs::write(&file, "old").unwrap();
        fs::set_permissions(&file, fs::Permissions::from_mode(0o640)).unwrap();
        symlink(&file, &link).unwrap();
        write_atomically(&link, b"new").unwrap();
        assert_eq!(fs::read(&file).unwrap(), b"new");
        assert_eq!(fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o640);
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
    }

    #[test]
    fn reading_has_a_limit_and_says_what_is_missing() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        fs::write(&path, "12345").unwrap();
        assert_eq!(read(&path, 5).unwrap(), b"12345");
        assert!(matches!(read(&path, 4), Err(FileError::TooLarge { limit: 4, .. })));
        let error = read(&folder.path().join("none"), 5).unwrap_err().to_string();
        assert!(error.ends_with("none: there is no such file or folder"), "{error}");
    }
}
