//! The slope is the slope, the way down goes down, and bad lines are told with their number.

use std::io::Cursor;
use std::ops::ControlFlow;
use std::path::Path;

use super::course::uses;
use super::fit::{Model, Target, Weight};
use super::sample::Samples;
use super::*;
use crate::chess::{GameResult, Position};
use crate::eval::classical::features::{GROUPS, WEIGHTS};
use crate::eval::{ClassicalEvaluator, Evaluator};
use crate::store::WrittenFiles;
use crate::store::positions::{self, PositionsHeader, TrainingPosition};
use crate::units::{Score, WhiteScore};

/// Positions of random games, each labelled with the evaluation's own score.
fn labelled(games: u64) -> String {
    let mut text = String::new();
    let mut evaluator = ClassicalEvaluator::new();
    for seed in 1..=games {
        let mut random = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let mut position = Position::start();
        for ply in 0..80 {
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            random ^= random << 13;
            random ^= random >> 7;
            random ^= random << 17;
            position = position.play(moves[random as usize % moves.len()].mv);
            if ply % 4 == 0 {
                let white = evaluator.evaluate(&position, 0).for_white(position.turn());
                let centipawns = white.score().raw();
                let result = ["0", "0.5", "1"][(centipawns.clamp(-101, 101) / 101 + 1) as usize];
                text += &format!("{};{centipawns};{result}\n", position.to_fen());
            }
        }
    }
    text
}

/// What `data` would write about the same positions.
fn taken(text: &str, path: &Path) {
    let header = PositionsHeader::new("a test".to_owned(), Vec::new(), String::new());
    let files = WrittenFiles::default();
    files.claim(path, |_| true).unwrap();
    positions::write(&files, path, &header, |put| {
        for line in text.lines() {
            let [fen, centipawns, result] = line.split(';').collect::<Vec<_>>()[..] else {
                panic!("{line}")
            };
            let result = match result {
                "1" => GameResult::WhiteWins,
                "0" => GameResult::BlackWins,
                _ => GameResult::Draw,
            };
            let score = WhiteScore::from_score(Score::cp(centipawns.parse().unwrap()));
            let position = Position::from_fen(fen).unwrap();
            put(&TrainingPosition::new(&position, score, result, 20).unwrap())?;
        }
        Ok(0)
    })
    .unwrap();
}

#[test]
fn positions_of_games_teach_what_lines_teach() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("taken.qpd");
    // En passant is not kept, and counts for nothing here.
    let text = labelled(12);
    taken(&text, &path);
    let options = TuneOptions { epochs: 2, ..TuneOptions::default() };
    let mut file = PositionFile::open(&path).unwrap();
    let of_file =
        tune(&Samples::of_positions(&mut file).unwrap(), &options, |_| ControlFlow::Continue(()))
            .unwrap();
    let of_lines =
        tune(&Samples::read(Cursor::new(&text)).unwrap(), &options, |_| ControlFlow::Continue(()))
            .unwrap();
    assert_eq!(of_file.positions, of_lines.positions);
    assert_eq!(of_file.source, of_lines.source);
}

fn samples(text: &str) -> Samples {
    Samples::read(Cursor::new(text)).unwrap()
}

#[test]
fn the_tuner_sees_what_the_evaluation_says() {
    let text = labelled(10);
    let samples = samples(&text);
    let model = Model::new(&WEIGHTS, 200.0);
    assert!(samples.samples.len() > 100);
    for sample in &samples.samples {
        let score = model.score(&samples, sample);
        // The evaluation rounds: the cost of danger, the scale and the taper.
        assert!((score - f64::from(sample.centipawns)).abs() < 4.0, "{score} {sample:?}");
    }
}

#[test]
fn the_slope_is_the_slope() {
    let text = labelled(10);
    let samples = samples(&text);
    let all: Vec<u32> = (0..samples.samples.len() as u32).collect();
    let target = Target { label_scale: 150.0, result_share: 0.5 };
    let model = Model::new(&WEIGHTS, 200.0);
    let one = model.slope(&samples, &all, target, 1);
    let two = model.slope(&samples, &all, target, 2);
    for (index, (one, two)) in one.iter().zip(&two).enumerate().step_by(7) {
        for half in [0, 1] {
            assert!((one[half] - two[half]).abs() < 1e-12);
            let shifted = |by: f64| {
                let mut model = model.clone();
                model.weights[index][half] += by;
                model.loss(&samples, &all, target)
            };
            let measured = (shifted(0.01) - shifted(-0.01)) / 0.02;
            assert!((one[half] - measured).abs() < 1e-8, "weight {index}: {one:?} {measured}");
        }
    }
}

#[test]
fn tuning_lowers_the_error_and_repeats_itself() {
    let text = labelled(40);
    let options =
        TuneOptions { epochs: 3, batch: 64, scale: Some(300.0), ..TuneOptions::default() };
    let mut epochs = Vec::new();
    let mut run = || {
        tune(&Samples::read(Cursor::new(&text)).unwrap(), &options, |progress| {
            epochs.push(progress.epoch);
            ControlFlow::Continue(())
        })
        .unwrap()
    };
    let (first, second) = (run(), run());
    assert!(first.after < first.before, "{} {}", first.before, first.after);
    assert_eq!(first.source, second.source);
    assert_eq!(epochs, [0, 1, 2, 3, 0, 1, 2, 3]);
    for group in &GROUPS {
        let row = first.source.split(&format!(" {}:", group.name)).nth(1).unwrap();
        assert_eq!(row.split(';').next().unwrap().split(',').count(), group.len, "{}", group.name);
    }
}

/// The weights of the program are in the form that the tuner writes.
#[test]
fn the_source_of_the_weights_is_what_is_written_of_them() {
    let written = include_str!("../../eval/classical/weights.rs");
    let weights = Model::new(&WEIGHTS, 200.0).weights;
    let (_, rows) = written.split_once("\nuse ").unwrap();
    let source = write::source(&weights, "a note");
    assert!(source.contains("//! a note\n"));
    assert_eq!(source.split_once("\nuse ").unwrap().1, rows);
}

#[test]
fn settling_changes_no_score() {
    let text = labelled(10);
    let samples = samples(&text);
    let model = Model::new(&WEIGHTS, 200.0);
    let mut settled = model.clone();
    let jolt = |(index, weight): (usize, &Weight)| weight.map(|value| value + (index % 13) as f64);
    settled.weights = settled.weights.iter().enumerate().map(jolt).collect();
    let jolted = settled.clone();
    write::settle(&mut settled.weights, &uses(&samples));
    for sample in &samples.samples {
        let (before, after) = (jolted.score(&samples, sample), settled.score(&samples, sample));
        assert!((before - after).abs() < 1e-6, "{before} {after}");
    }
}

#[test]
fn a_bad_line_is_told_with_its_number() {
    let told = |text: &str| {
        Samples::read(Cursor::new(text))
            .and_then(|samples| {
                tune(&samples, &TuneOptions::default(), |_| ControlFlow::Continue(()))
            })
            .map(|_| ())
            .unwrap_err()
            .to_string()
    };
    let fen = Position::start().to_fen();
    assert!(told(&format!("{fen};10;0.5\n\n{fen};10\n")).starts_with("line 3: expected FEN"));
    assert_eq!(told(&format!("{fen};x;0.5\n")), "line 1: \"x\" is not a number of centipawns");
    assert_eq!(told(&format!("{fen};3;1-0\n")), "line 1: \"1-0\" is not a result: 1, 0.5 or 0");
    assert!(told("8/8 w - -;3;1\n").starts_with("line 1: "));
    let long = format!("{fen};{};1\n", "0".repeat(5_000));
    assert!(told(&long).starts_with("line 1: it has more than 1024 bytes"), "{}", told(&long));
    assert_eq!(told(""), "only 0 positions to learn from; at least 100 are needed");
}
