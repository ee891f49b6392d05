//! The proof-number search: its proofs are verified, its refutations have no mate.

use super::*;
use crate::chess::Position;
use crate::control::StopFlag;
use crate::proof::{Rules, verify};
use crate::prove::task::Restriction;
use estimate::{CAPTURE, CHECK, KING_SQUARE, QUIET, THREAT, after_attack};

fn settle(fen: &str, left: u8) -> (NodeVerdict, Option<u16>) {
    let root = Position::from_fen(fen).unwrap();
    let table = DfpnTable::new(1).unwrap();
    let stop = StopFlag::new();
    let mut watch = |_: Glance<'_>| {};
    let config = SearchConfig {
        seed: 0,
        restriction: Restriction::default(),
        clocked: false,
        endings: None,
        unbounded: false,
        together: false,
        budget: u64::MAX,
    };
    let interrupts = Interrupts { stop: &stop, quit: &StopFlag::new() };
    let mut search = Search::new(&table, interrupts, config, &mut watch);
    let verdict = search.settle(&root, true, left);
    let mate = verdict.numbers.is_proved().then(|| {
        let strategy = search.strategy(&root, root.turn(), verdict.length).unwrap();
        verify(&strategy, Rules::Problem).unwrap().mate()
    });
    (verdict, mate)
}

#[test]
fn short_mates_are_proved_and_shorter_ones_refuted() {
    // A ladder: two moves, not one.
    let ladder = "7k/8/8/8/8/8/R7/1R2K3 w - - 0 1";
    assert!(settle(ladder, 1).0.numbers.is_refuted());
    assert_eq!(settle(ladder, 2).1, Some(2));
    // A quiet key and zugzwang.
    let quiet = "5K2/3PRnQB/2p5/3p4/5k2/7q/2N5/4N3 w - - 0 1";
    assert_eq!(settle(quiet, 2).1, Some(2));
}

/// The first estimate of a position with the defender to move.
fn estimate(fen: &str) -> NodeVerdict {
    after_attack(&Position::from_fen(fen).unwrap(), 9, (0, &Restriction::default()), &mut 0)
}

/// The first proof number of a check that `captures` replies answer by a capture.
fn of_check(fen: &str, captures: u32) -> u32 {
    let replies = Position::from_fen(fen).unwrap().count_kinds();
    let (first, each) = CHECK;
    first + each * (replies.all - 1) + KING_SQUARE.0 * replies.king + CAPTURE * captures
}

/// The same of a move that neither checks nor threatens mate.
fn of_quiet(fen: &str) -> u32 {
    let replies = Position::from_fen(fen).unwrap().count_kinds();
    QUIET.0 + QUIET.1 * replies.all + KING_SQUARE.2 * replies.king
}

#[test]
fn a_check_that_can_be_answered_by_captures_is_harder_to_prove() {
    for (fen, captures) in [
        ("4k3/8/8/8/8/8/8/K3R3 b - - 0 1", 0),
        ("4k3/4R3/8/8/8/8/8/K7 b - - 0 1", 1),
        ("3nk3/4R3/2n5/8/8/8/8/K7 b - - 0 1", 2),
    ] {
        assert_eq!(estimate(fen).numbers.proof, of_check(fen, captures), "{fen}");
    }
    // A capture that answers no check does not count.
    let quiet = "4k3/3R4/8/8/8/8/8/K7 b - - 0 1";
    assert_eq!(estimate(quiet).numbers.proof, of_quiet(quiet));
}

#[test]
fn every_square_that_the_king_can_go_to_makes_a_move_harder_to_prove() {
    let free = "7k/p7/8/8/8/8/8/K7 b - - 0 1";
    assert_eq!(estimate(free).numbers.proof, of_quiet(free));
    let threat = "6k1/5ppp/8/8/8/7P/8/K3R3 b - - 0 1";
    let squares = Position::from_fen(threat).unwrap().count_kinds().king;
    let met = estimate(threat).numbers.proof - KING_SQUARE.1 * squares;
    assert!(squares > 0 && met > 0 && met.is_multiple_of(THREAT), "{met}");
}

#[test]
fn a_check_with_one_reply_is_looked_through() {
    assert_eq!(estimate("8/8/8/8/2R5/5K2/8/R5k1 b - - 0 1"), NodeVerdict::proved(1));
    let open = estimate("8/8/3K4/8/6R1/8/8/6Rk b - - 0 1");
    assert!(!open.numbers.is_settled(), "{open:?}");
}
