//! The way out to a program on standard output, UCI's or xboard's: whole lines only, each written at once and flushed, and a record of both
//! directions if one is wanted.

use std::io::{self, Write};

use super::journal::Journal;
use crate::chess::foreign::readable;

#[derive(Default)]
pub struct Wire {
    pub journal: Journal,
}

impl Wire {
    /// Sends a line. What of it would steer a terminal is replaced.
    pub fn line(&mut self, text: &str) -> io::Result<()> {
        let text = readable(text);
        self.journal.said(&text);
        let mut out = io::stdout();
        out.write_all(format!("{text}\n").as_bytes())?;
        out.flush()
    }

    pub fn lines(&mut self, lines: impl IntoIterator<Item = String>) -> io::Result<()> {
        lines.into_iter().try_for_each(|line| self.line(&line))
    }
}
