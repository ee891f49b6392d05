//! Where a position is among the slices: which slice, and where in it.

use arrayvec::ArrayVec;

use super::EndgameValue;
use super::material::{Board, EndgameMaterial, NON_KINGS};
use super::slice::{PieceSquares, Slice};
use crate::chess::{Color, Piece, Square};

/// The slice of a board, and where it stands there.
pub(super) struct SliceIndex {
    pub(super) material: EndgameMaterial,
    king: Square,
    lone: Square,
    pieces: PieceSquares,
    turn: Color,
}

impl SliceIndex {
    pub(super) fn of(board: &Board) -> SliceIndex {
        let mut pieces = ArrayVec::new();
        let mut pawns = ArrayVec::new();
        for &(man, square) in &board.pieces {
            match man.piece {
                Piece::Pawn => pawns.push((man.color, square)),
                _ => pieces.push((man, square)),
            }
        }
        let (material, squares, mirrored) = EndgameMaterial::of(pieces, pawns);
        let mut pieces = [Square::A1; NON_KINGS];
        for (piece, &square) in pieces.iter_mut().zip(&squares) {
            *piece = mirrored.square(square);
        }
        SliceIndex {
            material,
            king: mirrored.square(board.kings[Color::White]),
            lone: mirrored.square(board.kings[Color::Black]),
            pieces,
            turn: board.turn,
        }
    }

    /// The value, from the slice of that material.
    pub(super) fn read(&self, slice: &Slice) -> EndgameValue {
        let (row, symmetry) = slice.locate(self.king, &self.pieces);
        slice.sides[self.turn].mates[row].at(symmetry.square(self.lone))
    }
}
