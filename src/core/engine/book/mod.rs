//! The books that the engine plays from.
//!
//! Books are probed in the order of `BookFile`, so that a small starting book may come before a large one; [`choose`] selects the
//! move. After three positions in a row that are in no book, none is probed until the next game. An analysis, `go mate`,
//! pondering and a search of chosen moves do not use books. Files are opened in [`file`](mod@file); the user's changes and the
//! results of games are in a file beside the books.

mod file;
#[cfg(test)]
mod tests;

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard};

use super::job::Job;
use super::options::Options;
use crate::chess::polyglot::key_of_game;
use crate::chess::{Game, GameResult, SplitMix, san};
use crate::control::Limits;
use crate::control::lock::Unpoisoned;
use crate::oracle::book::choice::{candidates, choose, learned_weight};
use crate::oracle::book::{Book, BookEntry, BookError, BookMove, opening_of};
use crate::search::{EndReason, Event, Finished, Iteration};
use crate::store::file::expand;
use crate::units::Score;

pub use file::BookFileError;
use file::{BookChoice, Notebook};

/// Positions in a row that no book knows, after which a game is out of book.
const MISSES: u8 = 3;

#[derive(Clone, Copy, PartialEq, Debug)]
pub struct BookPageMove {
    pub found: BookMove,
    /// Probability of the move, in thousandths.
    pub permille: u32,
    /// Score of the move by a search, for the side that makes it.
    pub score: Option<Score>,
}

/// The books' moves in a position, for display.
#[derive(Clone, PartialEq, Debug)]
pub struct BookPage {
    /// The book that they come from; `None` if they were all added by hand.
    pub source: Option<String>,
    pub moves: Vec<BookPageMove>,
}

impl BookPage {
    fn new(source: Option<String>, moves: &[BookMove], variety: u8) -> BookPage {
        let played = candidates(moves, variety);
        let total: u64 = played.iter().map(learned_weight).sum();
        let share = |found: &BookMove| {
            let is_played = played.iter().any(|other| other.mv == found.mv);
            let weight = if is_played { learned_weight(found) } else { 0 };
            (weight * 1000).checked_div(total).unwrap_or_default() as u32
        };
        let of =
            |found: &BookMove| BookPageMove { found: *found, permille: share(found), score: None };
        BookPage { source, moves: moves.iter().map(of).collect() }
    }
}

/// The books in use, and the state of the game in them.
#[derive(Default)]
pub struct OwnBook {
    /// Values of `BookFile` and `BookEdits` when they were opened; `None` before.
    opened: Option<(String, String)>,
    /// With the names they were opened by.
    books: Vec<(String, Book)>,
    /// Default file of changes.
    home: Option<PathBuf>,
    notebook: Arc<Mutex<Notebook>>,
    misses: u8,
    /// Plies of the game when it was asked last.
    ply: usize,
    /// Book moves of this game, of both sides.
    played: Vec<BookChoice>,
    /// The last move asked for came from the book: the next search is the first behind it.
    leaves: bool,
}

impl OwnBook {
    /// Opens the books that a list names, and the file of changes, unless they are open.
    ///
    /// # Errors
    /// The first that cannot be had; what was open stays so.
    pub(crate) fn open(&mut self, list: &str, edits: &str) -> Result<(), BookFileError> {
        let asked = (list.to_owned(), edits.to_owned());
        if self.opened.as_ref() == Some(&asked) {
            return Ok(());
        }
        let named = expand(edits);
        let edits = if edits.is_empty() { self.home.as_deref() } else { Some(&*named) };
        let notebook = Notebook::open(edits)?;
        if self.opened.as_ref().is_none_or(|(opened, _)| *opened != list) {
            self.books = file::open_all(list)?;
        }
        *self.notebook() = notebook;
        self.opened = Some(asked);
        Ok(())
    }

    /// Keeps changes in this file, unless the option `BookEdits` names another.
    pub(crate) fn keep_in(&mut self, path: &Path) {
        self.home = Some(path.to_owned());
        self.opened = None;
    }

    pub fn notebook(&self) -> MutexGuard<'_, Notebook> {
        self.notebook.lock().unpoisoned()
    }

    pub(crate) fn new_game(&mut self) {
        self.misses = 0;
        self.ply = 0;
        self.played.clear();
        self.leaves = false;
    }

    /// All books and changes, merged.
    pub fn merged(&self) -> Result<Book, BookError> {
        let entries = self.books.iter().flat_map(|(_, book)| book.entries().iter().copied());
        let mut book = Book::gather(entries.collect::<Vec<BookEntry>>())?;
        self.notebook().edits().put_into(&mut book);
        Ok(book)
    }

    pub fn page(&self, game: &Game, variety: u8) -> BookPage {
        let notebook = self.notebook();
        let known = self.books.iter().find_map(|(name, book)| {
            let moves = book.moves(game);
            (!moves.is_empty()).then(|| (name.clone(), moves))
        });
        let (source, moves) = known.unzip();
        let moves = moves.unwrap_or_default();
        BookPage::new(source, &notebook.edits().apply(game.position(), &moves), variety)
    }

    /// Returns the book's move, which needs no search; `None` if the search has to think.
    pub(crate) fn answer(
        &mut self,
        job: &Job,
        options: &Options,
        sink: &mut impl FnMut(Event),
    ) -> Option<Finished> {
        if !options.own_book || !is_for_a_game(job, options) {
            return None;
        }
        if let Err(error) = self.open(&options.book_file, &options.book_edits) {
            sink(Event::Warning(format!("no book to play from: {error}")));
            return None;
        }
        let (found, all) = self.choose(&job.game, options)?;
        self.played.push(BookChoice { position: *job.game.position(), mv: found.mv });
        self.leaves = true;
        let opening = opening_of(&job.game).map(|opening| format!("; {}", opening.name));
        sink(Event::Note(format!(
            "{} is from the book: {} of {} moves, weight {}{}",
            san(job.game.position(), found.mv),
            all.iter().position(|other| other.mv == found.mv).map_or(1, |index| index + 1),
            all.len(),
            found.weight,
            opening.unwrap_or_default(),
        )));
        let finished = Finished::new(Iteration::default(), EndReason::Book);
        Some(Finished { best: Some(found.mv), ..finished })
    }

    /// The lesson that this search will give, if it is the first after the book and learning is on.
    pub(crate) fn lesson(&mut self, job: &Job, options: &Options) -> Option<Lesson> {
        if !is_for_a_game(job, options) || !std::mem::take(&mut self.leaves) {
            return None;
        }
        let choice = self.played.iter().rev();
        let turn = job.game.position().turn();
        let choice = *choice.into_iter().find(|choice| choice.position.turn() == turn)?;
        let learns = options.book_learn && job.strength.is_none();
        learns.then(|| Lesson { choice, notebook: Arc::clone(&self.notebook) })
    }

    /// Learns from the result of the game, if learning is on.
    pub(crate) fn learn(
        &mut self,
        result: GameResult,
        options: &Options,
    ) -> Result<(), BookFileError> {
        let played = std::mem::take(&mut self.played);
        if !options.book_learn || result == GameResult::Unknown || played.is_empty() {
            return Ok(());
        }
        self.notebook().update(|edits| {
            for choice in played {
                if let Some(results) = choice.result(result) {
                    edits.learn(&choice.position, choice.mv, results);
                }
            }
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
        let variety = options.book_variety;
        let chance = SplitMix::stream_or_any(options.book_seed, key_of_game(game)).next();
        let known = self.books.iter().map(|(_, book)| book.moves(game));
        // The user's moves count even where no book has a move.
        let known = known.filter(|moves| !moves.is_empty()).chain([Vec::new()]);
        let notebook = self.notebook();
        let found = known.into_iter().find_map(|moves| {
            let moves = notebook.edits().apply(game.position(), &moves);
            Some((choose(&moves, variety, chance)?, moves))
        });
        drop(notebook);
        self.misses = if found.is_some() { 0 } else { self.misses + 1 };
        found
    }
}

/// The first search after the book, whose score rates the last book move.
pub(crate) struct Lesson {
    choice: BookChoice,
    notebook: Arc<Mutex<Notebook>>,
}

impl Lesson {
    /// Receives the search's events, and learns from its end; returns what went wrong.
    pub(crate) fn hear(&self, event: &Event) -> Option<Event> {
        let Event::Finished(finished) = event else { return None };
        let results = self.choice.score(finished)?;
        let BookChoice { position, mv } = self.choice;
        let mut notebook = self.notebook.lock().unpoisoned();
        let learned = notebook.update(|edits| edits.learn(&position, mv, results));
        let error = learned.err()?;
        Some(Event::Warning(format!("nothing was learned from the book's end: {error}")))
    }
}

/// Returns whether the job is to play a move rather than to analyse.
fn is_for_a_game(job: &Job, options: &Options) -> bool {
    let Limits { mate, infinite, ponder, search_moves, excluded_moves, .. } = &job.limits;
    let lines = job.multi_pv.unwrap_or(options.multi_pv);
    mate.is_none()
        && !infinite
        && !ponder
        && search_moves.is_empty()
        && excluded_moves.is_empty()
        && lines == 1
}
