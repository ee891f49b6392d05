//! A set of squares in 64 bits, bit 0 = a1.
//!
//! Attacks of pieces are in `attacks.rs`.

use std::fmt;

use super::{Color, File, Rank, Square};

/// A set of squares: `|` union, `&` intersection, `-` difference, `!` complement, iteration from a1 to h8.
///
/// ```
/// use quarterply_core::chess::{Bitboard, Position, Square};
///
/// let reach = Bitboard::of(Square::F3) | Bitboard::of(Square::E2) | Bitboard::of(Square::H3);
/// assert_eq!(reach.collect::<Vec<_>>(), [Square::E2, Square::F3, Square::H3]);
/// let free = reach - Position::start().occupied();
/// assert_eq!(free, Bitboard::of(Square::F3) | Bitboard::of(Square::H3));
/// assert!((free & Bitboard::DARK).is_empty() && (!free).has(Square::E2));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, PartialOrd, Ord)]
pub struct Bitboard(pub u64);

impl Bitboard {
    /// No square.
    #[doc(hidden)]
    pub const EMPTY: Bitboard = Bitboard(0);
    /// Every square.
    pub(crate) const FULL: Bitboard = Bitboard(!0);
    /// The light squares, h1 among them.
    pub(crate) const LIGHT: Bitboard = Bitboard(0x55AA_55AA_55AA_55AA);
    /// The dark squares, a1 among them.
    #[doc(hidden)]
    pub const DARK: Bitboard = Bitboard(0xAA55_AA55_AA55_AA55);
    /// The four squares in the middle.
    pub(crate) const CENTER: Bitboard = Bitboard(0x0000_0018_1800_0000);

    /// The squares of a file.
    pub(crate) const fn file(file: File) -> Bitboard {
        Bitboard(0x0101_0101_0101_0101 << file as u8)
    }

    /// The squares of a rank.
    pub(crate) const fn rank(rank: Rank) -> Bitboard {
        Bitboard(0xFF << (8 * rank as u8))
    }

    /// The set of one square.
    #[doc(hidden)]
    pub const fn of(square: Square) -> Bitboard {
        Bitboard(1 << square as u8)
    }

    /// Returns whether the set is empty.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns whether the set has a square.
    pub const fn any(self) -> bool {
        self.0 != 0
    }

    /// Number of squares.
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Returns whether the set has two or more squares.
    #[doc(hidden)]
    pub const fn many(self) -> bool {
        self.0 & self.0.wrapping_sub(1) != 0
    }

    /// Returns whether all squares have one colour. Bishops on them count as one.
    pub(crate) const fn is_one_square_color(self) -> bool {
        !self.meets(Bitboard::LIGHT) || !self.meets(Bitboard::DARK)
    }

    /// Whether the square is in the set.
    pub const fn has(self, square: Square) -> bool {
        self.0 >> square as u8 & 1 != 0
    }

    /// Whether the two sets share a square.
    pub(crate) const fn meets(self, other: Bitboard) -> bool {
        self.0 & other.0 != 0
    }

    /// The lowest square (a1 lowest), if there is one.
    pub(crate) const fn first(self) -> Option<Square> {
        if self.0 == 0 { None } else { Some(Square::new(self.0.trailing_zeros() as u8)) }
    }

    /// The highest square (h8 highest), if there is one.
    pub(crate) const fn last(self) -> Option<Square> {
        if self.0 == 0 { None } else { Some(Square::new(63 - self.0.leading_zeros() as u8)) }
    }

    /// The set with one square added.
    #[doc(hidden)]
    pub const fn with(self, square: Square) -> Bitboard {
        Bitboard(self.0 | 1 << square as u8)
    }

    /// The set without one square.
    pub(crate) const fn without(self, square: Square) -> Bitboard {
        Bitboard(self.0 & !(1 << square as u8))
    }

    /// Every square one step towards the other side; the last rank falls off.
    pub(crate) const fn forward(self, color: Color) -> Bitboard {
        match color {
            Color::White => Bitboard(self.0 << 8),
            Color::Black => Bitboard(self.0 >> 8),
        }
    }

    /// Every square one step towards the h-file; the h-file falls off.
    pub(crate) const fn east(self) -> Bitboard {
        Bitboard((self.0 & !0x8080_8080_8080_8080) << 1)
    }

    /// Every square one step towards the a-file; the a-file falls off.
    pub(crate) const fn west(self) -> Bitboard {
        Bitboard((self.0 & !0x0101_0101_0101_0101) >> 1)
    }

    /// Every square that is a king's move away from one of the set.
    pub(crate) const fn around(self) -> Bitboard {
        let beside = self.east().0 | self.west().0;
        let row = self.0 | beside;
        Bitboard(beside | row << 8 | row >> 8)
    }

    /// Squares attacked by pawns of `color` on these squares.
    pub(crate) const fn pawn_attacks(self, color: Color) -> Bitboard {
        let forward = self.forward(color);
        Bitboard(forward.east().0 | forward.west().0)
    }

    /// The ranks as bytes, the a-file in the lowest bit, the first rank of `color` in the lowest byte.
    pub(crate) const fn rows(self, color: Color) -> u64 {
        match color {
            Color::White => self.0,
            Color::Black => self.0.swap_bytes(),
        }
    }

    /// The set and every square in front of one of it, seen from `color`.
    pub(crate) const fn fill_forward(self, color: Color) -> Bitboard {
        let mut b = self.0;
        match color {
            Color::White => {
                b |= b << 8;
                b |= b << 16;
                b |= b << 32;
            }
            Color::Black => {
                b |= b >> 8;
                b |= b >> 16;
                b |= b >> 32;
            }
        }
        Bitboard(b)
    }

    /// All squares of every file that holds one of the set.
    pub(crate) const fn fill_files(self) -> Bitboard {
        Bitboard(self.fill_forward(Color::White).0 | self.fill_forward(Color::Black).0)
    }
}

impl Iterator for Bitboard {
    type Item = Square;

    #[inline]
    fn next(&mut self) -> Option<Square> {
        let square = self.first()?;
        self.0 &= self.0 - 1;
        Some(square)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let len = self.0.count_ones() as usize;
        (len, Some(len))
    }
}

impl ExactSizeIterator for Bitboard {}

impl FromIterator<Square> for Bitboard {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Bitboard {
        squares.into_iter().fold(Bitboard::EMPTY, Bitboard::with)
    }
}

/// Operators of two sets, each with the one that assigns. Not by `operators!`: forced inline, they make move generation 4 %
/// slower (perft 7).
macro_rules! of_two_sets {
    ($($operator:ident $method:ident, $assigning:ident $assign:ident: ($one:ident, $other:ident) $bits:expr;)*) => {$(
        impl std::ops::$operator for Bitboard {
            type Output = Bitboard;

            fn $method(self, other: Bitboard) -> Bitboard {
                let ($one, $other) = (self.0, other.0);
                Bitboard($bits)
            }
        }

        impl std::ops::$assigning for Bitboard {
            fn $assign(&mut self, other: Bitboard) {
                let ($one, $other) = (self.0, other.0);
                self.0 = $bits;
            }
        }
    )*};
}

of_two_sets! {
    BitOr bitor, BitOrAssign bitor_assign: (one, other) one | other;
    BitAnd bitand, BitAndAssign bitand_assign: (one, other) one & other;
    BitXor bitxor, BitXorAssign bitxor_assign: (one, other) one ^ other;
    Sub sub, SubAssign sub_assign: (one, other) one & !other;
}

impl std::ops::Not for Bitboard {
    type Output = Bitboard;

    fn not(self) -> Bitboard {
        Bitboard(!self.0)
    }
}

/// Eight lines of `X` and `.`, the eighth rank first.
impl fmt::Debug for Bitboard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for rank in Rank::ALL.iter().rev() {
            f.write_str("\n")?;
            for file in File::ALL {
                let mark = if self.has(Square::at(file, *rank)) { "X " } else { ". " };
                f.write_str(mark)?;
            }
        }
        Ok(())
    }
}
