//! The prover: lengths from above and from below, limits, little memory, two threads.

use super::*;
use crate::chess::tests::{composed, sparse};
use crate::chess::{Bitboard, Color, Position, SplitMix, Square};
use crate::proof::verify;
use crate::prove::exact::Exact;

/// Two rooks and an edge: mate in two.
const LADDER: &str = "7k/8/8/8/8/8/R7/1R2K3 w - - 0 1";
/// A quiet key and zugzwang: mate in two.
const QUIET: &str = "5K2/3PRnQB/2p5/3p4/5k2/7q/2N5/4N3 w - - 0 1";
/// Thirteen moves, most of them quiet.
const LONG: &str = "n2Bqk2/5p1p/Q4KP1/p7/8/8/8/8 w - - 0 1";

fn task(fen: &str, goal: Goal) -> ProofTask {
    let root = Position::from_fen(fen).unwrap();
    ProofTask { goal, nodes: Some(20_000_000), ..ProofTask::new(root) }
}

fn prove(prover: &mut Prover, task: &ProofTask) -> Outcome {
    prover.prove(task, &StopFlag::new(), &mut |_| {})
}

#[test]
fn the_shortest_mate_is_found_from_above_and_from_below() {
    for goal in [Goal::Any, Goal::Shortest] {
        for (fen, mate) in [(LADDER, 2), (QUIET, 2)] {
            let outcome = prove(&mut Prover::new(1, 1).unwrap(), &task(fen, goal));
            let proof = outcome.proof.as_ref().unwrap();
            assert_eq!((proof.mate(), outcome.refuted), (mate, mate - 1), "{fen} {goal:?}");
            assert!(outcome.is_shortest() && outcome.ended == Ended::Settled);
        }
    }
}

/// The search without a bound passes by these mates in five: it was undecided at 200,000 nodes.
#[test]
fn short_mates_are_looked_for_early() {
    for fen in ["8/8/6k1/6BR/4PK2/7P/8/8 w - - 0 1", "8/p4p2/5k2/8/4Kp2/4p3/5r2/8 b - - 0 1"] {
        let task = ProofTask { nodes: Some(200_000), ..task(fen, Goal::Any) };
        let outcome = prove(&mut Prover::new(16, 1).unwrap(), &task);
        assert!(outcome.proof.is_some_and(|proof| proof.mate() <= 7), "{fen}");
    }
}

#[test]
fn a_bound_is_kept() {
    let mut prover = Prover::new(1, 1).unwrap();
    let none = prove(&mut prover, &task(QUIET, Goal::Within(1)));
    assert!(none.proof.is_none());
    assert_eq!((none.refuted, none.ended), (1, Ended::Settled));
}

#[test]
fn a_near_mate_is_proved_before_a_table_of_four_men_is_made() {
    let endgames = Arc::new(Endgames::default());
    let mut prover = Prover::new(1, 1).unwrap();
    prover.consult(Arc::clone(&endgames));
    let near = task("8/8/5pp1/6k1/6p1/6K1/8/7Q w - - 0 1", Goal::Within(4));
    let outcome = prove(&mut prover, &near);
    assert_eq!(outcome.proof.unwrap().mate(), 4);
    // Tables of three men take some kilobytes each, one of four men megabytes.
    assert!(endgames.bytes() < 1 << 20, "{} bytes", endgames.bytes());
}

#[test]
fn a_long_mate_is_proved_in_a_megabyte_and_the_same_way_twice() {
    let mut nodes = Vec::new();
    for _ in 0..2 {
        let outcome = prove(&mut Prover::new(1, 1).unwrap(), &task(LONG, Goal::Within(13)));
        assert_eq!(outcome.proof.unwrap().mate(), 13);
        nodes.push(outcome.nodes);
    }
    assert_eq!(nodes[0], nodes[1]);
}

#[test]
fn two_threads_prove_it_too() {
    let outcome = prove(&mut Prover::new(16, 2).unwrap(), &task(LONG, Goal::Within(13)));
    assert_eq!(outcome.proof.unwrap().mate(), 13);
}

#[test]
fn the_side_to_move_can_be_the_one_that_is_mated() {
    let root = Position::from_fen("6k1/R7/8/8/8/8/8/1R2K3 b - - 0 1").unwrap();
    let task = ProofTask { root, attacker: Color::White, ..task(LADDER, Goal::Any) };
    let outcome = prove(&mut Prover::new(1, 1).unwrap(), &task);
    assert_eq!(outcome.proof.unwrap().mate(), 1);
    // And neither side mates the other way round, though the arena is the same.
    let mut prover = Prover::new(1, 1).unwrap();
    prove(&mut prover, &task);
    let task = ProofTask { attacker: Color::Black, goal: Goal::Within(3), ..task };
    let outcome = prove(&mut prover, &task);
    assert!(outcome.proof.is_none() && outcome.refuted >= 3);
}

#[test]
fn a_restriction_refutes_nothing() {
    let restriction = Restriction { checks_only: true, ..Restriction::default() };
    let task = ProofTask { restriction, ..task(QUIET, Goal::Within(2)) };
    let outcome = prove(&mut Prover::new(1, 1).unwrap(), &task);
    assert!(outcome.proof.is_none());
    assert_eq!((outcome.refuted, outcome.ended), (0, Ended::Exhausted));
}

#[test]
fn nodes_end_it_and_the_next_call_goes_on() {
    let mut prover = Prover::new(16, 1).unwrap();
    let short = ProofTask { nodes: Some(200_000), ..task(LONG, Goal::Within(13)) };
    let first = prove(&mut prover, &short);
    assert!(first.proof.is_none() && first.ended == Ended::Nodes);
    let whole = prove(&mut Prover::new(16, 1).unwrap(), &task(LONG, Goal::Within(13)));
    let rest = prove(&mut prover, &task(LONG, Goal::Within(13)));
    assert!(rest.proof.is_some() && rest.nodes < whole.nodes, "{} {}", rest.nodes, whole.nodes);
}

#[test]
fn fifty_moves_save_the_defender_in_a_game() {
    let late = "7k/8/8/8/8/8/R7/1R2K3 w - - 97 80";
    let game = |fen| ProofTask { rules: Rules::Game, ..task(fen, Goal::Within(2)) };
    assert!(prove(&mut Prover::new(1, 1).unwrap(), &game(LADDER)).proof.is_some());
    // One more ply and the claim comes before the mate.
    assert!(prove(&mut Prover::new(1, 1).unwrap(), &game(late)).proof.is_some());
    let too_late = late.replace("97", "98");
    let outcome = prove(&mut Prover::new(1, 1).unwrap(), &game(&too_late));
    assert!(outcome.proof.is_none());
    // The same without a bound: its mate comes too late, and there is no other.
    let any = |fen| ProofTask { goal: Goal::Any, nodes: Some(300_000), ..game(fen) };
    assert_eq!(prove(&mut Prover::new(1, 1).unwrap(), &any(LADDER)).proof.unwrap().mate(), 2);
    assert!(prove(&mut Prover::new(1, 1).unwrap(), &any(&too_late)).proof.is_none());
}

#[test]
fn a_flag_that_is_up_stops_it_at_once() {
    let stop = StopFlag::new();
    stop.raise();
    let mut prover = Prover::new(1, 1).unwrap();
    let outcome = prover.prove(&task(LONG, Goal::Any), &stop, &mut |_| {});
    assert!(outcome.proof.is_none() && outcome.ended == Ended::Stopped);
    assert!(outcome.nodes < 50_000);
}

#[test]
fn it_agrees_with_trying_everything_for_both_sides_in_one_arena() {
    let mut random = SplitMix::new(20_261_120);
    let mut prover = Prover::new(4, 1).unwrap();
    let mut exact = Exact::new(4).unwrap();
    let stop = StopFlag::new();
    let mut mates = 0;
    for number in 0..400 {
        let root = if number % 2 == 0 { composed(&mut random) } else { sparse(&mut random) };
        if !root.has_legal_move() {
            continue;
        }
        for attacker in [root.turn(), !root.turn()] {
            let within = 3;
            let known = if attacker == root.turn() {
                exact.mate_in(&root, within, &stop)
            } else {
                exact.mated_in(&root, within, &stop)
            };
            let goal = Goal::Within(within);
            let task = ProofTask { root, attacker, nodes: None, ..task(LADDER, goal) };
            let outcome = prove(&mut prover, &task);
            assert_eq!(outcome.ended, Ended::Settled);
            let found = outcome.proof.as_ref().map(Proof::mate);
            assert_eq!(found.is_some(), known.unwrap().is_some(), "{} {attacker}", root.to_fen());
            assert!(found.is_some() || outcome.refuted >= within);
            mates += usize::from(found.is_some());
        }
    }
    assert!(mates > 40, "{mates} mates are too few to compare");
}

/// Breuker's mate in 38: thirty-eight bounds on the same few positions are beyond any budget, the position alone is not.
#[test]
fn a_long_manoeuvre_is_found_without_a_bound() {
    let root: Position = "1R6/6pK/5p2/4p3/1B1p3n/8/p1p1pp2/1k3b2 w - - 0 1".parse().unwrap();
    let task = ProofTask { nodes: Some(200_000), ..ProofTask::new(root) };
    let mut prover = Prover::new(16, 1).unwrap();
    let proof = prover.prove(&task, &StopFlag::new(), &mut |_| {}).proof.expect("a mate");
    assert!(verify(proof.strategy(), Rules::Problem).is_ok());
    assert!(proof.mate() >= 38);
}

/// Breuker's net: a queen drives the king about a cage, in 36 moves.
#[test]
fn nets_alone_find_a_long_manoeuvre() {
    let root = Position::from_fen("8/8/8/1p6/6k1/1p2Q3/p1p1p3/rbrbK3 w - - 0 1").unwrap();
    let nets = Restriction { nets_only: true, no_pawn_moves: true, ..Restriction::default() };
    let task = ProofTask { restriction: nets, ..ProofTask::new(root) };
    let mut prover = Prover::new(64, 1).unwrap();
    let outcome = prover.prove(&task, &StopFlag::new(), &mut |_| {});
    assert_eq!(outcome.proof.map(|proof| proof.mate()), Some(36));
    let few = ProofTask { nodes: Some(2_000), ..task };
    let ended = prover.prove(&few, &StopFlag::new(), &mut |_| {});
    assert!(ended.proof.is_none() && ended.ended == Ended::Nodes && ended.nodes <= 2_000);
}

/// The same, with pawns to be moved as well: the search does not see it, and beside it nets begin soon where the defender's men
/// are locked.
#[test]
fn where_men_are_locked_nets_begin_soon() {
    let fen = "8/8/8/1p6/6k1/1p2Q3/p1p1p3/rbrbK3 w - - 0 1";
    let task = ProofTask { nodes: Some(2_000_000), ..task(fen, Goal::Within(36)) };
    assert!(is_caged(&task) && !is_caged(&ProofTask::new(Position::start())));
    let proof = prove(&mut Prover::new(64, 1).unwrap(), &task).proof;
    assert!(proof.is_some_and(|proof| proof.mate() == 36));
}

#[test]
fn nets_go_on_where_they_stopped() {
    let root = Position::from_fen("8/8/8/1p6/6k1/1p2Q3/p1p1p3/rbrbK3 w - - 0 1").unwrap();
    let nets = Restriction { nets_only: true, no_pawn_moves: true, ..Restriction::default() };
    let piece = ProofTask { restriction: nets, nodes: Some(300_000), ..ProofTask::new(root) };
    let mut prover = Prover::new(64, 1).unwrap();
    let mut mates = (0..4).map(|_| prove(&mut prover, &piece).proof.map(|proof| proof.mate()));
    assert!(mates.any(|mate| mate == Some(36)), "three hundred thousand nodes never see it anew");
    assert!(prove(&mut prover, &piece).proof.is_none(), "what is proved is not gone on with");
}

#[test]
fn the_mating_move_too_is_one_that_the_restriction_admits() {
    let excluded = Bitboard::of(Square::A8);
    let exclude = Restriction { excluded, ..Restriction::default() };
    let quiet = Restriction { no_captures: true, ..Restriction::default() };
    let open = "6k1/5ppp/8/8/8/8/8/R6K w - - 0 1";
    for (fen, restriction) in [(open, exclude), ("r5k1/5ppp/8/8/8/8/8/RQ4K1 w - - 0 1", quiet)] {
        assert!(
            prove(&mut Prover::new(1, 1).unwrap(), &task(fen, Goal::Within(1))).proof.is_some()
        );
        for nets_only in [false, true] {
            let restriction = Restriction { nets_only, ..restriction };
            let task = ProofTask {
                restriction,
                nodes: Some(5_000),
                ..task(fen, Goal::Within(if nets_only { 3 } else { 1 }))
            };
            let proof = prove(&mut Prover::new(1, 1).unwrap(), &task).proof;
            assert!(proof.is_none_or(|proof| proof.mate() > 1), "{fen} {restriction:?}");
        }
    }
}
