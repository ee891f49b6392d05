//! The live block: rows above the line being typed, rewritten in place during a search.
//!
//! It is rewritten as long as nothing was printed below it and the window has the same width. Otherwise the old block stays in
//! the scrollback and a new one is printed.

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
    /// Number of its rows and width of the window; `None` after other output.
    drawn: Option<(usize, Option<usize>)>,
    at: Option<Instant>,
}

impl LiveBlock {
    /// Whether it was drawn less than `interval` ago.
    pub fn is_fresh(&self, interval: Duration) -> bool {
        self.at.is_some_and(|at| at.elapsed() < interval)
    }

    /// Draws the page over the previous one. Every line must be narrower than the window.
    pub fn draw(
        &mut self,
        mut out: &mut dyn Write,
        page: &Page,
        settings: &Settings,
    ) -> io::Result<()> {
        if let Some((rows, width)) = self.drawn
            && width == settings.width
            && let Ok(rows) = u16::try_from(rows)
        {
            let writer = &mut out;
            queue!(writer, MoveUp(rows), Clear(ClearType::FromCursorDown))?;
        }
        paint::page(out, page, settings)?;
        self.drawn = Some((page.lines().len(), settings.width));
        self.at = Some(Instant::now());
        out.flush()
    }

    /// Stops rewriting in place, because something else was printed below.
    pub fn leave(&mut self) {
        self.drawn = None;
    }
}
