//! Nets against positions whose mates are known.

use super::*;
use crate::chess::{Bitboard, Square};
use crate::oracle::{EndgameValue, Endgames};
use crate::proof::{Rules, verify};

fn solver<'a>(fen: &str, mebibytes: usize, endgames: Option<&'a Endgames>) -> RestrictedSolver<'a> {
    let root = Position::from_fen(fen).unwrap();
    let endings = endgames.and_then(|endgames| Endings::below(&root, endgames));
    RestrictedSolver::new(&root, root.turn(), Restriction::default(), mebibytes, endings)
}

/// Tries filters until a graph holds a mate, or there is no room for a larger one.
fn solve(solver: &mut RestrictedSolver<'_>, stop: &StopFlag) -> Result<Option<Strategy>, Stopped> {
    loop {
        match solver.next(u64::MAX, stop)? {
            Attempt::Mate(strategy) => return Ok(Some(*strategy)),
            Attempt::Nothing => {}
            Attempt::Exhausted => return Ok(None),
        }
    }
}

fn caught(solver: &mut RestrictedSolver<'_>) -> Option<u16> {
    let strategy = solve(solver, &StopFlag::new()).unwrap()?;
    Some(verify(&strategy, Rules::Problem).unwrap().mate())
}

#[test]
fn rook_and_bishop_against_rook() {
    let endgames = Endgames::new();
    let mut restricted = solver("4K3/k7/1r6/8/8/B1R5/8/8 w - - 0 1", 64, Some(&endgames));
    assert_eq!(caught(&mut restricted), Some(13));
}

/// A queen alone drives the king about a cage of black men, which it may not open, and takes a pawn on the way.
#[test]
fn a_cage_stays_shut() {
    let mut restricted = solver("8/8/8/1p6/6k1/1p2Q3/p1p1p3/rbrbK3 w - - 0 1", 64, None);
    assert_eq!(caught(&mut restricted), Some(36));
    assert!(restricted.nodes() < 600_000, "{}", restricted.nodes());
}

#[test]
fn either_side_may_be_to_move_at_the_root() {
    let root = Position::from_fen("8/8/8/8/8/5K2/4R3/7k b - - 0 1").unwrap();
    let mut restricted =
        RestrictedSolver::new(&root, Color::White, Restriction::default(), 16, None);
    assert_eq!(caught(&mut restricted), Some(3));
}

#[test]
fn a_net_is_no_larger_than_it_may_be() {
    // The start position: no mate in sight, and every graph is cut.
    let fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let mut small = solver(fen, 1, None);
    let stop = StopFlag::new();
    let (mut tried, mut before) = (0, 0);
    while !matches!(small.next(u64::MAX, &stop).unwrap(), Attempt::Exhausted) {
        let grown = small.nodes() - before;
        assert!(grown as usize <= (1 << 20) / BYTES, "{grown} positions");
        before = small.nodes();
        tried += 1;
    }
    assert_eq!(tried, MoveFilter::LADDER.len(), "with so little room there is one round");
}

#[test]
fn the_same_restricted_are_made_every_time() {
    let fen = "4K3/k7/1r6/8/8/B1R5/8/8 w - - 0 1";
    let endgames = Endgames::new();
    let (mut first, mut second) =
        (solver(fen, 16, Some(&endgames)), solver(fen, 16, Some(&endgames)));
    assert_eq!(caught(&mut first), caught(&mut second));
    assert_eq!(first.nodes(), second.nodes());
}

#[test]
fn a_raised_flag_ends_it() {
    let stop = StopFlag::new();
    stop.raise();
    let mut restricted = solver("4K3/k7/1r6/8/8/B1R5/8/8 w - - 0 1", 16, None);
    assert!(restricted.next(u64::MAX, &stop).is_err());
}

#[test]
fn where_there_is_no_move_there_is_no_net() {
    let mut restricted = solver("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", 16, None);
    assert!(matches!(restricted.next(u64::MAX, &StopFlag::new()), Ok(Attempt::Exhausted)));
}

#[test]
fn excluded_squares_are_not_moved_to() {
    let root = Position::from_fen("8/8/8/1p6/6k1/1p2Q3/p1p1p3/rbrbK3 w - - 0 1").unwrap();
    let excluded = Bitboard::of(Square::A8).with(Square::E8);
    let restriction = Restriction { excluded, no_pawn_moves: true, ..Restriction::default() };
    let mut restricted = RestrictedSolver::new(&root, Color::White, restriction, 64, None);
    let strategy = solve(&mut restricted, &StopFlag::new()).unwrap().unwrap();
    verify(&strategy, Rules::Problem).unwrap();
    strategy.walk(|_, step| {
        assert!(!excluded.has(step.mv.to()), "{:?}", step.mv);
        true
    });
}

#[test]
fn tables_of_five_men_are_asked_in_nets_too() {
    let endgames = crate::oracle::endgame::tests::with_blocked_pawns();
    let fen = "8/8/4k3/4p3/4P3/n3K3/8/R7 w - - 0 1";
    let mut with = solver(fen, 16, Some(&endgames));
    let mate = caught(&mut with).expect("a mate");
    let stop = StopFlag::new();
    let after: Position = "8/8/4k3/4p3/4P3/R3K3/8/8 b - - 0 1".parse().unwrap();
    assert_eq!(endgames.probe(&after, &stop), Ok(Some(EndgameValue::Mated(mate - 1))));
    assert!(with.nodes() < 20_000, "{}", with.nodes());
}
