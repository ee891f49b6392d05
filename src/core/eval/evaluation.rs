//! A static value, and how far it can be trusted.

use crate::units::Score;

/// Minimum value of a won ending, in centipawns; a drawn one is always below.
pub(crate) const LEAST_WIN: i32 = 700;

/// How reliable a static value is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Certainty {
    /// An estimate: experience may correct it, and margins are measured from it.
    #[default]
    Estimate,
    /// The theory of endings gives it: it is searched like any other, but neither corrected nor called hopeless by a margin.
    Known,
    /// A draw with any play: nothing needs to be searched.
    Drawn,
}

/// A static value for the side to move, never beyond [`Score::MAX_EVAL`]: an evaluation promises no mate.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Evaluation {
    pub score: Score,
    pub certainty: Certainty,
}

impl Evaluation {
    /// Returns whether the value is more than an estimate.
    #[inline(always)]
    pub(crate) fn is_known(self) -> bool {
        self.certainty != Certainty::Estimate
    }

    /// Returns whether the ending is a known draw: a won one is worth at least [`LEAST_WIN`].
    #[inline(always)]
    pub(crate) fn is_drawn(self) -> bool {
        self.is_known() && self.score.raw().abs() < LEAST_WIN
    }
}
