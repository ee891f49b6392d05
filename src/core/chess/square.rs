//! Squares, files and ranks, and a board with one value for each square.
//!
//! All three are enums of exactly 64, 8 and 8 values, so an index made from one is never out of range. Squares are numbered a1 =
//! 0, b1 = 1, … h8 = 63. Sets of squares are in `bitboard.rs`.

use std::fmt;
use std::str::FromStr;

use super::Color;
use super::operators::indexed;

/// Makes the enumeration of the squares, from their names in the order of their numbers.
macro_rules! squares {
    ($(#[$about:meta])* $($name:ident)*) => {
        $(#[$about])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
        #[repr(u8)]
        #[allow(missing_docs)]
        pub enum Square { $($name),* }

        impl Square {
            /// All squares, a1 first, rank by rank.
            pub const ALL: [Square; 64] = [$(Square::$name),*];

            /// The square numbered `index & 63`, a1 = 0, b1 = 1, h8 = 63.
            // A match, not the array: the compiler turns it into nothing at all.
            #[inline(always)]
            pub const fn new(index: u8) -> Square {
                $(const $name: u8 = Square::$name as u8;)*
                match index & 63 {
                    $($name => Square::$name,)*
                    _ => Square::H8,
                }
            }
        }
    };
}

squares! {
    /// A square of the board.
    ///
    /// ```
    /// use quarterply_core::chess::{Color, File, Rank, Square};
    ///
    /// let square: Square = "e4".parse()?;
    /// assert_eq!(square, Square::at(File::E, Rank::Fourth));
    /// assert_eq!(square.forward(Color::Black), Some(Square::E3));
    /// assert_eq!((square.flip(), square.distance(Square::H8)), (Square::E5, 4));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    A1 B1 C1 D1 E1 F1 G1 H1
    A2 B2 C2 D2 E2 F2 G2 H2
    A3 B3 C3 D3 E3 F3 G3 H3
    A4 B4 C4 D4 E4 F4 G4 H4
    A5 B5 C5 D5 E5 F5 G5 H5
    A6 B6 C6 D6 E6 F6 G6 H6
    A7 B7 C7 D7 E7 F7 G7 H7
    A8 B8 C8 D8 E8 F8 G8 H8
}

/// Makes an enumeration of the eight files or ranks, with the letters from `first` on.
macro_rules! eight {
    ($(#[$about:meta])* $name:ident: $($value:ident)*, $first:literal..=$last:literal) => {
        $(#[$about])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
        #[repr(u8)]
        #[allow(missing_docs)]
        pub enum $name { $($value),* }

        impl $name {
            /// All eight, in their order.
            pub const ALL: [$name; 8] = [$($name::$value),*];

            /// The one numbered `index & 7`, from 0.
            #[inline(always)]
            pub const fn new(index: u8) -> $name {
                $name::ALL[(index & 7) as usize]
            }

            /// Its number, 0 to 7.
            #[inline(always)]
            pub const fn index(self) -> usize {
                self as usize
            }

            /// Its letter, as in `e4`.
            pub const fn letter(self) -> char {
                ($first + self as u8) as char
            }

            /// The one that a letter names, lower case only.
            pub const fn from_letter(letter: char) -> Option<$name> {
                if letter.is_ascii() && letter as u8 >= $first && letter as u8 <= $last {
                    Some($name::new(letter as u8 - $first))
                } else {
                    None
                }
            }
        }
    };
}

eight!(
    /// A file, a to h.
    File: A B C D E F G H, b'a'..=b'h'
);
eight!(
    /// A rank, first to eighth, from White's side.
    Rank: First Second Third Fourth Fifth Sixth Seventh Eighth, b'1'..=b'8'
);

impl Rank {
    /// This rank counted from `color`'s own side: Black's second rank is the seventh.
    #[inline(always)]
    #[doc(hidden)]
    pub const fn relative(self, color: Color) -> Rank {
        match color {
            Color::White => self,
            Color::Black => Rank::new(7 - self as u8),
        }
    }
}

impl Square {
    /// The square where a file and a rank cross.
    #[inline(always)]
    pub const fn at(file: File, rank: Rank) -> Square {
        Square::new(rank as u8 * 8 + file as u8)
    }

    /// 0 for a1 to 63 for h8.
    #[inline(always)]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Its file.
    #[inline(always)]
    pub const fn file(self) -> File {
        File::new(self as u8 & 7)
    }

    /// Its rank.
    #[inline(always)]
    pub const fn rank(self) -> Rank {
        Rank::new(self as u8 >> 3)
    }

    /// Its rank counted from `color`'s own side.
    #[inline(always)]
    #[doc(hidden)]
    pub const fn relative_rank(self, color: Color) -> Rank {
        self.rank().relative(color)
    }

    /// The square seen from the other side of the board: e1 ⇄ e8.
    #[doc(hidden)]
    pub const fn flip(self) -> Square {
        Square::new(self as u8 ^ 56)
    }

    /// The square in the looking glass: a1 ⇄ h1.
    #[doc(hidden)]
    pub const fn mirror(self) -> Square {
        Square::new(self as u8 ^ 7)
    }

    /// The square itself for White, flipped for Black: one table serves both sides.
    #[inline(always)]
    pub(crate) const fn relative(self, color: Color) -> Square {
        match color {
            Color::White => self,
            Color::Black => self.flip(),
        }
    }

    /// The square `files` to the right and `ranks` up, if it is on the board.
    #[doc(hidden)]
    pub const fn offset(self, files: i8, ranks: i8) -> Option<Square> {
        let file = (self as i8 & 7) + files;
        let rank = (self as i8 >> 3) + ranks;
        if file < 0 || file > 7 || rank < 0 || rank > 7 {
            return None;
        }
        Some(Square::new((rank * 8 + file) as u8))
    }

    /// One step towards the other side, if there is one.
    #[doc(hidden)]
    pub const fn forward(self, color: Color) -> Option<Square> {
        match color {
            Color::White => self.offset(0, 1),
            Color::Black => self.offset(0, -1),
        }
    }

    /// Distance in king's moves on an empty board.
    #[doc(hidden)]
    pub const fn distance(self, other: Square) -> u8 {
        let files = (self as u8 & 7).abs_diff(other as u8 & 7);
        let ranks = (self as u8 >> 3).abs_diff(other as u8 >> 3);
        if files > ranks { files } else { ranks }
    }

    /// Returns whether the square is light: h1 is, a1 is not.
    #[doc(hidden)]
    pub const fn is_light(self) -> bool {
        ((self as u8 >> 3) + (self as u8 & 7)) & 1 == 1
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.file().letter(), self.rank().letter())
    }
}

/// A text that is not the name of a square.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("\"{0}\" is not a square: a file a–h and a rank 1–8, as in e4")]
pub struct SquareError(pub(crate) String);

impl FromStr for Square {
    type Err = SquareError;

    fn from_str(text: &str) -> Result<Square, SquareError> {
        let mut letters = text.chars();
        let file = letters.next().and_then(File::from_letter);
        let rank = letters.next().and_then(Rank::from_letter);
        match (file, rank, letters.next()) {
            (Some(file), Some(rank), None) => Ok(Square::at(file, rank)),
            _ => Err(SquareError(text.to_owned())),
        }
    }
}

/// One value for each square, indexed by [`Square`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct BySquare<T>(pub [T; 64]);

indexed!(BySquare[Square]);
