//! Why a line is no command: what was wrong, where in the line, and what would be right.

use std::ops::Range;

use super::tokens::Word;
use super::unfinished::begins_movetext;
use crate::chess::epd::EpdError;
use crate::chess::foreign::shorten;
use crate::chess::movetext::MovetextError;
use crate::chess::{MoveError, SetupError};

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
        ParseError::of(word, format!("\"{}\" {what}", shorten(word.text)))
    }

    pub fn of(word: Word<'_>, why: impl ToString) -> ParseError {
        ParseError::at(word.span(), Fault::Argument(why.to_string()))
    }

    pub fn whole(fault: Fault) -> ParseError {
        ParseError { span: None, fault }
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

/// A kind is here if programs are told of it, or if it says what else a line can be.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Fault {
    #[error("{0}")]
    Argument(String),
    #[error("{what}; {}", match nearest {
        Some(name) => format!("did you mean `{name}`?"),
        None => (*otherwise).to_owned(),
    })]
    Unknown {
        what: String,
        /// A command that is written much alike.
        nearest: Option<String>,
        /// What to do if there is none.
        otherwise: &'static str,
    },
    #[error(transparent)]
    Move(MoveError),
    #[error("{}{}", .0, if .0.moves > 1 { "; nothing was played" } else { "" })]
    Movetext(MovetextError),
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
                MoveError::NotAMove(_) => error.index <= 1,
                // What is not even divided into moves.
                MoveError::Refused { .. } => error.moves == 0 && !begins_movetext(first),
            },
            _ => false,
        }
    }
}
