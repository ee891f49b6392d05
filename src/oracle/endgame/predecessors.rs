//! Predecessors within a slice: kings and pieces going to empty squares. Such moves are the same forwards and backwards.

use super::slice::{Arrangement, Slice};
use super::symmetry::Symmetry;
use crate::chess::attacks::{attacks, between, king_attacks};
use crate::chess::{Bitboard, Color};

impl Slice {
    /// From where a side has a step into the positions that `of` tells by their index.
    pub(super) fn stepping_into(&self, arrangement: &Arrangement, side: Color, of: &[u64]) -> u64 {
        let mut found = 0;
        self.steps(arrangement, side, |index, symmetry, open| {
            found |= symmetry.back(of[index]) & open;
        });
        if side == Color::Black {
            found | Bitboard(of[arrangement.index]).around().0
        } else {
            found
        }
    }

    /// Hands out every position from which a step of `side` leads to one of a set at an arrangement: indices with sets. Some
    /// of them may not be legal.
    pub(super) fn before(
        &self,
        arrangement: &Arrangement,
        side: Color,
        set: u64,
        mut give: impl FnMut(usize, u64),
    ) {
        if side == Color::Black {
            give(arrangement.index, Bitboard(set).around().0);
        }
        self.steps(arrangement, side, |index, symmetry, open| {
            let found = symmetry.set(set & open);
            if found != 0 {
                give(index, found);
            }
        });
        if side == Color::White && self.material.pawns.is_empty() {
            self.reflected(arrangement, set, give);
        }
    }

    /// A king on the diagonal has two indices for every position; its steps lead to one of them only.
    fn reflected(&self, arrangement: &Arrangement, set: u64, mut give: impl FnMut(usize, u64)) {
        for to in king_attacks(arrangement.king) - arrangement.occupied {
            let symmetry = Symmetry::into_triangle(to);
            let inside = symmetry.square(to);
            if inside.index().is_multiple_of(9) {
                let pieces = arrangement.pieces.map(|square| symmetry.square(square));
                let index = self.turned(inside, &pieces, Symmetry::TRANSPOSED);
                give(index, Symmetry::TRANSPOSED.set(symmetry.set(set)));
            }
        }
    }

    /// The steps of White's king or of a side's pieces: the index, how the board was turned, and the squares of
    /// Black's king that do not stand in the way.
    fn steps(
        &self,
        arrangement: &Arrangement,
        side: Color,
        mut give: impl FnMut(usize, Symmetry, u64),
    ) {
        if side == Color::White {
            for to in king_attacks(arrangement.king) - arrangement.occupied {
                let (index, symmetry) = self.after_king(arrangement, to);
                give(index, symmetry, !0);
            }
        }
        for (i, man) in self.material.pieces.iter().enumerate() {
            if man.color != side {
                continue;
            }
            let from = arrangement.pieces[i];
            for to in attacks(man.piece, side, from, arrangement.occupied) - arrangement.occupied {
                give(self.after_piece(arrangement, i, to), Symmetry::NONE, !between(from, to).0);
            }
        }
    }
}
