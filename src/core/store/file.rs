//! Files as bytes: read up to a limit, written whole or not at all.
//!
//! [`replace`] fills a temporary file beside the old one, flushes it to the disk, and renames it over the old one: at every
//! moment either the old file or the new one has the name, even after a crash. A link is followed, even one to a missing file; a
//! read-only file is left alone; another name of the same file (a hard link) keeps the old content. Leftovers of a crash are
//! removed by the next writing in the same folder. Ownership and permission to replace are checked in
//! [`written`](super::written), through which all writing goes.

use std::ffi::OsString;
use std::fmt::Display;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, ErrorKind, Read};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::thread;
use std::time::{Duration, Instant};

use tempfile::NamedTempFile;

use crate::control::lock::Unpoisoned;

#[derive(Debug, thiserror::Error)]
pub enum FileError {
    #[error("cannot read {path}: {}", kindly(.error))]
    Read { path: String, error: io::Error },
    #[error("cannot write {path}: {}; what was there before is untouched", kindly(.error))]
    Write { path: String, error: io::Error },
    #[error("{path} exists already: name another file, or add --force to replace it")]
    Foreign { path: String },
    #[error(
        "cannot write {path}: this command reads or writes that file as {other} too; name another file"
    )]
    Shared { path: String, other: String },
    #[error(
        "cannot write {path}: another program has changed it meanwhile; it is as that program left it"
    )]
    Changed { path: String },
    #[error(
        "cannot {does} {path}: the dialogue is being recorded in it; `log off` ends that, or name another file"
    )]
    Logged { does: &'static str, path: String },
    #[error("cannot record in {path}: commands are read from it; name another file")]
    GivesCommands { path: String },
    /// It is not of the kind, the size or the state that it must be of, or its contents are not.
    #[error("{0}")]
    Unfit(String),
    #[error("stopped; no file was changed")]
    Stopped,
}

impl FileError {
    pub fn reading(path: &Path) -> impl Fn(io::Error) -> FileError + Copy + '_ {
        move |error| FileError::Read { path: path.display().to_string(), error }
    }

    pub fn content(path: &Path, error: impl Display) -> FileError {
        FileError::Unfit(format!("{}: {error}", path.display()))
    }

    fn busy(path: &Path) -> FileError {
        let path = path.display();
        FileError::Unfit(format!(
            "{path} is being written by another program; wait for it, or name another file"
        ))
    }

    pub(super) fn logged(does: &'static str, path: &Path) -> FileError {
        FileError::Logged { does, path: path.display().to_string() }
    }

    pub(super) fn not_plain(path: &Path) -> FileError {
        let path = path.display();
        FileError::Unfit(format!(
            "cannot write {path}: it is not a plain file; name a new file or one to be replaced"
        ))
    }

    pub fn writing(path: &Path) -> impl Fn(io::Error) -> FileError + Copy + '_ {
        move |error| FileError::Write { path: path.display().to_string(), error }
    }
}

pub fn kindly(error: &io::Error) -> String {
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

/// Opens a plain file for reading. A pipe, which could keep the program waiting for ever, and a device, which may never
/// end, are refused.
pub fn open(path: &Path) -> Result<File, FileError> {
    let failed = FileError::reading(path);
    let kind = fs::metadata(path).map_err(failed)?.file_type();
    if kind.is_file() {
        let file = File::open(path).map_err(failed)?;
        return match LOGS.has(&FileId::of_open(&file, path)) {
            true => Err(FileError::logged("read", path)),
            false => Ok(file),
        };
    }
    let what = match kind {
        kind if kind.is_dir() => "a folder",
        kind if is_pipe(kind) => "a pipe",
        _ => "a device",
    };
    let path = path.display();
    Err(FileError::Unfit(format!("cannot read {path}: it is {what}; name a plain file")))
}

#[cfg(unix)]
pub fn is_pipe(kind: fs::FileType) -> bool {
    std::os::unix::fs::FileTypeExt::is_fifo(&kind)
}

#[cfg(not(unix))]
pub(crate) fn is_pipe(_: fs::FileType) -> bool {
    false
}

/// Opens a file for reading and writing, and keeps other programs from doing the same; makes it if there is none.
pub(super) fn open_alone(path: &Path) -> Result<File, FileError> {
    let failed = FileError::writing(path);
    let mut options = OpenOptions::new();
    let file = options.read(true).write(true).create(true).truncate(false).open(path);
    let file = file.map_err(failed)?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => Err(FileError::busy(path)),
        Err(TryLockError::Error(error)) => Err(failed(error)),
    }
}

/// Waits until no other program is changing a file in the folder of this one, and keeps others from it until the lock is
/// dropped. The folder is locked, since a file that is renamed takes its lock along. `None` where folders have no locks.
pub(super) fn lock_folder(path: &Path) -> Result<Option<File>, FileError> {
    const PATIENCE: Duration = Duration::from_secs(10);
    let goal = destination(path).map_err(FileError::writing(path))?;
    let Ok(folder) = File::open(folder_of(&goal)) else { return Ok(None) };
    let begun = Instant::now();
    loop {
        match folder.try_lock() {
            Ok(()) => return Ok(Some(folder)),
            Err(TryLockError::Error(_)) => return Ok(None),
            Err(TryLockError::WouldBlock) if begun.elapsed() > PATIENCE => {
                return Err(FileError::busy(path));
            }
            Err(TryLockError::WouldBlock) => thread::sleep(Duration::from_millis(2)),
        }
    }
}

/// The identity of a file, by any of its names.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum FileId {
    /// Its disk, and its number there.
    Number(u64, u64),
    /// It does not exist, or files have no numbers here.
    Name(PathBuf),
}

impl FileId {
    pub(super) fn of(path: &Path) -> FileId {
        FileId::found(fs::metadata(path), path)
    }

    fn of_open(file: &File, path: &Path) -> FileId {
        FileId::found(file.metadata(), path)
    }

    #[cfg(unix)]
    fn found(found: io::Result<fs::Metadata>, path: &Path) -> FileId {
        use std::os::unix::fs::MetadataExt;
        found.map_or_else(
            |_| FileId::Name(name(path)),
            |found| FileId::Number(found.dev(), found.ino()),
        )
    }

    #[cfg(not(unix))]
    fn found(_: io::Result<fs::Metadata>, path: &Path) -> FileId {
        FileId::Name(name(path))
    }
}

/// One name for each file, however it is reached, and whether it exists or not.
pub(super) fn name(path: &Path) -> PathBuf {
    let path = destination(path).unwrap_or_else(|_| path.to_owned());
    match (fs::canonicalize(folder_of(&path)), path.file_name()) {
        (Ok(folder), Some(name)) => folder.join(name),
        _ => path,
    }
}

/// Files in use by this program while their [`InUse`] is kept. A file that is both the source of commands and the log would never
/// end.
#[derive(Debug)]
struct UsedFiles(Mutex<Vec<FileId>>);

static LOGS: UsedFiles = UsedFiles(Mutex::new(Vec::new()));

static COMMANDS: UsedFiles = UsedFiles(Mutex::new(Vec::new()));

#[derive(Debug)]
pub struct InUse(FileId, &'static UsedFiles);

impl UsedFiles {
    fn begin(&'static self, file: FileId) -> InUse {
        self.0.lock().unpoisoned().push(file.clone());
        InUse(file, self)
    }

    fn has(&self, file: &FileId) -> bool {
        self.0.lock().unpoisoned().contains(file)
    }
}

impl Drop for InUse {
    fn drop(&mut self) {
        let mut used = self.1.0.lock().unpoisoned();
        if let Some(place) = used.iter().position(|file| *file == self.0) {
            used.swap_remove(place);
        }
    }
}

/// Commands are read from a file from now on: nothing is recorded in it meanwhile.
pub fn gives_commands(file: &File, path: &Path) -> InUse {
    COMMANDS.begin(FileId::of_open(file, path))
}

/// Returns whether a file is the log of the dialogue.
pub fn is_log(path: &Path) -> bool {
    LOGS.has(&FileId::of(path))
}

/// Opens a file to record the dialogue behind its end; makes it if there is none. Nothing else writes or reads it meanwhile.
pub(super) fn record(path: &Path) -> Result<(File, InUse), FileError> {
    let file = OpenOptions::new().append(true).create(true).open(path);
    let file = file.map_err(FileError::writing(path))?;
    let id = FileId::of_open(&file, path);
    if COMMANDS.has(&id) {
        return Err(FileError::GivesCommands { path: path.display().to_string() });
    }
    Ok((file, LOGS.begin(id)))
}

pub fn read(path: &Path, limit: u64) -> Result<Vec<u8>, FileError> {
    let bytes = head(path, limit + 1)?;
    if bytes.len() as u64 > limit {
        let path = path.display();
        return Err(FileError::Unfit(format!(
            "cannot read {path}: it is larger than {limit} bytes, the most that such a file can hold"
        )));
    }
    Ok(bytes)
}

pub(crate) fn head(path: &Path, most: u64) -> Result<Vec<u8>, FileError> {
    let mut bytes = Vec::new();
    open(path)?.take(most).read_to_end(&mut bytes).map_err(FileError::reading(path))?;
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

/// Writes a file, new or old, in one step: `fill` writes its content. Then `permit` decides whether the file may still be
/// replaced; the lock that it returns is returned.
///
/// A link is followed, and the file at its end replaced; the permissions of an old file are kept.
///
/// # Errors
/// [`FileError::Write`], [`FileError::Unfit`], those of `permit`; the old file, if any, is unchanged, and no temporary one is
/// left behind.
pub(super) fn replace<T>(
    path: &Path,
    fill: impl FnOnce(&mut File) -> io::Result<()>,
    permit: impl FnOnce() -> Result<T, FileError>,
) -> Result<T, FileError> {
    let failed = FileError::writing(path);
    let goal = destination(path).map_err(failed)?;
    let old = fs::metadata(&goal).ok();
    if let Some(old) = &old {
        if !old.is_file() {
            return Err(FileError::not_plain(path));
        }
        // The rename would not ask: it needs the folder's permissions alone.
        if old.permissions().readonly() {
            return Err(FileError::Unfit(format!(
                "cannot write {}: it is marked read-only; name another file, or change its permissions",
                path.display()
            )));
        }
    }
    let filled = || {
        let mut temporary = temporary_beside(&goal)?;
        fill(temporary.as_file_mut())?;
        if let Some(old) = old {
            temporary.as_file().set_permissions(old.permissions())?;
        }
        temporary.as_file().sync_all()?;
        Ok(temporary)
    };
    let temporary = filled().map_err(failed)?;
    let permitted = permit()?;
    temporary.persist(&goal).map_err(|error| failed(error.error))?;
    sync_folder(&goal);
    Ok(permitted)
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

pub(super) fn folder_of(path: &Path) -> &Path {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    folder.unwrap_or(Path::new("."))
}

/// Checks that the folder of a new file exists, so that no work is begun for a file that cannot be written.
pub(super) fn require_folder(path: &Path) -> Result<(), FileError> {
    let failed = FileError::writing(path);
    let goal = destination(path).map_err(failed)?;
    // With the dot it is no plain file either.
    fs::metadata(folder_of(&goal).join(".")).map(drop).map_err(failed)
}

/// The text between a file's name and the random letters in the name of its temporary file.
const ASIDE: &str = ".quarterply-";

const ENDING: &str = ".tmp";

/// Creates an empty file in the folder of another, since a rename cannot cross disks; it is removed unless it is renamed. It
/// is locked as long as it is open, so what is not locked was left by a crash, or is so new that it is not locked yet: if
/// another program sweeps it away at that moment, one more is created.
fn temporary_beside(goal: &Path) -> io::Result<NamedTempFile> {
    let Some(name) = goal.file_name() else {
        return Err(ErrorKind::IsADirectory.into());
    };
    let mut prefix = OsString::from(".");
    prefix.push(name);
    prefix.push(ASIDE);
    let folder = folder_of(goal);
    sweep(folder);
    let mut builder = tempfile::Builder::new();
    builder.prefix(&prefix).suffix(ENDING);
    // As any new file: what the user's mask leaves of it.
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    loop {
        let temporary = builder.tempfile_in(folder)?;
        // Where files cannot be locked, none is removed either.
        let is_swept = matches!(temporary.as_file().try_lock(), Err(TryLockError::WouldBlock));
        if !is_swept && temporary.path().exists() {
            return Ok(temporary);
        }
    }
}

/// Removes temporary files left by crashes. The next write does not depend on it, so failures are ignored.
fn sweep(folder: &Path) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    for entry in entries.flatten() {
        let name = entry.file_name();
        let name = name.to_string_lossy();
        let is_ours = name.starts_with('.') && name.contains(ASIDE) && name.ends_with(ENDING);
        if is_ours && entry.file_type().is_ok_and(|kind| kind.is_file()) {
            // The lock is held until the file is removed, so that a program that has just created it can notice.
            let file = File::open(entry.path());
            if file.as_ref().is_ok_and(|file| file.try_lock().is_ok()) {
                let _ = fs::remove_file(entry.path());
            }
        }
    }
}

/// Flushes the new name to the disk. Not every system can, and the file is complete either way, so failures are ignored.
fn sync_folder(file: &Path) {
    if let Ok(folder) = File::open(folder_of(file)) {
        let _ = folder.sync_all();
    }
}

/// The environment variable with the folder that keeps games, positions and networks.
pub(crate) const DATA_FOLDER: &str = "QUARTERPLY_DATA";

/// Extensions of the files in that folder.
const DATA_EXTENSIONS: [&str; 3] = ["qpr", "qpd", "qpn"];

/// Returns the name of a file, with `~/` for the home folder; files of games, positions and networks named without a folder are
/// those of [`DATA_FOLDER`].
pub fn expand(text: &str) -> PathBuf {
    expand_in(text, |name| std::env::var_os(name).filter(|folder| !folder.is_empty()))
}

fn expand_in(text: &str, variable: impl Fn(&str) -> Option<OsString>) -> PathBuf {
    let path = Path::new(text);
    if let Some(rest) = text.strip_prefix("~/") {
        return variable("HOME").map_or(path.into(), |home| Path::new(&home).join(rest));
    }
    let is_data = DATA_EXTENSIONS.iter().any(|end| path.extension().is_some_and(|own| own == *end));
    let is_bare = path.file_name() == Some(path.as_os_str());
    let folder = (is_data && is_bare).then(|| variable(DATA_FOLDER)).flatten();
    folder.map_or(path.into(), |folder| Path::new(&folder).join(path))
}

#[cfg(test)]
mod tests;
