//! Search depth, in sixty-fourths of a ply.
//!
//! Fixed point, so that quarters, thirds of reductions and their sums are exact and the same on every machine. Quarters are
//! displayed; the transposition table stores whole plies.

use std::fmt;

use crate::chess::operators::{assigning, operators};

/// A depth or a part of one.
///
/// ```
/// use quarterply_core::units::Depth;
///
/// let depth = Depth::plies(7) + Depth::QUARTER;
/// assert_eq!((depth.whole(), depth.in_quarters(), depth.to_string().as_str()), (7, 29, "7¼"));
/// assert_eq!(depth - Depth::quarters(9), Depth::plies(5));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, PartialOrd, Ord)]
pub struct Depth(i32);

impl Depth {
    /// No depth.
    #[doc(hidden)]
    pub const ZERO: Depth = Depth(0);
    /// One ply.
    pub(crate) const PLY: Depth = Depth(64);
    /// A quarter of a ply: what Slow Chess counts in.
    #[doc(hidden)]
    pub const QUARTER: Depth = Depth(16);

    /// Whole plies.
    pub const fn plies(plies: i32) -> Depth {
        Depth(plies * 64)
    }

    /// Quarters of a ply.
    pub const fn quarters(quarters: i32) -> Depth {
        Depth(quarters * 16)
    }

    /// Sixty-fourths of a ply.
    #[doc(hidden)]
    pub const fn from_raw(raw: i32) -> Depth {
        Depth(raw)
    }

    /// Sixty-fourths of a ply.
    #[doc(hidden)]
    pub const fn raw(self) -> i32 {
        self.0
    }

    /// Whole plies, rounded down.
    pub const fn whole(self) -> i32 {
        self.0 >> 6
    }

    /// Quarters, rounded down.
    #[doc(hidden)]
    pub const fn in_quarters(self) -> i32 {
        self.0 >> 4
    }

    /// As the transposition table keeps it: whole plies, rounded down, none below zero. Depths are compared at this grain.
    pub(crate) const fn at_grain(self) -> Depth {
        Depth::plies(self.whole()).max(Depth::ZERO)
    }

    /// The larger of two.
    pub(crate) const fn max(self, other: Depth) -> Depth {
        if self.0 > other.0 { self } else { other }
    }

    /// The smaller of two.
    pub(crate) const fn min(self, other: Depth) -> Depth {
        if self.0 < other.0 { self } else { other }
    }

    /// Multiplies the depth.
    pub(crate) const fn times(self, n: i32) -> Depth {
        Depth(self.0 * n)
    }
}

operators! {
    Depth: Add add (one, other: Depth) Depth(one.0 + other.0);
    Depth: Sub sub (one, other: Depth) Depth(one.0 - other.0);
}

assigning! {
    Depth: AddAssign add_assign Add::add;
    Depth: SubAssign sub_assign Sub::sub;
}

/// Plies and quarters: `7`, `7¼`, `0¾`; parts smaller than a quarter are rounded down.
impl fmt::Display for Depth {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0 < 0 {
            return write!(f, "-{}", Depth(-self.0));
        }
        write!(f, "{}{}", self.whole(), ["", "¼", "½", "¾"][(self.in_quarters() & 3) as usize])
    }
}
