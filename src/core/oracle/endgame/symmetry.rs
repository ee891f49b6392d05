//! The eight symmetries of a board without pawns, for squares and sets of squares.

use crate::chess::Square;

/// Files swapped, ranks swapped, then files and ranks exchanged: any of the three, in this order.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Symmetry(u8);

const MIRROR: u8 = 1;
const FLIP: u8 = 2;
const TRANSPOSE: u8 = 4;

impl Symmetry {
    pub(super) const NONE: Symmetry = Symmetry(0);
    /// The a-file for the h-file: all that a board with pawns allows.
    pub(super) const MIRRORED: Symmetry = Symmetry(MIRROR);
    /// Files for ranks: the corner a1 stays.
    pub(super) const TRANSPOSED: Symmetry = Symmetry(TRANSPOSE);

    /// The one that brings a square into the triangle a1–d1–d4.
    #[inline]
    pub(super) fn into_triangle(square: Square) -> Symmetry {
        INTO_TRIANGLE[square.index()]
    }

    const fn towards_triangle(square: Square) -> Symmetry {
        let (mut file, mut rank) = (square.index() % 8, square.index() / 8);
        let mut bits = 0;
        if file > 3 {
            file = 7 - file;
            bits |= MIRROR;
        }
        if rank > 3 {
            rank = 7 - rank;
            bits |= FLIP;
        }
        if rank > file {
            bits |= TRANSPOSE;
        }
        Symmetry(bits)
    }

    #[inline]
    pub(super) const fn is_none(self) -> bool {
        self.0 == 0
    }

    #[inline]
    pub(super) const fn square(self, square: Square) -> Square {
        let mut index = square.index() as u8;
        if self.0 & MIRROR != 0 {
            index ^= 7;
        }
        if self.0 & FLIP != 0 {
            index ^= 56;
        }
        if self.0 & TRANSPOSE != 0 {
            index = index % 8 * 8 + index / 8;
        }
        Square::new(index)
    }

    #[inline]
    pub(super) const fn set(self, mut set: u64) -> u64 {
        if self.0 & MIRROR != 0 {
            set = mirrored(set);
        }
        if self.0 & FLIP != 0 {
            set = set.swap_bytes();
        }
        if self.0 & TRANSPOSE != 0 {
            set = transposed(set);
        }
        set
    }

    /// Inverse transformation of a set.
    #[inline]
    pub(super) const fn back(self, mut set: u64) -> u64 {
        if self.0 & TRANSPOSE != 0 {
            set = transposed(set);
        }
        if self.0 & FLIP != 0 {
            set = set.swap_bytes();
        }
        if self.0 & MIRROR != 0 {
            set = mirrored(set);
        }
        set
    }
}

static INTO_TRIANGLE: [Symmetry; 64] = {
    let mut table = [Symmetry::NONE; 64];
    let mut i = 0;
    while i < 64 {
        table[i] = Symmetry::towards_triangle(Square::ALL[i]);
        i += 1;
    }
    table
};

const fn mirrored(set: u64) -> u64 {
    set.swap_bytes().reverse_bits()
}

/// Three exchanges of ever smaller blocks across the diagonal from a1 to h8.
const fn transposed(mut set: u64) -> u64 {
    let blocks =
        [(0x0F0F_0F0F_0000_0000, 28), (0x3333_0000_3333_0000, 14), (0x5500_5500_5500_5500, 7)];
    let mut i = 0;
    while i < blocks.len() {
        let (mask, shift) = blocks[i];
        let other = mask & (set ^ set << shift);
        set ^= other ^ other >> shift;
        i += 1;
    }
    set
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::Bitboard;

    #[test]
    fn sets_go_where_their_squares_go_and_come_back() {
        for bits in 0..8 {
            let symmetry = Symmetry(bits);
            for square in Square::ALL {
                let set = Bitboard::of(square).0;
                assert_eq!(symmetry.set(set), Bitboard::of(symmetry.square(square)).0);
                assert_eq!(symmetry.back(symmetry.set(set)), set);
            }
        }
    }

    #[test]
    fn every_square_comes_into_the_triangle() {
        for square in Square::ALL {
            let inside = Symmetry::into_triangle(square).square(square);
            let (file, rank) = (inside.index() % 8, inside.index() / 8);
            assert!(file < 4 && rank <= file);
        }
    }
}
