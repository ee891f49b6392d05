//! Learning in small: gradients against differences, the same bytes whoever works, an error that falls.

use std::ops::ControlFlow;
use std::path::Path;

use super::course::first_weights;
use super::data_loader::{DataLoader, TrainingTarget};
use super::model::WeightOffsets;
use super::model::{gradient, loss};
use super::*;
use crate::chess::{GameResult, Position};
use crate::control::StopFlag;
use crate::engine::random::Random;
use crate::eval::{ClassicalEvaluator, Evaluator, Network};
use crate::store::WrittenFiles;
use crate::store::codec::{self, FileKind};
use crate::store::positions::{self, PositionsError, PositionsHeader, TrainingPosition};

impl Default for TrainOptions {
    fn default() -> TrainOptions {
        TrainOptions {
            width: 128,
            role: NetworkRole::Value,
            epochs: 30,
            batch: 512,
            rate: 0.002,
            decay: 0.2,
            begin: None,
            result_share: 0.0,
            seed: 1,
            threads: 1,
        }
    }
}

/// Positions, each of a random game of its own, judged by the classical evaluation, as a file.
fn write_positions(path: &Path, count: usize) {
    let mut random = Random::new(3, 0);
    let mut evaluator = ClassicalEvaluator::new();
    let mut left = count;
    let header = PositionsHeader::new("a test".to_owned(), Vec::new(), String::new());
    let files = WrittenFiles::default();
    files.claim(path, |_| true).unwrap();
    positions::write(&files, path, &header, |put| {
        while left > 0 {
            let mut position = Position::start();
            let plies = 4 + random.below(76) as u16;
            for _ in 0..plies {
                let moves = position.legal_moves();
                if moves.is_empty() {
                    break;
                }
                position = position.play(moves[random.below(moves.len())].mv);
            }
            let score = evaluator.evaluate(&position, 0).for_white(position.turn());
            let result = match score.score().raw() {
                ..-80 => GameResult::BlackWins,
                -80..=80 => GameResult::Draw,
                _ => GameResult::WhiteWins,
            };
            if !position.in_check()
                && let Some(position) = TrainingPosition::new(&position, score, result, plies)
            {
                put(&position)?;
                left -= 1;
            }
        }
        Ok(count as u64 / 20)
    })
    .unwrap();
}

fn options() -> TrainOptions {
    TrainOptions {
        width: 32,
        epochs: 4,
        batch: 64,
        rate: 0.005,
        seed: 9,
        ..TrainOptions::default()
    }
}

struct Learned {
    trained: Trained,
    checkpoints: Vec<Checkpoint>,
}

/// Learns, at most so many batches.
fn learn(path: &Path, options: &TrainOptions, from: Option<Checkpoint>, most: u64) -> Learned {
    let file = PositionFile::open(path).unwrap();
    let (mut checkpoints, mut steps) = (Vec::new(), 0);
    let trained = train(file, options, from, &StopFlag::new(), &mut |event| {
        let progress = match event {
            TrainEvent::Progress(progress) => progress,
            TrainEvent::Epoch(progress, checkpoint) => {
                checkpoints.push(checkpoint.clone());
                progress
            }
        };
        steps = progress.steps.0;
        if steps >= most { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    Learned { trained: trained.unwrap(), checkpoints }
}

#[test]
fn the_slope_is_what_differences_say() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("few.qpd");
    write_positions(&path, 1_000);
    let target = TrainingTarget { role: NetworkRole::Value, result_share: 0.5 };
    let mut loader = DataLoader::new(PositionFile::open(&path).unwrap(), 64, 1, target);
    let batch: Vec<_> =
        loader.batch(0).unwrap().iter().map(|position| target.sample(position)).collect();
    let offsets = WeightOffsets { width: 32 };
    let mut weights = first_weights(32, 5);
    // Biases that differ, so that a wrong place is noticed.
    for (at, weight) in weights[offsets.bias()..].iter_mut().enumerate() {
        *weight += (at % 7) as f32 * 0.03;
    }
    let mut found = vec![0.0; offsets.len()];
    let error = gradient::<32>(&weights, &batch, &mut found);
    assert!((error - loss::<32>(&weights, &batch)).abs() < 1e-6);
    let largest = found.iter().fold(0.0_f32, |most, gradient| most.max(gradient.abs()));
    let mut compared = 0;
    for at in (0..offsets.len()).step_by(97).chain(offsets.bias()..offsets.len()) {
        const STEP: f32 = 2e-3;
        let kept = weights[at];
        weights[at] = kept + STEP;
        let above = loss::<32>(&weights, &batch);
        weights[at] = kept - STEP;
        let below = loss::<32>(&weights, &batch);
        weights[at] = kept;
        let expected = ((above - below) / (2.0 * f64::from(STEP))) as f32;
        assert!((expected - found[at]).abs() < 0.01 * largest, "{at}: {expected} {}", found[at]);
        compared += usize::from(expected.abs() > 0.001 * largest);
    }
    assert!(compared > 100, "{compared}");
}

#[test]
fn the_same_seed_gives_the_same_bytes_however_many_work_and_however_often_it_stops() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("some.qpd");
    write_positions(&path, 6_000);
    let alone = learn(&path, &options(), None, u64::MAX);
    let held_out: Vec<f64> = alone.trained.losses.iter().map(|loss| loss.1).collect();
    assert_eq!(held_out.len(), 4);
    assert!(held_out[3] < 0.9 * held_out[0], "{held_out:?}");
    let (network, rounding) = alone.trained.network.clone().unwrap();
    assert!(rounding.mean_error < 30.0 && rounding.agreement > 0.1, "{rounding:?}");

    let together = learn(&path, &TrainOptions { threads: 3, ..options() }, None, u64::MAX);
    assert_eq!(together.trained.network.unwrap().0, network);
    assert_eq!(together.trained.checkpoint, alone.trained.checkpoint);

    // Broken off between two epochs and within one, kept, and gone on with.
    let begun = learn(&path, &options(), None, 16);
    assert!(begun.trained.network.is_none());
    for checkpoint in [&begun.trained.checkpoint, &alone.checkpoints[1]] {
        let bytes = codec::seal(FileKind::Checkpoint, 1, checkpoint).unwrap();
        let kept =
            codec::open(FileKind::Checkpoint, 1, &bytes).and_then(codec::Payload::read).unwrap();
        let resumed = learn(&path, &options(), Some(kept), u64::MAX);
        assert_eq!(resumed.trained.network.as_ref().unwrap().0, network);
        assert_eq!(resumed.trained.losses, alone.trained.losses);
    }

    let other = TrainOptions { seed: 10, ..options() };
    let file = PositionFile::open(&path).unwrap();
    assert_eq!(begun.trained.checkpoint.settings, made_of(&file, &options()).to_string());
    let refused = made_of(&file, &other).require(&path, &begun.trained.checkpoint.settings);
    assert!(refused.unwrap_err().to_string().contains("seed was"));
    let other = learn(&path, &other, None, u64::MAX);
    assert_ne!(other.trained.network.unwrap().0, network);
}

#[test]
fn learning_goes_on_from_a_network() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("some.qpd");
    write_positions(&path, 6_000);
    let one_epoch = TrainOptions { epochs: 1, ..options() };
    let before = learn(&path, &one_epoch, None, u64::MAX).trained;
    let network = before.network.unwrap().0;
    // Rounding what is whole changes nothing.
    let numbers = quantize::dequantize(&network);
    let target = TrainingTarget { role: NetworkRole::Value, result_share: 0.0 };
    let mut file = PositionFile::open(&path).unwrap();
    let held_out: Vec<_> = file.read(5_700, 300).unwrap().into_iter().map(|at| (at, 0)).collect();
    let (again, _) = quantize::round::<32>(&numbers, &held_out, target).unwrap();
    assert_eq!(again.weights()[..32 * 769], network.weights()[..32 * 769]);

    let gentle = TrainOptions { rate: 1e-6, begin: Some(network.clone()), ..one_epoch.clone() };
    let after = learn(&path, &gentle, None, u64::MAX).trained;
    let (before, after) = (before.losses[0].1, after.losses[0].1);
    // As good as it was, but for what rounding did.
    assert!((after - before).abs() < 0.05 * before, "{before} {after}");

    let wider = TrainOptions { width: 64, ..gentle };
    let told = &mut |_: TrainEvent<'_>| ControlFlow::Continue(());
    let refused = train(PositionFile::open(&path).unwrap(), &wider, None, &StopFlag::new(), told);
    assert_eq!(
        refused.unwrap_err().to_string(),
        "a network of width 32; here one of width 64 was asked for"
    );
}

#[test]
fn decay_draws_weights_to_nothing_or_to_the_network_before() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("some.qpd");
    write_positions(&path, 2_000);
    let learned = |decay, begin: Option<&Network>| {
        let options = TrainOptions { decay, begin: begin.cloned(), ..options() };
        learn(&path, &options, None, u64::MAX).trained
    };
    let distance = |decay, begin| {
        let weights = learned(decay, begin).checkpoint.weights;
        let origin = begin.map_or(vec![0.0; weights.len()], quantize::dequantize);
        let apart = weights.iter().zip(origin).map(|(weight, origin)| weight - origin);
        apart.map(|apart| f64::from(apart * apart)).sum::<f64>()
    };
    assert!(distance(2.0, None) < 0.8 * distance(0.0, None));
    let before = learned(0.0, None);
    assert_eq!(before.begin_loss, None);
    let network = before.network.unwrap().0;
    let [free, drawn] = [0.0, 20.0].map(|decay| distance(decay, Some(&network)));
    assert!(drawn < 0.8 * free, "{drawn} {free}");
    // Steps of no length leave the error where it was.
    let still = TrainOptions { rate: 1e-9, epochs: 1, begin: Some(network), ..options() };
    let still = learn(&path, &still, None, u64::MAX).trained;
    let (begin_loss, loss) = (still.begin_loss.unwrap(), still.losses[0].1);
    assert!((begin_loss - loss).abs() < 1e-3 * loss, "{begin_loss} {loss}");
}

#[test]
fn a_lesson_is_the_same_for_both_sides() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("few.qpd");
    write_positions(&path, 1_000);
    let mut file = PositionFile::open(&path).unwrap();
    for position in file.read(0, 200).unwrap() {
        let board = position.to_position().unwrap();
        let sample = data_loader::inputs_of(&position);
        for (side, color) in [board.turn(), !board.turn()].into_iter().enumerate() {
            let view = crate::eval::network::shape::Viewpoint::of(board.placement(), color);
            let mut known: Vec<u16> = view.inputs(board.placement()).map(|at| at as u16).collect();
            let mut found = sample.inputs[side][..sample.men].to_vec();
            known.sort_unstable();
            found.sort_unstable();
            assert_eq!(found, known);
        }
    }
}

#[test]
fn a_damaged_file_of_positions_teaches_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("few.qpd");
    write_positions(&path, 1_100);
    let mut bytes = std::fs::read(&path).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    std::fs::write(&path, &bytes).unwrap();
    let refused =
        train(PositionFile::open(&path).unwrap(), &options(), None, &StopFlag::new(), &mut |_| {
            ControlFlow::Continue(())
        });
    assert!(matches!(refused, Err(TrainError::Positions(PositionsError::Damaged))));
    write_positions(&path, 999);
    let few = PositionFile::open(&path).unwrap();
    let refused =
        train(few, &options(), None, &StopFlag::new(), &mut |_| ControlFlow::Continue(()));
    assert!(matches!(refused, Err(TrainError::TooFew(950))));
}

#[test]
fn a_curve_is_drawn_for_each_error() {
    let svg = chart::losses(&[(0.2, 0.3), (0.1, 0.25), (0.05, 0.24)]);
    assert!(svg.starts_with("<svg") && svg.ends_with("</svg>\n"));
    assert_eq!(svg.matches("<polyline").count(), 2);
    assert!(!chart::losses(&[]).contains("NaN") && !chart::losses(&[(0.1, 0.1)]).contains("NaN"));
}
