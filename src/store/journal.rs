//! Journals: what long work has found so far, a line each, so that whoever begins again goes on where it ended.
//!
//! A line is there or it is not: each begins with its checksum, and what a crash left of a last one is cut off when the
//! journal is opened. The first line says what the work is; the journal of other work is not touched. Nothing is rewritten, so
//! a journal costs what is added to it. It is removed when the work is done. What the lines say is not looked at here.

use std::fs::{self, File, OpenOptions};
use std::io::{self, BufRead, BufReader, ErrorKind, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use super::StoreError;
use super::codec::checksum;
use super::file::FileError;

/// Longer lines are no lines of a journal.
const LONGEST: u64 = 64 << 20;

/// A journal that is written.
#[derive(Debug)]
pub struct WorkJournal {
    path: PathBuf,
    file: File,
}

impl WorkJournal {
    /// Begins a journal, or goes on with the one that there is of the same work: its lines.
    ///
    /// # Errors
    /// [`StoreError::File`]; [`StoreError::OtherWork`] if the file is the journal of other work, or none.
    pub fn open(path: &Path, work: &str) -> Result<(WorkJournal, Vec<String>), StoreError> {
        let name = || path.display().to_string();
        let read = |error| FileError::Read { path: name(), error };
        match fs::metadata(path) {
            Ok(found) if !found.is_file() => {
                return Err(FileError::NotPlain { path: name() }.into());
            }
            Err(error) if error.kind() != ErrorKind::NotFound => return Err(read(error).into()),
            _ => {}
        }
        let opened = OpenOptions::new().read(true).append(true).create(true).open(path);
        let mut file = opened.map_err(read)?;
        let (lines, end) = good_lines(&file).map_err(read)?;
        let length = file.metadata().map_err(read)?.len();
        let mut lines = lines.into_iter();
        match lines.next() {
            Some(first) if first == work => {}
            None if length == 0 => {}
            // What a crash left of the first line is no more than its beginning.
            None if end == 0 && is_begun(&mut file, work).map_err(read)? => {}
            _ => return Err(StoreError::OtherWork { path: name() }),
        }
        let write = |error| FileError::Write { path: name(), error };
        if end < length {
            file.set_len(end).map_err(write)?;
        }
        let mut journal = WorkJournal { path: path.to_owned(), file };
        if end == 0 {
            journal.add(work)?;
        }
        Ok((journal, lines.collect()))
    }

    /// Adds a line, which must hold no line end.
    ///
    /// # Errors
    /// [`FileError::Write`].
    pub fn add(&mut self, line: &str) -> Result<(), StoreError> {
        let text = sealed(line);
        let name = || self.path.display().to_string();
        let written = self.file.write_all(text.as_bytes()).and_then(|()| self.file.flush());
        written.map_err(|error| FileError::Write { path: name(), error }.into())
    }

    /// The work is done: the journal goes.
    ///
    /// # Errors
    /// [`FileError::Write`].
    pub fn remove(self) -> Result<(), StoreError> {
        let name = || self.path.display().to_string();
        fs::remove_file(&self.path).map_err(|error| FileError::Write { path: name(), error }.into())
    }
}

/// A number for a text, the same everywhere: work that was told by its text can be told by it.
pub fn fingerprint(text: &[u8]) -> u64 {
    checksum([text, &[]])
}

/// The same for what is too much to be held in memory at once; not the number of the same bytes as a text.
///
/// # Errors
/// If it cannot be read on.
pub fn fingerprint_of(mut source: impl Read) -> io::Result<u64> {
    let (mut sum, mut chunk) = (0_u64, vec![0; 1 << 16]);
    loop {
        // Whole chunks, or how the system cuts them would count.
        let length = fill(&mut source, &mut chunk)?;
        if length == 0 {
            return Ok(sum);
        }
        sum = checksum([&sum.to_le_bytes(), &chunk[..length]]);
    }
}

fn fill(source: &mut impl Read, chunk: &mut [u8]) -> io::Result<usize> {
    let mut length = 0;
    while length < chunk.len() {
        match source.read(&mut chunk[length..]) {
            Ok(0) => break,
            Ok(read) => length += read,
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(length)
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

/// Whether the file holds a beginning of the first line, and nothing else.
fn is_begun(file: &mut File, work: &str) -> io::Result<bool> {
    let mut bytes = Vec::new();
    file.seek(SeekFrom::Start(0))?;
    let whole = sealed(work);
    file.take(whole.len() as u64 + 1).read_to_end(&mut bytes)?;
    Ok(whole.as_bytes().starts_with(&bytes))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whatever_is_cut_off_the_rest_is_there() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("work.journal");
        let open = || WorkJournal::open(&path, "work").unwrap();
        let (mut journal, lines) = open();
        assert!(lines.is_empty());
        for line in ["one", "two\tfields", "ä"] {
            journal.add(line).unwrap();
        }
        let whole = fs::read(&path).unwrap();
        let mut last = 3;
        for length in (0..=whole.len()).rev() {
            fs::write(&path, &whole[..length]).unwrap();
            let (mut journal, lines) = open();
            assert!(lines.len() == last || lines.len() + 1 == last, "{length}");
            last = lines.len();
            journal.add("next").unwrap();
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
        let (mut journal, _) = WorkJournal::open(&path, "work").unwrap();
        ["one", "two", "three"].iter().for_each(|line| journal.add(line).unwrap());
        let text = fs::read_to_string(&path).unwrap().replace("two", "too");
        fs::write(&path, text).unwrap();
        assert_eq!(WorkJournal::open(&path, "work").unwrap().1, ["one"]);
    }

    #[test]
    fn other_work_and_other_files_are_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("work.journal");
        WorkJournal::open(&path, "work").unwrap();
        for (text, work) in
            [(None, "other work"), (Some("Dear diary,\n"), "work"), (Some("x"), "work")]
        {
            if let Some(text) = text {
                fs::write(&path, text).unwrap();
            }
            let before = fs::read(&path).unwrap();
            assert!(matches!(WorkJournal::open(&path, work), Err(StoreError::OtherWork { .. })));
            assert_eq!(fs::read(&path).unwrap(), before);
        }
        assert!(WorkJournal::open(folder.path(), "work").is_err());
    }
}
