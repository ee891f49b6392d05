//! A slice: every position of one layout, for either side to move.
//!
//! White's king and the officers have their squares from an index; the squares of Black's king are the bits of a word.
//! So a word is 64 positions, and a step of a piece moves all of them at once. Without pawns White's king stays in the
//! triangle a1–d1–d4 and the board is turned instead. Of two equal officers the one on the lower square comes first.

use super::layout::{Layout, MEN};
use super::sliced::Sliced;
use super::symmetry::Symmetry;
use crate::chess::attacks::{attacks, between, king_attacks, pawn_attacks};
use crate::chess::{Bitboard, ByColor, Color, Piece, Square};

/// Where the officers stand, as many as there are; the rest is a1.
pub(super) type Officers = [Square; MEN];

/// The squares of White's king in a slice without pawns.
const TRIANGLE: [Square; 10] = [
    Square::A1,
    Square::B1,
    Square::C1,
    Square::D1,
    Square::B2,
    Square::C2,
    Square::D2,
    Square::C3,
    Square::D3,
    Square::D4,
];

/// The number of each square of the triangle.
static NUMBERS: [u8; 64] = {
    let mut numbers = [0; 64];
    let mut i = 0;
    while i < TRIANGLE.len() {
        numbers[TRIANGLE[i].index()] = i as u8;
        i += 1;
    }
    numbers
};

/// The positions with one side to move.
#[derive(Clone, Debug)]
pub(super) struct Side {
    /// Where Black's king may stand.
    pub(super) legal: Vec<u64>,
    /// What comes of it.
    pub(super) mates: Vec<Sliced>,
}

/// Every position of one layout.
#[derive(Clone, Debug)]
pub(super) struct Slice {
    pub(super) layout: Layout,
    /// Whether an officer is of the same kind and side as the one before it.
    twins: [bool; MEN],
    pawns: Bitboard,
    pub(super) sides: ByColor<Side>,
}

/// One index of a slice.
#[derive(Clone, Copy, Debug)]
pub(super) struct Spot {
    pub(super) index: usize,
    pub(super) king: Square,
    pub(super) officers: Officers,
    /// All men but Black's king.
    pub(super) occupied: Bitboard,
}

/// One word of a slice, and which of its positions are legal.
#[derive(Clone, Copy, Debug)]
pub(super) struct Word {
    pub(super) legal: u64,
    pub(super) mates: Sliced,
}

impl Slice {
    /// All that can be said without looking at any move: which positions are legal.
    pub(super) fn new(layout: Layout) -> Slice {
        let kings = if layout.pawns.is_empty() { TRIANGLE.len() } else { 64 };
        let words = kings << (6 * layout.officers.len());
        let side = Side { legal: vec![0; words], mates: vec![Sliced::default(); words] };
        let mut twins = [false; MEN];
        for (twin, pair) in twins[1..].iter_mut().zip(layout.officers.windows(2)) {
            *twin = pair[0] == pair[1];
        }
        let pawns = layout.pawns.iter().map(|&(_, square)| square).collect();
        let mut slice = Slice { layout, twins, pawns, sides: ByColor::new(side.clone(), side) };
        for index in 0..words {
            if let Some(spot) = slice.spot(index) {
                let open = !(spot.occupied | king_attacks(spot.king));
                slice.sides[Color::White].legal[index] = (open - slice.attacked(&spot)).0;
                slice.sides[Color::Black].legal[index] = (open & slice.sheltering(&spot)).0;
            }
        }
        slice
    }

    /// How many words a side has.
    pub(super) fn words(&self) -> usize {
        self.sides[Color::White].legal.len()
    }

    /// How many bytes it takes.
    pub(super) fn bytes(&self) -> usize {
        2 * self.words() * (size_of::<u64>() + size_of::<Sliced>())
    }

    /// The men of an index; `None` if two stand on one square, or two equal ones in the wrong order.
    pub(super) fn spot(&self, index: usize) -> Option<Spot> {
        let spot = self.men(index);
        let count = self.layout.officers.len();
        let in_order =
            (1..count).all(|i| !self.twins[i] || spot.officers[i - 1] < spot.officers[i]);
        let men = 1 + count + self.layout.pawns.len();
        (in_order && spot.occupied.len() as usize == men).then_some(spot)
    }

    /// The men of an index that is known to be possible.
    #[inline]
    pub(super) fn men(&self, index: usize) -> Spot {
        let count = self.layout.officers.len();
        let first = index >> (6 * count);
        let king = if self.layout.pawns.is_empty() { TRIANGLE[first] } else { Square::ALL[first] };
        let mut officers = [Square::A1; MEN];
        let mut occupied = self.pawns.with(king);
        for (i, officer) in officers[..count].iter_mut().enumerate() {
            *officer = Square::ALL[index >> (6 * (count - 1 - i)) & 63];
            occupied = occupied.with(*officer);
        }
        Spot { index, king, officers, occupied }
    }

    /// The index of White's king and the officers, and how the board was turned for it.
    pub(super) fn locate(&self, king: Square, officers: &Officers) -> (usize, Symmetry) {
        let symmetry = if self.layout.pawns.is_empty() {
            Symmetry::into_triangle(king)
        } else {
            Symmetry::NONE
        };
        (self.turned(king, officers, symmetry), symmetry)
    }

    /// The index of the same men on a board that was turned.
    pub(super) fn turned(&self, king: Square, officers: &Officers, symmetry: Symmetry) -> usize {
        let king = self.king_number(symmetry.square(king));
        let squares = officers.map(|square| symmetry.square(square));
        self.index_of(king, squares)
    }

    /// The index after White's king went to a square, and how the board was turned for it.
    #[inline]
    pub(super) fn after_king(&self, spot: &Spot, to: Square) -> (usize, Symmetry) {
        if self.layout.pawns.is_empty() {
            let symmetry = Symmetry::into_triangle(to);
            if !symmetry.is_none() {
                return (self.turned(to, &spot.officers, symmetry), symmetry);
            }
        }
        let bits = 6 * self.layout.officers.len();
        let rest = spot.index & ((1 << bits) - 1);
        (self.king_number(to) << bits | rest, Symmetry::NONE)
    }

    /// The index after an officer went to a square.
    #[inline]
    pub(super) fn after_officer(&self, spot: &Spot, officer: usize, to: Square) -> usize {
        let count = self.layout.officers.len();
        if self.twins[officer] || officer + 1 < count && self.twins[officer + 1] {
            let mut officers = spot.officers;
            officers[officer] = to;
            return self.index_of(spot.index >> (6 * count), officers);
        }
        let shift = 6 * (count - 1 - officer);
        spot.index & !(63 << shift) | to.index() << shift
    }

    fn king_number(&self, king: Square) -> usize {
        if self.layout.pawns.is_empty() { NUMBERS[king.index()] as usize } else { king.index() }
    }

    fn index_of(&self, king: usize, mut squares: Officers) -> usize {
        let count = self.layout.officers.len();
        for _ in 1..count {
            for i in 1..count {
                if self.twins[i] && squares[i - 1] > squares[i] {
                    squares.swap(i - 1, i);
                }
            }
        }
        squares[..count].iter().fold(king, |index, square| index << 6 | square.index())
    }

    /// A word, with the board turned back by a symmetry.
    pub(super) fn word(&self, index: usize, turn: Color, symmetry: Symmetry) -> Word {
        let side = &self.sides[turn];
        let (legal, mates) = (side.legal[index], side.mates[index]);
        if symmetry.is_none() {
            return Word { legal, mates };
        }
        let back = |set| symmetry.back(set);
        Word { legal: back(legal), mates: mates.map(back) }
    }

    /// What White attacks when Black's king is not there to stop it.
    pub(super) fn attacked(&self, spot: &Spot) -> Bitboard {
        let mut set = king_attacks(spot.king);
        for (man, &square) in self.layout.officers.iter().zip(&spot.officers) {
            if man.color == Color::White {
                set |= attacks(man.piece, man.color, square, spot.occupied);
            }
        }
        for &(color, square) in &self.layout.pawns {
            if color == Color::White {
                set |= pawn_attacks(color, square);
            }
        }
        set
    }

    /// The squares of Black's king that leave White's king out of check: all of them, or those that stand between.
    pub(super) fn sheltering(&self, spot: &Spot) -> Bitboard {
        let mut set = Bitboard::FULL;
        for (man, &square) in self.layout.officers.iter().zip(&spot.officers) {
            if man.color == Color::Black
                && attacks(man.piece, man.color, square, spot.occupied).has(spot.king)
            {
                let leaps = man.piece == Piece::Knight;
                set &= if leaps { Bitboard::EMPTY } else { between(square, spot.king) };
            }
        }
        for &(color, square) in &self.layout.pawns {
            if color == Color::Black && pawn_attacks(color, square).has(spot.king) {
                set = Bitboard::EMPTY;
            }
        }
        set
    }

    /// The squares of Black's king where the side to move is in check.
    pub(super) fn checked(&self, spot: &Spot, turn: Color) -> u64 {
        match turn {
            Color::White => !self.sheltering(spot).0,
            Color::Black => self.attacked(spot).0,
        }
    }
}
