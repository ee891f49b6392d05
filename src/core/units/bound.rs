//! The bound of a search score: exact, lower or upper.

/// Whether a score is exact, or only a bound of the value.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub enum Bound {
    /// The value is at most the score (every move failed low).
    Upper = 1,
    /// The value is at least the score (a move failed high).
    Lower = 2,
    /// The score is the value.
    Exact = 3,
}

impl Bound {
    /// Returns whether the value is at least the score.
    pub(crate) const fn is_lower(self) -> bool {
        self as u8 & 2 != 0
    }

    /// Returns whether the value is at most the score.
    pub(crate) const fn is_upper(self) -> bool {
        self as u8 & 1 != 0
    }
}
