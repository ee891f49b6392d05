//! The two sides, and a pair with one value for each.
//!
//! There is no "no colour": absence is `Option<Color>`.

use std::fmt;

use super::operators::{indexed, operators};

/// A side.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
#[repr(u8)]
pub enum Color {
    /// Moves first, up the board.
    White,
    /// Moves second, down the board.
    Black,
}

impl Color {
    /// Both sides, White first.
    pub const ALL: [Color; 2] = [Color::White, Color::Black];

    /// 0 for White, 1 for Black.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// `w` or `b`, as FEN writes it.
    pub const fn letter(self) -> char {
        ['w', 'b'][self as usize]
    }

    /// `White` or `Black`.
    pub const fn name(self) -> &'static str {
        ["White", "Black"][self as usize]
    }
}

operators! {
    Color: Not not (one) match one { Color::White => Color::Black, Color::Black => Color::White };
}

impl fmt::Display for Color {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// One value for each side, indexed by [`Color`]. `!` gives the other side.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct ByColor<T>(pub [T; 2]);

impl<T> ByColor<T> {
    /// A pair from White's value and Black's.
    pub const fn new(white: T, black: T) -> ByColor<T> {
        ByColor([white, black])
    }
}

indexed!(ByColor[Color]);
