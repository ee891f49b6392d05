//! Books as files: opened by what their names say, written whole or not at all.

use std::path::Path;

use crate::oracle::book::lines::OpeningLineError;
use crate::oracle::book::{Book, BookError, EditError, HOUSE, OpeningLines, openings, polyglot};
use crate::store::file::{self, FileError};

/// The largest book that is read, in bytes: 33 million moves.
const LIMIT: u64 = 512 << 20;

#[derive(Debug, thiserror::Error)]
pub enum BookFileError {
    #[error(transparent)]
    File(#[from] FileError),
    #[error("{path} is no Polyglot book, or a damaged one: {error}")]
    Polyglot { path: String, error: BookError },
    #[error("{path} is no list of opening lines: {error}")]
    Lines { path: String, error: OpeningLineError },
    #[error(
        "{path} is no list of changes to the book: {error}; mend that line, or move the file away"
    )]
    Edits { path: String, error: EditError },
    #[error(
        "changes to the book have no file to be kept in here; name one, as in `set BookEdits book-changes.txt`"
    )]
    NoNotebook,
    #[error("{path} is not text: byte {at} is not UTF-8")]
    Text { path: String, at: usize },
    #[error("no book is named; name a Polyglot file (.bin), lines as text (.txt) or `{HOUSE}`")]
    Nothing,
}

/// Opens the books of a list with `;` between them, each with its name.
pub fn open_all(list: &str) -> Result<Vec<(String, Book)>, BookFileError> {
    let names = list.split(';').map(str::trim).filter(|name| !name.is_empty());
    let named = names.map(|name| Ok((name.to_owned(), open(name)?)));
    let books = named.collect::<Result<Vec<(String, Book)>, BookFileError>>()?;
    if books.is_empty() { Err(BookFileError::Nothing) } else { Ok(books) }
}

/// Opens a book: `lines`, a list of lines (`.txt`), or a Polyglot book.
pub fn open(name: &str) -> Result<Book, BookFileError> {
    let path = || name.to_owned();
    let fault = |error| BookFileError::Lines { path: path(), error };
    if name == HOUSE {
        let lines = openings().map_err(|error| fault(error.clone()))?;
        return Ok(lines.book().clone());
    }
    let bytes = file::read(Path::new(name), LIMIT)?;
    if !Path::new(name).extension().is_some_and(|extension| extension.eq_ignore_ascii_case("txt")) {
        return polyglot::read(&bytes)
            .map_err(|error| BookFileError::Polyglot { path: path(), error });
    }
    let text = std::str::from_utf8(&bytes)
        .map_err(|error| BookFileError::Text { path: path(), at: error.valid_up_to() + 1 })?;
    Ok(OpeningLines::read(text).map_err(fault)?.book().clone())
}
