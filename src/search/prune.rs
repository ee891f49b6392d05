//! Every pruning test of the main search, each a named function of the depth, the values and the params.
//!
//! None of them may turn a loss into a mate announced: moves are only left out where something better than being mated was
//! found already (the caller's condition), and nodes are only cut with values that are no mates.

use super::params::Params;
use crate::units::{Depth, Score};

/// A static value so far above beta that some move will keep it there.
pub fn is_reverse_futile(
    params: &Params,
    depth: Depth,
    eval: Score,
    beta: Score,
    improving: bool,
) -> bool {
    let plies = depth - if improving { Depth::PLY } else { Depth::ZERO };
    depth.whole() <= params.reverse_futility_depth
        && !beta.is_mate()
        && eval.raw() - scaled(params.reverse_futility_margin, plies).max(0) >= beta.raw()
}

/// A static value so far below alpha that only captures could help.
pub fn is_razorable(params: &Params, depth: Depth, eval: Score, alpha: Score) -> bool {
    depth.whole() <= params.razoring_depth
        && !alpha.is_mate()
        && eval.raw() + 100 + scaled(params.razoring_margin, depth) <= alpha.raw()
}

/// What passing takes off the depth.
pub fn null_reduction(params: &Params, depth: Depth, eval: Score, beta: Score) -> Depth {
    let surplus = ((eval.raw() - beta.raw()) * 64 / params.null_eval).clamp(0, 192);
    Depth::from_raw(params.null_base + depth.raw() * params.null_slope / 64 + surplus)
}

/// Enough quiet moves were tried at so small a depth.
pub fn is_late(params: &Params, depth: Depth, quiets: usize, improving: bool) -> bool {
    let plies = depth.whole().max(0);
    if plies > params.late_move_depth {
        return false;
    }
    let enough = params.late_move_base + plies * plies;
    quiets as i32 >= if improving { enough } else { (enough + 1) / 2 }
}

/// A quiet move cannot bring the static value up to alpha at so small a (reduced) depth.
pub fn is_futile(params: &Params, depth: Depth, eval: Score, alpha: Score) -> bool {
    depth.whole() <= params.futility_depth
        && !alpha.is_win()
        && eval.raw() + params.futility_base + scaled(params.futility_slope, depth.max(Depth::ZERO))
            <= alpha.raw()
}

/// The move failed too often before.
pub fn is_discredited(params: &Params, depth: Depth, history: i32) -> bool {
    let plies = depth.whole().max(0);
    plies <= params.history_prune_depth && history < -params.history_prune_slope * (plies + 1)
}

/// What an exchange may lose at this depth, as a threshold for static exchange evaluation; `None` where depth forbids
/// pruning by it.
pub fn exchange_threshold(params: &Params, depth: Depth, quiet: bool) -> Option<i32> {
    let plies = (depth.whole() + 1).max(1);
    let margin = if quiet { params.exchange_quiet } else { params.exchange_capture };
    (depth.whole() <= params.exchange_depth).then_some(-margin * plies)
}

/// Centipawns a ply over a depth, in fixed point.
fn scaled(margin: i32, depth: Depth) -> i32 {
    margin * depth.raw() / Depth::PLY.raw()
}
