//! Books as files, and the file of the user's changes and of what was learned. It is read again before each change, so that two
//! programs that share it lose nothing.

use std::path::{Path, PathBuf};

use crate::chess::{Color, GameResult, Move, Position};
use crate::oracle::book::{
    Book, BookEdits, HOUSE, OpeningLines, Results, RowError, openings, polyglot,
};
use crate::search::Finished;
use crate::store::WrittenFiles;
use crate::store::file::{self, FileError};

/// The largest book that is read, in bytes: 33 million moves.
const LIMIT: u64 = 512 << 20;

#[derive(Debug, thiserror::Error)]
pub enum BookFileError {
    #[error(transparent)]
    File(#[from] FileError),
    #[error("{0}")]
    Content(String),
    #[error(
        "changes to the book have no file to be kept in here; name one, as in `set BookEdits book-changes.txt`"
    )]
    NoNotebook,
    #[error("no book is named; name a Polyglot file (.bin), lines as text (.txt) or `{HOUSE}`")]
    Nothing,
}

/// Opens the books of a list with `;` between them, each with its name.
pub(crate) fn open_all(list: &str) -> Result<Vec<(String, Book)>, BookFileError> {
    let names = list.split(';').map(str::trim).filter(|name| !name.is_empty());
    let named = names.map(|name| Ok((name.to_owned(), open(name)?)));
    let books = named.collect::<Result<Vec<(String, Book)>, BookFileError>>()?;
    if books.is_empty() { Err(BookFileError::Nothing) } else { Ok(books) }
}

/// Opens a book: `lines`, a list of lines (`.txt`), or a Polyglot book.
pub(crate) fn open(name: &str) -> Result<Book, BookFileError> {
    let fault = |error: &RowError| {
        BookFileError::Content(format!("{name} is no list of opening lines: {error}"))
    };
    if name == HOUSE {
        return Ok(openings().map_err(fault)?.book.clone());
    }
    let path = file::expand(name);
    let bytes = file::read(&path, LIMIT)?;
    if !path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("txt")) {
        return polyglot::read(&bytes).map_err(|error| {
            BookFileError::Content(format!("{name} is no Polyglot book, or a damaged one: {error}"))
        });
    }
    let lines = OpeningLines::read(text_of(&bytes, name)?);
    Ok(lines.map_err(|error| fault(&error))?.book.clone())
}

fn text_of<'a>(bytes: &'a [u8], name: &str) -> Result<&'a str, BookFileError> {
    std::str::from_utf8(bytes).map_err(|error| {
        let at = error.valid_up_to() + 1;
        BookFileError::Content(format!("{name} is not text: byte {at} is not UTF-8"))
    })
}

/// The largest file of changes that is read, in bytes.
const MOST_CHANGES: u64 = 64 << 20;

/// Smallest score that is learned when the book ends, in centipawns. EXchess uses 500, which an opening seldom reaches.
const TELLING: i32 = 150;

const DEEP_ENOUGH: u32 = 8;

#[derive(Clone, Debug, Default)]
pub struct Notebook {
    path: Option<PathBuf>,
    edits: BookEdits,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct BookChoice {
    pub(crate) position: Position,
    pub(crate) mv: Move,
}

impl Notebook {
    /// Opens the file; empty if it does not exist or there is no path.
    pub(crate) fn open(path: Option<&Path>) -> Result<Notebook, BookFileError> {
        let mut notebook = Notebook { path: path.map(Path::to_owned), edits: BookEdits::default() };
        notebook.read()?;
        Ok(notebook)
    }

    pub(crate) fn edits(&self) -> &BookEdits {
        &self.edits
    }

    /// Changes something, and writes it down.
    ///
    /// # Errors
    /// [`BookFileError::NoNotebook`] if it is kept nowhere; if the file cannot be read or written. Nothing is changed then.
    pub fn update<T>(
        &mut self,
        change: impl FnOnce(&mut BookEdits) -> T,
    ) -> Result<T, BookFileError> {
        let path = self.path.clone().ok_or(BookFileError::NoNotebook)?;
        let files = WrittenFiles::default().hold(&path)?;
        self.read()?;
        let mut edits = self.edits.clone();
        let answer = change(&mut edits);
        if edits != self.edits {
            // It was read and understood just now: it is a file of changes.
            files.claim(&path, |_| true)?;
            files.write(&path, edits.to_text().as_bytes())?;
            self.edits = edits;
        }
        Ok(answer)
    }

    fn read(&mut self) -> Result<(), BookFileError> {
        let Some(path) = self.path.as_ref().filter(|path| path.exists()) else {
            self.edits = BookEdits::default();
            return Ok(());
        };
        let name = path.display().to_string();
        let bytes = file::read(path, MOST_CHANGES)?;
        self.edits = BookEdits::read(text_of(&bytes, &name)?).map_err(|error| {
            BookFileError::Content(format!(
                "{name} is no list of changes to the book: {error}; mend that line, or move the file away"
            ))
        })?;
        Ok(())
    }
}

impl BookChoice {
    /// The result to learn at the end of a game; `None` if it is unknown.
    pub(super) fn result(&self, result: GameResult) -> Option<Results> {
        let (won, lost) = match self.position.turn() {
            Color::White => (GameResult::WhiteWins, GameResult::BlackWins),
            Color::Black => (GameResult::BlackWins, GameResult::WhiteWins),
        };
        let once = |which| u32::from(result == which);
        let results =
            Results { wins: once(won), draws: once(GameResult::Draw), losses: once(lost) };
        (result != GameResult::Unknown).then_some(results)
    }

    /// The result to learn from the first search after the book.
    pub(super) fn score(&self, finished: &Finished) -> Option<Results> {
        let line = finished.iteration.lines.first()?;
        let raw = line.score.raw();
        if finished.iteration.depth < DEEP_ENOUGH || raw.abs() < TELLING {
            return None;
        }
        let (wins, losses) = if raw > 0 { (1, 0) } else { (0, 1) };
        Some(Results { wins, draws: 0, losses })
    }
}
