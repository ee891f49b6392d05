//! Why a text is no FEN: which of the six fields, which bytes, and what would be right.

use std::fmt;
use std::ops::Range;

use crate::chess::setup::PositionError;
use crate::chess::square::Rank;

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

/// What is wrong with a field of a FEN.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum FenFault {
    /// The field is not there, and cannot be guessed.
    #[error("is missing")]
    Missing,
    /// Not eight ranks.
    #[error("has {0} ranks, and needs 8, separated by \"/\"")]
    Ranks(usize),
    /// A rank with more or fewer than eight squares.
    #[error("has {count} squares on rank {}, and needs 8", .rank.letter())]
    Squares {
        /// The rank.
        rank: Rank,
        /// How many squares it has.
        count: usize,
    },
    /// Neither a piece nor a number of empty squares.
    #[error("must be of pieces PNBRQK pnbrqk and digits 1–8, got \"{0}\"")]
    Piece(char),
    /// Neither `w` nor `b`.
    #[error("must be w or b, got \"{0}\"")]
    Turn(String),
    /// A letter that names no castling right.
    #[error("must be - or letters of KQkq, or of rook files A–H a–h, got \"{0}\"")]
    Castling(char),
    /// Not a square.
    #[error("must be - or a square such as e3, got \"{0}\"")]
    EnPassant(String),
    /// Not a number.
    #[error("must be a number, got \"{0}\"")]
    Number(String),
    /// A number out of range.
    #[error("must be a number up to {MAX_COUNT}, got \"{0}\"")]
    Large(String),
    /// Something after the sixth field.
    #[error("is the last, but \"{0}\" follows it")]
    Extra(String),
}

/// A text that is no FEN: which field, where in the text, and what is wrong.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{field} {fault}")]
pub struct FenError {
    /// The field.
    pub field: FenField,
    /// The bytes of the text to point at; empty, at the end, if something is missing.
    pub span: Range<usize>,
    /// What is wrong.
    pub fault: FenFault,
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
