//! The live block: rows above the line being typed, rewritten in place: by a search, or after a change of the board.
//!
//! It is rewritten as long as the rows printed below it are counted, and the window has the same width and shows all of them.
//! Otherwise the old block stays in the scrollback and a new one is printed.

use std::io::{self, Write};
use std::time::{Duration, Instant};

use crossterm::cursor::MoveUp;
use crossterm::queue;
use crossterm::terminal::{Clear, ClearType};

use super::paint;
use super::settings::Settings;
use super::text::Page;

#[derive(Debug, Default)]
pub struct LiveBlock {
    /// Number of its rows and width of the window; `None` after output that is not counted.
    drawn: Option<(usize, Option<usize>)>,
    /// Rows printed below it: the lines typed since, and complaints about them.
    below: usize,
    at: Option<Instant>,
}

impl LiveBlock {
    /// Whether it was drawn less than `interval` ago.
    pub fn is_fresh(&self, interval: Duration) -> bool {
        self.at.is_some_and(|at| at.elapsed() < interval)
    }

    /// Draws the page over the previous one.
    pub fn draw(
        &mut self,
        out: &mut dyn Write,
        page: &Page,
        settings: &Settings,
    ) -> io::Result<()> {
        self.erase(out, settings)?;
        paint::page(out, page, settings)?;
        // The terminal breaks a line that is wider than the window.
        let columns = settings.width.unwrap_or(usize::MAX).max(1);
        let rows = page.lines().iter().map(|line| line.width().div_ceil(columns).max(1)).sum();
        self.drawn = Some((rows, settings.width));
        self.at = Some(Instant::now());
        out.flush()
    }

    /// Clears the block and the rows below it, if they are where they were printed.
    pub fn erase(&mut self, mut out: &mut dyn Write, settings: &Settings) -> io::Result<()> {
        let rows = self.drawn.take().filter(|&(_, width)| width == settings.width);
        let rows = rows.map(|(rows, _)| rows + std::mem::take(&mut self.below));
        // The row of the cursor is below them.
        let fits = |&rows: &usize| settings.sight.is_none_or(|window| rows < window);
        self.below = 0;
        if let Some(rows) = rows.filter(fits)
            && let Ok(rows) = u16::try_from(rows)
        {
            let writer = &mut out;
            queue!(writer, MoveUp(rows), Clear(ClearType::FromCursorDown))?;
        }
        Ok(())
    }

    /// Whether the block is the last that was printed.
    pub fn is_last(&self) -> bool {
        self.drawn.is_some() && self.below == 0
    }

    /// Rows were printed below it.
    pub fn printed(&mut self, rows: usize) {
        self.below += rows;
    }

    /// Stops rewriting in place, because something that stays was printed below.
    pub fn leave(&mut self) {
        self.drawn = None;
    }
}
