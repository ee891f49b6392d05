//! Restricted graphs against positions with known mates.

use super::*;
use crate::chess::{Bitboard, Color, Square};
use crate::oracle::Endgames;
use crate::proof::{Rules, verify};
use crate::prove::task::Restriction;

fn task(fen: &str) -> ProofTask {
    ProofTask::new(Position::from_fen(fen).unwrap())
}

/// A task with its rounds, and the tables that are asked.
struct Solver<'a> {
    task: &'a ProofTask,
    rounds: NetRounds,
    endings: Option<Endings<'a>>,
}

impl Solver<'_> {
    fn next(&mut self, left: u64, stop: &StopFlag) -> Result<Attempt, Stopped> {
        self.rounds.next(self.task, self.endings, left, stop)
    }

    fn nodes(&self) -> u64 {
        self.rounds.nodes
    }
}

fn solver<'a>(task: &'a ProofTask, mebibytes: usize, endgames: Option<&'a Endgames>) -> Solver<'a> {
    let endings = endgames.and_then(|endgames| Endings::below(&task.root, endgames, u64::MAX));
    Solver { task, rounds: NetRounds::new(mebibytes), endings }
}

/// Tries filters until a graph holds a mate, or there is no room for a larger one.
fn solve(solver: &mut Solver<'_>, stop: &StopFlag) -> Result<Option<Strategy>, Stopped> {
    loop {
        match solver.next(u64::MAX, stop)? {
            Attempt::Mate(strategy) => return Ok(Some(*strategy)),
            Attempt::Nothing => {}
            Attempt::Exhausted => return Ok(None),
        }
    }
}

fn caught(solver: &mut Solver<'_>) -> Option<u16> {
    let strategy = solve(solver, &StopFlag::new()).unwrap()?;
    Some(verify(&strategy, Rules::Problem).unwrap().mate())
}

#[test]
fn rook_and_bishop_against_rook() {
    let endgames = Endgames::default();
    let task = task("4K3/k7/1r6/8/8/B1R5/8/8 w - - 0 1");
    let mut restricted = solver(&task, 64, Some(&endgames));
    assert_eq!(caught(&mut restricted), Some(13));
}

/// A queen alone drives the king about a cage of black men, which it may not open, and takes a pawn on the way.
#[test]
fn a_cage_stays_shut() {
    let task = task("8/8/8/1p6/6k1/1p2Q3/p1p1p3/rbrbK3 w - - 0 1");
    let mut restricted = solver(&task, 64, None);
    assert_eq!(caught(&mut restricted), Some(36));
    assert!(restricted.nodes() < 600_000, "{}", restricted.nodes());
}

#[test]
fn either_side_may_be_to_move_at_the_root() {
    let task = task("8/8/8/8/8/5K2/4R3/7k b - - 0 1");
    let task = ProofTask { attacker: Color::White, ..task };
    let mut restricted = solver(&task, 16, None);
    assert_eq!(caught(&mut restricted), Some(3));
}

#[test]
fn a_net_is_no_larger_than_it_may_be() {
    // The start position: no mate in sight, and every graph is cut.
    let fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let task = task(fen);
    let mut small = solver(&task, 1, None);
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
    let endgames = Endgames::default();
    let task = task(fen);
    let (mut first, mut second) =
        (solver(&task, 16, Some(&endgames)), solver(&task, 16, Some(&endgames)));
    assert_eq!(caught(&mut first), caught(&mut second));
    assert_eq!(first.nodes(), second.nodes());
}

#[test]
fn a_raised_flag_ends_it() {
    let stop = StopFlag::new();
    stop.raise();
    let task = task("4K3/k7/1r6/8/8/B1R5/8/8 w - - 0 1");
    let mut restricted = solver(&task, 16, None);
    assert!(restricted.next(u64::MAX, &stop).is_err());
}

/// Pieces of few positions each, one after the other: the graphs that were tried whole are not tried again.
#[test]
fn what_is_left_of_the_rounds_is_what_was_not_tried() {
    let task = task("8/8/8/1p6/6k1/1p2Q3/p1p1p3/rbrbK3 w - - 0 1");
    let stop = StopFlag::new();
    let (mut rounds, mut counts) = (NetRounds::new(64), Vec::new());
    for left in [u64::MAX, 50, u64::MAX] {
        rounds.nodes = 0;
        assert!(matches!(rounds.next(&task, None, left, &stop), Ok(Attempt::Nothing)));
        counts.push(rounds.nodes);
    }
    let mut whole = solver(&task, 64, None);
    whole.next(u64::MAX, &stop).unwrap();
    whole.next(u64::MAX, &stop).unwrap();
    assert_eq!(counts[0] + counts[2], whole.nodes());
    assert!(counts[1] <= 50 && counts[2] > 50, "{counts:?}");
}

#[test]
fn where_there_is_no_move_there_is_no_net() {
    let task = task("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1");
    let mut restricted = solver(&task, 16, None);
    assert!(matches!(restricted.next(u64::MAX, &StopFlag::new()), Ok(Attempt::Exhausted)));
}

#[test]
fn excluded_squares_are_not_moved_to() {
    let task = task("8/8/8/1p6/6k1/1p2Q3/p1p1p3/rbrbK3 w - - 0 1");
    let excluded = Bitboard::of(Square::A8).with(Square::E8);
    let restriction = Restriction { excluded, no_pawn_moves: true, ..Restriction::default() };
    let task = ProofTask { restriction, ..task };
    let mut restricted = solver(&task, 64, None);
    let strategy = solve(&mut restricted, &StopFlag::new()).unwrap().unwrap();
    verify(&strategy, Rules::Problem).unwrap();
    strategy.walk(|_, step| {
        assert!(!excluded.has(step.mv.to()), "{:?}", step.mv);
        true
    });
}
