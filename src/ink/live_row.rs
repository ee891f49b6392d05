//! The live row: the last row of a table, rewritten in place while something is looked for.
//!
//! Only a terminal that can colour can rewrite a row; everywhere else drawing one does nothing. Whoever prints rows that
//! stay takes the live row off first.

use std::io::{self, Write};
use std::time::{Duration, Instant};

use crossterm::cursor::MoveToColumn;
use crossterm::queue;
use crossterm::terminal::{Clear, ClearType, DisableLineWrap, EnableLineWrap};

use super::paint;
use super::settings::Settings;
use super::text::Line;

#[derive(Debug, Default)]
pub struct LiveRow {
    /// It is on the screen, the cursor at its end.
    alive: bool,
    drawn: Option<Instant>,
}

impl LiveRow {
    /// Returns whether it was drawn less than `interval` ago.
    pub fn is_fresh(&self, interval: Duration) -> bool {
        self.drawn.is_some_and(|drawn| drawn.elapsed() < interval)
    }

    pub fn draw(
        &mut self,
        mut out: &mut dyn Write,
        row: &Line,
        settings: &Settings,
    ) -> io::Result<()> {
        if !settings.can_rewrite() {
            return Ok(());
        }
        let writer = &mut out;
        // A row that a narrowed window would wrap could not be taken back.
        queue!(writer, MoveToColumn(0), Clear(ClearType::UntilNewLine), DisableLineWrap)?;
        paint::line(out, row, settings)?;
        let writer = &mut out;
        queue!(writer, EnableLineWrap)?;
        self.alive = true;
        self.drawn = Some(Instant::now());
        out.flush()
    }

    pub fn clear(&mut self, mut out: &mut dyn Write) -> io::Result<()> {
        if std::mem::take(&mut self.alive) {
            let writer = &mut out;
            queue!(writer, MoveToColumn(0), Clear(ClearType::UntilNewLine))?;
        }
        Ok(())
    }
}
