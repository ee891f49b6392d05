//! Lines of a text file that may hold anything: no byte is an error, and no line can fill the memory.

use std::io::{self, BufRead, Read};

/// Longer lines are cut into pieces of at most this many bytes, between two words where there are any.
const LONGEST: u64 = 1 << 20;

/// Lines without their ends, decoded as UTF-8, or as Latin-1 if they are not that.
pub(crate) struct Lines<R> {
    reader: R,
    count: usize,
    /// The line read last, with its end; kept for the next one.
    bytes: Vec<u8>,
    /// The word that a long line was cut before.
    ahead: Vec<u8>,
}

impl<R: BufRead> Lines<R> {
    pub(crate) fn new(reader: R) -> Lines<R> {
        Lines { reader, count: 0, bytes: Vec::new(), ahead: Vec::new() }
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
        std::mem::swap(&mut self.bytes, &mut self.ahead);
        self.ahead.clear();
        let room = LONGEST - self.bytes.len() as u64;
        self.reader.by_ref().take(room).read_until(b'\n', &mut self.bytes)?;
        if self.bytes.is_empty() {
            return Ok(None);
        }
        if self.bytes.len() as u64 == LONGEST
            && let Some(space) = self.bytes.iter().rposition(u8::is_ascii_whitespace)
        {
            self.ahead.extend(self.bytes.drain(space + 1..));
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_line_is_cut_between_words() {
        let text = "Nbd2 ".repeat(LONGEST as usize / 2) + "\nlast";
        let mut lines = Lines::new(text.as_bytes());
        let mut words = 0;
        while let Some((_, line)) = lines.next().unwrap() {
            assert!(line.split_whitespace().all(|word| ["Nbd2", "last"].contains(&word)));
            words += line.split_whitespace().count();
        }
        assert_eq!(words, LONGEST as usize / 2 + 1);
        let endless = Lines::new(io::BufReader::new(io::repeat(b'x').take(3 * LONGEST)))
            .next()
            .unwrap()
            .unwrap();
        assert_eq!(endless.1.len() as u64, LONGEST);
    }
}
