//! The books that the engine plays from.
//!
//! They are asked in the order in which `BookFile` names them, so that a small starting book may come before a large one;
//! a move is chosen as [`choose`] says. After three positions in a row that no book knows, none is asked until the next
//! game. An analysis, `go mate`, pondering and a search of chosen moves are left to the search. Files are opened in
//! [`file`](mod@file).

pub mod file;
#[cfg(test)]
mod tests;

use super::Job;
use super::event::Event;
use super::options::Options;
use super::random::Random;
use crate::chess::polyglot::key_of_game;
use crate::chess::{Game, san};
use crate::control::Limits;
use crate::oracle::book::choice::{Variety, choose};
use crate::oracle::book::{Book, BookMove, opening_of};
use crate::search::trace::Ledger;
use crate::search::{EndReason, Finished, Iteration, Progress};

pub use file::{BookFileError, HOUSE};

/// Positions in a row that no book knows, after which a game is out of book.
const MISSES: u8 = 3;

/// The books in use and where the game stands in them.
#[derive(Default)]
pub(super) struct OwnBook {
    /// What `BookFile` said when they were opened; `None` before.
    opened: Option<String>,
    books: Vec<Book>,
    misses: u8,
    /// Plies of the game when it was asked last.
    ply: usize,
}

impl OwnBook {
    /// Opens the books that a list names, unless they are open.
    ///
    /// # Errors
    /// The first that cannot be had; what was open stays so.
    pub fn open(&mut self, list: &str) -> Result<(), BookFileError> {
        if self.opened.as_deref() != Some(list) {
            self.books = file::open_all(list)?;
            self.opened = Some(list.to_owned());
        }
        Ok(())
    }

    /// A new game is in book.
    pub fn new_game(&mut self) {
        self.misses = 0;
        self.ply = 0;
    }

    /// What is played without a search; tells what it is. `None` where the search is to think.
    pub fn answer(
        &mut self,
        job: &Job,
        options: &Options,
        sink: &mut impl FnMut(Event),
    ) -> Option<Finished> {
        if !options.own_book() || !is_for_a_game(job, options) {
            return None;
        }
        if let Err(error) = self.open(options.book_file()) {
            sink(Event::Warning(format!("no book to play from: {error}")));
            return None;
        }
        let (found, all) = self.choose(&job.game, options)?;
        let opening = opening_of(&job.game).map(|opening| format!("; {}", opening.name));
        sink(Event::Warning(format!(
            "{} is from the book: {} of {} moves, weight {}{}",
            san(job.game.position(), found.mv),
            all.iter().position(|other| other.mv == found.mv).map_or(1, |index| index + 1),
            all.len(),
            found.weight,
            opening.unwrap_or_default(),
        )));
        Some(Finished {
            best: Some(found.mv),
            iteration: Iteration {
                depth: 0,
                seldepth: 0,
                lines: Vec::new(),
                progress: Progress::default(),
            },
            reason: EndReason::Book,
            ledger: Ledger::default(),
        })
    }

    /// A move for a position, and all moves of the book that has it.
    fn choose(&mut self, game: &Game, options: &Options) -> Option<(BookMove, Vec<BookMove>)> {
        if game.ply() < self.ply {
            self.new_game();
        }
        self.ply = game.ply();
        if self.misses >= MISSES {
            return None;
        }
        let variety = Variety::percent(options.book_variety());
        let chance = Random::seeded(options.book_seed(), key_of_game(game)).next();
        let found = self.books.iter().find_map(|book| {
            let moves = book.moves(game);
            Some((choose(&moves, variety, chance)?, moves))
        });
        self.misses = if found.is_some() { 0 } else { self.misses + 1 };
        found
    }
}

/// Whether a move is to be played, rather than a position understood.
fn is_for_a_game(job: &Job, options: &Options) -> bool {
    let Limits { mate, infinite, ponder, search_moves, excluded_moves, .. } = &job.limits;
    let lines = job.multi_pv.unwrap_or_else(|| options.multi_pv());
    mate.is_none()
        && !infinite
        && !ponder
        && search_moves.is_empty()
        && excluded_moves.is_empty()
        && lines == 1
}
