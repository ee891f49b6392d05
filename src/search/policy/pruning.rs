//! The margins of pruning before and between the moves, in centipawns.

use crate::units::Depth;

/// The margins of pruning.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PruningPolicy {
    /// By the numbers of `params.rs`.
    Quarterly,
    /// None at all (Diablo).
    Never,
    /// RDChess: futility at distance 1, extended futility at 2, razoring at 3. It documents no margins: a bishop, a rook and a
    /// queen, of RDChess's values, are ours.
    Rdchess,
    /// EXchess: futility below four plies, 50 and a hundred times the square of the depth; the loop of moves left after a share
    /// of them that grows with the depth. (Gains, and the term of that share that follows the static value, are left out.)
    Exchess,
    /// Expositor: futility below eight plies, 27 and 11 a ply, reverse futility 8 and 48 a ply.
    Expositor,
}

/// EXchess: the share of moves that is tried, in thousandths by depth.
const SHARE: [i32; 8] = [0, 128, 406, 625, 717, 808, 900, 1100];

/// Moves of a usual position, of which EXchess's shares are taken here.
const USUAL_MOVES: i32 = 40;

impl PruningPolicy {
    /// How far below alpha the static value of a node makes its quiet moves futile; `None` where none are. Depth is that left
    /// to the move.
    pub fn futility(self, depth: Depth) -> Option<i32> {
        let plies = depth.whole().max(0);
        match self {
            PruningPolicy::Exchess => (plies < 4).then_some(50 + 100 * plies * plies),
            PruningPolicy::Expositor => (plies < 8).then_some(27 + 11 * plies),
            PruningPolicy::Rdchess if plies < 2 => Some(325),
            PruningPolicy::Rdchess => (plies == 2).then_some(510),
            PruningPolicy::Quarterly | PruningPolicy::Never => None,
        }
    }

    /// How far above beta the static value of a node must be to end it; `None` where it never does.
    pub fn reverse_futility(self, depth: Depth) -> Option<i32> {
        let plies = depth.whole().max(0);
        match self {
            PruningPolicy::Expositor => (plies < 8).then_some(8 + 48 * plies),
            _ => None,
        }
    }

    /// How many moves are searched before the rest is left out; `None` for all.
    pub fn late_moves(self, depth: Depth) -> Option<usize> {
        let plies = depth.whole().max(0);
        match self {
            PruningPolicy::Exchess if plies < 7 => {
                Some((USUAL_MOVES * SHARE[plies as usize] / 1000).max(1) as usize)
            }
            _ => None,
        }
    }

    /// How far below alpha the static value of a node must be for razoring; `None` where there is none.
    pub fn razoring(self, depth: Depth) -> Option<i32> {
        (self == PruningPolicy::Rdchess && depth.whole() == 3).then_some(900)
    }
}
