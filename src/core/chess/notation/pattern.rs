//! What a text says about a move, before the legal moves are asked: read in `read.rs`, explained in `explain.rs`.

use std::fmt;

use crate::chess::{File, Piece, Rank, Square};

/// What a text says about a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Pattern {
    /// The kind of piece; `None` for a pawn, or for whatever stands on the square given.
    pub piece: Option<Piece>,
    pub origin: MoveOrigin,
    pub to: Square,
    pub promotion: Option<Piece>,
}

/// Where a text says that a piece comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct MoveOrigin {
    pub file: Option<File>,
    pub rank: Option<Rank>,
}

impl MoveOrigin {
    /// The square, if both are given.
    pub(super) fn square(self) -> Option<Square> {
        Some(Square::at(self.file?, self.rank?))
    }

    /// Whether a square is the one, or one of those, that the text means.
    pub(super) fn fits(self, square: Square) -> bool {
        self.file.is_none_or(|file| file == square.file())
            && self.rank.is_none_or(|rank| rank == square.rank())
    }
}

impl fmt::Display for MoveOrigin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.file, self.rank) {
            (None, None) => Ok(()),
            (Some(file), None) => write!(f, " on the {}-file", file.letter()),
            (None, Some(rank)) => write!(f, " on rank {}", rank.letter()),
            (Some(file), Some(rank)) => write!(f, " on {}", Square::at(file, rank)),
        }
    }
}
