//! Things worth knowing about how an input was understood. A note never stops anything: what stops is an error.

use std::fmt;

/// One thing to know.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Note {
    /// Moves that begin with `1.` were taken as a new game, though the board was not at its beginning.
    NewGame,
    /// A move number in the text is not the one on the board.
    MoveNumber {
        /// In the text.
        written: u32,
        /// On the board.
        actual: u32,
    },
    /// A small `b` was taken for the pawn though a bishop could go there too.
    PawnNotBishop(String),
    /// Something in a FEN or a record was put right or left out.
    Repaired(String),
    /// The position could be claimed or declared drawn, and may be played on.
    Drawable,
}

impl fmt::Display for Note {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Note::NewGame => {
                f.write_str("move 1 again: this is a new game (undo brings the old one back)")
            }
            Note::MoveNumber { written, actual } => {
                write!(f, "the text says move {written}, the board is at move {actual}")
            }
            Note::PawnNotBishop(token) => {
                write!(f, "`{token}` was read as a pawn's move; a bishop's is written with B")
            }
            Note::Repaired(what) => f.write_str(what),
            Note::Drawable => f.write_str("a draw could be claimed here"),
        }
    }
}
