//! The proof-number search, tested: what it proves is verified, what it refutes has no mate.

use super::*;
use crate::chess::Position;
use crate::control::StopFlag;
use crate::proof::{Rules, verify};
use crate::prove::task::Restriction;
use estimate::after_attack;

fn settle(fen: &str, left: u8) -> (NodeVerdict, Option<u16>) {
    let root = Position::from_fen(fen).unwrap();
    let table = DfpnTable::new(1).unwrap();
    let stop = StopFlag::new();
    let mut watch = |_: Glance<'_>| {};
    let config = SearchConfig {
        weights: Weights::without(None),
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
fn estimate(fen: &str, without: Option<Idea>) -> NodeVerdict {
    let position = Position::from_fen(fen).unwrap();
    after_attack(&position, 9, &Weights::without(without), &mut 0)
}

/// How much an idea adds to the first proof number of a position.
fn added_by(idea: Idea, fen: &str) -> u32 {
    let proof = |without| {
        let guess = estimate(fen, without);
        assert!(!guess.numbers.is_settled(), "{guess:?}: {fen}");
        guess.numbers.proof
    };
    proof(None) - proof(Some(idea))
}

#[test]
fn a_check_that_can_be_answered_by_captures_is_harder_to_prove() {
    assert_eq!(added_by(Idea::Captures, "4k3/8/8/8/8/8/8/K3R3 b - - 0 1"), 0);
    let once = added_by(Idea::Captures, "4k3/4R3/8/8/8/8/8/K7 b - - 0 1");
    assert!(once > 0);
    assert_eq!(added_by(Idea::Captures, "3nk3/4R3/2n5/8/8/8/8/K7 b - - 0 1"), 2 * once);
    // A capture that answers no check does not count.
    assert_eq!(added_by(Idea::Captures, "4k3/3R4/8/8/8/8/8/K7 b - - 0 1"), 0);
}

#[test]
fn every_square_that_the_king_can_go_to_makes_a_move_harder_to_prove() {
    let checked = "4k3/8/8/8/8/8/8/K3R3 b - - 0 1";
    let threatened = "6k1/5ppp/8/8/8/7P/8/K3R3 b - - 0 1";
    for (fen, squares) in [(checked, 4), (threatened, 1), ("7k/p7/8/8/8/8/8/K7 b - - 0 1", 3)] {
        let added = added_by(Idea::KingMobility, fen);
        assert!(added > 0 && added.is_multiple_of(squares), "{fen}: {added}");
    }
}

#[test]
fn a_check_with_one_reply_is_looked_through() {
    assert_eq!(estimate("8/8/8/8/2R5/5K2/8/R5k1 b - - 0 1", None), NodeVerdict::proved(1));
    let open = estimate("8/8/3K4/8/6R1/8/8/6Rk b - - 0 1", None);
    assert!(!open.numbers.is_settled(), "{open:?}");
}
