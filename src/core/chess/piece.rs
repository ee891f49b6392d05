//! The six kinds of piece, and an array with one value for each.
//!
//! A [`Piece`] has no colour; [`ColoredPiece`] has one. There is no "no piece": absence is `Option`.

use std::fmt;

use super::Color;
use super::operators::indexed;

/// A kind of piece, in the usual order of value.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
#[repr(u8)]
#[allow(missing_docs)]
pub enum Piece {
    Pawn,
    Knight,
    Bishop,
    Rook,
    Queen,
    King,
}

impl Piece {
    /// All kinds, pawn first.
    pub const ALL: [Piece; 6] =
        [Piece::Pawn, Piece::Knight, Piece::Bishop, Piece::Rook, Piece::Queen, Piece::King];

    /// 0 for the pawn to 5 for the king.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The letter of English algebraic notation, upper case: `P N B R Q K`.
    pub const fn letter(self) -> char {
        ['P', 'N', 'B', 'R', 'Q', 'K'][self as usize]
    }

    /// The kind that an English letter names, in either case.
    pub fn from_letter(letter: char) -> Option<Piece> {
        Piece::ALL.into_iter().find(|piece| piece.letter() == letter.to_ascii_uppercase())
    }

    /// `pawn` … `king`.
    pub const fn name(self) -> &'static str {
        ["pawn", "knight", "bishop", "rook", "queen", "king"][self as usize]
    }
}

impl fmt::Display for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A piece with its side, as a FEN letter names it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ColoredPiece {
    /// Whose it is.
    pub color: Color,
    /// The kind.
    pub piece: Piece,
}

impl ColoredPiece {
    /// Upper case for White, lower case for Black, as in FEN.
    pub const fn letter(self) -> char {
        match self.color {
            Color::White => self.piece.letter(),
            Color::Black => self.piece.letter().to_ascii_lowercase(),
        }
    }

    /// Reads a FEN letter.
    pub(crate) fn from_letter(letter: char) -> Option<ColoredPiece> {
        let piece = Piece::from_letter(letter)?;
        let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
        Some(ColoredPiece { color, piece })
    }
}

/// One value for each kind of piece, indexed by [`Piece`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct ByPiece<T>(pub(crate) [T; 6]);

indexed!(ByPiece[Piece]);
