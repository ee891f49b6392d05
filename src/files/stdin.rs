//! Standard input under the name `-`: it is copied once, byte for byte, and can be read any number of times.
//! [`text`](mod@super::text) opens it like any file.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::path::Path;
use std::sync::{Arc, Mutex};

use crate::control::lock::Unpoisoned;
use crate::store::file::FileError;

static INPUT: StdinFile = StdinFile(Mutex::new(Content::Taken));

/// Whether a name means standard input.
pub(super) fn is_named(path: &Path) -> bool {
    path == Path::new("-")
}

/// Sets the input behind `-`; nothing else may read it.
pub fn offer(input: impl Read + Send + 'static) {
    INPUT.offer(input);
}

/// Opens the copy; the first call reads the input to its end.
///
/// # Errors
/// If it is the source of commands, or cannot be copied.
pub(super) fn open(path: &Path) -> Result<impl Read + Send + use<>, FileError> {
    INPUT.open(path)
}

struct StdinFile(Mutex<Content>);

enum Content {
    /// It is the source of commands.
    Taken,
    Unread(Box<dyn Read + Send>),
    Copied(Arc<Mutex<File>>),
}

impl StdinFile {
    fn offer(&self, input: impl Read + Send + 'static) {
        *self.0.lock().unpoisoned() = Content::Unread(Box::new(input));
    }

    fn open(&self, path: &Path) -> Result<CopyReader, FileError> {
        const WHY: &str = "standard input gives commands here; games come from there when the command is on the command line, as in `quarterply load - < FILE`";
        let mut content = self.0.lock().unpoisoned();
        if let Content::Unread(input) = &mut *content {
            let copy = copied(input).map_err(FileError::reading(path))?;
            *content = Content::Copied(Arc::new(Mutex::new(copy)));
        }
        match &*content {
            Content::Copied(copy) => Ok(CopyReader { copy: Arc::clone(copy), at: 0 }),
            _ => Err(FileError::Unfit(WHY.to_owned())),
        }
    }
}

/// An unnamed temporary file, deleted when the program ends.
fn copied(input: &mut dyn Read) -> io::Result<File> {
    let mut file = tempfile::tempfile()?;
    io::copy(input, &mut file)?;
    Ok(file)
}

/// An independent reader of the copy.
struct CopyReader {
    copy: Arc<Mutex<File>>,
    at: u64,
}

impl Read for CopyReader {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let mut file = self.copy.lock().unpoisoned();
        file.seek(SeekFrom::Start(self.at))?;
        let length = file.read(into)?;
        self.at += length as u64;
        Ok(length)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_bytes_are_read_again_and_again() {
        let input = StdinFile(Mutex::new(Content::Taken));
        let name = Path::new("-");
        let error = input.open(name).err().unwrap().to_string();
        assert!(error.contains("gives commands here"), "{error}");
        input.offer(&b"\x1f\x8b M\xfcller"[..]);
        let mut readers = [input.open(name).unwrap(), input.open(name).unwrap()];
        let mut texts = [Vec::new(), Vec::new()];
        readers[0].read_exact(&mut [0; 2]).unwrap();
        for (reader, text) in readers.iter_mut().zip(&mut texts) {
            reader.read_to_end(text).unwrap();
        }
        assert_eq!(texts, [&b" M\xfcller"[..], &b"\x1f\x8b M\xfcller"[..]]);
    }
}
