//! All solvers give the same answers.

use std::sync::Arc;

use super::*;
use crate::chess::{Color, Game, Position, parse_move};
use crate::control::Limits;
use crate::proof::{Rules, Strategy, StrategyStep};
use crate::prove::parts::PartAnswers;

/// A mate in two with one key.
const TWO: &str = "5K2/3PRnQB/2p5/3p4/5k2/7q/2N5/4N3 w - - 0 1";

/// White mates in two: 1.Ra7 and 2.Rb8.
const LADDER: &str = "7k/8/8/8/8/8/R7/1R2K3 w - - 0 1";

/// White mates at once, and in two and three in many ways.
const SMOTHERED: &str = "r5rk/6pp/8/6N1/2Q5/8/6PP/6K1 w - - 0 1";

fn solvers() -> Solvers {
    Solvers::new(4, 1, Arc::new(Endgames::default()))
}

fn task(fen: &str, attacker: Color, most: u16) -> ProofTask {
    ProofTask::any(Position::from_fen(fen).unwrap(), attacker).within(most)
}

fn asked(solvers: &mut Solvers, task: &ProofTask) -> Outcome {
    solvers.prove(task, &StopFlag::new(), &mut |_| {}).unwrap()
}

#[test]
fn the_prover_and_the_exhaustive_solver_agree_for_both_sides_in_turn() {
    let (mut solvers, mut prover) = (solvers(), Prover::new(4, 1).unwrap());
    for fen in [TWO, SMOTHERED, "6k1/5ppp/8/8/8/8/r4PPP/1R4K1 w - - 0 1"] {
        for most in 1..=3 {
            for attacker in [Color::White, Color::Black] {
                let task = task(fen, attacker, most);
                let exact = asked(&mut solvers, &task);
                let limited = ProofTask { nodes: Some(500_000), ..task };
                let proved = prover.prove(&limited, &StopFlag::new(), &mut |_| {});
                assert_eq!(
                    exact.proof.is_some(),
                    proved.proof.is_some(),
                    "{fen} {attacker} {most}"
                );
                assert!(exact.proof.is_some() || (exact.refuted >= most && proved.refuted >= most));
            }
        }
    }
}

#[test]
fn all_keys_are_the_same_whoever_finds_them() {
    let mut solvers = solvers();
    for fen in [TWO, SMOTHERED] {
        let task = task(fen, Color::White, 3);
        let stop = StopFlag::new();
        let short = solvers.keys(&task, &[], &stop, &mut |_| {}).unwrap();
        let limited = ProofTask { nodes: Some(5_000_000), ..task.clone() };
        let long = solvers.keys(&limited, &[], &stop, &mut |_| {}).unwrap();
        let moves = |keys: &Keys| {
            let mut moves: Vec<u16> = keys.keys.iter().map(|key| key.mv.bits()).collect();
            moves.sort_unstable();
            moves
        };
        assert!(!short.keys.is_empty() && short.open.is_empty() && long.open.is_empty());
        assert_eq!(moves(&short), moves(&long), "{fen}");
        let outcome = short.outcome(&task);
        assert!(outcome.is_shortest(), "{fen}: {outcome:?}");
        assert_eq!(outcome.proof.unwrap().mate(), short.keys[0].mate);
    }
}

#[test]
fn keys_are_those_that_the_restriction_admits() {
    let keys = |restriction| {
        let task = ProofTask { restriction, ..task(TWO, Color::White, 2) };
        let keys = solvers().keys(&task, &[], &StopFlag::new(), &mut |_| {}).unwrap();
        let sans: Vec<String> =
            keys.keys.iter().map(|key| crate::chess::san(&task.root, key.mv)).collect();
        assert!(keys.open.is_empty(), "{restriction:?}: {:?}", keys.open);
        (sans.join(" "), keys.none_in, keys.outcome(&task).ended)
    };
    let excluded = |square: crate::chess::Square| Restriction {
        excluded: crate::chess::Bitboard::of(square),
        ..Restriction::default()
    };
    let free = Restriction::default();
    assert_eq!(keys(free), ("Ne3".to_owned(), 1, Ended::Settled));
    assert_eq!(keys(excluded(crate::chess::Square::E3)), (String::new(), 0, Ended::Exhausted));
    assert_eq!(keys(excluded(crate::chess::Square::A1)), ("Ne3".to_owned(), 0, Ended::Exhausted));
    let checks = Restriction { checks_only: true, ..free };
    assert_eq!(keys(checks), (String::new(), 0, Ended::Exhausted));
    // After 1.Ne3 the king cannot move.
    let held = Restriction { king_moves: Some(0), ..free };
    assert_eq!(keys(held).0, "Ne3");
}

#[test]
fn few_men_are_looked_up_with_their_whole_length() {
    let mut solvers = solvers();
    let rook = "8/8/8/8/8/3k4/8/3K2R1 b - - 0 1";
    let any = ProofTask { goal: Goal::Any, ..task(rook, Color::White, 1) };
    let found = asked(&mut solvers, &any);
    let mate = found.proof.as_ref().unwrap().mate();
    assert!(found.is_shortest() && found.nodes == 0 && mate > 10);
    let none = asked(&mut solvers, &task(rook, Color::White, mate - 1));
    assert!(none.proof.is_none() && none.refuted == mate - 1);
    let drawn =
        ProofTask { goal: Goal::Any, ..task("8/8/8/8/8/3k4/8/3K2N1 w - - 0 1", Color::White, 1) };
    assert_eq!(asked(&mut solvers, &drawn).refuted, u16::MAX);
}

#[test]
fn in_a_game_nothing_may_come_back_for_the_third_time() {
    let mut task = ProofTask { rules: Rules::Game, ..task(LADDER, Color::White, 2) };
    let root = task.root;
    let mut strategy = Strategy::new(root, Color::White);
    let first = parse_move(&root, "Ra7").unwrap();
    strategy.insert(&root, StrategyStep { mv: first, mate: 2 });
    let after = root.play(first);
    let second = after.play(parse_move(&after, "Kg8").unwrap());
    strategy.insert(&second, StrategyStep { mv: parse_move(&second, "Rb8").unwrap(), mate: 1 });
    task.history = vec![after.key()];
    assert!(task.checked(&strategy).is_some());
    task.history = vec![after.key(), root.key(), after.key()];
    assert!(task.checked(&strategy).is_none());
    task.rules = Rules::Problem;
    assert!(task.checked(&strategy).is_some());
}

#[test]
fn what_is_stopped_says_no_more_than_it_knows() {
    let stop = StopFlag::new();
    stop.raise();
    let stopped = solvers().prove(&task(TWO, Color::White, 3), &stop, &mut |_| {}).unwrap();
    assert!(stopped.proof.is_none() && stopped.refuted == 0 && stopped.ended == Ended::Stopped);
}

#[test]
fn a_copy_of_the_known_mates_is_a_copy_until_it_is_adopted() {
    let four = Position::from_fen("8/1p3RR1/1kp1N3/p7/n2P2pP/6K1/8/8 w - - 0 1").unwrap();
    let task = ProofTask::new(four);
    let known = Arc::new(KnownMates::default());
    let mut solvers = solvers();
    solvers.share(Arc::clone(&known));
    let copy = known.snapshot();
    let outcome = solvers.prove(&task, &StopFlag::new(), &mut |_| {}).unwrap();
    let proof = outcome.proof.unwrap();
    assert!(known.answer(&task).is_some() && copy.answer(&task).is_none());
    copy.adopt(&known);
    assert_eq!(copy.answer(&task).map(|known| known.refuted), Some(outcome.refuted));
    assert_eq!(known.latest(proof.positions()).0.len(), 1);
    assert!(known.latest(proof.positions() - 1).0.is_empty());
    solvers.clear();
    assert!(known.answer(&task).is_some(), "others know it still");
}

/// A result with fewer nodes, or by the rules of games, replaced the known one.
#[test]
fn what_is_known_is_joined_with_what_is_found() {
    let known = KnownMates::default();
    let open = Outcome::of(None, 0, Ended::Nodes, 7);
    let none_in_five = Outcome { refuted: 5, ..open.clone() };
    let problem = task("8/8/8/8/8/3k4/8/3K2R1 w - - 95 80", Color::White, 5);
    let game = ProofTask { rules: Rules::Game, ..problem.clone() };
    known.learn(&game, &none_in_five);
    assert_eq!(known.refuted(&problem), 1, "fifty moves may have saved Black after the first");
    known.learn(&problem, &none_in_five);
    known.learn(&problem, &open);
    let joined = known.joined(&problem, open.clone());
    assert_eq!((joined.refuted, joined.ended, joined.nodes), (5, Ended::Settled, 7));
    assert!(joined.is_refuted(problem.goal) && !open.is_refuted(problem.goal));
    let any = known.joined(&ProofTask { goal: Goal::Any, ..game }, open.clone());
    assert_eq!((any.refuted, any.ended), (5, Ended::Nodes));
    assert_eq!(known.snapshot().refuted(&problem), 5);
    known.forget();
    assert_eq!(known.refuted(&problem), 0);

    let short = asked(&mut solvers(), &task(TWO, Color::White, 3)).proof.unwrap();
    let within = ProofTask { root: *short.root(), ..task(TWO, Color::White, short.mate()) };
    assert_eq!(known.keep(&short, short.mate() - 1), short.mate() - 1);
    assert_eq!(known.keep(&short, 0), short.mate() - 1);
    let joined = known.joined(&within, open.clone());
    assert!(joined.is_shortest() && joined.ended == Ended::Settled);
    let less = known.joined(&within.within(short.mate() - 1), open);
    assert!(less.proof.is_none() && less.ended == Ended::Settled, "{less:?}");
}

/// A move that was not asked about may mate.
#[test]
fn keys_that_are_stopped_refute_nothing() {
    let stop = StopFlag::new();
    stop.raise();
    let question = ProofTask { nodes: Some(1_000), ..task(LADDER, Color::White, 3) };
    let keys = solvers().keys(&question, &[], &stop, &mut |_| {}).unwrap();
    assert_eq!((keys.none_in, keys.ended), (0, Ended::Stopped));
}

/// Six men, of which captures leave endings of four: their tables take longer to make than a mate in four takes.
#[test]
fn short_questions_make_no_tables() {
    let endgames = Arc::new(Endgames::default());
    let mut solvers = Solvers::new(4, 1, Arc::clone(&endgames));
    let root = Position::from_fen("8/8/5pp1/6k1/6p1/6K1/8/7Q w - - 0 1").unwrap();
    assert!(!solvers.mated_side(&root, 4, Rules::Problem, &StopFlag::new()).unwrap());
    let four = ProofTask::new(root).within(4);
    let outcome = solvers.prove(&four, &StopFlag::new(), &mut |_| {}).unwrap();
    assert_eq!(outcome.proof.map(|proof| proof.mate()), Some(4));
    assert_eq!(endgames.bytes(), 0);
}

#[test]
fn a_node_limit_holds_for_short_mates_too() {
    let wide = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
    let limited = ProofTask { nodes: Some(1_000), ..task(wide, Color::White, 3) };
    let outcome = asked(&mut solvers(), &limited);
    assert!(outcome.ended == Ended::Nodes && outcome.refuted < 3, "{outcome:?}");
    // It looks at the limit every 1,024 nodes.
    assert!(outcome.nodes <= 2_048, "{}", outcome.nodes);
}

#[test]
fn a_search_for_a_mate_keeps_to_its_other_limits() {
    let sought = |limits: Limits| {
        let limits = Limits { mate: Some(20), ..limits };
        let sought = MateSearch::for_limits(&Game::default(), &limits, 1).unwrap();
        (sought.most, sought.task.nodes)
    };
    assert_eq!(sought(Limits::default()), (20, None));
    assert_eq!(sought(Limits::depth(3)), (2, None));
    assert_eq!(sought(Limits::depth(4)), (2, None));
    let (most, nodes) = sought(Limits::depth(99));
    assert!(most == 20 && nodes.is_some(), "{nodes:?}");
    assert_eq!(
        sought(Limits { soft_nodes: Some(1_000), ..Limits::nodes(5_000) }),
        (20, Some(1_000))
    );
}

/// 1.Ra6 leads to a position that has been on the board twice.
#[test]
fn a_mate_that_repeats_for_the_third_time_is_no_mate_in_a_game() {
    let mut root = Position::from_fen("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1").unwrap();
    let mut history = Vec::new();
    for san in ["Ra6", "Bd6", "Ra1", "Bb8", "Ra6", "Bd6", "Ra1", "Bb8"] {
        history.push(root.key());
        root = root.play(parse_move(&root, san).unwrap());
    }
    let game = ProofTask { rules: Rules::Game, history, ..ProofTask::new(root).within(2) };
    let problem = ProofTask { rules: Rules::Problem, ..game.clone() };
    let mut told = 0;
    let outcome = solvers().prove(&game, &StopFlag::new(), &mut |news| {
        told += usize::from(matches!(news, ProverNews::Proved(_)));
    });
    let outcome = outcome.unwrap();
    assert!(outcome.proof.is_none() && told == 0 && outcome.ended == Ended::Exhausted);
    assert_eq!(asked(&mut solvers(), &problem).proof.map(|proof| proof.mate()), Some(2));
}

/// The mates after the replies to the key are enough for the mate itself.
#[test]
fn what_is_known_of_parts_is_used_wherever_their_positions_are_reached() {
    let four = task("8/5p2/7p/4R3/7k/7P/2P1KP1P/8 w - - 0 1", Color::White, 4).nodes(1_000_000);
    let (mut solvers, stop) = (solvers(), StopFlag::new());
    let mut part =
        |facts: &MateFacts| solvers.prove_part(&four, facts, &stop, &mut |_| {}).unwrap();
    let alone = part(&MateFacts::default());
    let proof = alone.proof.unwrap();
    let (key, mut facts) = (four.root.play(proof.line()[0]), MateFacts::default());
    let mut answers = PartAnswers::default();
    for reply in key.moves() {
        let strategy = proof.strategy().rooted_at(key.play(reply));
        let known = ProofTask::any(key.play(reply), Color::White).checked(&strategy).unwrap();
        facts.add(&known);
        answers.prove(&known);
    }
    let known = part(&facts);
    assert_eq!(known.proof.map(|proof| proof.mate()), Some(4));
    assert!(known.nodes < alone.nodes, "{} and {}", known.nodes, alone.nodes);
    // Nothing is remembered from one part to the next, but what was joined is known to later questions.
    assert_eq!(part(&MateFacts::default()).nodes, alone.nodes);
    solvers.clear();
    let whole = asked(&mut solvers, &four).nodes;
    solvers.clear();
    solvers.known.keep_answers(answers);
    assert!(asked(&mut solvers, &four).nodes < whole);
}
