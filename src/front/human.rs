//! Progress of commands for people and pipes: chooses the view of each event.

use std::io::{self, Write};

use crate::chess::Step;
use crate::commands::display::live_board::{BoardInSight, LiveBoard};
use crate::commands::mates::proof_table::ProofTable;
use crate::commands::play::engine_game;
use crate::commands::search::search_table::SearchTable;
use crate::engine::Event;
use crate::ink::live_block::LiveBlock;
use crate::ink::{Answer, Page, Settings, paint};
use crate::shell::reply::BoardView;
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
    /// The rows that are rewritten: the board in sight, and what is below it.
    block: LiveBlock,
    /// The board drawn last, and the page below it.
    shown: Option<BoardInSight>,
    below: Page,
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
        match news {
            News::EngineMoved(moved) => {
                let page = engine_game::moved(moved, settings);
                match moved.board_view.zip(settings.sight) {
                    Some((BoardView { flipped, .. }, rows)) => {
                        let last = Some(Step::Move(moved.mv));
                        let position = moved.before.play(moved.mv);
                        let board = BoardInSight { position, last, flipped };
                        // What was said of the user's move, or of the game that begins, was not read yet.
                        let mut below = match self.block.is_last() {
                            true => std::mem::take(&mut self.below),
                            false => Page::new(),
                        };
                        below.append(page);
                        self.show(out, board, below, (rows, settings))
                    }
                    None => self.print(out, &page, settings),
                }
            }
            News::PlayEnded(end) => self.print(out, &end.page(settings), settings),
            // The engine's evaluation of its own game is not shown.
            News::SearchBegins(begun) if begun.plays => {
                self.search.end();
                Ok(())
            }
            News::SearchBegins(begun) => {
                self.search.begin(job, SearchTable::new(begun.root, begun.background));
                self.live_board.end();
                if let Some((view, last)) = begun.board_view
                    && (view.always || settings.sight.is_some())
                {
                    let board = BoardInSight { position: begun.root, last, flipped: view.flipped };
                    self.live_board.begin(job, LiveBoard::new(board));
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
                self.block.leave();
                table.event(out, news.as_ref(), *elapsed, settings)
            }
            News::ProofEnds => {
                let Some(table) = self.proof.of(job) else { return Ok(()) };
                table.end(out)?;
                self.proof.end();
                Ok(())
            }
            News::Found(event) => self.print(out, &event.page(settings), settings),
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
        {
            let drawn = live_board.event((&mut *out, &mut self.block), event, (rows, settings))?;
            self.shown = Some(live_board.board);
            if drawn {
                return Ok(());
            }
        }
        let Some(table) = self.search.of(job) else { return Ok(()) };
        // Keep the summary up to date while the table is watched, too.
        let page = if table.background { table.glance(event, settings) } else { None };
        if !table.background || self.looks_on {
            self.block.leave();
            table.event(out, event, settings)?;
        } else if let Some(page) = page {
            self.block.leave();
            paint::page(out, &page, settings)?;
        }
        if event.is_last() {
            self.search.end();
        }
        Ok(())
    }

    /// Shows the board with a page below it, in place of the one before. While the search that follows the board draws it,
    /// only the page is printed, above the next board.
    pub fn change(
        &mut self,
        out: &mut dyn Write,
        (board, followed): (BoardInSight, bool),
        page: Page,
        (rows, settings): (usize, &Settings),
    ) -> io::Result<()> {
        if !followed {
            return self.show(out, board, page, (rows, settings));
        }
        self.shown = Some(board);
        if !page.lines().is_empty() {
            self.block.erase(out, settings)?;
        }
        paint::page(out, &page, settings)
    }

    fn show(
        &mut self,
        out: &mut dyn Write,
        board: BoardInSight,
        page: Page,
        (rows, settings): (usize, &Settings),
    ) -> io::Result<()> {
        self.shown = Some(board);
        self.below = page.clone();
        self.block.draw(out, &board.above(page, rows, settings), settings)
    }

    /// No board is kept in sight.
    pub fn hide(&mut self) {
        self.shown = None;
    }

    /// Whether this board was drawn last.
    pub fn shows(&self, board: &BoardInSight) -> bool {
        self.shown.as_ref() == Some(board)
    }

    /// Prints a page that stays.
    fn print(&mut self, out: &mut dyn Write, page: &Page, settings: &Settings) -> io::Result<()> {
        self.leave();
        paint::page(out, page, settings)
    }

    /// The prompt opens in a window of `rows` rows, or closes (`None`).
    pub fn typed_below(&mut self, rows: Option<usize>) {
        self.typed_below = rows;
    }

    /// Rows were printed below the block; `None` if they cannot be counted.
    pub fn printed(&mut self, rows: Option<usize>) {
        match rows {
            Some(rows) => self.block.printed(rows),
            None => self.leave(),
        }
    }

    /// Updates the height of the window.
    pub fn fit(&mut self, rows: Option<usize>) {
        self.typed_below = self.typed_below.and(rows);
    }

    /// Ends rewriting in place, because something that stays is printed.
    pub fn leave(&mut self) {
        self.block.leave();
    }

    pub fn look_on(&mut self, out: &mut dyn Write, on: bool) -> io::Result<()> {
        self.looks_on = on;
        match self.search.current_mut() {
            Some(table) if !on => table.leave(out),
            _ => Ok(()),
        }
    }
}
