//! Late move reductions (LMR): by how much less a late move is searched, in sixty-fourths of a ply.
//!
//! The caller adds the move's extension to its depth, which offsets the reduction: a late checking move is first reduced less,
//! then extended.
//!
//! The terms of `node_reduction` were measured with the second searches of `moves.rs` and pawn history: see `node.rs`, step 11.

use super::history;
use super::params::{CHILD_CUTOFFS, CUT_WITHOUT_MOVE, Params, REDUCE_CORRECTION};
use super::policy::Policy;
use super::stack::SearchNode;
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
pub(super) struct LmrMove<'a> {
    pub node: &'a SearchNode,
    pub mv: Move,
    /// The move's number, from 1.
    pub number: usize,
    pub noisy: bool,
    /// Lower bound of the exchange that it starts, in centipawns.
    pub least_exchange: Option<i32>,
    pub gives_check: bool,
    /// Whether it gives check and loses nothing by static exchange evaluation.
    pub safe_check: bool,
    pub in_check: bool,
    pub refutation: bool,
    pub history: i32,
    /// Number of the node's moves refuted by a cutoff in the child.
    pub child_cutoffs: u32,
}

/// The reduction of a late move; never negative.
pub(super) fn late_move_reduction(params: &Params, lmr: &LmrMove<'_>) -> Depth {
    match params.policy {
        Policy::Quarterly => {}
        Policy::Exchess => return exchess_reduction(lmr),
        Policy::Expositor => return expositor_reduction(lmr),
        Policy::Slow | Policy::Rdchess | Policy::Diablo => return Depth::ZERO,
    }
    let product = log2(lmr.node.depth.whole()) * log2(lmr.number as i32) / 64;
    let mut reduction = params.reduce_base + params.reduce_slope * product / 64;
    if lmr.noisy {
        reduction = reduction * params.reduce_noisy / 100;
        reduction -= lmr.history / params.reduce_capture_history;
    } else {
        reduction -=
            (lmr.history / params.reduce_history).clamp(-history::MAX / 64, history::MAX / 64);
    }
    match lmr.node.kind {
        NodeKind::Pv => reduction -= params.reduce_pv,
        NodeKind::Cut => {
            reduction += params.reduce_cut;
            reduction += if lmr.node.table_move.is_some() { 0 } else { CUT_WITHOUT_MOVE };
        }
        NodeKind::All => {}
    }
    if !lmr.node.improving {
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
pub(super) fn pruning_depth(params: &Params, lmr: &LmrMove<'_>) -> Depth {
    lmr.node.depth - late_move_reduction(params, lmr)
}

/// The reduction by properties of the node: a capturing table move and several children that fail high increase it; a node that
/// was on the principal variation, or whose static evaluation is unreliable, decreases it. May be negative.
pub(super) fn node_reduction(params: &Params, lmr: &LmrMove<'_>) -> Depth {
    if params.policy != Policy::Quarterly {
        return Depth::ZERO;
    }
    let mut reduction = -lmr.node.correction() * REDUCE_CORRECTION / 16;
    if lmr.node.table_noisy && !lmr.noisy {
        reduction += params.reduce_table_noisy;
    }
    if lmr.child_cutoffs > CHILD_CUTOFFS {
        reduction += params.reduce_cutoffs;
    }
    if lmr.node.on_pv && lmr.node.kind != NodeKind::Pv {
        reduction -= params.reduce_former_pv;
    }
    Depth::from_raw(reduction)
}

/// EXchess: a ply; a fifth of the depth more far below alpha, and more for a bad history.
fn exchess_reduction(lmr: &LmrMove<'_>) -> Depth {
    let plies = lmr.node.depth.whole().max(0);
    let history = others_history(lmr);
    let more = if history < -23 * plies {
        1 + plies / 8
    } else if history < -10 * plies {
        1 + plies / 12
    } else {
        0
    };
    if is_plain(lmr) { Depth::plies(1 + more) } else { Depth::ZERO }
}

/// Expositor: from the fourth move on, by the logarithms of depth and number; half of it on the principal variation.
fn expositor_reduction(lmr: &LmrMove<'_>) -> Depth {
    if !is_plain(lmr) || lmr.number < 4 || lmr.node.depth.whole() <= 2 {
        return Depth::ZERO;
    }
    // In 4096ths of a ply: 0.600, 0.290 for each product of logarithms, 0.016129 for each of history.
    let product = log2(lmr.node.depth.whole() - 1) * log2(lmr.number as i32) / 64 * 64;
    let all = 2_458 + 290 * product / 1000 - 66 * others_history(lmr);
    let all = if lmr.node.kind == NodeKind::Pv { all / 2 } else { all };
    Depth::plies((all / 4_096).max(0))
}

/// Returns whether EXchess and Expositor would reduce a move: it is quiet, gives no check and is not an evasion.
fn is_plain(lmr: &LmrMove<'_>) -> bool {
    !lmr.noisy && !lmr.gives_check && !lmr.in_check
}

/// The history of a move in the scale of EXchess and Expositor. Neither is documented: here it has 64 either way.
fn others_history(lmr: &LmrMove<'_>) -> i32 {
    (lmr.history * OTHERS_HISTORY / history::MAX).clamp(-OTHERS_HISTORY, OTHERS_HISTORY)
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
