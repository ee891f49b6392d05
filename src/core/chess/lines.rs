//! Lines of a text file that may hold anything: no byte is an error, and no line can fill the memory.

use std::borrow::Cow;
use std::io::{self, BufRead, Read};

use encoding_rs::WINDOWS_1252;

/// Longer lines are cut into pieces of at most this many bytes, between two words where there are any.
const LONGEST: u64 = 1 << 20;

/// Decodes UTF-8, or Windows-1252 if the bytes are no valid UTF-8. Its five undefined bytes are controls.
pub fn decoded(bytes: &[u8]) -> Cow<'_, str> {
    match str::from_utf8(bytes) {
        Ok(text) => text.into(),
        Err(_) => WINDOWS_1252.decode_without_bom_handling(bytes).0,
    }
}

/// Lines without their ends, [`decoded`].
pub struct Lines<R> {
    reader: R,
    count: usize,
    /// The line read last, with its end; kept for the next one.
    bytes: Vec<u8>,
    /// The word that a long line was cut before.
    ahead: Vec<u8>,
}

impl<R: BufRead> Lines<R> {
    /// Reads lines of `reader`.
    pub fn new(reader: R) -> Lines<R> {
        Lines { reader, count: 0, bytes: Vec::new(), ahead: Vec::new() }
    }

    /// The next line and its number, from 1; `None` at the end.
    pub fn next_line(&mut self) -> io::Result<Option<(usize, String)>> {
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
        let text = decoded(&self.bytes);
        let line = text.trim_end_matches(['\n', '\r']).trim_start_matches('\u{FEFF}');
        Ok(Some((self.count, line.to_owned())))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_of_windows_and_of_old_unix_are_read() {
        let read = |bytes: &[u8]| Lines::new(bytes).next_line().unwrap().unwrap().1;
        assert_eq!(read(b"\x8eivko \x96 Toma\x9a\r\n"), "Živko – Tomaš");
        assert_eq!(read(b"{\x93M\xfcller\x94} \x81\n"), "{“Müller”} \u{81}");
        assert_eq!(read("\u{FEFF}Žižka\n".as_bytes()), "Žižka");
    }

    #[test]
    fn a_long_line_is_cut_between_words() {
        let text = "Nbd2 ".repeat(LONGEST as usize / 2) + "\nlast";
        let mut lines = Lines::new(text.as_bytes());
        let mut words = 0;
        while let Some((_, line)) = lines.next_line().unwrap() {
            assert!(line.split_whitespace().all(|word| ["Nbd2", "last"].contains(&word)));
            words += line.split_whitespace().count();
        }
        assert_eq!(words, LONGEST as usize / 2 + 1);
        let endless = Lines::new(io::BufReader::new(io::repeat(b'x').take(3 * LONGEST)))
            .next_line()
            .unwrap()
            .unwrap();
        assert_eq!(endless.1.len() as u64, LONGEST);
    }
}
