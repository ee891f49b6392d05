//! Why a text is no FEN: which of the six fields, which bytes, and what would be right.

use std::fmt;
use std::ops::Range;

use crate::chess::setup::PositionError;

/// A larger number of moves or plies than this is a slip of the hand.
pub(crate) const MAX_COUNT: u16 = 9_999;

/// The six fields of a FEN.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum FenField {
    Placement,
    Turn,
    Castling,
    EnPassant,
    Halfmoves,
    Fullmoves,
}

impl FenField {
    /// 1 to 6.
    pub const fn number(self) -> usize {
        self as usize + 1
    }

    /// What it is called.
    pub const fn name(self) -> &'static str {
        match self {
            FenField::Placement => "placement",
            FenField::Turn => "side to move",
            FenField::Castling => "castling",
            FenField::EnPassant => "en passant",
            FenField::Halfmoves => "half-move clock",
            FenField::Fullmoves => "full-move number",
        }
    }
}

impl fmt::Display for FenField {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "FEN field {} ({})", self.number(), self.name())
    }
}

/// A text that is no FEN: which field, where in the text, and what is wrong.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{field} {why}")]
pub struct FenError {
    /// The field.
    pub field: FenField,
    /// The bytes of the text to point at; empty, at the end, if something is missing.
    pub span: Range<usize>,
    /// What is wrong.
    pub why: String,
}

/// A FEN that cannot be read, or that describes a board that cannot be played from.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SetupError {
    /// The text is no FEN.
    #[error(transparent)]
    Fen(#[from] FenError),
    /// The board cannot be played from.
    #[error(transparent)]
    Position(#[from] PositionError),
}

impl SetupError {
    /// The bytes of the text to point at, if the fault is one of writing.
    pub fn span(&self) -> Option<Range<usize>> {
        match self {
            SetupError::Fen(error) => Some(error.span.clone()),
            SetupError::Position(_) => None,
        }
    }
}
