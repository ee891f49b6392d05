//! The scale factor of an ending: how much of an advantage counts, and whether theory calls it drawn.

pub const FULL: i32 = 64;

/// The part of the endgame value that the side that is ahead can hope for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct ScaleFactor {
    /// Of [`FULL`].
    pub share: i32,
    /// Drawn by theory, with any material.
    pub is_drawn: bool,
}

impl ScaleFactor {
    pub(super) const fn part(share: i32) -> ScaleFactor {
        ScaleFactor { share, is_drawn: false }
    }

    pub(super) const fn drawn(share: i32) -> ScaleFactor {
        ScaleFactor { share, is_drawn: true }
    }
}
