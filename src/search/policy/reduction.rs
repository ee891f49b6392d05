//! How much less deep late moves are searched.

use crate::units::Depth;

/// How much less deep late moves are searched.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ReductionPolicy {
    /// By our numbers.
    Quarterly,
    /// Not at all (Diablo, RDChess).
    Never,
    /// EXchess: a ply; a fifth of the depth more far below alpha, and more for a bad history.
    Exchess,
    /// Expositor: from the fourth move on, by the logarithms of depth and number; half of it on the principal variation.
    Expositor,
}

/// A late move.
#[derive(Clone, Copy, Debug)]
pub struct LateMove {
    /// Depth left at the node.
    pub depth: Depth,
    /// Its number, from 1.
    pub number: usize,
    /// Quiet, and not one that leaves a check.
    pub quiet: bool,
    /// On the principal variation.
    pub pv: bool,
    /// Its history, of 64 at most either way.
    pub history: i32,
    /// log2 of the depth less one, and of the number, in sixty-fourths.
    pub logarithms: (i32, i32),
}

impl ReductionPolicy {
    /// The reduction of a late move. The house's is in `reduce.rs`. EXchess's scale of history is not documented, nor
    /// Expositor's: here it has 64 either way.
    pub fn reduction(self, late: &LateMove) -> Depth {
        let LateMove { depth, number, quiet, pv, history, logarithms } = *late;
        let plies = depth.whole().max(0);
        match self {
            ReductionPolicy::Exchess if quiet => {
                let more = if history < -23 * plies {
                    1 + plies / 8
                } else if history < -10 * plies {
                    1 + plies / 12
                } else {
                    0
                };
                Depth::plies(1 + more)
            }
            ReductionPolicy::Expositor if quiet && number >= 4 && plies > 2 => {
                let (depth, number) = logarithms;
                // In 4096ths of a ply: 0.600, 0.290 for each product of logarithms, 0.016129 for each of history.
                let product = depth * number / 64 * 64;
                let all = 2_458 + 290 * product / 1000 - 66 * history;
                let all = if pv { all / 2 } else { all };
                Depth::plies((all / 4_096).max(0))
            }
            _ => Depth::ZERO,
        }
    }
}
