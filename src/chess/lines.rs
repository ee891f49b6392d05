//! Lines of a text file that may hold anything: no byte is an error, and no line can fill the memory.

use std::io::{self, BufRead, Read};

/// Longer lines are cut into pieces of this many bytes.
const LONGEST: u64 = 1 << 20;

/// Lines without their ends, decoded as UTF-8, or as Latin-1 if they are not that.
pub(crate) struct Lines<R> {
    reader: R,
    count: usize,
    /// Of the line that is read, kept for the next one.
    bytes: Vec<u8>,
}

impl<R: BufRead> Lines<R> {
    pub(crate) fn new(reader: R) -> Lines<R> {
        Lines { reader, count: 0, bytes: Vec::new() }
    }

    /// How many lines have been read.
    pub(crate) fn count(&self) -> usize {
        self.count
    }

    /// The next line and its number, from 1; `None` at the end.
    pub(crate) fn next(&mut self) -> io::Result<Option<(usize, String)>> {
        let mut line = String::new();
        Ok(self.read(&mut line)?.map(|number| (number, line)))
    }

    /// The same into a line that is there already, for whoever reads millions.
    pub(crate) fn read(&mut self, line: &mut String) -> io::Result<Option<usize>> {
        line.clear();
        self.bytes.clear();
        if self.reader.by_ref().take(LONGEST).read_until(b'\n', &mut self.bytes)? == 0 {
            return Ok(None);
        }
        self.count += 1;
        match str::from_utf8(&self.bytes) {
            Ok(text) => {
                let text = text.trim_end_matches(['\n', '\r']).trim_start_matches('\u{FEFF}');
                line.push_str(text);
            }
            // Old files are Latin-1, in which every byte is the letter of that number.
            Err(_) => {
                line.extend(self.bytes.iter().map(|&byte| char::from(byte)));
                line.truncate(line.trim_end_matches(['\n', '\r']).len());
            }
        }
        Ok(Some(self.count))
    }
}
