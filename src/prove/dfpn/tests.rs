//! The proof-number search, tested: what it proves is verified, what it refutes has no mate.

use super::*;
use crate::chess::Position;
use crate::control::StopFlag;
use crate::proof::{Rules, verify};
use crate::prove::task::Restriction;
use search::NodeVerdict;

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
    let interrupts = Interrupts { stop: &stop, quit: None };
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
