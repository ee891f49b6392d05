//! Tuning of a noisy quadratic function, also after a resume.

use std::path::Path;

use clap::Parser;
use quarterply::chess::SplitMix;
use quarterply::control::StopFlag;

use super::plan::SpsaState;
use super::*;

#[derive(Parser)]
struct Line {
    #[command(flatten)]
    spsa: Spsa,
}

fn number(start: i64) -> SpsaNumber {
    SpsaNumber { name: String::new(), start, low: -200, high: 200, step: 8.0 }
}

/// Compares two points of a quadratic function with its minimum at (60, −35), randomly, but more reliably the larger the
/// difference.
fn measured(round: &[SpsaTrial]) -> Vec<f64> {
    let height = |point: &[i64]| (point[0] - 60).pow(2) + (point[1] + 35).pow(2);
    let result = |trial: &SpsaTrial| {
        let ahead = (height(&trial.minus) - height(&trial.plus)) as f64;
        let expected = 1.0 / (1.0 + (-ahead / 2_000.0).exp());
        let won = SplitMix::stream(5, u64::from(trial.number)).share() < expected;
        if won { 1.0 } else { -1.0 }
    };
    round.iter().map(result).collect()
}

fn plan() -> SpsaPlan {
    SpsaPlan { numbers: vec![number(-50), number(100)], trials: 6_000, seed: 3 }
}

fn run(plan: &SpsaPlan, state: &mut SpsaState, until: u32) {
    while state.trials < until {
        let round = plan.next_round(state);
        plan.learn(state, &round, &measured(&round));
    }
}

#[test]
fn the_bottom_of_a_bowl_is_found_through_noise() {
    let plan = plan();
    let mut state = plan.begin();
    run(&plan, &mut state, plan.trials);
    let [x, y] = state.values[..] else { panic!() };
    assert!((x - 60.0).abs() < 15.0 && (y + 35.0).abs() < 15.0, "{x} {y}");
    assert!(plan.next_round(&state).is_empty());
}

#[test]
fn it_goes_on_where_it_was() {
    let plan = plan();
    let (mut whole, mut first) = (plan.begin(), plan.begin());
    run(&plan, &mut whole, 400);
    run(&plan, &mut first, 120);
    let mut rest = first.clone();
    run(&plan, &mut rest, 400);
    assert_eq!(whole, rest);
    let other = SpsaPlan { seed: 4, ..plan };
    let mut state = other.begin();
    run(&other, &mut state, 400);
    assert_ne!(state, whole);
}

#[test]
fn what_is_tried_stays_in_range_and_differs() {
    let tuned = SpsaNumber { start: 3, low: 2, high: 4, step: 0.5, ..number(0) };
    let plan = SpsaPlan { numbers: vec![tuned], trials: 100, seed: 1 };
    let all = (0..100).flat_map(|trials| {
        plan.next_round(&SpsaState { trials, ..plan.begin() }).into_iter().take(1)
    });
    let round: Vec<SpsaTrial> = all.collect();
    assert_eq!(round.len(), 100);
    let tried = || round.iter().flat_map(|trial| [trial.plus[0], trial.minus[0]]);
    assert!(tried().all(|value| (2..=4).contains(&value)));
    assert!(round.iter().filter(|trial| trial.plus != trial.minus).count() > 50);
}

#[test]
fn the_side_that_solves_more_of_the_suite_is_the_better_one() {
    let ladder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../positions/ladder.epd");
    let target = SuiteTarget::read(&ladder, 1).unwrap();
    let profile = |name: &str| {
        let mut options = Options::default().alone(1, false);
        options.set("Profile", name).unwrap();
        options
    };
    let [ours, simple] = ["quarterply", "diablo"].map(profile);
    let plan = SpsaPlan { trials: 3, ..plan() };
    let round = plan.next_round(&plan.begin());
    let measured = |plus: &Options, minus: &Options, jobs| {
        let sides = vec![[plus.clone(), minus.clone()]; 3];
        target.measure(&round, &sides, jobs, &StopFlag::new()).unwrap()
    };
    let better = measured(&ours, &simple, 2);
    // One of eight positions is 12.5 percent, each of which is worth ten Elo.
    let one = 125.0 * 10_f64.ln() / 800.0;
    let solved = better.iter().map(|result| result / one);
    assert!(solved.clone().all(|more| more >= 0.0 && (more - more.round()).abs() < 1e-9));
    assert!(solved.sum::<f64>() > 3.0, "{better:?}");
    assert_eq!(measured(&simple, &ours, 1), better.iter().map(|more| -more).collect::<Vec<f64>>());
    assert_eq!(measured(&ours, &ours, 1), [0.0; 3]);
    let stop = StopFlag::new();
    stop.raise();
    assert_eq!(target.measure(&round, &vec![[ours, simple]; 3], 1, &stop), None);
}

#[test]
fn parameters_to_be_tuned() {
    let read = |line: &str| {
        let line = Line::try_parse_from(["spsa"].into_iter().chain(line.split_whitespace()));
        line.map(|line| line.spsa).map_err(|error| error.to_string())
    };
    let line = "razoring.margin=100..400 null.base=2..6/0.5 --pairs 400 --nodes 2k --to x.qpt";
    let all = read(line).unwrap();
    assert_eq!((all.ranges[0].low, all.ranges[0].high, all.ranges[0].step), (100, 400, 15.0));
    assert_eq!((all.ranges[1].name.as_str(), all.ranges[1].step), ("null.base", 0.5));
    assert_eq!(all.pairs, 400);
    assert!(read("a=1..2 --to x --suite positions/ladder.epd").is_ok());
    for (line, named) in [
        ("--to x", "NAME=LOW..HIGH"),
        ("a=1..2", "--to <FILE>"),
        ("a=2..1 --to x", "100..400/20"),
        ("a=1..2 --to x --sprt 0,5", "--sprt"),
    ] {
        let error = read(line).unwrap_err();
        assert!(error.contains(named), "{line}: {error}");
    }
}
