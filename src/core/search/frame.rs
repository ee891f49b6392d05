//! The searcher's memory for each ply: the node on its path, and the principal variation below it.

use arrayvec::ArrayVec;

use super::extend::{Extension, LastMove, Rule};
use super::history::PieceTo;
use crate::chess::{Bitboard, Move};
use crate::units::{Depth, MAX_PLY, Score};

/// A move of a principal variation, with the extension it got there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct PvMove {
    pub mv: Move,
    pub extension: Option<Extension>,
}

/// The principal variation of a node. One a ply: a triangular table.
pub(super) type PvLine = ArrayVec<PvMove, MAX_PLY>;

/// The state of a node on the path, and of the move being searched there.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Frame {
    /// The static evaluation; `None` in check.
    pub eval: Option<Score>,
    /// The move being searched; `None` if it is a null move.
    pub last: Option<LastMove>,
    pub piece_to: Option<PieceTo>,
    /// Squares that the opponent attacks; from the node's last move loop.
    pub threats: Bitboard,
    pub reduction: Depth,
    /// Killer moves: quiet moves that failed high at this ply before.
    pub killers: [Option<Move>; 2],
    /// Replies to check at this node; 0 if it is in none.
    pub replies: u64,
    pub extended_by: Option<Rule>,
    /// Extensions on the way to this node.
    pub spent: Depth,
    /// The part of it that moves got that are not forced.
    pub spent_unforced: Depth,
    /// The rule that extended the nearest move above this node.
    pub owner: Option<Rule>,
    /// The move left out while the node is searched without it (singular extension).
    pub excluded: Option<Move>,
    /// Cutoffs at this ply below the node two plies up: how well the opponent's moves are refuted there.
    pub cutoffs: u32,
    /// Whether the move being searched captures, promotes or answers a check: it allows a later check in quiescence.
    pub tactical: bool,
}
