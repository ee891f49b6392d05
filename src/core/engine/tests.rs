//! The engine's interface: events in order, held results, missing memory.

use std::time::Duration;

use super::*;
use crate::chess::notation::{parse_uci, uci};
use crate::chess::{Game, Position};
use crate::search::{EndReason, Event, Finished, Iteration, ProverEffort};
use crate::units::{Bound, Score, ScoreKind};

fn job(fen: &str, limits: Limits) -> Job {
    Job::new(Game::new(Position::from_fen(fen).unwrap()), limits)
}

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const MATE_IN_ONE: &str = "r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4";
const MATED: &str = "7k/5KQ1/8/8/8/8/8/8 b - - 0 1";

/// A GUI sets its options, one by one, before anything is searched.
#[test]
fn options_allocate_nothing() {
    let mut engine = Engine::new();
    for (name, value) in [("Hash", "64"), ("Hash", "65536"), ("Threads", "64"), ("MultiPV", "9")] {
        engine.set_option(name, value).unwrap();
    }
    assert!(engine.table.is_none() && engine.pool.is_none() && engine.solvers.is_none());
    assert_eq!((engine.options().hash, engine.options().threads), (65_536, 64));
    engine.set_option("Hash", "1").unwrap();
    engine.prepare().unwrap();
    assert_eq!(engine.table.as_ref().map(|table| table.mebibytes()), Some(1));
}

#[test]
fn a_search_reports_and_finishes() {
    let mut engine = Engine::new();
    let handle = engine.start(job(MATE_IN_ONE, Limits::depth(4)));
    let events: Vec<Event> = handle.events().iter().collect();
    assert!(events.iter().any(|event| matches!(event, Event::Iteration(_))));
    let Some(Event::Finished(finished)) = events.last() else { panic!("{events:?}") };
    assert_eq!(finished.iteration.lines[0].score.kind(), ScoreKind::Mates(1));
    assert_eq!(events.iter().filter(|event| event.is_last()).count(), 1);
}

#[test]
fn an_endless_search_keeps_its_result_until_it_is_asked_for() {
    let mut engine = Engine::new();
    for fen in [MATED, MATE_IN_ONE] {
        // Both end by themselves at once: the second reaches its depth.
        let limits = Limits { infinite: true, ..Limits::depth(2) };
        let handle = engine.start(job(fen, limits));
        let early =
            std::iter::from_fn(|| handle.events().recv_timeout(Duration::from_millis(100)).ok());
        assert!(early.into_iter().all(|event| !event.is_last()));
        handle.stop();
        let best = handle.join().unwrap().best;
        assert_eq!(best.is_none(), fen == MATED);
    }
}

#[test]
fn ponderhit_lets_a_result_go() {
    let mut engine = Engine::new();
    let handle = engine.start(job(START, Limits { ponder: true, ..Limits::depth(2) }));
    let early =
        std::iter::from_fn(|| handle.events().recv_timeout(Duration::from_millis(100)).ok());
    assert!(early.into_iter().all(|event| !event.is_last()));
    handle.control().ponderhit();
    assert_eq!(handle.join().unwrap().reason, EndReason::Depth);
}

#[test]
fn another_search_stops_the_first() {
    let mut engine = Engine::new();
    let first = engine.start(job(START, Limits::infinite()));
    let second = engine.start(job(START, Limits::depth(3)));
    assert!(first.join().unwrap().best.is_some());
    assert_eq!(second.join().unwrap().iteration.depth, 3);
}

#[test]
fn many_threads_find_the_same_mate() {
    let mut engine = Engine::new();
    engine.set_option("Threads", "4").unwrap();
    let found = engine.start(job(MATE_IN_ONE, Limits::depth(6))).join().unwrap();
    assert_eq!(found.iteration.lines[0].score, Score::mates_at(1));
}

#[test]
fn without_persistence_a_search_repeats_itself() {
    let mut engine = Engine::new();
    engine.set_option("Persist", "false").unwrap();
    let search =
        |engine: &mut Engine| engine.start(job(START, Limits::depth(6))).join().unwrap().iteration;
    let (first, second) = (search(&mut engine), search(&mut engine));
    assert_eq!((first.progress.nodes, first.lines), (second.progress.nodes, second.lines));
}

/// An engine that had a table of 2 MiB.
fn engine_of_two() -> Engine {
    let mut engine = Engine::new();
    engine.set_option("Hash", "2").unwrap();
    engine.prepare().unwrap();
    engine.new_game();
    engine
}

#[test]
fn a_table_beyond_memory_keeps_the_old_one() {
    let mut engine = Engine::new();
    engine.set_option("Hash", "2").unwrap();
    engine.prepare().unwrap();
    // The largest Hash is a tebibyte; on a machine that has it, no value can be refused.
    engine.set_option("Hash", "1048576").unwrap();
    if let Err(error) = engine.prepare() {
        assert_eq!(error, NoRoom::Hash { asked: 1 << 20, kept: 2 });
        assert_eq!(engine.options().hash, 2);
    }
    // The same where no table was made yet, or the last one was given up.
    for (mut engine, kept) in [(Engine::new(), 256), (engine_of_two(), 2)] {
        engine.set_option("Hash", "1048576").unwrap();
        if let Err(error) = engine.prepare() {
            assert_eq!(error, NoRoom::Hash { asked: 1 << 20, kept });
        }
    }
    engine.set_option("Hash", "1").unwrap();
    engine.prepare().unwrap();
    assert!(engine.start(job(START, Limits::depth(3))).join().unwrap().best.is_some());
}

#[test]
fn a_window_far_below_zero_opens_on_the_right_side() {
    // Its last score is below -20 pawns, and the next iteration fails high.
    let fen = "1r4r1/p2nn2p/2p2p2/P1p2p1P/bp2k1pb/4P3/1N1PK1N1/8 w - - 0 1";
    let found = Engine::new().start(job(fen, Limits::nodes(20_000))).join().unwrap();
    assert_eq!(found.reason, EndReason::Nodes);
}

/// White is a queen up.
const DECIDED: &str = "r1b1kb1r/pppp1ppp/2n2n2/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 0 1";
/// White mates in thirteen moves or so, which the prover knows at once and the search does not.
const MATING: &str = "8/8/8/3k4/8/8/8/4K2R w - - 0 1";

/// Stops a search after a number of reported iterations; returns all reports, and the answer.
fn stopped_after(
    engine: &mut Engine,
    job: Job,
    iterations: usize,
) -> (Vec<(Iteration, bool)>, Finished) {
    let handle = engine.start(job);
    if iterations == 0 {
        handle.stop();
    }
    let mut told = Vec::new();
    loop {
        match handle.events().recv().unwrap() {
            Event::Iteration(iteration) => {
                told.push((iteration, true));
                if told.iter().filter(|(_, exact)| *exact).count() == iterations {
                    handle.stop();
                }
            }
            Event::Bound(iteration) => told.push((iteration, false)),
            Event::Finished(finished) => return (told, *finished),
            Event::Crashed(message) => panic!("{message}"),
            _ => {}
        }
    }
}

/// The answer is the deepest iteration that was reported, and the last report has its line.
fn assert_answers(fen: &str, what: &str, told: &[(Iteration, bool)], finished: &Finished) {
    let answer = &finished.iteration;
    let deepest = told.iter().filter(|(_, exact)| *exact).map(|(told, _)| told.depth).max();
    assert!(Some(answer.depth) >= deepest, "{fen} {what}: {deepest:?} told, {answer:?}");
    let same =
        |(told, _): &&(Iteration, bool)| (told.depth, &told.lines) == (answer.depth, &answer.lines);
    assert!(told.iter().rev().any(|told| same(&told)), "{fen} {what}: {answer:?} was not told");
    let last = told.iter().rev().find(|(_, exact)| *exact);
    if answer.lines[0].bound == Bound::Exact {
        assert!(last.is_some_and(|last| same(&last)), "{fen} {what}: {last:?}, {answer:?}");
    }
    assert_eq!(finished.best, answer.lines[0].pv.first().copied());
    let root = Position::from_fen(fen).unwrap();
    assert!(finished.best.is_some_and(|best| root.is_legal(best)), "{fen} {what}");
}

#[test]
fn a_stop_answers_with_what_was_told_last() {
    let infinite = Limits::infinite();
    let timed = Limits::movetime(Duration::from_millis(400));
    for threads in ["1", "2"] {
        let mut engine = Engine::new();
        engine.set_option("Threads", threads).unwrap();
        for fen in [START, DECIDED, MATING, MATE_IN_ONE] {
            for (name, limits) in
                [("infinite", &infinite), ("movetime", &timed), ("depth", &Limits::depth(7))]
            {
                for iterations in [0, 1, 2, 4, 7, 9] {
                    engine.new_game();
                    let job = job(fen, limits.clone());
                    // The proof is reported at its own depth, and nothing more before the search is as deep.
                    let most = if fen == MATING { 2 } else { usize::MAX };
                    let (told, finished) = stopped_after(&mut engine, job, iterations.min(most));
                    let what = format!("{name}, {threads} threads, stopped after {iterations}");
                    assert_answers(fen, &what, &told, &finished);
                }
            }
        }
    }
}

#[test]
fn a_search_for_a_mate_that_is_stopped_answers_with_a_searched_move() {
    // The first generated move of each loses a piece or gives one up.
    for fen in [START, DECIDED] {
        let job = job(fen, Limits { mate: Some(9), ..Limits::default() });
        let (told, finished) = stopped_after(&mut Engine::new(), job, 0);
        assert_answers(fen, "mate 9", &told, &finished);
        assert!(finished.iteration.depth >= 1 && finished.iteration.progress.nodes > 0);
    }
}

/// Returns the first moves and the mates of all lines, after asserting that nothing was reported twice.
fn mates_told(fen: &str, mate: u32, lines: usize, moves: &[&str]) -> Vec<(String, Score)> {
    let position = Position::from_fen(fen).unwrap();
    let search_moves = moves.iter().map(|text| parse_uci(&position, text).unwrap()).collect();
    let limits = Limits { mate: Some(mate), search_moves, ..Limits::default() };
    let job = Job { multi_pv: Some(lines), ..job(fen, limits) };
    let (told, finished) = stopped_after(&mut Engine::new(), job, usize::MAX);
    assert_eq!(told.len(), 1, "{fen}");
    assert_eq!(told[0].0.lines, finished.iteration.lines);
    let lines = finished.iteration.lines.iter();
    lines.map(|line| (uci(line.pv[0], false), line.score)).collect()
}

#[test]
fn every_key_has_a_line_of_its_own() {
    let two = Score::mates_at(3);
    let ladder = "7k/8/8/8/8/8/R7/1R2K3 w - - 0 1";
    let keys = |lines, moves: &[&str]| {
        let mut told = mates_told(ladder, 2, lines, moves);
        told.sort();
        told
    };
    let both = [("a2a7".to_owned(), two), ("b1b7".to_owned(), two)];
    assert_eq!(keys(5, &[]), both);
    assert_eq!(keys(5, &["b1b7", "e1e2"]), both[1..]);
    assert_eq!(keys(1, &[]).len(), 1);
    // Longer mates after the shortest, as many as requested.
    let told = mates_told(ladder, 3, 4, &[]);
    assert!(told.len() == 4 && told.is_sorted_by_key(|(_, score)| -*score), "{told:?}");
    assert_eq!((told[1].1, told[3].1), (two, Score::mates_at(5)));
}

#[test]
fn a_search_that_ends_by_itself_answers_with_what_was_told_last() {
    for fen in [START, DECIDED, MATING] {
        for time in [60, 150] {
            let job = job(fen, Limits::movetime(Duration::from_millis(time)));
            let (told, finished) = stopped_after(&mut Engine::new(), job, usize::MAX);
            assert_answers(fen, &format!("movetime {time}"), &told, &finished);
        }
    }
}

#[test]
fn the_prover_is_counted_apart() {
    let job = job(DECIDED, Limits::movetime(Duration::from_millis(300)));
    let (_, finished) = stopped_after(&mut Engine::new(), job, usize::MAX);
    let progress = finished.iteration.progress;
    assert!(progress.prover.nodes > 0 && progress.prover.elapsed > Duration::from_millis(20));
    assert!(progress.elapsed + progress.prover.elapsed <= Duration::from_millis(1_000));
    let job = job_of_depth();
    let (_, finished) = stopped_after(&mut Engine::new(), job, usize::MAX);
    assert_eq!(finished.iteration.progress.prover, ProverEffort::default());
}

fn job_of_depth() -> Job {
    job(DECIDED, Limits::depth(5))
}

#[test]
fn a_changed_weight_begins_from_nothing() {
    let mut engine = Engine::new();
    let nodes = |engine: &mut Engine| {
        engine.start(job(START, Limits::depth(7))).join().unwrap().iteration.progress.nodes
    };
    let cold = nodes(&mut engine);
    assert_ne!(nodes(&mut engine), cold, "the table is warm");
    engine.set_option("extension.check", "0").unwrap();
    engine.set_option("extension.check", "default").unwrap();
    assert_eq!(nodes(&mut engine), cold, "as if nothing had been searched");
    // Setting an unchanged value forgets nothing, and threads do not affect what is proved.
    engine.set_option("extension.check", "default").unwrap();
    engine.set_option("Threads", "2").unwrap();
    engine.set_option("Threads", "1").unwrap();
    assert_ne!(nodes(&mut engine), cold);
}

#[test]
fn what_was_proved_is_known_to_searches_and_proofs_until_a_new_game() {
    let four = "8/1p3RR1/1kp1N3/p7/n2P2pP/6K1/8/8 w - - 0 1";
    let mut engine = Engine::new();
    engine.set_option("Hash", "4").unwrap();
    // With checks extended, a search finds it at once.
    engine.set_option("extension.check", "0").unwrap();
    let shallow = job(four, Limits::depth(1));
    assert!(!engine.start(shallow.clone()).join().unwrap().iteration.lines[0].score.is_mate());
    let task = ProofTask::new(*shallow.game.position());
    let proof = engine.prove(&task).unwrap().proof.unwrap();
    assert_eq!(proof.mate(), 4);
    let found = engine.start(shallow.clone()).join().unwrap();
    assert_eq!(found.iteration.lines[0].pv, proof.line());
    assert_eq!(found.iteration.lines[0].score, Score::mates_at(7));
    // The question asked again, and the position after a move and a reply.
    let again = engine.prove(&task.clone().within(9)).unwrap();
    assert!(again.nodes == 0 && again.is_shortest());
    let mut later = shallow.game.clone();
    for &mv in &proof.line()[..2] {
        later.play(mv).unwrap();
    }
    let later = Job::new(later, Limits::depth(1));
    assert_eq!(engine.start(later).join().unwrap().iteration.lines[0].score, Score::mates_at(5));
    // Another move is requested: the proof does not apply.
    let other = Limits { excluded_moves: vec![proof.line()[0]], ..Limits::depth(1) };
    let found = engine.start(Job::new(shallow.game.clone(), other)).join().unwrap();
    assert_ne!(found.best, Some(proof.line()[0]));
    engine.new_game();
    assert!(!engine.start(shallow).join().unwrap().iteration.lines[0].score.is_mate());
}

#[test]
fn a_search_behind_the_question_for_a_mate_ends_once_it_ponders_no_more() {
    let nodes =
        |limits: Limits| fallback::limits_left(&Limits { mate: Some(2), ..limits }, 500).nodes;
    let ponders = Limits { ponder: true, ..Limits::default() };
    assert_eq!(nodes(ponders.clone()), nodes(Limits::default()));
    assert!(nodes(ponders).is_some());
    assert_eq!(nodes(Limits { ponder: true, ..Limits::depth(3) }), None, "the depth ends it");
    assert_eq!(nodes(Limits::infinite()), None);
}

#[test]
fn a_limit_of_nodes_is_one_of_all_threads() {
    let mut engine = Engine::new();
    engine.set_option("Threads", "4").unwrap();
    let found = engine.start(job(START, Limits::nodes(20_000))).join().unwrap();
    assert!(found.iteration.progress.nodes <= 20_000, "{}", found.iteration.progress.nodes);
    assert!(found.best.is_some());
}
