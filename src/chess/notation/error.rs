//! Why a text is not a legal move, in words that `explain.rs` finds: what is missing, and which legal moves come near.

use std::fmt;

use crate::chess::square::{File, Rank, Square};

/// Why a text is not a legal move here.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum MoveError {
    /// Not of the form of a move at all.
    #[error("\"{0}\" is not a move; moves look like Nf3, exd5, e8=Q, O-O or g1f3")]
    NotAMove(String),
    /// A move, but not a legal one, or one of several.
    #[error("{why}")]
    Refused {
        /// In words, with what would be right.
        why: String,
        /// Legal moves that come near, in SAN.
        hints: Vec<String>,
    },
}

impl MoveError {
    pub(in crate::chess) fn refused(why: String) -> MoveError {
        MoveError::Refused { why, hints: Vec::new() }
    }

    /// Legal moves that come near, in SAN.
    pub fn hints(&self) -> &[String] {
        match self {
            MoveError::NotAMove(_) => &[],
            MoveError::Refused { hints, .. } => hints,
        }
    }
}

/// Where a text says that a piece comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct MoveOrigin {
    /// The file, if it is given.
    pub file: Option<File>,
    /// The rank, if it is given.
    pub rank: Option<Rank>,
}

impl MoveOrigin {
    /// The square, if both are given.
    pub fn square(self) -> Option<Square> {
        Some(Square::at(self.file?, self.rank?))
    }

    /// Whether a square is the one, or one of those, that the text means.
    pub fn fits(self, square: Square) -> bool {
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
