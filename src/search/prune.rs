//! Pruning margins of the main search: each test a named function of the depth, the values and the params.
//!
//! None of them may turn a loss into a mate announced: moves are only left out where something better than a known loss was
//! found already (the caller's condition), and nodes are only cut with values that are no mates, nor out of endgame tables.

use super::params::{
    EXCHANGE_CAPTURE_HISTORY, FUTILITY_HISTORY, LATE_MOVES_IMPROVING, LATE_MOVES_OTHERWISE,
    NULL_EVAL_MOST, NULL_STATIC_MARGIN, NULL_STATIC_SLOPE, Params, RAZORING_BASE,
    REVERSE_FUTILITY_BELIEF, REVERSE_FUTILITY_WORSENING,
};
use super::policy::{NullAsk, NullPolicy, PruningPolicy};
use crate::units::{Depth, NodeKind, Score};

/// Reverse futility pruning: a static evaluation so far above beta that some move will keep it there. Less is enough where it is
/// improving, and where it got worse for the opponent with its last move.
pub fn is_reverse_futile(
    params: &Params,
    depth: Depth,
    eval: Score,
    beta: Score,
    (improving, worsening): (bool, bool),
) -> bool {
    let policy = params.policies.pruning;
    if policy != PruningPolicy::Quarterly {
        let margin = policy.reverse_futility(depth).filter(|_| !beta.is_decisive());
        return margin.is_some_and(|margin| eval.raw() - margin >= beta.raw());
    }
    let plies = depth - if improving { Depth::PLY } else { Depth::ZERO };
    let eval = eval + if worsening { REVERSE_FUTILITY_WORSENING } else { 0 };
    depth.whole() <= params.reverse_futility_depth
        && !beta.is_decisive()
        && eval.raw() - scaled(params.reverse_futility_margin, plies).max(0) >= beta.raw()
}

/// Reverse futility pruning: what a node that it ends is worth.
pub fn reverse_futility_score(params: &Params, eval: Score, beta: Score) -> Score {
    match params.policies.pruning {
        PruningPolicy::Quarterly => blend_fail_high(eval, beta, REVERSE_FUTILITY_BELIEF),
        _ => eval,
    }
}

/// Fail high blending: a score beyond beta that was not searched, or hardly, is believed by so many 64ths of what it has
/// above. Mates and what endgame tables know stay as they are.
pub fn blend_fail_high(score: Score, beta: Score, share: i32) -> Score {
    if score <= beta || score.is_decisive() || beta.is_decisive() {
        return score;
    }
    beta + (score.raw() - beta.raw()) * share / 64
}

/// Fail high blending of a searched score: the deeper the search, the more of what it has above beta is believed. Mates and what
/// endgame tables know stay as they are.
pub fn blend_searched_fail_high(params: &Params, score: Score, beta: Score, depth: Depth) -> Score {
    if params.policies.pruning != PruningPolicy::Quarterly
        || score <= beta
        || score.is_decisive()
        || beta.is_decisive()
    {
        return score;
    }
    let plies = depth.whole().max(1);
    Score::cp((score.raw() * plies + beta.raw()) / (plies + 1))
}

/// Razoring: a static evaluation so far below alpha that only captures could help.
pub fn is_razorable(params: &Params, depth: Depth, eval: Score, alpha: Score) -> bool {
    let policy = params.policies.pruning;
    let margin = if policy != PruningPolicy::Quarterly {
        policy.razoring(depth)
    } else {
        let margin = RAZORING_BASE + scaled(params.razoring_margin, depth);
        (depth.whole() <= params.razoring_depth).then_some(margin)
    };
    !alpha.is_decisive() && margin.is_some_and(|margin| eval.raw() + margin <= alpha.raw())
}

/// Null move pruning: whether it is tried at nodes of this kind. Ours asks for an expected cutoff, as Stockfish does.
pub fn is_null_move_node(params: &Params, kind: NodeKind) -> bool {
    params.policies.null_move != NullPolicy::Quarterly || kind == NodeKind::Cut
}

/// Null move pruning: whether the static evaluation alone lets one hope for a cut. The deeper the search, the less of it is
/// asked for.
pub fn is_null_move_promising(params: &Params, depth: Depth, eval: Score, beta: Score) -> bool {
    params.policies.null_move != NullPolicy::Quarterly
        || eval.raw() >= beta.raw() + NULL_STATIC_MARGIN - NULL_STATIC_SLOPE * depth.whole()
}

/// Null move pruning: what passing takes off the depth; `None` if it is not tried. `pieces` are those of the side to move.
pub fn null_move_reduction(
    params: &Params,
    depth: Depth,
    (eval, beta): (Score, Score),
    pieces: u32,
) -> Option<Depth> {
    let policy = params.policies.null_move;
    if policy != NullPolicy::Quarterly {
        return policy.reduction(&NullAsk { depth, surplus: eval.raw() - beta.raw(), pieces });
    }
    let surplus = ((eval.raw() - beta.raw()) * 64 / params.null_eval).clamp(0, NULL_EVAL_MOST);
    Some(Depth::from_raw(params.null_base + depth.raw() * params.null_slope / 64 + surplus))
}

/// Null move pruning: whether a cut at this depth is verified.
pub fn is_null_move_verified(params: &Params, depth: Depth) -> bool {
    let policy = params.policies.null_move;
    if policy != NullPolicy::Quarterly {
        return policy.verified_from().is_some_and(|from| depth >= from);
    }
    depth >= Depth::plies(params.null_verify)
}

/// Late move pruning (move count pruning): enough quiet moves were searched at so small a depth.
pub fn is_late_move_pruned(params: &Params, depth: Depth, quiets: usize, improving: bool) -> bool {
    let policy = params.policies.pruning;
    if policy != PruningPolicy::Quarterly {
        return policy.late_moves(depth).is_some_and(|most| quiets >= most);
    }
    let plies = depth.whole().max(0);
    if plies > params.late_move_depth {
        return false;
    }
    let enough = params.late_move_base + plies * plies;
    let percent = if improving { LATE_MOVES_IMPROVING } else { LATE_MOVES_OTHERWISE };
    quiets as i32 * 100 >= enough * percent
}

/// Futility pruning: a quiet move cannot bring the static evaluation up to alpha at so small a (reduced) depth.
pub fn is_futile(params: &Params, depth: Depth, eval: Score, history: i32, alpha: Score) -> bool {
    !alpha.is_decisive_win()
        && futility_value(params, depth, eval, history).is_some_and(|value| value <= alpha)
}

/// The most that a quiet move of this history is expected to make of the static evaluation at a (reduced) depth; `None` where
/// that is too deep to say.
pub fn futility_value(params: &Params, depth: Depth, eval: Score, history: i32) -> Option<Score> {
    let policy = params.policies.pruning;
    let margin = if policy != PruningPolicy::Quarterly {
        policy.futility(depth)?
    } else if depth.whole() <= params.futility_depth {
        params.futility_base
            + scaled(params.futility_slope, depth.max(Depth::ZERO))
            + history * FUTILITY_HISTORY / 1_024
    } else {
        return None;
    };
    Some(Score::cp(eval.raw() + margin))
}

/// History pruning: the move failed too often before.
pub fn is_history_pruned(params: &Params, depth: Depth, history: i32) -> bool {
    let plies = depth.whole().max(0);
    params.policies.pruning == PruningPolicy::Quarterly
        && plies <= params.history_prune_depth
        && history < -params.history_prune_slope * (plies + 1)
}

/// Pruning by static exchange evaluation (SEE): what an exchange may lose at this depth, as its threshold; `None` where depth
/// forbids pruning by it. A capture that often failed high may lose
/// more, one that often failed less, or it has to win something.
pub fn see_threshold(params: &Params, depth: Depth, noisy: bool, history: i32) -> Option<i32> {
    let plies = (depth.whole() + 1).max(1);
    let most = if noisy {
        params.exchange_capture * plies + history * EXCHANGE_CAPTURE_HISTORY / 1_024
    } else {
        params.exchange_quiet * plies
    };
    let prunes = params.policies.pruning == PruningPolicy::Quarterly
        && depth.whole() <= params.exchange_depth;
    prunes.then_some(-most)
}

/// Centipawns a ply over a depth, in fixed point.
fn scaled(margin: i32, depth: Depth) -> i32 {
    margin * depth.raw() / Depth::PLY.raw()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_what_is_above_beta_a_share_is_believed() {
        let of = |score: i32, beta: i32, share| {
            blend_fail_high(Score::from_raw(score), Score::from_raw(beta), share).raw()
        };
        assert_eq!([of(120, 40, 32), of(-20, -100, 48), of(-20, -100, 64)], [80, -40, -20]);
        assert_eq!([of(40, 40, 32), of(30, 40, 32)], [40, 30], "only above beta");
        assert_eq!([of(31_990, 40, 32), of(31_990, 31_980, 32)], [31_990; 2], "mates stay");
    }
}
