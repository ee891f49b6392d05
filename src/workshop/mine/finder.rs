//! What makes a problem of a position.

use super::collection::ProblemCollection;
use super::games::{GamePosition, SearchVerdict};
use super::problem::Problem;
use crate::control::StopFlag;

/// The largest number of problems from one game: neighbours are much alike.
pub(super) const FROM_A_GAME: usize = 3;

/// Plies between two problems of one game, where they are not mates of different lengths.
pub(super) const APART: usize = 10;

/// Makes a problem of a position, if it is one.
pub(super) trait ProblemFinder {
    /// Whether a position is worth looking into. `before` is what was said of the position a ply earlier.
    fn is_promising(&self, place: &GamePosition, before: Option<SearchVerdict>) -> bool;

    fn problem(
        &mut self,
        place: &GamePosition,
        collection: &ProblemCollection,
        stop: &StopFlag,
    ) -> Option<Problem>;
}
