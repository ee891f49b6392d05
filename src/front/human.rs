//! Progress of commands for people and pipes: chooses the view of each event.

use std::io::{self, Write};

use crate::commands::display::live_board::LiveBoard;
use crate::commands::mates::proof_table::ProofTable;
use crate::commands::play::engine_game;
use crate::commands::search::search_table::SearchTable;
use crate::engine::Event;
use crate::ink::{Answer, Settings, paint};
use crate::shell::session::{JobId, JobState, News};

#[derive(Debug, Default)]
pub struct Human {
    /// The running search, unless it is for the engine's move in a game.
    search: JobState<SearchTable>,
    /// `watch` is on: a background search is drawn like one in the foreground.
    looks_on: bool,
    /// Height of the window in rows while the prompt is open; else `None`.
    typed_below: Option<usize>,
    live_board: JobState<LiveBoard>,
    proof: JobState<Box<ProofTable>>,
}

impl Human {
    /// Shows a running command's progress. Progress bars are left to dialects that have one.
    pub fn news(
        &mut self,
        out: &mut dyn Write,
        job: JobId,
        news: &News,
        settings: &Settings,
    ) -> io::Result<()> {
        if !matches!(news, News::Search(_)) {
            self.leave();
        }
        match news {
            News::EngineMoved(moved) => {
                paint::page(out, &engine_game::moved(moved, settings), settings)
            }
            News::PlayEnded(end) => paint::page(out, &end.page(settings), settings),
            // The engine's evaluation of its own game is not shown.
            News::SearchBegins(begun) if begun.plays => {
                self.search.end();
                Ok(())
            }
            News::SearchBegins(begun) => {
                self.search.begin(job, SearchTable::new(begun.root, begun.background));
                self.live_board.end();
                if let Some((view, last)) = begun.board_view {
                    self.live_board.begin(job, LiveBoard::new(begun.root, view, last));
                }
                Ok(())
            }
            News::Search(event) => self.search(out, job, event, settings),
            &News::ProofBegins { root, what } => {
                self.proof.begin(job, Box::new(ProofTable::new(root, what)));
                Ok(())
            }
            News::Proof(news, elapsed) => {
                let Some(table) = self.proof.of(job) else { return Ok(()) };
                table.event(out, news.as_ref(), *elapsed, settings)
            }
            News::ProofEnds => {
                let Some(table) = self.proof.of(job) else { return Ok(()) };
                table.end(out)?;
                self.proof.end();
                Ok(())
            }
            News::Found(event) => paint::page(out, &event.page(settings), settings),
            _ => Ok(()),
        }
    }

    fn search(
        &mut self,
        out: &mut dyn Write,
        job: JobId,
        event: &Event,
        settings: &Settings,
    ) -> io::Result<()> {
        if let (Some(rows), Some(live_board)) = (self.typed_below, self.live_board.of(job))
            && settings.can_rewrite()
            && !self.looks_on
            && live_board.event(&mut *out, event, (rows, settings))?
        {
            return Ok(());
        }
        let Some(table) = self.search.of(job) else { return Ok(()) };
        // Keep the summary up to date while the table is watched, too.
        let page = if table.background { table.glance(event, settings) } else { None };
        if !table.background || self.looks_on {
            table.event(out, event, settings)?;
        } else if let Some(page) = page {
            paint::page(out, &page, settings)?;
        }
        if event.is_last() {
            self.search.end();
        }
        Ok(())
    }

    /// The prompt opens in a window of `rows` rows, or closes (`None`).
    pub fn typed_below(&mut self, rows: Option<usize>) {
        self.typed_below = rows;
        self.leave();
    }

    /// Updates the height of the window.
    pub fn fit(&mut self, rows: Option<usize>) {
        self.typed_below = self.typed_below.and(rows);
    }

    /// Ends rewriting in place, because something else is printed.
    pub fn leave(&mut self) {
        if let Some(live_board) = self.live_board.current_mut() {
            live_board.leave();
        }
    }

    pub fn look_on(&mut self, out: &mut dyn Write, on: bool) -> io::Result<()> {
        self.looks_on = on;
        match self.search.current_mut() {
            Some(table) if !on => table.leave(out),
            _ => Ok(()),
        }
    }
}
