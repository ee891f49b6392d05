//! The constants of a slice: its pieces, and the squares of its pawns.

use arrayvec::ArrayVec;

use super::symmetry::Symmetry;
use crate::chess::{ByColor, Color, ColoredPiece, Piece, Position, Square};

pub(super) const NON_KINGS: usize = MADE_MEN - 2;

pub(crate) const MADE_MEN: usize = 4;

/// Pieces and the squares of pawns, in canonical order; of two mirrored boards only one is used.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) struct EndgameMaterial {
    /// White's before Black's, the strongest of each first.
    pub pieces: ArrayVec<ColoredPiece, NON_KINGS>,
    /// White's before Black's, from a1 to h8.
    pub pawns: ArrayVec<(Color, Square), NON_KINGS>,
}

impl EndgameMaterial {
    /// Puts pieces, each with a payload, and pawns into canonical order. Also returns whether the board had to be mirrored;
    /// payloads are not.
    pub(super) fn of<T>(
        mut pieces: ArrayVec<(ColoredPiece, T), NON_KINGS>,
        mut pawns: ArrayVec<(Color, Square), NON_KINGS>,
    ) -> (EndgameMaterial, ArrayVec<T, NON_KINGS>, Symmetry) {
        pieces.sort_by_key(|(man, _)| (man.color.index(), 5 - man.piece.index()));
        sort(&mut pawns);
        let mut mirrored = pawns.clone();
        for (_, square) in &mut mirrored {
            *square = square.mirror();
        }
        sort(&mut mirrored);
        let place = |&(_, square): &(Color, Square)| (square.index() % 8, square.index());
        let symmetry = if mirrored.iter().map(place).lt(pawns.iter().map(place)) {
            pawns = mirrored;
            Symmetry::MIRRORED
        } else {
            Symmetry::NONE
        };
        let (pieces, with) = pieces.into_iter().unzip();
        (EndgameMaterial { pieces, pawns }, with, symmetry)
    }

    pub(super) fn has_men(&self, color: Color) -> bool {
        self.pieces.iter().any(|man| man.color == color)
            || self.pawns.iter().any(|&(owner, _)| owner == color)
    }
}

fn sort(pawns: &mut [(Color, Square)]) {
    pawns.sort_by_key(|&(color, square)| (color.index(), square.index()));
}

#[derive(Clone, Debug)]
pub(super) struct Board {
    pub kings: ByColor<Square>,
    pub pieces: ArrayVec<(ColoredPiece, Square), NON_KINGS>,
    pub turn: Color,
}

impl Board {
    /// The board of a position; `None` if it has too many men or a side may castle.
    pub(super) fn of(position: &Position) -> Option<Board> {
        let occupied = position.occupied();
        if occupied.len() as usize > 2 + NON_KINGS
            || Color::ALL.iter().any(|&color| position.castling().any(color))
        {
            return None;
        }
        let mut pieces = ArrayVec::new();
        for square in occupied - position.pieces(Piece::King) {
            pieces.push((position.at(square)?, square));
        }
        let kings = ByColor::new(position.king(Color::White), position.king(Color::Black));
        Some(Board { kings, pieces, turn: position.turn() })
    }

    /// The sides exchanged and the board turned upside down.
    pub(super) fn exchanged(&self) -> Board {
        let turned = |&(man, square): &(ColoredPiece, Square)| {
            (ColoredPiece { color: !man.color, piece: man.piece }, square.flip())
        };
        Board {
            kings: ByColor::new(self.kings[Color::Black].flip(), self.kings[Color::White].flip()),
            pieces: self.pieces.iter().map(turned).collect(),
            turn: !self.turn,
        }
    }

    /// Strength of a side: the strongest piece counts more than any number of weaker ones.
    pub(super) fn strength(&self, color: Color) -> u32 {
        let own = self.pieces.iter().filter(|(man, _)| man.color == color);
        own.map(|(man, _)| 8u32.pow(man.piece.index() as u32)).sum()
    }
}
