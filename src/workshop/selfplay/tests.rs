//! Small matches: reproducible games, and their statistics.

use anyhow::ensure;
use clap::Parser;
use quarterply::chess::{Game, GameResult, Position};
use quarterply::control::StopFlag;
use quarterply::engine::SelfPlayer;

use super::opening::{self, RandomStart};
use super::standing::PairCounts;
use super::*;
use crate::records::{EndCause, GameRecord, RecordedPly};

fn options(changes: &[(&str, &str)]) -> Options {
    let mut options = Options::default();
    for (name, value) in [&[("Hash", "1")], changes].concat() {
        options.set(name, value).unwrap();
    }
    options
}

fn plan(sides: Vec<Options>, games: u32) -> MatchPlan {
    MatchPlan {
        sides,
        games,
        limits: Limits::nodes(150),
        openings: Openings { start: RandomStart::Plies, least: 4, most: 7, balance: 300 },
        seed: 7,
        adjudication: Adjudication {
            resign: Some([400, 4]),
            draw: Some([20, 6, 40]),
            longest: 120,
        },
        sprt: None,
        jobs: 1,
    }
}

fn two_sides() -> Vec<Options> {
    vec![options(&[]), options(&[("Profile", "plain")])]
}

/// Plays a plan from `standing` and returns the games with the result.
fn played(plan: &MatchPlan, standing: Standing) -> (Vec<GameRecord>, game::MatchResult) {
    let mut games = Vec::new();
    let result = play(plan, standing, &StopFlag::new(), &mut |record, _| {
        games.push(record.clone());
        Ok(())
    });
    (games, result.unwrap())
}

#[test]
fn games_are_the_same_whoever_plays_them_and_when() {
    let mut plan = plan(two_sides(), 6);
    let (games, result) = played(&plan, Standing::new(true));
    assert_eq!(games.iter().map(|game| game.number).collect::<Vec<_>>(), [0, 1, 2, 3, 4, 5]);
    assert!(!result.stopped && result.standing.games == 6 && result.standing.pairs.pairs() == 3);
    plan.jobs = 3;
    assert_eq!(played(&plan, Standing::new(true)).0, games, "three at a time");
    let mut standing = Standing::new(true);
    games[..3].iter().for_each(|game| standing.add(game));
    let (rest, again) = played(&plan, standing);
    assert_eq!(rest, games[3..], "gone on with in the middle of a pair");
    assert_eq!(again, result);
    plan.seed = 8;
    assert_ne!(played(&plan, Standing::new(true)).0, games);
}

#[test]
fn a_pair_has_one_opening_and_openings_are_open() {
    let plan = plan(two_sides(), 4);
    let (games, _) = played(&plan, Standing::new(true));
    let opening = |game: &GameRecord| -> Vec<_> {
        game.plies.iter().filter(|ply| ply.score.is_none()).map(|ply| ply.mv).collect()
    };
    assert_eq!(opening(&games[0]), opening(&games[1]));
    assert_ne!(opening(&games[0]), opening(&games[2]));
    for game in &games {
        assert!((4..=7).contains(&opening(game).len()), "{game:?}");
        assert!(game.game().is_ok() && game.plies.len() <= 120);
        assert!(game.plies.iter().skip(7).all(|ply| ply.score.is_some()));
    }
}

#[test]
fn endings_have_as_many_men_as_they_should_and_are_open() {
    let mut plan = plan(vec![options(&[])], 12);
    plan.openings = Openings { start: RandomStart::Men, least: 5, most: 7, balance: 100 };
    // The search that chose the opening.
    plan.limits = Limits::nodes(opening::GLANCE);
    let (games, _) = played(&plan, Standing::new(false));
    let men = |game: &GameRecord| game.start.occupied().len();
    assert!(games.iter().all(|game| (5..=7).contains(&men(game))), "{games:?}");
    assert!(games.iter().any(|game| men(game) != men(&games[0])));
    let first = |game: &GameRecord| game.plies[0].score.unwrap().raw().abs();
    assert!(games.iter().all(|game| first(game) <= 100), "{games:?}");
}

#[test]
fn a_match_ends_when_it_is_told_to() {
    let plan = plan(two_sides(), 1_000);
    let mut seen = 0;
    let result = play(&plan, Standing::new(true), &StopFlag::new(), &mut |_, standing| {
        seen = standing.games;
        ensure!(seen < 2, "enough");
        Ok(())
    });
    assert_eq!((result.unwrap_err().to_string().as_str(), seen), ("enough", 2));
    let stop = StopFlag::new();
    stop.raise();
    let result = play(&plan, Standing::new(true), &stop, &mut |_, _| panic!("nothing is played"));
    assert!(result.unwrap().stopped);
}

#[test]
fn a_soft_limit_ends_between_iterations() {
    let stop = StopFlag::new();
    let mut player = SelfPlayer::new(&options(&[]), &stop).unwrap();
    let game = Game::default();
    let limits = Limits { soft_nodes: Some(500), ..Limits::default() };
    let thought = player.think(&game, limits, game.position().turn());
    let soft = thought.iteration.progress;
    assert!(soft.nodes >= 500, "{soft:?}");
    stop.lower();
    player.new_game();
    let to_depth = player.think(&game, Limits::depth(soft.depth), game.position().turn());
    assert_eq!(to_depth.iteration.progress.nodes, soft.nodes, "whole iterations");
}

/// A match of pairs with these points of the first side, doubled.
fn standing_of(pairs: &[[usize; 2]]) -> Standing {
    let mut standing = Standing::new(true);
    for (pair, points) in pairs.iter().enumerate() {
        for (game, doubled) in points.iter().enumerate() {
            let from_white = if game == 0 { *doubled } else { 2 - doubled };
            let results = [GameResult::BlackWins, GameResult::Draw, GameResult::WhiteWins];
            standing.add(&GameRecord {
                number: (2 * pair + game) as u32,
                start: Position::start(),
                plies: Vec::<RecordedPly>::new(),
                result: results[from_white],
                cause: EndCause::Length,
            });
        }
    }
    standing
}

#[test]
fn colours_change_and_pairs_are_counted() {
    let standing = standing_of(&[[2, 2], [2, 1], [0, 2], [0, 0], [1, 1]]);
    assert_eq!(standing.results, [4, 3, 3]);
    assert_eq!(standing.pairs.0, [1, 0, 2, 1, 1]);
    assert_eq!(standing.games, 10);
}

/// Mean, interval and normal approximation come from a separate script for the same pairs (+22.45, ±17.62, 2.176, 2.801); the
/// ratio itself was computed independently, by bisection in Python.
#[test]
fn the_figures_are_those_of_other_programs() {
    let pairs = PairCounts([10, 60, 140, 80, 20]);
    let (elo, error) = pairs.elo().unwrap();
    assert!((elo - 22.4464).abs() < 1e-3 && (error - 17.6219).abs() < 1e-3, "{elo} {error}");
    let ratio = |elo0, elo1| pairs.likelihood_ratio(Sprt { elo0, elo1 });
    assert!((ratio(0.0, 10.0) - 2.1518).abs() < 1e-3, "{}", ratio(0.0, 10.0));
    assert!((ratio(-5.0, 5.0) - 2.7508).abs() < 1e-3, "{}", ratio(-5.0, 5.0));
    let few = PairCounts([0, 0, 3, 5, 2]).likelihood_ratio(Sprt { elo0: 0.0, elo1: 10.0 });
    assert!((few - 0.2836).abs() < 1e-3, "{few}");
    assert!((Sprt::bound() - 2.9444).abs() < 1e-3);
    assert_eq!(PairCounts::default().elo(), None);
    assert_eq!(PairCounts([0, 0, 0, 0, 9]).elo(), None);
}

#[test]
fn the_test_decides_either_way() {
    let test = Sprt { elo0: 0.0, elo1: 10.0 };
    assert_eq!(test.decision(&PairCounts([0, 50, 200, 300, 50])), Some(true));
    assert_eq!(test.decision(&PairCounts([50, 300, 200, 50, 0])), Some(false));
    assert_eq!(test.decision(&PairCounts([1, 5, 10, 5, 1])), None);
}

#[test]
fn a_decided_match_goes_on_no_longer() {
    let mut plan = plan(two_sides(), 1_000);
    plan.sprt = Some(Sprt { elo0: 0.0, elo1: 10.0 });
    let mut standing = standing_of(&[]);
    standing.pairs = PairCounts([0, 50, 200, 300, 50]);
    let result = play(&plan, standing, &StopFlag::new(), &mut |_, _| panic!("decided"));
    assert_eq!(result.unwrap().decision, Some(true));
}

#[derive(Parser)]
struct Line {
    #[command(flatten)]
    games: SelfPlay,
}

fn read(line: &str) -> Result<SelfPlay, String> {
    let line = Line::try_parse_from(["selfplay"].into_iter().chain(line.split_whitespace()));
    line.map(|line| line.games).map_err(|error| error.to_string())
}

#[test]
fn games_to_be_played() {
    let plan = |line: &str| read(line).unwrap().plan().unwrap();
    let plain = plan("");
    assert_eq!((plain.limits.nodes, plain.games, plain.seed), (Some(10_000), 100, 1));
    let usual = Openings { start: RandomStart::Plies, least: 8, most: 9, balance: 200 };
    assert_eq!((plain.openings, plain.sides.len()), (usual, 1));
    let all = plan(
        "--games 399 --soft 1k --nodes 5k --a Profile=slow --b null.base=200 Hash=16 --openings random:6-8:150 --sprt -5,5 \
         --resign 800 --draw 10,6 --jobs 2 --seed 9 --to x.qpr",
    );
    assert_eq!((all.games, all.jobs, all.seed), (400, 2, 9));
    assert_eq!((all.limits.soft_nodes, all.limits.nodes), (Some(1_000), Some(5_000)));
    assert_eq!((all.sides[0].hash, all.sides[1].hash), (8, 16));
    assert_eq!(
        all.openings,
        Openings { start: RandomStart::Plies, least: 6, most: 8, balance: 150 }
    );
    assert_eq!(all.sprt.map(|test| (test.elo0, test.elo1)), Some((-5.0, 5.0)));
    let rules = all.adjudication;
    assert_eq!((rules.resign, rules.draw), (Some([800, 4]), Some([10, 6, 80])));
    assert_eq!(plan("--a --b Hash=2").sides.len(), 2);
    let error = read("--a Threads=2").unwrap().plan().unwrap_err().to_string();
    assert!(error.contains("Threads is 2") && error.contains("one thread"), "{error}");
}

#[test]
fn wrong_words_of_games_are_named() {
    for (line, named) in [
        ("--a Hash", "Profile=slow"),
        ("--sprt 10,0", "the smaller first"),
        ("--openings random:9-8", "random:8-9"),
        ("--openings endings:2-9", "endings:6-12:300"),
        ("--openings book", "random:8-9"),
        ("--resign much", "800,4"),
        ("--draw 1,2,3,4", "800,4"),
        ("--games 0", "from 1 to"),
    ] {
        let error = read(line).unwrap_err();
        assert!(error.contains(named), "{line}: {error}");
    }
}
