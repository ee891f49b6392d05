//! Reads lines of untrusted input in bounded memory: invalid text, lines without end.

use std::io::{self, BufRead};

use crate::chess::lines::decoded;

/// Longest line of a command; longer ones are skipped. A pasted game of a thousand moves is a tenth of it.
pub const LONGEST: usize = 256 << 10;

/// Longest skipped line; beyond it the input is a device or a binary file.
const ENDLESS: usize = 64 << 20;

#[derive(Debug)]
pub struct LineReader<R> {
    reader: R,
    number: usize,
}

impl<R: BufRead> LineReader<R> {
    pub fn new(reader: R) -> LineReader<R> {
        LineReader { reader, number: 0 }
    }

    pub fn number(&self) -> usize {
        self.number
    }

    /// Returns the next line, or the length of one that was too long and skipped; `None` at the end. Text is decoded like that of
    /// files.
    ///
    /// # Errors
    /// If reading fails, or a line exceeds [`ENDLESS`].
    pub fn read(&mut self) -> io::Result<Option<Result<String, usize>>> {
        let mut line = Vec::new();
        let mut bytes = 0;
        let mut ended = false;
        while !ended {
            let chunk = match self.reader.fill_buf() {
                Ok(chunk) => chunk,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) => return Err(error),
            };
            if chunk.is_empty() {
                break;
            }
            let end = chunk.iter().position(|&byte| byte == b'\n');
            ended = end.is_some();
            let used = end.map_or(chunk.len(), |end| end + 1);
            if bytes + used <= LONGEST {
                line.extend_from_slice(&chunk[..used]);
            }
            bytes += used;
            self.reader.consume(used);
            if bytes > ENDLESS {
                return Err(io::Error::new(io::ErrorKind::InvalidData, "a line has no end"));
            }
        }
        if bytes == 0 {
            return Ok(None);
        }
        self.number += 1;
        if bytes > LONGEST {
            return Ok(Some(Err(bytes)));
        }
        let text = decoded(&line);
        let text = text.trim_end_matches(['\n', '\r', '\0']);
        let text = if self.number == 1 { text.trim_start_matches('\u{FEFF}') } else { text };
        Ok(Some(Ok(text.to_owned())))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn lines(bytes: &[u8]) -> Vec<Result<String, usize>> {
        let mut reader = LineReader::new(io::BufReader::with_capacity(7, bytes));
        let mut lines = Vec::new();
        while let Some(line) = reader.read().unwrap() {
            lines.push(line);
        }
        lines
    }

    #[test]
    fn ends_of_all_kinds() {
        let read = lines(b"\xEF\xBB\xBFuci\r\nisready\n\n  go \r\nquit\0");
        let expected = ["uci", "isready", "", "  go ", "quit"];
        assert_eq!(read, expected.map(|line| Ok(line.to_owned())));
    }

    #[test]
    fn letters_of_windows_are_kept() {
        assert_eq!(
            lines(b"tag White \x8eivko M\xfcller\n"),
            [Ok("tag White Živko Müller".to_owned())]
        );
    }

    #[test]
    fn a_long_line_is_passed_over() {
        let mut bytes = vec![b'x'; LONGEST + 10];
        bytes.extend_from_slice(b"\nshow\n");
        assert_eq!(lines(&bytes), [Err(LONGEST + 11), Ok("show".to_owned())]);
    }

    /// `source /dev/zero` never returned.
    #[test]
    fn a_line_without_an_end_is_left() {
        let mut reader = LineReader::new(io::BufReader::with_capacity(1 << 20, io::repeat(0)));
        assert_eq!(reader.read().unwrap_err().to_string(), "a line has no end");
    }

    proptest! {
        #[test]
        fn any_bytes_are_lines(bytes in proptest::collection::vec(any::<u8>(), 0..300)) {
            let ends = bytes.iter().filter(|&&byte| byte == b'\n').count();
            let read = lines(&bytes).len();
            prop_assert!(read == ends || read == ends + 1);
        }
    }
}
