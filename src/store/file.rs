//! Files as bytes: read up to a limit, written whole or not at all.
//!
//! [`write_atomically`] fills a temporary file beside the old one, makes sure that it is on the disk, and renames it over
//! the old one: at every moment there is either the old file or the new one under its name, whatever crashes. A link is
//! followed, also one that leads to nothing yet; a file that must not be written is left alone; another name of the same
//! file (a hard link) keeps what it had. What a crash left behind is swept away by the next writing of the same file.
//! Whose file it is, and whether it may be replaced, is [`written`](super::written)'s.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, ErrorKind, Read, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use tempfile::NamedTempFile;

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
    /// It may only be read.
    #[error(
        "cannot write {path}: it is marked read-only; name another file, or change its permissions"
    )]
    ReadOnly {
        /// Which file.
        path: String,
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

/// The path with the first number from 001 that no file has yet in place of the `%` of its name; `None` if it has none, or
/// a thousand files are there.
pub fn numbered(path: &Path) -> Option<PathBuf> {
    let name = path.file_name()?.to_str()?;
    let (before, after) = name.split_once('%')?;
    let paths = (1..1_000).map(|number| path.with_file_name(format!("{before}{number:03}{after}")));
    paths.into_iter().find(|path| fs::symlink_metadata(path).is_err())
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
///
/// # Errors
/// As [`write_atomically`].
pub fn replace(
    path: &Path,
    fill: impl FnOnce(&mut File) -> io::Result<()>,
) -> Result<(), FileError> {
    let name = || path.display().to_string();
    let failed = |error| FileError::Write { path: name(), error };
    let goal = destination(path).map_err(failed)?;
    let old = fs::metadata(&goal).ok();
    if let Some(old) = &old {
        if !old.is_file() {
            return Err(FileError::NotPlain { path: name() });
        }
        // The rename would not ask: it needs the folder's permissions alone.
        if old.permissions().readonly() {
            return Err(FileError::ReadOnly { path: name() });
        }
    }
    let steps = || {
        let mut temporary = temporary_beside(&goal)?;
        fill(temporary.as_file_mut())?;
        if let Some(old) = old {
            temporary.as_file().set_permissions(old.permissions())?;
        }
        temporary.as_file().sync_all()?;
        temporary.persist(&goal).map_err(|failed| failed.error)?;
        sync_folder(&goal);
        Ok(())
    };
    steps().map_err(failed)
}

/// The file at the end of a path's links, whether it exists or not.
pub(super) fn destination(path: &Path) -> io::Result<PathBuf> {
    /// As many as Linux follows.
    const MOST_LINKS: usize = 40;
    let mut path = path.to_owned();
    for _ in 0..MOST_LINKS {
        match fs::symlink_metadata(&path) {
            Ok(found) if found.is_symlink() => {
                let target = fs::read_link(&path)?;
                path = path.parent().unwrap_or(Path::new("")).join(target);
            }
            _ => return Ok(path),
        }
    }
    Err(io::Error::other("its links lead in a circle"))
}

/// What stands between a file's name and the chance letters in the name of its temporary file.
const ASIDE: &str = ".quarterply-";

/// How the name of a temporary file ends.
const ENDING: &str = ".tmp";

/// A temporary file left for longer than this belongs to no program that still runs.
const LEFT_BEHIND: Duration = Duration::from_secs(60 * 60);

/// A new, empty file in the folder of another, since a rename cannot cross disks; removed again unless it is renamed.
fn temporary_beside(goal: &Path) -> io::Result<NamedTempFile> {
    let Some(name) = goal.file_name() else {
        return Err(ErrorKind::IsADirectory.into());
    };
    let mut prefix = OsString::from(".");
    prefix.push(name);
    prefix.push(ASIDE);
    let folder = goal.parent().filter(|folder| !folder.as_os_str().is_empty());
    let folder = folder.unwrap_or(Path::new("."));
    sweep(folder, &prefix);
    let mut builder = tempfile::Builder::new();
    builder.prefix(&prefix).suffix(ENDING);
    // As any new file: what the user's mask leaves of it.
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    builder.tempfile_in(folder)
}

/// Removes what a crash left of earlier writings. Nothing here is needed for the next one, so no failure is told.
fn sweep(folder: &Path, prefix: &OsString) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    for entry in entries.flatten() {
        let name = entry.file_name();
        let bytes = name.as_encoded_bytes();
        let is_ours =
            bytes.starts_with(prefix.as_encoded_bytes()) && bytes.ends_with(ENDING.as_bytes());
        let age = || entry.metadata().ok()?.modified().ok()?.elapsed().ok();
        if is_ours && age().is_some_and(|age| age > LEFT_BEHIND) {
            let _ = fs::remove_file(entry.path());
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

    #[cfg(unix)]
    #[test]
    fn links_to_nothing_yet_are_followed_and_circles_are_refused() {
        use std::os::unix::fs::symlink;

        let folder = tempfile::tempdir().unwrap();
        let (file, link) = (folder.path().join("file"), folder.path().join("link"));
        symlink("file", &link).unwrap();
        write_atomically(&link, b"new").unwrap();
        assert_eq!(fs::read(&file).unwrap(), b"new");
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        let (one, other) = (folder.path().join("one"), folder.path().join("other"));
        symlink("other", &one).unwrap();
        symlink("one", &other).unwrap();
        let error = write_atomically(&one, b"new").unwrap_err().to_string();
        assert!(error.contains("circle"), "{error}");
        assert!(fs::symlink_metadata(&one).unwrap().is_symlink());
    }

    #[cfg(unix)]
    #[test]
    fn read_only_files_are_left_alone() {
        use std::os::unix::fs::PermissionsExt;

        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        for mode in [0o444, 0o000] {
            fs::write(&path, "old").unwrap();
            fs::set_permissions(&path, fs::Permissions::from_mode(mode)).unwrap();
            let error = write_atomically(&path, b"new").unwrap_err();
            assert!(matches!(error, FileError::ReadOnly { .. }), "{error}");
            fs::set_permissions(&path, fs::Permissions::from_mode(0o600)).unwrap();
            assert_eq!(fs::read(&path).unwrap(), b"old");
        }
        assert_eq!(names(folder.path()), ["file"]);
    }

    #[test]
    fn what_a_crash_left_is_swept_away() {
        let folder = tempfile::tempdir().unwrap();
        let (old, new) = (".game.quarterply-abc.tmp", ".game.quarterply-def.tmp");
        for name in [old, new] {
            fs::write(folder.path().join(name), "half").unwrap();
        }
        let long_ago = std::time::SystemTime::now() - 2 * LEFT_BEHIND;
        File::options()
            .write(true)
            .open(folder.path().join(old))
            .and_then(|file| file.set_modified(long_ago))
            .unwrap();
        write_atomically(&folder.path().join("game"), b"whole").unwrap();
        assert_eq!(names(folder.path()), [new, "game"], "another program may still be writing");
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn names_that_are_no_text_are_kept() {
        use std::ffi::OsStr;
        use std::os::unix::ffi::OsStrExt;

        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(OsStr::from_bytes(b"g\xff"));
        write_atomically(&path, b"new").unwrap();
        assert_eq!(read(&path, 3).unwrap(), b"new");
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
