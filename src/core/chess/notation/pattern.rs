//! The information that a text gives about a move, before legality: read in `read.rs`, explained in `explain.rs`.

use std::fmt;

use crate::chess::{File, Piece, Rank, Square};

/// The information that a text gives about a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Pattern {
    /// The kind of piece; `None` for a pawn, or for the man on the given square.
    pub piece: Option<Piece>,
    pub origin: MoveOrigin,
    pub to: Square,
    pub promotion: Option<Piece>,
}

/// The origin that a text gives for a piece.
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

    /// Returns whether a square fits the origin in the text.
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
