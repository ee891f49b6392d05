//! Books as files: opened by what their names say, written whole or not at all.

use std::path::Path;

use crate::oracle::book::lines::OpeningLineError;
use crate::oracle::book::{Book, BookError, EditError, OpeningLines, openings, polyglot};
use crate::store::file::{self, FileError};

/// The name of the program's own lines where a book is named.
pub const HOUSE: &str = "lines";

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

#[derive(Clone, Debug)]
pub enum OpenedBook {
    House,
    Lines(Box<OpeningLines>),
    Entries(Book),
}

impl OpenedBook {
    pub fn book(&self) -> &Book {
        static NONE: Book = Book::EMPTY;
        match self {
            OpenedBook::House => openings().map_or(&NONE, OpeningLines::book),
            OpenedBook::Lines(lines) => lines.book(),
            OpenedBook::Entries(book) => book,
        }
    }
}

/// Opens a book: `lines`, a list of lines (`.txt`), or a Polyglot book.
pub fn open(name: &str) -> Result<Book, BookFileError> {
    Ok(match open_with_lines(name)? {
        OpenedBook::Entries(book) => book,
        opened => opened.book().clone(),
    })
}

/// The same, with the lines if there are any.
pub fn open_with_lines(name: &str) -> Result<OpenedBook, BookFileError> {
    let path = || name.to_owned();
    if name == HOUSE {
        return match openings() {
            Ok(_) => Ok(OpenedBook::House),
            Err(error) => Err(BookFileError::Lines { path: path(), error: error.clone() }),
        };
    }
    let bytes = file::read(Path::new(name), LIMIT)?;
    if !Path::new(name).extension().is_some_and(|extension| extension.eq_ignore_ascii_case("txt")) {
        return polyglot::read(&bytes)
            .map(OpenedBook::Entries)
            .map_err(|error| BookFileError::Polyglot { path: path(), error });
    }
    let text = std::str::from_utf8(&bytes)
        .map_err(|error| BookFileError::Text { path: path(), at: error.valid_up_to() + 1 })?;
    OpeningLines::read(text)
        .map(|lines| OpenedBook::Lines(Box::new(lines)))
        .map_err(|error| BookFileError::Lines { path: path(), error })
}
