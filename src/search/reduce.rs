//! Late move reductions (LMR): how much less deep a late move is searched, in sixty-fourths of a ply.
//!
//! The extension that a move got is taken off its reduction by the caller simply by being added to its depth: a late
//! checking move is reduced less before it is ever extended.
//!
//! What `node_reduction` adds was measured with the second searches of `moves.rs` and pawn history: see `node.rs`, step 11.

use super::history;
use super::params::{CHILD_CUTOFFS, CUT_WITHOUT_MOVE, Params, REDUCE_CORRECTION};
use super::policy::{LateMove, ReductionPolicy};
use crate::chess::Move;
use crate::units::{Depth, NodeKind};

/// log2 of 0…255 in sixty-fourths, by integers alone: the same on every machine.
static LOG2: [i32; 256] = {
    let mut table = [0; 256];
    let mut n = 2;
    while n < 256 {
        // Squaring the mantissa doubles its logarithm: each squaring gives one more bit.
        let whole = (n as u32).ilog2();
        let mut mantissa = (n as u64) << 31 >> whole;
        let mut bits = whole as i32;
        let mut i = 0;
        while i < 6 {
            mantissa = (mantissa * mantissa) >> 31;
            bits <<= 1;
            if mantissa >= 2 << 31 {
                mantissa >>= 1;
                bits |= 1;
            }
            i += 1;
        }
        table[n] = bits;
        n += 1;
    }
    table
};

/// The largest history, either way, that the policies of others know.
const OTHERS_HISTORY: i32 = 64;

fn log2(n: i32) -> i32 {
    LOG2[n.clamp(0, 255) as usize]
}

/// A move as late move reduction and move pruning see it.
pub struct LmrMove {
    /// The move.
    pub mv: Move,
    /// What the node is expected to be.
    pub kind: NodeKind,
    /// Depth left at the node.
    pub depth: Depth,
    /// The move's number, from 1.
    pub number: usize,
    /// Whether it takes or promotes.
    pub noisy: bool,
    /// What the exchange that it starts is known to win at least, in centipawns.
    pub least_exchange: Option<i32>,
    /// Whether it gives check.
    pub gives_check: bool,
    /// Whether it does, and loses nothing by static exchange evaluation.
    pub safe_check: bool,
    /// Whether the node is in check.
    pub in_check: bool,
    /// Whether it is a killer or the counter move.
    pub refutation: bool,
    /// Whether the static evaluation rose in two plies.
    pub improving: bool,
    /// Its history.
    pub history: i32,
    /// By how much correction history moved the node's static evaluation, either way.
    pub correction: i32,
    /// Whether the table has a move of the node.
    pub has_table_move: bool,
    /// Whether it takes or promotes.
    pub table_noisy: bool,
    /// Whether the node was on the principal variation before.
    pub on_pv: bool,
    /// How many of the node's moves were refuted by a cutoff of the child's.
    pub child_cutoffs: u32,
}

/// The reduction of a late move; never negative.
pub fn late_move_reduction(params: &Params, lmr: &LmrMove) -> Depth {
    let policy = params.policies.reduction;
    if policy != ReductionPolicy::Quarterly {
        return policy.reduction(&late_move(lmr));
    }
    let product = log2(lmr.depth.whole()) * log2(lmr.number as i32) / 64;
    let mut reduction = params.reduce_base + params.reduce_slope * product / 64;
    if lmr.noisy {
        reduction = reduction * params.reduce_noisy / 100;
        reduction -= lmr.history / params.reduce_capture_history;
    } else {
        reduction -=
            (lmr.history / params.reduce_history).clamp(-history::MAX / 64, history::MAX / 64);
    }
    match lmr.kind {
        NodeKind::Pv => reduction -= params.reduce_pv,
        NodeKind::Cut => {
            reduction += params.reduce_cut;
            reduction += if lmr.has_table_move { 0 } else { CUT_WITHOUT_MOVE };
        }
        NodeKind::All => {}
    }
    if !lmr.improving {
        reduction += params.reduce_worsening;
    }
    if lmr.gives_check {
        reduction -= if lmr.safe_check { params.reduce_check } else { params.reduce_losing_check };
    }
    if lmr.refutation {
        reduction -= params.reduce_killer;
    }
    if lmr.in_check {
        reduction -= params.reduce_escape;
    }
    Depth::from_raw(reduction.max(0))
}

/// The depth that a late move would be reduced to, by which pruning goes.
pub fn pruning_depth(params: &Params, lmr: &LmrMove) -> Depth {
    lmr.depth - late_move_reduction(params, lmr)
}

/// What the node says against its late moves, on top of that: a table move that takes, children that fail high one after the
/// other. One that was on the principal variation, or whose static evaluation is not to be trusted, is looked at more closely.
/// May be negative.
pub fn node_reduction(params: &Params, lmr: &LmrMove) -> Depth {
    if params.policies.reduction != ReductionPolicy::Quarterly {
        return Depth::ZERO;
    }
    let mut reduction = -lmr.correction * REDUCE_CORRECTION / 16;
    if lmr.table_noisy && !lmr.noisy {
        reduction += params.reduce_table_noisy;
    }
    if lmr.child_cutoffs > CHILD_CUTOFFS {
        reduction += params.reduce_cutoffs;
    }
    if lmr.on_pv && lmr.kind != NodeKind::Pv {
        reduction -= params.reduce_former_pv;
    }
    Depth::from_raw(reduction)
}

/// A late move as the policies of others see it.
fn late_move(lmr: &LmrMove) -> LateMove {
    let history =
        (lmr.history * OTHERS_HISTORY / history::MAX).clamp(-OTHERS_HISTORY, OTHERS_HISTORY);
    LateMove {
        depth: lmr.depth,
        number: lmr.number,
        quiet: !lmr.noisy && !lmr.gives_check && !lmr.in_check,
        pv: lmr.kind == NodeKind::Pv,
        history,
        logarithms: (log2(lmr.depth.whole() - 1), log2(lmr.number as i32)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn logarithms() {
        assert_eq!([1, 2, 4, 128].map(log2), [0, 64, 128, 448]);
        // 64 · log2(3) = 101.4, 64 · log2(10) = 212.6
        assert_eq!([3, 10].map(log2), [101, 212]);
        assert!((1..255).all(|n| log2(n) <= log2(n + 1)));
    }
}
