//! Reads the arguments of one command, word by word, and says what is missing, too much, or not understood.

use std::cell::Cell;
use std::path::PathBuf;

use super::parse_error::{Fault, ParseError};
use super::tokens::{Word, Words};
pub use crate::chess::foreign::shorten;
use crate::chess::notation::unnumbered;
use crate::chess::{Move, Position, Square, parse_move};
use crate::control::quantity;
use crate::shell::terms::{BoardNeed, Terms};
pub use crate::store::file::expand;

/// What is left of a command's line, and where the board is.
#[derive(Debug)]
pub struct Reader<'a> {
    pub words: Words<'a>,
    /// Where the board is, for commands that are not about it.
    pub board: &'a Position,
    /// Something was read against the position.
    looked: Cell<bool>,
    pub command: &'static str,
    pub arguments: &'static str,
    /// How many commands it stands in, as behind `time`.
    pub nesting: usize,
    /// Its answer may tell the solution of the problem that a drill asks, and no `--anyway` allows that.
    pub tells: bool,
}

impl<'a> Reader<'a> {
    /// Builds a reader of the words behind a command's name, which has these arguments. `position` is where the board is.
    pub fn new(
        words: Words<'a>,
        position: &'a Position,
        (command, arguments): (&'static str, &'static str),
    ) -> Reader<'a> {
        let (board, looked) = (position, Cell::new(false));
        Reader { words, board, looked, command, arguments, nesting: 0, tells: false }
    }

    /// Returns the position on the board. A command that has read this is about the position.
    pub fn position(&self) -> &'a Position {
        self.looked.set(true);
        self.board
    }

    /// Returns the terms of the command, whose row has these: what was read against the position needs one.
    pub fn terms(&self, row: Terms) -> Terms {
        match row.board {
            BoardNeed::Free if self.looked.get() => Terms { board: BoardNeed::Needs, ..row },
            _ => row,
        }
    }

    pub fn take(&mut self) -> Option<Word<'a>> {
        self.words.next()
    }

    pub fn require(&mut self, what: &'static str) -> Result<Word<'a>, ParseError> {
        self.words.next().ok_or_else(|| self.missing(what))
    }

    pub fn missing(&self, what: &'static str) -> ParseError {
        let (command, arguments) = (self.command, self.arguments);
        let why = format!("{what} is missing: {command} {arguments}");
        ParseError::at(self.words.end(), Fault::Argument(why))
    }

    pub fn require_rest(&mut self, what: &'static str) -> Result<Word<'a>, ParseError> {
        if self.words.peek().is_none() {
            self.require(what)?;
        }
        Ok(self.words.rest())
    }

    /// There must be nothing left.
    pub fn finish(&mut self) -> Result<(), ParseError> {
        match self.words.next() {
            None => Ok(()),
            Some(word) => Err(self.unexpected(word)),
        }
    }

    pub fn unexpected(&self, word: Word<'_>) -> ParseError {
        let (text, command) = (shorten(word.text), self.command);
        let usage = match self.arguments {
            "" => "it takes no arguments".to_owned(),
            arguments => format!("it is used so: {command} {arguments}"),
        };
        ParseError::of(word, format!("`{command}` does not understand \"{text}\"; {usage}"))
    }

    pub fn number(&mut self, what: &'static str, low: u64, high: u64) -> Result<u64, ParseError> {
        let word = self.require(what)?;
        within(word, what, low, high)
    }

    /// A whole number within limits, or nothing.
    pub fn number_or(
        &mut self,
        what: &'static str,
        low: u64,
        high: u64,
        otherwise: u64,
    ) -> Result<u64, ParseError> {
        self.take().map_or(Ok(otherwise), |word| within(word, what, low, high))
    }

    /// Reads one of a few words, with or without dashes before it; `None` if there is no word.
    pub fn choice<T: Clone>(&mut self, choices: &[(&str, T)]) -> Result<Option<T>, ParseError> {
        let Some(word) = self.take() else { return Ok(None) };
        let chosen = choices.iter().find(|(name, _)| *name == word.flag());
        chosen.map(|(_, value)| Some(value.clone())).ok_or_else(|| self.unexpected(word))
    }

    /// The name of a file. What looks like an option is one, and the name before it was forgotten.
    pub fn path(&mut self) -> Result<PathBuf, ParseError> {
        const WHAT: &str = "the name of a file";
        match self.words.peek() {
            Some(word) if word.text.starts_with("--") => {
                Err(ParseError { span: Some(word.span()), ..self.missing(WHAT) })
            }
            _ => Ok(expand(self.require(WHAT)?.text)),
        }
    }

    /// Reads a move, with its number before it or not.
    pub fn legal_move(&mut self, word: Word<'a>) -> Result<Move, ParseError> {
        let word = match unnumbered(word.text) {
            "" => self.require("a move")?,
            text => Word { text, start: word.span().end - text.len() },
        };
        parse_move(self.position(), word.text)
            .map_err(|error| ParseError::at(word.span(), Fault::Move(error)))
    }
}

pub fn within(word: Word<'_>, what: &'static str, low: u64, high: u64) -> Result<u64, ParseError> {
    quantity::within(word.text, what, low, high).map_err(|fault| ParseError::of(word, fault))
}

pub const ON_OFF: [(&str, bool); 2] = [("on", true), ("off", false)];

pub fn square(text: &str) -> Option<Square> {
    text.parse().ok()
}
