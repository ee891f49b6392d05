//! Journals: what long work has found so far, a line each, so that whoever begins again goes on where it ended.
//!
//! A line is there or it is not: each begins with its checksum, and what a crash left of a last one is cut off when the
//! journal is opened. The first line says what the work is; the journal of other work is not touched. Nothing is rewritten, so
//! a journal costs what is added to it. It is removed when the work is done. What the lines say is not looked at here.

use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use super::file::{self, FileError};
use super::made_of::{MadeOf, fingerprint};
use super::{StoreError, WrittenFiles};

/// Longer lines are no lines of a journal.
const LONGEST: u64 = 64 << 20;

#[derive(Debug)]
pub struct WorkJournal {
    path: PathBuf,
    file: File,
}

impl WorkJournal {
    /// Begins a journal, or goes on with the one that there is of the same work: its lines. With `--force` a file of anything
    /// else is begun anew.
    ///
    /// # Errors
    /// [`StoreError::File`]; [`StoreError::OtherWork`] if the file is the journal of other work.
    pub fn open(
        files: &WrittenFiles,
        path: &Path,
        work: &MadeOf,
    ) -> Result<(WorkJournal, Vec<String>), StoreError> {
        let work_line = work.to_string();
        // What a crash left of the first line is no more than its beginning.
        let is_begun = |head: &[u8]| sealed(&work_line).as_bytes().starts_with(head);
        files.claim(path, |head| is_begun(head) || is_journal(head))?;
        let mut file = files.open(path)?;
        let (lines, mut end) = good_lines(&file).map_err(FileError::reading(path))?;
        let mut lines = lines.into_iter();
        if let Some(there) = lines.next()
            && let Err(other) = work.require(path, &there)
        {
            if !files.is_forced() {
                return Err(other.into());
            }
            (lines, end) = (Vec::new().into_iter(), 0);
        }
        let set = file.set_len(end).and_then(|()| file.seek(SeekFrom::Start(end)));
        set.map_err(FileError::writing(path))?;
        let mut journal = WorkJournal { path: path.to_owned(), file };
        if end == 0 {
            journal.add(&work_line)?;
        }
        Ok((journal, lines.collect()))
    }

    pub fn last_line(path: &Path, work: &MadeOf) -> Option<String> {
        let (mut lines, _) = good_lines(&file::open(path).ok()?).ok()?;
        let last = lines.pop()?;
        (lines.first()? == &work.to_string()).then_some(last)
    }

    /// Adds a line, which must hold no line end.
    pub fn add(&mut self, line: &str) -> Result<(), StoreError> {
        let text = sealed(line);
        let written = self.file.write_all(text.as_bytes()).and_then(|()| self.file.flush());
        Ok(written.map_err(FileError::writing(&self.path))?)
    }

    /// The work is done: the journal goes.
    pub fn remove(self) -> Result<(), StoreError> {
        Ok(fs::remove_file(&self.path).map_err(FileError::writing(&self.path))?)
    }
}

fn sealed(line: &str) -> String {
    debug_assert!(!line.contains('\n'), "a line has one end");
    format!("{:016x} {line}\n", fingerprint(line.as_bytes()))
}

/// The lines from the beginning that are whole, and the byte behind them.
fn good_lines(file: &File) -> io::Result<(Vec<String>, u64)> {
    let mut reader = BufReader::new(file);
    reader.rewind()?;
    let (mut lines, mut end) = (Vec::new(), 0);
    loop {
        let mut bytes = Vec::new();
        let length = reader.by_ref().take(LONGEST).read_until(b'\n', &mut bytes)? as u64;
        let Some(line) = bytes.strip_suffix(b"\n").and_then(unsealed) else {
            return Ok((lines, end));
        };
        lines.push(line);
        end += length;
    }
}

fn unsealed(bytes: &[u8]) -> Option<String> {
    let (sum, line) = str::from_utf8(bytes).ok()?.split_once(' ')?;
    (u64::from_str_radix(sum, 16) == Ok(fingerprint(line.as_bytes()))).then(|| line.to_owned())
}

/// Whether a file begins with a whole line of a journal.
fn is_journal(head: &[u8]) -> bool {
    head.split_inclusive(|&byte| byte == b'\n')
        .next()
        .and_then(|line| line.strip_suffix(b"\n"))
        .and_then(unsealed)
        .is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn begin(path: &Path, work: &str) -> Result<(WorkJournal, Vec<String>), StoreError> {
        WorkJournal::open(&WrittenFiles::default(), path, &MadeOf::work(work))
    }

    #[test]
    fn whatever_is_cut_off_the_rest_is_there() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("work.journal");
        let open = || begin(&path, "work").unwrap();
        let (mut journal, lines) = open();
        assert!(lines.is_empty());
        for line in ["one", "two\tfields", "ä"] {
            journal.add(line).unwrap();
        }
        drop(journal);
        let whole = fs::read(&path).unwrap();
        let mut last = 3;
        for length in (0..=whole.len()).rev() {
            fs::write(&path, &whole[..length]).unwrap();
            let (mut journal, lines) = open();
            assert!(lines.len() == last || lines.len() + 1 == last, "{length}");
            last = lines.len();
            journal.add("next").unwrap();
            drop(journal);
            assert_eq!(open().1.last().map(String::as_str), Some("next"));
        }
        assert_eq!(last, 0);
        open().0.remove().unwrap();
        assert!(!path.exists());
    }

    #[test]
    fn a_damaged_line_ends_what_is_believed() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("work.journal");
        let (mut journal, _) = begin(&path, "work").unwrap();
        ["one", "two", "three"].iter().for_each(|line| journal.add(line).unwrap());
        drop(journal);
        let text = fs::read_to_string(&path).unwrap().replace("two", "too");
        fs::write(&path, text).unwrap();
        assert_eq!(begin(&path, "work").unwrap().1, ["one"]);
    }

    #[test]
    fn other_work_and_other_files_are_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("work.journal");
        begin(&path, "work").unwrap();
        for (text, work) in
            [(None, "other work"), (Some("Dear diary,\n"), "work"), (Some("x"), "work")]
        {
            if let Some(text) = text {
                fs::write(&path, text).unwrap();
            }
            let before = fs::read(&path).unwrap();
            assert!(begin(&path, work).unwrap_err().to_string().contains("--force"));
            assert_eq!(fs::read(&path).unwrap(), before);
        }
        assert!(begin(folder.path(), "work").is_err());
        let forced = WrittenFiles::default().forced();
        let (_, lines) = WorkJournal::open(&forced, &path, &MadeOf::work("work")).unwrap();
        assert!(lines.is_empty());
    }
}
