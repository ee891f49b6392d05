//! Principal variations.

use arrayvec::ArrayVec;

use super::extend::Extension;
use crate::chess::Move;
use crate::units::MAX_PLY;

/// A move of a principal variation, with the extension it got there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct PvMove {
    pub mv: Move,
    pub extension: Option<Extension>,
}

/// The principal variation of a node. One a ply: a triangular table.
pub(super) type PvLine = ArrayVec<PvMove, MAX_PLY>;
