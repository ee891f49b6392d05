//! Nets against positions whose mates are known.

use super::*;
use crate::proof::{Rules, verify};

fn nets<'a>(fen: &str, mebibytes: usize, endgames: Option<&'a Endgames>) -> Nets<'a> {
    let root = Position::from_fen(fen).unwrap();
    Nets::new(&root, root.turn(), Restriction::default(), mebibytes, endgames)
}

fn caught(nets: &mut Nets<'_>) -> Option<u16> {
    let strategy = solve(nets, &StopFlag::new()).unwrap()?;
    Some(verify(&strategy, Rules::Problem).unwrap().mate())
}

#[test]
fn rook_and_bishop_against_rook() {
    let endgames = Endgames::new();
    let mut nets = nets("4K3/k7/1r6/8/8/B1R5/8/8 w - - 0 1", 64, Some(&endgames));
    assert_eq!(caught(&mut nets), Some(13));
}

#[test]
fn either_side_may_be_to_move_at_the_root() {
    let root = Position::from_fen("8/8/8/8/8/5K2/4R3/7k b - - 0 1").unwrap();
    let mut nets = Nets::new(&root, Color::White, Restriction::default(), 16, None);
    assert_eq!(caught(&mut nets), Some(3));
}

#[test]
fn a_net_is_no_larger_than_it_may_be() {
    // The start position: no mate in sight, and every net is cut.
    let fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let mut small = nets(fen, 1, None);
    let stop = StopFlag::new();
    let (mut tried, mut before) = (0, 0);
    while !matches!(small.next(&stop).unwrap(), Catch::Exhausted) {
        let grown = small.nodes() - before;
        assert!(grown as usize <= (1 << 20) / BYTES, "{grown} positions");
        before = small.nodes();
        tried += 1;
    }
    assert!(tried < 10, "with so little room there is one round at most");
}

#[test]
fn the_same_nets_are_made_every_time() {
    let fen = "4K3/k7/1r6/8/8/B1R5/8/8 w - - 0 1";
    let endgames = Endgames::new();
    let (mut first, mut second) = (nets(fen, 16, Some(&endgames)), nets(fen, 16, Some(&endgames)));
    assert_eq!(caught(&mut first), caught(&mut second));
    assert_eq!(first.nodes(), second.nodes());
}

#[test]
fn a_raised_flag_ends_it() {
    let stop = StopFlag::new();
    stop.raise();
    let mut nets = nets("4K3/k7/1r6/8/8/B1R5/8/8 w - - 0 1", 16, None);
    assert!(nets.next(&stop).is_err());
}

#[test]
fn where_there_is_no_move_there_is_no_net() {
    let mut nets = nets("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", 16, None);
    assert!(matches!(nets.next(&StopFlag::new()), Ok(Catch::Exhausted)));
}
