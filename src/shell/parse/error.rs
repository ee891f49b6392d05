//! Why a line is no command: what was wrong, where in the line, and what would be right.

use std::ops::Range;

use super::unfinished::begins_movetext;
use super::words::Word;
use crate::chess::epd::EpdError;
use crate::chess::foreign::shorten;
use crate::chess::movetext::{MovetextError, MovetextFault};
use crate::chess::{MoveError, SetupError};
use crate::control::quantity::QuantityFault;
use crate::engine::limit_words::LimitFault;
use crate::proof::stipulation::StipulationError;

#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{fault}")]
pub struct ParseError {
    /// The bytes of the line to point at; empty where something is missing, `None` if it is the line as a whole.
    pub span: Option<Range<usize>>,
    pub fault: Fault,
}

impl ParseError {
    pub fn at(span: Range<usize>, fault: Fault) -> ParseError {
        ParseError { span: Some(span), fault }
    }

    /// What is wrong with a word: the text goes on behind it.
    pub fn bad(word: Word<'_>, what: &'static str) -> ParseError {
        ParseError::of(word, Fault::Bad { word: shorten(word.text), what })
    }

    pub fn of(word: Word<'_>, fault: impl Into<Fault>) -> ParseError {
        ParseError::at(word.span(), fault.into())
    }

    /// Whether the line was to set up a position, which is refused.
    pub fn refuses_position(&self) -> bool {
        matches!(self.fault, Fault::Setup(_) | Fault::Record(_))
    }

    /// The same, of a part of a line that begins at `start`.
    #[must_use]
    pub fn shifted(mut self, start: usize) -> ParseError {
        self.span = self.span.map(|span| span.start + start..span.end + start);
        self
    }
}

#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Fault {
    #[error("\"{word}\" is neither a command nor a move here{}", match nearest {
        Some(name) => format!("; did you mean `{name}`?"),
        None => "; `help` lists what can be typed".to_owned(),
    })]
    Unknown {
        word: String,
        /// A command that is written much alike.
        nearest: Option<&'static str>,
    },
    #[error("there is no command \"{word}\"{}", match nearest {
        Some(name) => format!("; did you mean `{name}`?"),
        None => "; `help` lists them all".to_owned(),
    })]
    NoCommand {
        word: String,
        /// A command that is written much alike.
        nearest: Option<&'static str>,
    },
    #[error("`{word}` needs moves, as in {word} Nf3 e4")]
    NoMoves {
        /// The word before the list.
        word: String,
    },
    #[error("{what} is missing: {command} {arguments}")]
    Missing { what: &'static str, command: &'static str, arguments: &'static str },
    #[error("`{command}` does not understand \"{word}\"; {}", match *arguments {
        "" => "it takes no arguments".to_owned(),
        arguments => format!("it is used so: {command} {arguments}"),
    })]
    Unexpected { word: String, command: &'static str, arguments: &'static str },
    #[error("{message}; `help {command}` lists what it takes")]
    Usage { message: String, command: &'static str },
    /// What is wrong with a word, which stands before it.
    #[error("\"{word}\" {what}")]
    Bad { word: String, what: &'static str },
    #[error(transparent)]
    Quantity(#[from] QuantityFault),
    #[error(transparent)]
    Limit(#[from] LimitFault),
    #[error(transparent)]
    Stipulation(#[from] StipulationError),
    #[error("{first} and {second} contradict each other: give one of them")]
    Contradiction { first: String, second: String },
    #[error(
        "a name of a file must be UTF-8 here; rename the file, or go into its folder and use a link"
    )]
    NoText,
    #[error(transparent)]
    Move(MoveError),
    #[error("{}{}", .0, if .0.moves > 1 { "; nothing was played" } else { "" })]
    Movetext(MovetextError),
    #[error("the game cannot be read: {0}")]
    Game(String),
    #[error("{0}")]
    Setup(SetupError),
    #[error(transparent)]
    Record(EpdError),
}

impl Fault {
    /// Whether the very first word, which is this, has not even the form of a move.
    pub fn is_no_move(&self, first: &str) -> bool {
        match self {
            Fault::Movetext(error) => match &error.fault {
                MovetextFault::Move(MoveError::NotAMove(_)) => error.index <= 1,
                MovetextFault::Move(_) => false,
                MovetextFault::Form(_) => error.moves == 0 && !begins_movetext(first),
            },
            _ => false,
        }
    }
}
