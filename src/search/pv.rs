//! Principal variations, and what the search of a root move cost.

use arrayvec::ArrayVec;

use super::extend::Extension;
use super::trace::Depth64;
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

#[derive(Clone, Copy, Debug, Default)]
pub(super) struct RootCost {
    pub nodes: u64,
    /// The sum of all extensions, in sixty-fourths.
    pub added: Depth64,
    /// The longest line, in plies from the root.
    pub seldepth: u32,
}
