//! Weaker players err more, in the modelled ways; full strength is unchanged.

use super::choice::{hardness, worth};
use super::*;
use crate::chess::parse_move;
use crate::engine::bench::POSITIONS;
use crate::engine::{Engine, Event, Job};
use crate::search::ScoredLine;
use crate::units::Score;

const SCHOLAR: &str = "r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4";
const MATED: &str = "7k/5KQ1/8/8/8/8/8/8 b - - 0 1";
const ONE_REPLY: &str = "7k/8/8/8/8/8/1r6/K7 w - - 0 1";

fn game(fen: &str) -> Game {
    Game::new(Position::from_fen(fen).unwrap())
}

fn engine() -> Engine {
    let mut engine = Engine::new();
    engine.set_option("Hash", "4").unwrap();
    engine
}

fn search(engine: &mut Engine, fen: &str, strength: Option<Strength>, limits: Limits) -> Finished {
    engine.start(Job { game: game(fen), limits, multi_pv: None, strength }).join().unwrap()
}

/// The lines that a player weighs against each other.
fn weighed(engine: &mut Engine, fen: &str, elo: Elo) -> Vec<ScoredLine> {
    let strength = Strength { elo, seed: 1 };
    let limits = Limits::default();
    let mut job = Job::new(game(fen), limits);
    Limited::new(strength, &job.game).restrict(&mut job.limits, job.multi_pv.insert(1));
    engine.start(job).join().unwrap().iteration.lines
}

fn chosen<'a>(lines: &'a [ScoredLine], fen: &str, elo: Elo, seed: u64) -> &'a ScoredLine {
    &lines[Limited::new(Strength { elo, seed }, &game(fen)).choose(lines)]
}

#[test]
fn strengths_lie_evenly_between_the_ends() {
    let points = |step| Elo::of_step(step, FULL_STRENGTH - 1).map(Elo::points);
    assert_eq!([0, 49, 98, 99].map(points), [Some(800), Some(1700), Some(2600), None]);
    let points = |level| Elo::of_step(level, FULL_LEVEL).map(Elo::points);
    assert_eq!([0, 10, 19, 20].map(points), [Some(800), Some(1747), Some(2600), None]);
    assert_eq!((Elo::from(-5), Elo::from(70_000)), (Elo::MIN, Elo::MAX));
}

#[test]
fn the_weakest_of_three_limits_holds() {
    let mut options = crate::engine::Options::default();
    let points =
        |options: &crate::engine::Options| options.strength().map(|found| found.elo.points());
    assert_eq!(points(&options), None);
    options.set("UCI_Elo", "1000").unwrap();
    assert_eq!(points(&options), None, "the switch is off");
    options.set("UCI_LimitStrength", "true").unwrap();
    assert_eq!(points(&options), Some(1000));
    options.set("Strength", "50").unwrap();
    assert_eq!(points(&options), Some(1000));
    options.set("Skill Level", "0").unwrap();
    assert_eq!(points(&options), Some(800));
    options.set("Skill Level", "20").unwrap();
    assert_eq!(points(&options), Some(1000));
    options.set("Strength", "1").unwrap();
    assert_eq!(points(&options), Some(800));
    options.set("UCI_AnalyseMode", "true").unwrap();
    assert_eq!(points(&options), None, "an analysis is never limited");
    for (name, value) in [("UCI_Elo", "799"), ("Strength", "0"), ("Skill Level", "21")] {
        assert!(options.set(name, value).is_err(), "{name} {value}");
    }
}

#[test]
fn only_games_are_limited() {
    let second = std::time::Duration::from_secs(1);
    let ponder = Limits { ponder: true, ..Limits::default() };
    for limits in [Limits::movetime(second), Limits::depth(9), Limits::nodes(9), ponder] {
        assert!(Strength::suits(&limits), "{limits:?}");
    }
    let mv = parse_move(&Position::start(), "e4").unwrap();
    for limits in [
        Limits::default(),
        Limits { infinite: true, ..Limits::depth(9) },
        Limits { mate: Some(3), ..Limits::default() },
        Limits { search_moves: vec![mv], ..Limits::depth(9) },
        Limits { excluded_moves: vec![mv], ..Limits::depth(9) },
    ] {
        assert!(!Strength::suits(&limits), "{limits:?}");
    }
}

#[test]
fn what_is_played_is_legal_and_told_with_its_own_score() {
    let mut engine = engine();
    for (_, fen) in POSITIONS.into_iter().step_by(2).chain([("", ONE_REPLY)]) {
        for elo in [Elo::MIN, Elo::SEES_MATE_IN_ONE] {
            let strength = Some(Strength { elo, seed: 7 });
            let job =
                Job { game: game(fen), limits: Limits::nodes(3000), multi_pv: None, strength };
            let events: Vec<Event> = engine.start(job).events().iter().collect();
            let Some(Event::Finished(end)) = events.last() else { panic!("{events:?}") };
            let Some(Event::Iteration(told)) = events.iter().rev().nth(1) else {
                panic!("{events:?}")
            };
            assert_eq!((&told.lines, told.lines.len()), (&end.iteration.lines, 1));
            assert_eq!(end.best, told.lines[0].pv.first().copied());
            assert!(Position::from_fen(fen).unwrap().is_legal(end.best.unwrap()), "{fen}");
            assert!(end.iteration.progress.nodes <= 3000);
        }
    }
    let strength = Some(Strength { elo: Elo::MIN, seed: 7 });
    assert_eq!(search(&mut engine, MATED, strength, Limits::depth(3)).best, None);
}

#[test]
fn the_same_seed_makes_the_same_mistakes() {
    let mut engine = engine();
    let start = Position::start().to_fen();
    let mut plays = |seed| {
        let strength = Some(Strength { elo: Elo::MIN, seed });
        search(&mut engine, &start, strength, Limits::depth(9)).best
    };
    let moves: Vec<_> = (1..=8).map(&mut plays).collect();
    assert_eq!(moves, (1..=8).map(&mut plays).collect::<Vec<_>>());
    assert!(moves.iter().any(|mv| *mv != moves[0]), "{moves:?}");
}

#[test]
fn a_search_at_full_strength_does_not_know_of_limited_ones() {
    let (mut one, mut other) = (engine(), engine());
    for (_, fen) in POSITIONS.into_iter().take(3) {
        let strength = Some(Strength { elo: Elo::CLUB, seed: 1 });
        search(&mut other, fen, strength, Limits::depth(9));
        let [one, other] =
            [&mut one, &mut other].map(|engine| search(engine, fen, None, Limits::depth(7)));
        assert_eq!(one.iteration.progress.nodes, other.iteration.progress.nodes);
        assert_eq!(one.iteration.lines, other.iteration.lines);
    }
}

#[test]
fn a_mate_in_one_is_never_missed_above_some_strength() {
    let mut engine = engine();
    let mut missed = 0;
    for fen in [SCHOLAR, "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1"] {
        for elo in [Elo::MIN, Elo::SEES_MATE_IN_ONE, Elo::CLUB, Elo::from(2000)] {
            let lines = weighed(&mut engine, fen, elo);
            let is_missed =
                |seed: &u64| chosen(&lines, fen, elo, *seed).score != Score::mates_at(1);
            let count = (1..=50).filter(is_missed).count();
            assert!(elo < Elo::SEES_MATE_IN_ONE || count == 0, "{fen}: {count} at {elo}");
            missed += count;
        }
    }
    assert!((1..50).contains(&missed), "a beginner misses some, not most: {missed} of 100");
}

#[test]
fn weaker_players_lose_more() {
    let mut engine = engine();
    let elos = [800, 1200, 1600, 2000].map(Elo::from);
    let mut losses = [0.0; 4];
    for (_, fen) in POSITIONS.into_iter().step_by(2) {
        let (limits, multi_pv) = (Limits::nodes(60_000), Some(usize::MAX));
        let all = Job { game: game(fen), limits, multi_pv, strength: None };
        let all = engine.start(all).join().unwrap().iteration.lines;
        let worth_of = |line: &ScoredLine| {
            let found = all.iter().find(|other| other.pv[0] == line.pv[0]);
            worth(found.unwrap().score)
        };
        for (loss, elo) in losses.iter_mut().zip(elos) {
            let lines = weighed(&mut engine, fen, elo);
            for seed in 1..=32 {
                *loss += worth(all[0].score) - worth_of(chosen(&lines, fen, elo, seed));
            }
        }
    }
    let losses = losses.map(|loss| loss / f64::from(17 * 32));
    assert!(losses.is_sorted_by(|more, less| *more > 1.2 * less), "centipawns a move: {losses:?}");
}

#[test]
fn quiet_moves_retreats_and_long_diagonals_are_hard_to_see() {
    let position = Position::from_fen(SCHOLAR).unwrap();
    let taken = |on, text| hardness(&position, parse_move(&position, text).unwrap(), on);
    let hard = |text| taken(None, text);
    assert!(taken(Some(Square::F7), "Qxf7") < hard("Qxf7"));
    assert!(hard("Qxf7") < hard("a3"));
    assert!(hard("a3") < hard("Bf1") && hard("a3") < hard("Qd1"));
    assert!(hard("Qf3") <= hard("Qd1"));
    let rook = Position::from_fen("6k1/8/8/8/8/8/8/R5K1 w - - 0 1").unwrap();
    let check = hardness(&rook, parse_move(&rook, "Ra8").unwrap(), None);
    assert!(hard("Qxf7") < check && check < hard("a3"));
}
