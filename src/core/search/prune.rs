//! Pruning margins of the main search: each test is a named function of the depth, the values and the params.
//!
//! None of them may cause a false mate score: moves are skipped only after a move better than a known loss was found (the
//! caller's condition), and nodes are cut only with values that are neither mates nor from endgame tables. Documented margins of
//! the ancestors (`policy/`) are beside ours.

use super::params::{
    EXCHANGE_CAPTURE_HISTORY, FUTILITY_HISTORY, LATE_MOVES_IMPROVING, LATE_MOVES_OTHERWISE,
    NULL_EVAL_MOST, NULL_STATIC_MARGIN, NULL_STATIC_SLOPE, Params, RAZORING_BASE,
    REVERSE_FUTILITY_BELIEF, REVERSE_FUTILITY_WORSENING,
};
use super::policy::Policy;
use super::reduce::{self, LmrMove};
use super::stack::SearchNode;
use super::trace::Prune;
use crate::chess::Position;
use crate::units::{Depth, NodeKind, Score};

/// EXchess: the share of moves that is tried, in thousandths by depth.
const SHARE: [i32; 8] = [0, 128, 406, 625, 717, 808, 900, 1100];

/// Moves of a usual position, of which EXchess's shares are taken here.
const USUAL_MOVES: i32 = 40;

/// Reverse futility pruning: a static evaluation so far above beta that some move will keep it there. Less is enough where it is
/// improving, and where it got worse for the opponent with its last move. Expositor: below eight plies, 8 and 48 a ply.
pub(super) fn is_reverse_futile(
    params: &Params,
    node: &SearchNode,
    eval: Score,
    worsening: bool,
) -> bool {
    let (whole, beta) = (node.depth.whole(), node.window.beta);
    let margin = match params.policy {
        Policy::Quarterly if whole <= params.reverse_futility_depth => {
            let plies = node.depth - if node.improving { Depth::PLY } else { Depth::ZERO };
            let less = if worsening { REVERSE_FUTILITY_WORSENING } else { 0 };
            scaled(params.reverse_futility_margin, plies).max(0) - less
        }
        Policy::Expositor if whole < 8 => 8 + 48 * whole.max(0),
        _ => return false,
    };
    !beta.is_decisive() && eval.raw() - margin >= beta.raw()
}

/// Reverse futility pruning: what a node that it ends is worth.
pub(crate) fn reverse_futility_score(params: &Params, eval: Score, beta: Score) -> Score {
    match params.policy {
        Policy::Quarterly => blend_fail_high(eval, beta, REVERSE_FUTILITY_BELIEF),
        _ => eval,
    }
}

/// Fail-high blending: a score beyond beta that was not searched, or hardly, keeps `share` 64ths of its excess. Mates and table
/// scores are unchanged.
pub(crate) fn blend_fail_high(score: Score, beta: Score, share: i32) -> Score {
    if score <= beta || score.is_decisive() || beta.is_decisive() {
        return score;
    }
    beta + (score.raw() - beta.raw()) * share / 64
}

/// Fail high blending of a searched score: the deeper the search, the more of what it has above beta is believed. Mates and what
/// endgame tables know stay as they are.
pub(crate) fn blend_searched_fail_high(
    params: &Params,
    score: Score,
    beta: Score,
    depth: Depth,
) -> Score {
    if params.policy != Policy::Quarterly
        || score <= beta
        || score.is_decisive()
        || beta.is_decisive()
    {
        return score;
    }
    let plies = depth.whole().max(1);
    Score::cp((score.raw() * plies + beta.raw()) / (plies + 1))
}

/// Razoring: a static evaluation so far below alpha that only captures could help. RDChess's margin, which it does not document,
/// is a queen.
pub(super) fn is_razorable(params: &Params, node: &SearchNode, eval: Score) -> bool {
    let (plies, alpha) = (node.depth.whole(), node.window.alpha);
    let margin = match params.policy {
        Policy::Quarterly if plies <= params.razoring_depth => {
            RAZORING_BASE + scaled(params.razoring_margin, node.depth)
        }
        Policy::Rdchess if plies == 3 => 900,
        _ => return false,
    };
    !alpha.is_decisive() && eval.raw() + margin <= alpha.raw()
}

/// Null move pruning: what passing takes off the depth, its own ply included; `None` if it is not tried. `estimate` is what the
/// table makes of the static evaluation, `pieces` are those of the side to move, king and pawns not counted.
///
/// Ours asks for an expected cutoff, as Stockfish does, and for a static evaluation that alone lets one hope for it: the deeper the
/// search, the less.
///
/// Two plies are the usual form (Donninger 1993), for engines that name null moves and no more. EXchess: above beta alone, with
/// more than one piece; 3 plies, 4 or 5 where the value is far above beta. Expositor: from four plies on, 2.5 plies and 0.297 of
/// the depth, before ten plies only with two pieces. (With one piece it halves the depth of the node instead, which is left out here.)
pub(super) fn null_move_reduction(
    params: &Params,
    node: &SearchNode,
    (eval, estimate): (Score, Score),
    pieces: u32,
) -> Option<Depth> {
    let (depth, beta) = (node.depth, node.window.beta);
    let surplus = estimate.raw() - beta.raw();
    match params.policy {
        Policy::Quarterly => {
            let least = NULL_STATIC_MARGIN - NULL_STATIC_SLOPE * depth.whole();
            if node.kind != NodeKind::Cut || eval.raw() < beta.raw() + least {
                return None;
            }
            let more = (surplus * 64 / params.null_eval).clamp(0, NULL_EVAL_MOST);
            Some(Depth::from_raw(params.null_base + depth.raw() * params.null_slope / 64 + more))
        }
        Policy::Slow | Policy::Rdchess => Some(Depth::plies(3)),
        Policy::Exchess => {
            let plies = match depth.whole() {
                6.. if surplus > 400 => 5,
                5.. if surplus > 100 => 4,
                _ => 3,
            };
            (surplus > 0 && pieces > 1).then_some(Depth::plies(plies + 1))
        }
        Policy::Expositor => {
            let enough = pieces >= if depth.whole() < 10 { 2 } else { 1 };
            let share = Depth::from_raw(160 + depth.raw() * 297 / 1000);
            (depth >= Depth::plies(4) && enough).then_some(share)
        }
        Policy::Diablo => None,
    }
}

/// Null move pruning: returns whether a cut at this depth is verified. EXchess's source never verifies, although its wiki says
/// that it does.
pub(crate) fn is_null_move_verified(params: &Params, depth: Depth) -> bool {
    match params.policy {
        Policy::Quarterly => depth >= Depth::plies(params.null_verify),
        Policy::Expositor => depth >= Depth::plies(10),
        _ => false,
    }
}

/// Why a move is not searched at all, if it is not. Never the first move, never with pawns alone (zugzwang).
#[inline]
pub(super) fn why_pruned(params: &Params, position: &Position, lmr: &LmrMove<'_>) -> Option<Prune> {
    if lmr.number == 1 || !position.has_non_pawn_material(position.turn()) {
        return None;
    }
    // The only move that keeps what the endings know may be quiet and late.
    if !lmr.noisy && !lmr.gives_check && !lmr.node.is_known() {
        if is_too_late(params, lmr) {
            return Some(Prune::LateMove);
        }
        // The depth that the move would be reduced to.
        let reduced = reduce::pruning_depth(params, lmr);
        let alpha = lmr.node.window.alpha;
        // Futility pruning: it cannot bring the static evaluation up to alpha.
        if !lmr.refutation
            && !alpha.is_decisive_win()
            && futility_value(params, lmr, reduced).is_some_and(|value| value <= alpha)
        {
            return Some(Prune::Futility);
        }
        if has_failed_too_often(params, lmr, reduced) {
            return Some(Prune::History);
        }
    }
    // Pruning by static exchange evaluation (SEE), where it was not asked already.
    let threshold = see_threshold(params, lmr)?;
    let known = lmr.least_exchange.is_some_and(|least| least >= threshold);
    (!known && !position.see_at_least(lmr.mv, threshold)).then_some(Prune::Exchange)
}

/// Late move pruning (move count pruning): enough quiet moves were searched at so small a depth. EXchess leaves out moves after a
/// share of them that grows with the depth. (The term of that share that follows the static value is left out.)
pub(super) fn is_too_late(params: &Params, lmr: &LmrMove<'_>) -> bool {
    let plies = lmr.node.depth.whole().max(0);
    let quiets = lmr.number as i32 - 1;
    match params.policy {
        Policy::Quarterly if plies <= params.late_move_depth => {
            let enough = params.late_move_base + plies * plies;
            let improving = lmr.node.improving;
            let percent = if improving { LATE_MOVES_IMPROVING } else { LATE_MOVES_OTHERWISE };
            quiets * 100 >= enough * percent
        }
        Policy::Exchess if plies < 7 => {
            quiets >= (USUAL_MOVES * SHARE[plies as usize] / 1000).max(1)
        }
        _ => false,
    }
}

/// Futility pruning: the most that a quiet move of this history is expected to make of the static evaluation at a (reduced) depth;
/// `None` in check, and beyond the maximum depth.
///
/// EXchess: below four plies, 50 and a hundred times the square of the depth (its gains are left out). Expositor: below eight plies,
/// 27 and 11 a ply. RDChess: at distance 1 and 2; it documents no margins, and a bishop and a rook, of RDChess's values, are ours.
pub(super) fn futility_value(params: &Params, lmr: &LmrMove<'_>, depth: Depth) -> Option<Score> {
    let plies = depth.whole().max(0);
    let margin = match params.policy {
        Policy::Quarterly if plies <= params.futility_depth => {
            params.futility_base
                + scaled(params.futility_slope, depth.max(Depth::ZERO))
                + lmr.history * FUTILITY_HISTORY / 1_024
        }
        Policy::Exchess if plies < 4 => 50 + 100 * plies * plies,
        Policy::Expositor if plies < 8 => 27 + 11 * plies,
        Policy::Rdchess if plies < 2 => 325,
        Policy::Rdchess if plies == 2 => 510,
        _ => return None,
    };
    Some(Score::cp(lmr.node.eval?.raw() + margin))
}

/// History pruning, at a (reduced) depth.
fn has_failed_too_often(params: &Params, lmr: &LmrMove<'_>, depth: Depth) -> bool {
    let plies = depth.whole().max(0);
    params.policy == Policy::Quarterly
        && plies <= params.history_prune_depth
        && lmr.history < -params.history_prune_slope * (plies + 1)
}

/// Pruning by static exchange evaluation (SEE): what an exchange may lose at this depth, as its threshold; `None` where depth
/// forbids pruning by it. A capture that often failed high may lose more, one that often failed less, or it has to win something.
fn see_threshold(params: &Params, lmr: &LmrMove<'_>) -> Option<i32> {
    let depth = lmr.node.depth.whole();
    let plies = (depth + 1).max(1);
    let most = if lmr.noisy {
        params.exchange_capture * plies + lmr.history * EXCHANGE_CAPTURE_HISTORY / 1_024
    } else {
        params.exchange_quiet * plies
    };
    let prunes = params.policy == Policy::Quarterly && depth <= params.exchange_depth;
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
