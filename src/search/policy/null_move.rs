//! Whether and how passing is tried.

use crate::units::Depth;

/// Whether and how passing is tried.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NullPolicy {
    /// By the numbers of `params.rs`, verified from some depth on.
    Quarterly,
    /// Two plies, not verified: the usual form (Donninger 1993), for engines that name null moves and no more.
    Classic,
    /// Never (Diablo).
    Never,
    /// EXchess: above beta alone, with more than one piece; 3 plies, 4 or 5 where the value is far above beta. No
    /// verification, as in its source; its wiki says otherwise.
    Exchess,
    /// Expositor: from four plies on, 2.5 plies and 0.297 of the depth; verified from ten plies on, and before that only with
    /// two pieces. (With one piece it halves the depth of the node instead, which is left out here.)
    Expositor,
}

/// A node that may pass.
#[derive(Clone, Copy, Debug)]
pub struct NullAsk {
    /// Depth left.
    pub depth: Depth,
    /// Centipawns that the estimate is above beta.
    pub surplus: i32,
    /// Pieces of the side to move, king and pawns not counted.
    pub pieces: u32,
}

impl NullPolicy {
    /// What a pass, its own ply included, takes off the depth; `None` if it is not tried. The house's is in `prune.rs`.
    pub fn reduction(self, ask: &NullAsk) -> Option<Depth> {
        let NullAsk { depth, surplus, pieces } = *ask;
        match self {
            NullPolicy::Quarterly | NullPolicy::Never => None,
            // The ply of the pass itself besides, here as below.
            NullPolicy::Classic => Some(Depth::plies(3)),
            NullPolicy::Exchess => {
                let plies = match depth.whole() {
                    6.. if surplus > 400 => 5,
                    5.. if surplus > 100 => 4,
                    _ => 3,
                };
                (surplus > 0 && pieces > 1).then_some(Depth::plies(plies + 1))
            }
            NullPolicy::Expositor => {
                let enough = pieces >= if depth.whole() < 10 { 2 } else { 1 };
                let share = Depth::from_raw(160 + depth.raw() * 297 / 1000);
                (depth >= Depth::plies(4) && enough).then_some(share)
            }
        }
    }

    /// From which depth on a null cut is verified; `None` for never. The house's is a number.
    pub fn verified_from(self) -> Option<Depth> {
        match self {
            NullPolicy::Expositor => Some(Depth::plies(10)),
            _ => None,
        }
    }
}
