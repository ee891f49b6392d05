//! The numbers that the seeds document, one by one.

use super::*;
use crate::units::Depth;

fn null(policy: NullPolicy, plies: i32, surplus: i32, pieces: u32) -> Option<i32> {
    let ask = NullAsk { depth: Depth::plies(plies), surplus, pieces };
    policy.reduction(&ask).map(Depth::raw)
}

#[test]
fn null_moves_of_exchess_and_expositor() {
    let exchess = |plies, surplus, pieces| null(NullPolicy::Exchess, plies, surplus, pieces);
    // R = 3, 4 above beta + 100 from five plies on, 5 above beta + 400 from six on; and the ply of the pass.
    assert_eq!(
        [exchess(8, 50, 2), exchess(8, 101, 2), exchess(8, 401, 2)],
        [256, 320, 384].map(Some)
    );
    assert_eq!([exchess(4, 500, 2), exchess(5, 500, 2)], [256, 320].map(Some));
    assert_eq!([exchess(8, 0, 2), exchess(8, 50, 1)], [None; 2]);
    assert_eq!(NullPolicy::Exchess.verified_from(), None);
    let expositor = |plies, pieces| null(NullPolicy::Expositor, plies, 0, pieces);
    // 2.5 plies and 0.297 of the depth, in sixty-fourths.
    assert_eq!(
        [expositor(3, 2), expositor(4, 2), expositor(12, 1)],
        [None, Some(160 + 76), Some(160 + 228)]
    );
    assert_eq!([expositor(9, 1), expositor(10, 1)], [None, Some(160 + 190)]);
    assert_eq!(NullPolicy::Expositor.verified_from(), Some(Depth::plies(10)));
    assert_eq!(null(NullPolicy::Never, 20, 900, 7), None);
}

#[test]
fn margins_of_exchess_expositor_and_rdchess() {
    let futility = |policy: PruningPolicy| {
        [1, 2, 3, 4, 7, 8].map(|plies| policy.futility(Depth::plies(plies)))
    };
    assert_eq!(
        futility(PruningPolicy::Exchess),
        [Some(150), Some(450), Some(950), None, None, None]
    );
    assert_eq!(
        futility(PruningPolicy::Expositor),
        [Some(38), Some(49), Some(60), Some(71), Some(104), None]
    );
    let reverse = |plies| PruningPolicy::Expositor.reverse_futility(Depth::plies(plies));
    assert_eq!([reverse(1), reverse(7), reverse(8)], [Some(56), Some(344), None]);
    let late = |plies| PruningPolicy::Exchess.late_moves(Depth::plies(plies));
    assert_eq!([late(1), late(2), late(6), late(7)], [Some(5), Some(16), Some(36), None]);
    let razoring = |plies| PruningPolicy::Rdchess.razoring(Depth::plies(plies));
    assert_eq!([2, 3, 4].map(razoring), [None, Some(900), None]);
    assert_eq!(
        futility(PruningPolicy::Rdchess),
        [Some(325), Some(510), None, None, None, None],
        "a bishop and a rook"
    );
}

#[test]
fn reductions_of_exchess_and_expositor() {
    let late = |plies: i32, number: usize, history: i32, logarithms| LateMove {
        depth: Depth::plies(plies),
        number,
        quiet: true,
        pv: false,
        history,
        logarithms,
    };
    let exchess =
        |history| ReductionPolicy::Exchess.reduction(&late(2, 9, history, (0, 0))).whole();
    assert_eq!([exchess(0), exchess(-21), exchess(-47)], [1, 2, 2]);
    // 0.600 + 0.290 · log2(8) · log2(8) = 3.21, half of it with a full window, less 64 · 0.016129 = 1.03 for the best history.
    let expositor = |late: &LateMove| ReductionPolicy::Expositor.reduction(late).whole();
    let usual = late(9, 8, 0, (192, 192));
    assert_eq!(expositor(&usual), 3);
    assert_eq!(expositor(&LateMove { pv: true, ..usual }), 1);
    assert_eq!(expositor(&LateMove { history: 64, ..usual }), 2);
    assert_eq!(expositor(&LateMove { number: 3, ..usual }), 0);
    assert_eq!(expositor(&LateMove { quiet: false, ..usual }), 0);
    assert_eq!(ReductionPolicy::Never.reduction(&usual), Depth::ZERO);
}

#[test]
fn quiescence_of_diablo_and_rdchess() {
    let diablo = QuiescencePolicy::CapturesOnly;
    assert!(
        !diablo.evades() && !diablo.checks() && !diablo.skips_losses() && !diablo.skips_hopeless()
    );
    assert!(!diablo.reads_table() && !diablo.writes_table());
    let rdchess = QuiescencePolicy::FirstGain;
    assert!(rdchess.evades() && rdchess.skips_hopeless() && rdchess.ends_with_first_gain());
    assert!(rdchess.reads_table() && !rdchess.writes_table());
}
