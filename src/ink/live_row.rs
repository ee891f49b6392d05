//! The live row: the last row of a table, rewritten in place during a search.
//!
//! Only colour terminals can rewrite a row; elsewhere drawing it does nothing. Callers remove the live row before they print a
//! permanent one.

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
    /// It is on the screen, with the cursor at its end.
    alive: bool,
    drawn: Option<Instant>,
}

impl LiveRow {
    /// Whether it was drawn less than `interval` ago.
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
        // A row wrapped by a narrower window could not be removed.
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
