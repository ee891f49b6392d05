//! Lines of a text file that may hold anything: no byte is an error, and no line can fill the memory.

use std::borrow::Cow;
use std::io::{self, BufRead, Read};

/// Longer lines are cut into pieces of this many bytes.
const LONGEST: u64 = 1 << 20;

/// Lines without their ends, decoded as UTF-8, or as Latin-1 if they are not that.
pub(crate) struct Lines<R> {
    reader: R,
    count: usize,
}

impl<R: BufRead> Lines<R> {
    pub(crate) fn new(reader: R) -> Lines<R> {
        Lines { reader, count: 0 }
    }

    /// How many lines have been read.
    pub(crate) fn count(&self) -> usize {
        self.count
    }

    /// The next line and its number, from 1; `None` at the end.
    pub(crate) fn next(&mut self) -> io::Result<Option<(usize, String)>> {
        let mut bytes = Vec::new();
        if self.reader.by_ref().take(LONGEST).read_until(b'\n', &mut bytes)? == 0 {
            return Ok(None);
        }
        self.count += 1;
        let text = match str::from_utf8(&bytes) {
            Ok(text) => Cow::Borrowed(text),
            // Old files are Latin-1, in which every byte is the letter of that number.
            Err(_) => bytes.iter().map(|&byte| char::from(byte)).collect(),
        };
        let text = text.trim_end_matches(['\n', '\r']).trim_start_matches('\u{FEFF}');
        Ok(Some((self.count, text.to_owned())))
    }
}
