//! A slice of the endgame tables: every position of one material (pawns on given squares), for either side to move.
//!
//! White's king and the pieces have their squares from an index; the squares of Black's king are the bits of a word. So a word is
//! 64 positions, and a step of a piece moves all of them at once. Without pawns White's king stays in the triangle a1–d1–d4, and
//! the board is turned instead. Of two equal pieces the one on the lower square comes first.

use arrayvec::ArrayVec;

use super::EndgameValue;
use super::bit_sliced::BitSlicedDistances;
use super::material::{Board, EndgameMaterial, NON_KINGS};
use super::symmetry::Symmetry;
use crate::chess::attacks::{attacks, between, king_attacks, pawn_attacks};
use crate::chess::{Bitboard, ByColor, Color, Piece, Square};

/// Squares of the pieces; unused ones are a1.
pub(super) type PieceSquares = [Square; NON_KINGS];

/// The squares of White's king in a slice without pawns.
const TRIANGLE: [Square; 10] = {
    use Square::{A1, B1, B2, C1, C2, C3, D1, D2, D3, D4};
    [A1, B1, C1, D1, B2, C2, D2, C3, D3, D4]
};

static NUMBERS: [u8; 64] = {
    let mut numbers = [0; 64];
    let mut i = 0;
    while i < TRIANGLE.len() {
        numbers[TRIANGLE[i].index()] = i as u8;
        i += 1;
    }
    numbers
};

#[derive(Clone, Debug)]
pub(super) struct Side {
    /// Legal squares of Black's king.
    pub legal: Vec<u64>,
    pub mates: Vec<BitSlicedDistances>,
}

#[derive(Clone, Debug)]
pub(super) struct Slice {
    pub material: EndgameMaterial,
    /// Whether a piece is of the same kind and side as the one before it.
    twins: [bool; NON_KINGS],
    pawns: Bitboard,
    pub sides: ByColor<Side>,
}

/// A row of a slice: an index and its men without Black's king.
#[derive(Clone, Copy, Debug)]
pub(super) struct Arrangement {
    pub index: usize,
    pub king: Square,
    pub pieces: PieceSquares,
    pub occupied: Bitboard,
}

/// The 64 positions of a row with one side to move: which are legal, and their distances.
#[derive(Clone, Copy, Debug)]
pub(super) struct SliceWord {
    pub legal: u64,
    pub mates: BitSlicedDistances,
}

impl Slice {
    /// Creates a slice with its legal positions.
    pub(super) fn new(material: EndgameMaterial) -> Slice {
        let mut twins = [false; NON_KINGS];
        for (twin, pair) in twins[1..].iter_mut().zip(material.pieces.windows(2)) {
            *twin = pair[0] == pair[1];
        }
        let kings = if material.pawns.is_empty() { TRIANGLE.len() } else { 64 };
        let words = kings << (6 * material.pieces.len());
        let side =
            Side { legal: vec![0; words], mates: vec![BitSlicedDistances::default(); words] };
        let pawns = material.pawns.iter().map(|&(_, square)| square).collect();
        let mut slice = Slice { material, twins, pawns, sides: ByColor::new(side.clone(), side) };
        for index in 0..words {
            if let Some(arrangement) = slice.possible(index) {
                let open = !(arrangement.occupied | king_attacks(arrangement.king));
                slice.sides[Color::White].legal[index] = (open - slice.attacked(&arrangement)).0;
                slice.sides[Color::Black].legal[index] = (open & slice.sheltering(&arrangement)).0;
            }
        }
        slice
    }

    pub(super) fn words(&self) -> usize {
        self.sides[Color::White].legal.len()
    }

    pub(super) fn bytes(&self) -> usize {
        2 * self.words() * (size_of::<u64>() + size_of::<BitSlicedDistances>())
    }

    /// The men of an index; `None` if two are on one square, or two equal ones in the wrong order.
    pub(super) fn possible(&self, index: usize) -> Option<Arrangement> {
        let arrangement = self.arrangement(index);
        let count = self.material.pieces.len();
        let in_order =
            (1..count).all(|i| !self.twins[i] || arrangement.pieces[i - 1] < arrangement.pieces[i]);
        let men = 1 + count + self.material.pawns.len();
        (in_order && arrangement.occupied.len() as usize == men).then_some(arrangement)
    }

    /// The men of an index that is known to be possible.
    #[inline]
    pub(super) fn arrangement(&self, index: usize) -> Arrangement {
        let count = self.material.pieces.len();
        let first = index >> (6 * count);
        let king =
            if self.material.pawns.is_empty() { TRIANGLE[first] } else { Square::ALL[first] };
        let mut pieces = [Square::A1; NON_KINGS];
        let mut occupied = self.pawns.with(king);
        for (i, piece) in pieces[..count].iter_mut().enumerate() {
            *piece = Square::ALL[index >> (6 * (count - 1 - i)) & 63];
            occupied = occupied.with(*piece);
        }
        Arrangement { index, king, pieces, occupied }
    }

    /// The index of White's king and the pieces, and how the board was turned for it.
    pub(super) fn locate(&self, king: Square, pieces: &PieceSquares) -> (usize, Symmetry) {
        let has_pawns = !self.material.pawns.is_empty();
        let symmetry = if has_pawns { Symmetry::NONE } else { Symmetry::into_triangle(king) };
        (self.turned(king, pieces, symmetry), symmetry)
    }

    /// The index of the same men on a board that was turned.
    pub(super) fn turned(&self, king: Square, pieces: &PieceSquares, symmetry: Symmetry) -> usize {
        let king = self.king_number(symmetry.square(king));
        self.index_of(king, pieces.map(|square| symmetry.square(square)))
    }

    fn king_number(&self, king: Square) -> usize {
        let has_pawns = !self.material.pawns.is_empty();
        if has_pawns { king.index() } else { NUMBERS[king.index()] as usize }
    }

    fn index_of(&self, king: usize, mut squares: PieceSquares) -> usize {
        let count = self.material.pieces.len();
        for _ in 1..count {
            for i in 1..count {
                if self.twins[i] && squares[i - 1] > squares[i] {
                    squares.swap(i - 1, i);
                }
            }
        }
        squares[..count].iter().fold(king, |index, square| index << 6 | square.index())
    }

    /// The index after White's king went to a square, and how the board was turned for it.
    #[inline]
    pub(super) fn after_king(&self, arrangement: &Arrangement, to: Square) -> (usize, Symmetry) {
        if self.material.pawns.is_empty() {
            let symmetry = Symmetry::into_triangle(to);
            if !symmetry.is_none() {
                return (self.turned(to, &arrangement.pieces, symmetry), symmetry);
            }
        }
        let bits = 6 * self.material.pieces.len();
        let rest = arrangement.index & ((1 << bits) - 1);
        (self.king_number(to) << bits | rest, Symmetry::NONE)
    }

    #[inline]
    pub(super) fn after_piece(&self, arrangement: &Arrangement, piece: usize, to: Square) -> usize {
        let count = self.material.pieces.len();
        if self.twins[piece] || piece + 1 < count && self.twins[piece + 1] {
            let mut pieces = arrangement.pieces;
            pieces[piece] = to;
            return self.index_of(arrangement.index >> (6 * count), pieces);
        }
        let shift = 6 * (count - 1 - piece);
        arrangement.index & !(63 << shift) | to.index() << shift
    }

    pub(super) fn word(&self, index: usize, turn: Color, symmetry: Symmetry) -> SliceWord {
        let side = &self.sides[turn];
        let (legal, mates) = (side.legal[index], side.mates[index]);
        if symmetry.is_none() {
            return SliceWord { legal, mates };
        }
        let back = |set| symmetry.back(set);
        SliceWord { legal: back(legal), mates: mates.map(back) }
    }

    /// Squares attacked by White, through Black's king.
    pub(super) fn attacked(&self, arrangement: &Arrangement) -> Bitboard {
        let mut set = king_attacks(arrangement.king);
        for (man, &square) in self.material.pieces.iter().zip(&arrangement.pieces) {
            if man.color == Color::White {
                set |= attacks(man.piece, man.color, square, arrangement.occupied);
            }
        }
        for &(color, square) in &self.material.pawns {
            if color == Color::White {
                set |= pawn_attacks(color, square);
            }
        }
        set
    }

    /// Squares of Black's king that leave White's king out of check: all, or those that block the check.
    pub(super) fn sheltering(&self, arrangement: &Arrangement) -> Bitboard {
        let mut set = Bitboard::FULL;
        for (man, &square) in self.material.pieces.iter().zip(&arrangement.pieces) {
            if man.color == Color::Black
                && attacks(man.piece, man.color, square, arrangement.occupied).has(arrangement.king)
            {
                let leaps = man.piece == Piece::Knight;
                set &= if leaps { Bitboard::EMPTY } else { between(square, arrangement.king) };
            }
        }
        for &(color, square) in &self.material.pawns {
            if color == Color::Black && pawn_attacks(color, square).has(arrangement.king) {
                set = Bitboard::EMPTY;
            }
        }
        set
    }

    /// The squares of Black's king where the side to move is in check.
    pub(super) fn checked(&self, arrangement: &Arrangement, turn: Color) -> u64 {
        match turn {
            Color::White => !self.sheltering(arrangement).0,
            Color::Black => self.attacked(arrangement).0,
        }
    }
}

/// The index of a position: its slice, and its index there.
pub(super) struct SliceIndex {
    pub material: EndgameMaterial,
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

    pub(super) fn read(&self, slice: &Slice) -> EndgameValue {
        let (row, symmetry) = slice.locate(self.king, &self.pieces);
        slice.sides[self.turn].mates[row].at(symmetry.square(self.lone))
    }
}

/// Predecessors within a slice: kings and pieces going to empty squares. Such moves are the same forwards and backwards.
impl Slice {
    /// The positions of an arrangement from which `side` has a step into those of `of` (a word per index).
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

    /// Steps of White's king or of a side's pieces: the index, the symmetry applied to the board, and the squares of Black's king
    /// that do not block the step.
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
