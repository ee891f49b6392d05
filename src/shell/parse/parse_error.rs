//! Errors of reading a line: what is wrong, where, and what is valid.

use std::ops::Range;

use super::tokens::Word;
use crate::chess::epd::EpdError;
use crate::chess::foreign::shorten;
use crate::chess::movetext::{MovetextError, begins_movetext};
use crate::chess::{MoveError, SetupError};

#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{fault}")]
pub struct ParseError {
    /// Bytes of the line to underline; empty where something is missing, `None` for the whole line.
    pub span: Option<Range<usize>>,
    pub fault: Fault,
}

impl ParseError {
    pub fn at(span: Range<usize>, fault: Fault) -> ParseError {
        ParseError { span: Some(span), fault }
    }

    /// Reports a bad word; the message continues after the word.
    pub fn bad(word: Word<'_>, what: &'static str) -> ParseError {
        ParseError::of(word, format!("\"{}\" {what}", shorten(word.text)))
    }

    pub fn of(word: Word<'_>, why: impl ToString) -> ParseError {
        ParseError::at(word.span(), Fault::Argument(why.to_string()))
    }

    pub fn whole(fault: Fault) -> ParseError {
        ParseError { span: None, fault }
    }

    /// Whether the line tried to set up a position, which was refused.
    pub fn refuses_position(&self) -> bool {
        matches!(self.fault, Fault::Setup(_) | Fault::Record(_))
    }

    /// The same error, for a part of a line that begins at `start`.
    #[must_use]
    pub fn shifted(mut self, start: usize) -> ParseError {
        self.span = self.span.map(|span| span.start + start..span.end + start);
        self
    }
}

/// A kind has a variant if programs see it, or if the message suggests what else the line can be.
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
        /// The command with the closest spelling.
        nearest: Option<String>,
        /// Suggestion if no command is close.
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
    /// Whether `first`, the first word of the line, does not even look like a move.
    pub fn is_no_move(&self, first: &str) -> bool {
        match self {
            Fault::Movetext(error) => match &error.fault {
                MoveError::NotAMove(_) => error.index <= 1,
                // The line could not be split into moves.
                MoveError::Refused { .. } => error.moves == 0 && !begins_movetext(first),
            },
            _ => false,
        }
    }
}
