//! The documented numbers of the ancestors, one by one.

use super::*;
use crate::chess::{Move, Square};
use crate::search::params::Params;
use crate::search::reduce::{LmrMove, late_move_reduction};
use crate::search::stack::SearchNode;
use crate::search::{history, prune};
use crate::units::{Depth, NodeKind, Score, Window};

fn params(policy: Policy) -> Params {
    Params { policy, ..Params::default() }
}

/// A node with a static evaluation of 0, between 0 and 1.
fn node(plies: i32) -> SearchNode {
    SearchNode {
        ply: 1,
        depth: Depth::plies(plies),
        window: Window::null_above(Score::DRAW),
        kind: NodeKind::Cut,
        table_move: None,
        table_noisy: false,
        entry: None,
        raw_eval: None,
        eval: Some(Score::DRAW),
        improving: false,
        mate_threat: false,
        kept_on: None,
        on_pv: false,
        excluded: None,
    }
}

/// A quiet move with this history, in 64ths.
fn late(node: &SearchNode, number: usize, history: i32) -> LmrMove<'_> {
    LmrMove {
        node,
        mv: Move::normal(Square::G1, Square::F3),
        number,
        noisy: false,
        least_exchange: None,
        gives_check: false,
        safe_check: false,
        in_check: false,
        refutation: false,
        history: history * history::MAX / 64,
        child_cutoffs: 0,
    }
}

/// The least number for which something holds at a depth.
fn least(plies: i32, holds: impl Fn(&SearchNode, i32) -> bool) -> Option<i32> {
    let node = node(plies);
    (0..1_000).find(|&number| holds(&node, number))
}

fn null(policy: Policy, plies: i32, surplus: i32, pieces: u32) -> Option<i32> {
    let estimate = node(plies).window.beta + surplus;
    let values = (estimate, estimate);
    let less = prune::null_move_reduction(&params(policy), &node(plies), values, pieces);
    less.map(Depth::raw)
}

#[test]
fn null_moves_of_exchess_and_expositor() {
    let verified = |policy| {
        (1..20).find(|&plies| prune::is_null_move_verified(&params(policy), Depth::plies(plies)))
    };
    let exchess = |plies, surplus, pieces| null(Policy::Exchess, plies, surplus, pieces);
    // R = 3, 4 above beta + 100 from five plies on, 5 above beta + 400 from six on; and the ply of the pass.
    assert_eq!(
        [exchess(8, 50, 2), exchess(8, 101, 2), exchess(8, 401, 2)],
        [256, 320, 384].map(Some)
    );
    assert_eq!([exchess(4, 500, 2), exchess(5, 500, 2)], [256, 320].map(Some));
    assert_eq!([exchess(8, 0, 2), exchess(8, 50, 1)], [None; 2]);
    assert_eq!(verified(Policy::Exchess), None);
    let expositor = |plies, pieces| null(Policy::Expositor, plies, 0, pieces);
    // 2.5 plies and 0.297 of the depth, in sixty-fourths.
    assert_eq!(
        [expositor(3, 2), expositor(4, 2), expositor(12, 1)],
        [None, Some(160 + 76), Some(160 + 228)]
    );
    assert_eq!([expositor(9, 1), expositor(10, 1)], [None, Some(160 + 190)]);
    assert_eq!(verified(Policy::Expositor), Some(10));
    assert_eq!(null(Policy::Diablo, 20, 900, 7), None);
}

#[test]
fn margins_of_exchess_expositor_and_rdchess() {
    let futility = |policy| {
        [1, 2, 3, 4, 7, 8].map(|plies| {
            let (node, depth) = (node(plies), Depth::plies(plies));
            prune::futility_value(&params(policy), &late(&node, 9, 0), depth).map(Score::raw)
        })
    };
    assert_eq!(futility(Policy::Exchess), [Some(150), Some(450), Some(950), None, None, None]);
    assert_eq!(
        futility(Policy::Expositor),
        [Some(38), Some(49), Some(60), Some(71), Some(104), None]
    );
    assert_eq!(
        futility(Policy::Rdchess),
        [Some(325), Some(510), None, None, None, None],
        "a bishop and a rook"
    );
    let reverse = |node: &SearchNode, margin: i32| {
        let eval = node.window.beta + margin;
        prune::is_reverse_futile(&params(Policy::Expositor), node, eval, false)
    };
    assert_eq!([1, 7, 8].map(|plies| least(plies, reverse)), [Some(56), Some(344), None]);
    let too_late = |node: &SearchNode, quiets: i32| {
        prune::is_too_late(&params(Policy::Exchess), &late(node, quiets as usize + 1, 0))
    };
    assert_eq!(
        [1, 2, 6, 7].map(|plies| least(plies, too_late)),
        [Some(5), Some(16), Some(36), None]
    );
    let razoring = |node: &SearchNode, margin: i32| {
        let eval = node.window.alpha - margin;
        prune::is_razorable(&params(Policy::Rdchess), node, eval)
    };
    assert_eq!([2, 3, 4].map(|plies| least(plies, razoring)), [None, Some(900), None]);
}

#[test]
fn reductions_of_exchess_and_expositor() {
    let of = |policy, late: &LmrMove<'_>| late_move_reduction(&params(policy), late).whole();
    let exchess = |history| of(Policy::Exchess, &late(&node(2), 9, history));
    assert_eq!([exchess(0), exchess(-21), exchess(-47)], [1, 2, 2]);
    // 0.600 + 0.290 · log2(8) · log2(8) = 3.21, half of it with a full window, less 64 · 0.016129 = 1.03 for the best history.
    let (cut, pv) = (node(9), SearchNode { kind: NodeKind::Pv, ..node(9) });
    let usual = late(&cut, 8, 0);
    assert_eq!(of(Policy::Expositor, &usual), 3);
    assert_eq!(of(Policy::Expositor, &late(&pv, 8, 0)), 1);
    assert_eq!(of(Policy::Expositor, &late(&cut, 8, 64)), 2);
    assert_eq!(of(Policy::Expositor, &late(&cut, 3, 0)), 0);
    assert_eq!(of(Policy::Diablo, &usual), 0);
    assert_eq!(of(Policy::Expositor, &LmrMove { noisy: true, ..usual }), 0);
}

#[test]
fn quiescence_of_slow_chess_and_rdchess() {
    assert!(!Policy::Slow.checks() && Policy::Slow.skips_losses() && Policy::Slow.writes_table(3));
    assert!(!Policy::Rdchess.checks() && Policy::Rdchess.writes_table(0));
    assert!(!Policy::Rdchess.writes_table(1), "only at the nominal depth");
}
