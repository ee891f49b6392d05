//! Lines of a text file that may hold anything: no byte is an error, and no line can fill the memory.

use std::io::{self, BufRead, Read};

/// Longer lines are cut into pieces of this many bytes.
const LONGEST: u64 = 1 << 20;

/// Lines without their ends, decoded as UTF-8 as far as they are.
pub(super) struct Lines<R> {
    reader: R,
    count: usize,
}

impl<R: BufRead> Lines<R> {
    pub(super) fn new(reader: R) -> Lines<R> {
        Lines { reader, count: 0 }
    }

    /// How many lines have been read.
    pub(super) fn count(&self) -> usize {
        self.count
    }

    /// The next line and its number, from 1; `None` at the end.
    pub(super) fn next(&mut self) -> io::Result<Option<(usize, String)>> {
        let mut bytes = Vec::new();
        if self.reader.by_ref().take(LONGEST).read_until(b'\n', &mut bytes)? == 0 {
            return Ok(None);
        }
        self.count += 1;
        let text = String::from_utf8_lossy(&bytes);
        let text = text.trim_end_matches(['\n', '\r']).trim_start_matches('\u{FEFF}');
        Ok(Some((self.count, text.to_owned())))
    }
}
