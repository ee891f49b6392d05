//! The numbers that the seeds document, one by one.

use super::*;
use crate::search::params::Params;
use crate::search::prune;
use crate::units::{Depth, NodeKind, Score};

fn params(policy: Policy) -> Params {
    Params { policy, ..Params::default() }
}

fn null(policy: Policy, plies: i32, surplus: i32, pieces: u32) -> Option<i32> {
    let (node, eval) = ((NodeKind::Cut, Depth::plies(plies)), Score::cp(surplus));
    let values = (eval, eval, Score::DRAW);
    let less = prune::null_move_reduction(&params(policy), node, values, pieces);
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
            let depth = Depth::plies(plies);
            prune::futility_value(&params(policy), depth, Score::DRAW, 0).map(Score::raw)
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
    let least = |holds: &dyn Fn(Depth, i32) -> bool, plies| {
        (0..1_000).find(|&margin| holds(Depth::plies(plies), margin))
    };
    let expositor = params(Policy::Expositor);
    let reverse = |depth, margin| {
        prune::is_reverse_futile(&expositor, depth, Score::cp(margin), Score::DRAW, (false, false))
    };
    assert_eq!([1, 7, 8].map(|plies| least(&reverse, plies)), [Some(56), Some(344), None]);
    let exchess = params(Policy::Exchess);
    let late = |depth, quiets| prune::is_late_move_pruned(&exchess, depth, quiets as usize, false);
    assert_eq!([1, 2, 6, 7].map(|plies| least(&late, plies)), [Some(5), Some(16), Some(36), None]);
    let rdchess = params(Policy::Rdchess);
    let razoring =
        |depth, margin: i32| prune::is_razorable(&rdchess, depth, Score::cp(-margin), Score::DRAW);
    assert_eq!([2, 3, 4].map(|plies| least(&razoring, plies)), [None, Some(900), None]);
}

#[test]
fn quiescence_of_slow_chess_and_rdchess() {
    assert!(!Policy::Slow.checks() && Policy::Slow.skips_losses() && Policy::Slow.writes_table());
    assert!(!Policy::Rdchess.checks() && !Policy::Rdchess.writes_table());
}
