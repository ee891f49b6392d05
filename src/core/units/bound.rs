//! What a score from a search promises.

/// Whether a score is the value, or only a limit of it.
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
    /// Whether the value is known to be at least the score.
    pub const fn is_lower(self) -> bool {
        self as u8 & 2 != 0
    }

    /// Whether the value is known to be at most the score.
    pub const fn is_upper(self) -> bool {
        self as u8 & 1 != 0
    }
}
