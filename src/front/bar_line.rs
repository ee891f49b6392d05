//! The terminal line of a progress bar.
//!
//! indicatif pads the line with spaces up to the edge of the window. Then the terminal's echo (`^C`, a line typed ahead) wraps
//! into the next line, the wrong line is cleared, and the bar stays. Here the cursor rests after the last letter, and some
//! columns are left for the echo.

use std::fmt::Debug;
use std::io::{self, Write};
use std::sync::Mutex;

use crossterm::queue;
use crossterm::terminal::{self, Clear, ClearType};
use indicatif::TermLike;

use crate::control::lock::Unpoisoned;

/// Columns reserved for the echo: two `^C` and a letter.
const ECHO: usize = 5;

#[derive(Debug)]
pub(super) struct BarLine<W> {
    /// The output, and text that was not written yet.
    out: Mutex<(W, String)>,
}

impl<W: Write> BarLine<W> {
    pub(super) fn new(out: W) -> BarLine<W> {
        BarLine { out: Mutex::new((out, String::new())) }
    }

    fn write(&self, columns: usize) -> io::Result<()> {
        let (out, text) = &mut *self.out.lock().unpoisoned();
        let room = columns.saturating_sub(ECHO);
        let shown: String = text.trim_end().chars().take(room).collect();
        text.clear();
        out.write_all(shown.as_bytes())?;
        out.flush()
    }
}

impl<W: Write + Send + Debug> TermLike for BarLine<W> {
    /// Maximum width: the line is cut to the window when it is written, and never wraps.
    fn width(&self) -> u16 {
        u16::MAX
    }

    fn move_cursor_up(&self, _: usize) -> io::Result<()> {
        Ok(())
    }

    fn move_cursor_down(&self, _: usize) -> io::Result<()> {
        Ok(())
    }

    fn move_cursor_right(&self, _: usize) -> io::Result<()> {
        Ok(())
    }

    fn move_cursor_left(&self, _: usize) -> io::Result<()> {
        Ok(())
    }

    fn write_line(&self, text: &str) -> io::Result<()> {
        self.write_str(text)
    }

    fn write_str(&self, text: &str) -> io::Result<()> {
        let (_, held) = &mut *self.out.lock().unpoisoned();
        held.push_str(text.trim_end_matches(' '));
        Ok(())
    }

    fn clear_line(&self) -> io::Result<()> {
        let (out, _) = &mut *self.out.lock().unpoisoned();
        out.write_all(b"\r")?;
        queue!(out, Clear(ClearType::CurrentLine))
    }

    fn flush(&self) -> io::Result<()> {
        /// Default width for a terminal that reports none.
        const USUAL: u16 = 80;
        let known = terminal::size().ok().map(|(columns, _)| columns);
        self.write(usize::from(known.filter(|&columns| columns > 0).unwrap_or(USUAL)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_space_is_written_behind_the_text_and_room_is_left_for_an_echo() {
        let line = BarLine::new(Vec::new());
        line.write_str("suite [####]").unwrap();
        line.write_str(&" ".repeat(60_000)).unwrap();
        line.write(80).unwrap();
        line.write_str("0123456789").unwrap();
        line.write(12).unwrap();
        let written = line.out.into_inner().unwrap().0;
        assert_eq!(String::from_utf8(written).unwrap(), "suite [####]0123456");
    }
}
