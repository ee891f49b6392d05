//! Reads the arguments of one command, word by word, and reports what is missing, superfluous or invalid.

use std::cell::Cell;
use std::path::PathBuf;

use super::parse_error::{Fault, ParseError};
use super::tokens::{Word, Words};
pub use crate::chess::foreign::shorten;
use crate::chess::notation::unnumbered;
use crate::chess::{Color, Move, Position, Square, parse_move};
use crate::control::quantity;
use crate::shell::terms::Scheduling::Concurrent;
use crate::shell::terms::{BoardNeed, Terms, needs};
pub use crate::store::file::expand;

/// The unread rest of a command's line, and the position on the board.
#[derive(Debug)]
pub struct Reader<'a> {
    pub words: Words<'a>,
    /// Position on the board, for commands that do not need one.
    pub board: &'a Position,
    /// Something was parsed with the position.
    looked: Cell<bool>,
    pub command: &'static str,
    pub arguments: &'static str,
    /// Number of commands around this one, such as `time`.
    pub nesting: usize,
    /// The answer may reveal the solution of a drill, and there is no `--anyway`.
    pub reveals: bool,
    /// What the command needs: as its row says, unless its arguments say otherwise.
    pub terms: Terms,
}

impl<'a> Reader<'a> {
    /// Builds a reader for `arguments`, the words after a command's name. `position` is the one on the board.
    pub fn new(
        words: Words<'a>,
        position: &'a Position,
        (command, arguments): (&'static str, &'static str),
    ) -> Reader<'a> {
        let (board, looked) = (position, Cell::new(false));
        Reader {
            words,
            board,
            looked,
            command,
            arguments,
            nesting: 0,
            reveals: false,
            terms: needs(Concurrent),
        }
    }

    /// Returns the position on the board; marks the command as one that needs a position.
    pub fn position(&self) -> &'a Position {
        self.looked.set(true);
        self.board
    }

    /// Returns the terms of the command: what was read against the position needs one.
    pub fn terms(&self) -> Terms {
        match self.terms.board {
            BoardNeed::Free if self.looked.get() => Terms { board: BoardNeed::Needs, ..self.terms },
            _ => self.terms,
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

    /// Checks that no words are left.
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

    /// Reads a whole number within limits, or returns the default if there is no word.
    pub fn number_or(
        &mut self,
        what: &'static str,
        low: u64,
        high: u64,
        otherwise: u64,
    ) -> Result<u64, ParseError> {
        self.take().map_or(Ok(otherwise), |word| within(word, what, low, high))
    }

    /// Reads one of `choices`, with or without leading dashes; `None` if there is no word.
    pub fn choice<T: Clone>(&mut self, choices: &[(&str, T)]) -> Result<Option<T>, ParseError> {
        let Some(word) = self.take() else { return Ok(None) };
        let chosen = choices.iter().find(|(name, _)| *name == word.flag());
        chosen.map(|(_, value)| Some(value.clone())).ok_or_else(|| self.unexpected(word))
    }

    pub fn color(&mut self) -> Result<Color, ParseError> {
        let word = self.require("white or black")?;
        color_of(word.text).ok_or_else(|| self.unexpected(word))
    }

    /// Reads a file name. A word that looks like an option means that the file name is missing.
    pub fn path(&mut self) -> Result<PathBuf, ParseError> {
        const WHAT: &str = "the name of a file";
        match self.words.peek() {
            Some(word) if word.text.starts_with("--") => {
                Err(ParseError { span: Some(word.span()), ..self.missing(WHAT) })
            }
            _ => self.require(WHAT).map(|word| self.named(word)),
        }
    }

    /// Returns the file that a word names, or that it begins to name: a name with spaces needs no quotation marks if the file exists.
    pub fn named(&mut self, word: Word<'a>) -> PathBuf {
        let first = expand(word.text);
        let spaced = match first.exists() {
            true => None,
            false => self.words.spaced(word, |name| expand(name).exists()),
        };
        spaced.map_or(first, expand)
    }

    /// Reads a move, with or without a move number.
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

/// White or black, as it is typed.
pub fn color_of(text: &str) -> Option<Color> {
    match text {
        "white" | "w" => Some(Color::White),
        "black" | "b" => Some(Color::Black),
        _ => None,
    }
}

pub const ON_OFF: [(&str, bool); 2] = [("on", true), ("off", false)];

pub fn square(text: &str) -> Option<Square> {
    text.parse().ok()
}
