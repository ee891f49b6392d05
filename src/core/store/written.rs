//! Which files may be written: the one rule, and the only way to write.
//!
//! A command *claims* a file before it begins to work for it. A claim succeeds if no other program's data can be lost: the file
//! does not exist, is empty, is as this program left it in this session, or begins like the command's own files. Anything else is
//! refused, unless the command was typed with `--force`. Writing then requires, under a lock, that the file is still as it was
//! when claimed, so a file that was never claimed, or that another program has written meanwhile, is safe from any command. A
//! command that changes a file keeps that lock from reading to writing: [`WrittenFiles::hold`]. All files that a command writes
//! are different, and none is a file that the command also names, or the log of the dialogue, with `--force` or without.
//! `tests/layering.rs` forbids every other way to create a file.

use std::collections::HashMap;
use std::fs::{self, File, Metadata};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::time::SystemTime;

use super::file::{self, FileError, FileId, InUse};
use super::made_of::MadeOf;
use crate::control::lock::Unpoisoned;

/// Bytes by which a file is recognised.
const HEAD: usize = 1 << 16;

/// The files that were claimed or written, shared by everything that writes in one session.
#[derive(Clone, Debug, Default)]
pub struct WrittenFiles {
    known: Arc<Mutex<HashMap<PathBuf, Claimed>>>,
    /// The lock on the folder of the file that is being changed.
    held: Option<Arc<File>>,
    command: Option<Arc<CommandFiles>>,
}

#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct NamedFiles {
    /// All its words, as if each were the name of a file.
    pub names: Vec<PathBuf>,
    pub forced: bool,
}

impl NamedFiles {
    pub fn of<'a>(words: impl IntoIterator<Item = &'a str>, forced: bool) -> NamedFiles {
        let value = |word: &'a str| match word.split_once('=') {
            Some((option, value)) if option.starts_with("--") => value,
            _ => word,
        };
        let names = words.into_iter().map(|word| file::expand(value(word))).collect();
        NamedFiles { names, forced }
    }
}

#[derive(Debug)]
struct CommandFiles {
    named: NamedFiles,
    claimed: Mutex<Vec<PathBuf>>,
}

impl CommandFiles {
    /// Claims a file that is no other one of the same command.
    fn claim(&self, path: &Path) -> Result<(), FileError> {
        let mut claimed = self.claimed.lock().unpoisoned();
        let own = self.named.names.iter().position(|name| name == path);
        let names = self.named.names.iter().enumerate().filter(|(at, _)| Some(*at) != own);
        let mut others = claimed.iter().chain(names.map(|(_, name)| name));
        if let Some(other) = others.find(|other| FileId::of(path) == FileId::of(other)) {
            return Err(FileError::Shared {
                path: path.display().to_string(),
                other: other.display().to_string(),
            });
        }
        claimed.push(path.to_owned());
        Ok(())
    }
}

#[derive(Clone, PartialEq, Eq, Debug, Default)]
struct Claimed {
    /// `None` if there was none.
    state: Option<FileState>,
    mark: String,
}

/// The signs before and behind a comment line, which other programs skip.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CommentForm(&'static str, &'static str);

impl CommentForm {
    pub const XML: CommentForm = CommentForm("<!-- ", " -->");
    pub const EPD: CommentForm = CommentForm("# ", "");
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct FileState {
    length: u64,
    modified: Option<SystemTime>,
    /// Its number on its disk, where there are such numbers.
    number: u64,
}

impl FileState {
    fn of(found: &Metadata) -> FileState {
        #[cfg(unix)]
        let number = std::os::unix::fs::MetadataExt::ino(found);
        #[cfg(not(unix))]
        let number = 0;
        FileState { length: found.len(), modified: found.modified().ok(), number }
    }

    fn at(path: &Path) -> Result<Option<FileState>, FileError> {
        match fs::metadata(path) {
            Ok(found) if found.is_file() => Ok(Some(FileState::of(&found))),
            Ok(_) => Err(FileError::not_plain(path)),
            // A link to a missing file is followed when the file is written; other faults are reported then.
            Err(_) => Ok(None),
        }
    }
}

impl WrittenFiles {
    /// The same files for one command. With `--force` its claims always succeed.
    #[must_use]
    pub fn of_command(&self, named: NamedFiles) -> WrittenFiles {
        let command = CommandFiles { named, claimed: Mutex::default() };
        WrittenFiles { command: Some(Arc::new(command)), ..self.clone() }
    }

    pub fn is_forced(&self) -> bool {
        self.command.as_ref().is_some_and(|command| command.named.forced)
    }

    /// Claims a file for writing. `is_ours` gets the beginning of the existing file, and returns whether the command itself
    /// writes such files: then it may resume or replace it.
    pub fn claim(&self, path: &Path, is_ours: impl FnOnce(&[u8]) -> bool) -> Result<(), FileError> {
        self.claim_with(path, String::new(), is_ours)
    }

    /// Claims a file whose format has no field for its inputs: it will begin with a comment that has them, and a file that begins
    /// with the same comment is replaced.
    pub fn claim_for(
        &self,
        path: &Path,
        CommentForm(before, behind): CommentForm,
        made_of: &MadeOf,
    ) -> Result<(), FileError> {
        let mark = format!("{before}{} {:016x}{behind}\n", made_of.work, made_of.hash());
        self.claim_with(path, mark.clone(), |head| head.starts_with(mark.as_bytes()))
    }

    fn claim_with(
        &self,
        path: &Path,
        mark: String,
        is_ours: impl FnOnce(&[u8]) -> bool,
    ) -> Result<(), FileError> {
        refuse_packed_name(path)?;
        if file::is_log(path) {
            return Err(FileError::logged("write", path));
        }
        let state = FileState::at(path)?;
        self.command.as_ref().map_or(Ok(()), |command| command.claim(path))?;
        let may = match state {
            None => {
                file::require_folder(path)?;
                true
            }
            Some(found) => {
                self.is_forced()
                    || found.length == 0
                    || self.known(path).is_some_and(|known| known.state == state)
                    || is_ours(&file::head(path, HEAD as u64)?)
            }
        };
        if !may {
            return Err(FileError::Foreign { path: path.display().to_string() });
        }
        self.note(path, Claimed { state, mark });
        Ok(())
    }

    /// Returns whether a file is as this session wrote or claimed it last.
    pub fn is_as_left(&self, path: &Path) -> bool {
        let state = FileState::at(path).ok().flatten();
        state.is_some() && self.known(path).is_some_and(|known| known.state == state)
    }

    /// The same files with the folder locked against other programs, for reading, changing and writing a file through what
    /// is returned.
    pub fn hold(&self, path: &Path) -> Result<WrittenFiles, FileError> {
        Ok(WrittenFiles { held: file::lock_folder(path)?.map(Arc::new), ..self.clone() })
    }

    pub fn write(&self, path: &Path, bytes: &[u8]) -> Result<(), FileError> {
        self.replace(path, |file| file.write_all(bytes))
    }

    /// Claims a file and writes it: one that this session left is replaced.
    pub fn make(&self, path: &Path, bytes: &[u8]) -> Result<(), FileError> {
        self.claim(path, never)?;
        self.write(path, bytes)
    }

    /// The same as `write` for what is too much to be held in memory at once: `fill` writes it.
    ///
    /// # Errors
    /// [`FileError::Changed`] if the file is not as it was when it was claimed, [`FileError::Foreign`] if it was not;
    /// [`FileError::Write`] and its like. What was there before is untouched then.
    pub fn replace(
        &self,
        path: &Path,
        fill: impl FnOnce(&mut File) -> io::Result<()>,
    ) -> Result<(), FileError> {
        let Claimed { mark, .. } = self.require(path)?;
        let fill = |file: &mut File| {
            file.write_all(mark.as_bytes())?;
            fill(file)
        };
        let permit = || {
            let lock = if self.held.is_none() { file::lock_folder(path)? } else { None };
            self.require(path).map(|_| lock)
        };
        let _lock = file::replace(path, fill, permit)?;
        self.note(path, Claimed { state: FileState::at(path)?, mark });
        Ok(())
    }

    /// Opens a file that was claimed, for reading and writing by this program alone; makes it if there is none.
    ///
    /// # Errors
    /// As [`WrittenFiles::replace`]; [`FileError::Unfit`] if another program has it open in this way.
    pub fn open(&self, path: &Path) -> Result<File, FileError> {
        self.require(path)?;
        let opened = file::open_alone(path)?;
        self.note(path, Claimed { state: FileState::at(path)?, ..Claimed::default() });
        Ok(opened)
    }

    /// Begins to record the dialogue in a file that was claimed; makes it if there is none.
    pub fn record(&self, path: &Path) -> Result<(File, InUse), FileError> {
        self.require(path)?;
        let opened = file::record(path)?;
        self.note(path, Claimed { state: FileState::at(path)?, ..Claimed::default() });
        Ok(opened)
    }

    fn require(&self, path: &Path) -> Result<Claimed, FileError> {
        let state = FileState::at(path)?;
        let known = self.known(path);
        match known {
            Some(known) if state.is_none() || known.state == state => Ok(known),
            None if state.is_none() => Ok(Claimed::default()),
            Some(_) => Err(FileError::Changed { path: path.display().to_string() }),
            None => Err(FileError::Foreign { path: path.display().to_string() }),
        }
    }

    fn known(&self, path: &Path) -> Option<Claimed> {
        self.known.lock().unpoisoned().get(&file::name(path)).cloned()
    }

    fn note(&self, path: &Path, claimed: Claimed) {
        self.known.lock().unpoisoned().insert(file::name(path), claimed);
    }
}

/// For a command that can recognise no file as its own: it replaces what this session left and nothing else.
pub const fn never(_: &[u8]) -> bool {
    false
}

/// Refuses to write a file whose name ends like that of a compressed one.
fn refuse_packed_name(path: &Path) -> Result<(), FileError> {
    const ENDINGS: [&str; 8] = ["gz", "zst", "zip", "xz", "bz2", "lz", "lz4", "7z"];
    let ending = path.extension().unwrap_or_default();
    if !ENDINGS.iter().any(|known| ending.eq_ignore_ascii_case(known)) {
        return Ok(());
    }
    let (path, plain) = (path.display(), path.with_extension(""));
    let plain = plain.display();
    Err(FileError::Unfit(format!(
        "cannot write {path}: what is written is not packed; name {plain}, and pack it then"
    )))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_this_at_terminal_left_may_be_replaced() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("game.pgn");
        let files = WrittenFiles::default();
        let claim = |files: &WrittenFiles| files.claim(&path, never).is_ok();
        assert!(claim(&files), "there is none");
        files.write(&path, b"1. e4 *").unwrap();
        assert!(claim(&files));
        assert!(!claim(&WrittenFiles::default()), "another session's");
        fs::write(&path, "1. e4 * {a remark of another program}").unwrap();
        assert!(!claim(&files));
        assert!(files.claim(&path, |head| head.starts_with(b"1. e4")).is_ok());
        fs::write(&path, "").unwrap();
        assert!(claim(&files), "nothing is lost");
        let claim_for = |path: &Path| files.claim_for(path, CommentForm::EPD, &MadeOf::work("x"));
        assert!(claim_for(&path.join("part")).is_err(), "that is no folder");
        assert!(claim_for(&folder.path().join("nosuch/game.pgn")).is_err());
        fs::write(&path, "again another's").unwrap();
        assert!(claim(&files.of_command(NamedFiles::of([], true))));
        files.write(&path, b"1. d4 *").unwrap();
    }

    #[test]
    fn what_was_not_claimed_or_has_changed_since_is_not_written() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("game.pgn");
        let files = WrittenFiles::default();
        let is_foreign = |done: Result<(), FileError>| {
            matches!(done, Err(FileError::Foreign { .. } | FileError::Changed { .. }))
        };
        fs::write(&path, "1. e4 *").unwrap();
        assert!(is_foreign(files.write(&path, b"x")));
        assert!(is_foreign(files.record(&path).map(drop)));
        assert!(is_foreign(files.open(&path).map(drop)));
        files.claim(&path, |_| true).unwrap();
        fs::write(&path, "1. e4 e5 *").unwrap();
        assert!(is_foreign(files.write(&path, b"x")));
        assert_eq!(fs::read(&path).unwrap(), b"1. e4 e5 *");
    }

    #[test]
    fn a_file_has_one_name() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("game.pgn");
        let files = WrittenFiles::default();
        files.write(&folder.path().join("./game.pgn"), b"1. e4 *").unwrap();
        files.claim(&path, never).unwrap();
        files.write(&path, b"1. d4 *").unwrap();
    }
}
