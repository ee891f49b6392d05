//! Books as files: opened by what their names say, written whole or not at all.

use std::path::Path;

use crate::oracle::book::{Book, HOUSE, OpeningLines, RowError, openings, polyglot};
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
pub fn open_all(list: &str) -> Result<Vec<(String, Book)>, BookFileError> {
    let names = list.split(';').map(str::trim).filter(|name| !name.is_empty());
    let named = names.map(|name| Ok((name.to_owned(), open(name)?)));
    let books = named.collect::<Result<Vec<(String, Book)>, BookFileError>>()?;
    if books.is_empty() { Err(BookFileError::Nothing) } else { Ok(books) }
}

/// Opens a book: `lines`, a list of lines (`.txt`), or a Polyglot book.
pub fn open(name: &str) -> Result<Book, BookFileError> {
    let fault = |error: &RowError| {
        BookFileError::Content(format!("{name} is no list of opening lines: {error}"))
    };
    if name == HOUSE {
        return Ok(openings().map_err(fault)?.book().clone());
    }
    let bytes = file::read(Path::new(name), LIMIT)?;
    if !Path::new(name).extension().is_some_and(|extension| extension.eq_ignore_ascii_case("txt")) {
        return polyglot::read(&bytes).map_err(|error| {
            BookFileError::Content(format!("{name} is no Polyglot book, or a damaged one: {error}"))
        });
    }
    let lines = OpeningLines::read(text_of(&bytes, name)?);
    Ok(lines.map_err(|error| fault(&error))?.book().clone())
}

pub(super) fn text_of<'a>(bytes: &'a [u8], name: &str) -> Result<&'a str, BookFileError> {
    std::str::from_utf8(bytes).map_err(|error| {
        let at = error.valid_up_to() + 1;
        BookFileError::Content(format!("{name} is not text: byte {at} is not UTF-8"))
    })
}
