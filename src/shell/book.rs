//! What can be asked about the opening books, and what is answered, as data.
//!
//! Grammar is `parse/book.rs`, doing it is `session/book.rs`, how answers look is `render/`'s to say.

use std::path::PathBuf;

use crate::chess::{Move, Position};
use crate::engine::book::BookPage;
use crate::oracle::Opening;

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum BookUse {
    /// List the moves here, each searched for this many nodes; not searched if there are none.
    Show {
        nodes: u64,
    },
    /// Put a move into the book, with this weight or one as heavy as the heaviest here.
    Add {
        mv: Move,
        weight: Option<u16>,
    },
    Weigh {
        mv: Move,
        weight: u16,
    },
    Remove(Move),
    /// Take back what was changed about a move.
    Reset(Move),
    Forget,
    /// Write the books in use, with all changes, as one Polyglot book.
    Save(PathBuf),
}

#[derive(Clone, PartialEq, Debug)]
pub enum BookReply {
    Page(Box<BookPageReply>),
    /// What was learned of so many moves is forgotten.
    Forgotten(usize),
    Saved {
        path: PathBuf,
        moves: usize,
        positions: usize,
    },
}

#[derive(Clone, PartialEq, Debug)]
pub struct BookPageReply {
    pub position: Position,
    pub opening: Option<Opening>,
    pub page: BookPage,
    /// What the opening is called after each of them, where that is another name.
    pub names: Vec<Option<Opening>>,
    /// The engine plays from the book.
    pub plays: bool,
}
