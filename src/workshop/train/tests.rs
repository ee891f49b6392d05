//! Small training runs: gradients against finite differences, reproducibility, a falling error.

use std::path::Path;

use clap::Parser;
use quarterply::chess::{GameResult, Position, SplitMix};
use quarterply::control::StopFlag;
use quarterply::eval::network::NetworkRole;
use quarterply::eval::network::shape::{INPUTS, Viewpoint};
use quarterply::eval::{ClassicalEvaluator, Evaluator, Network, NetworkEvaluator};
use quarterply::store::WrittenFiles;
use quarterply::store::codec::{self, FileKind};

use super::course::{Trained, first_weights};
use super::data_loader::{DataLoader, sample};
use super::model::{
    MicroBatch, ROWS, SLICE, WeightOffsets, backward, error_of, forward, loss, outputs,
};
use super::*;
use crate::arguments::Jobs;
use crate::judge;
use crate::players::Seed;
use crate::positions::{self, PositionsHeader, TrainingPosition};

#[derive(Parser)]
struct Line {
    #[command(flatten)]
    train: Train,
}

/// Writes positions of random games, one of each, with their classical evaluation.
fn write_positions(path: &Path, count: usize) {
    let mut random = SplitMix::stream(3, 0);
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
            let score = evaluator.evaluate(&position, 0).score.for_white(position.turn());
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

fn options() -> Train {
    let line = "train x.qpd --width 32 --epochs 4 --batch 64 --rate 5000 --seed 9";
    Line::try_parse_from(line.split_whitespace()).unwrap().train
}

struct Learned {
    trained: Trained,
    checkpoints: Vec<Checkpoint>,
}

/// Trains for at most `most` reports.
fn learn(
    path: &Path,
    how: &Train,
    (begin, from): (Option<&Network>, Option<Checkpoint>),
    most: u64,
) -> Learned {
    let (file, stop) = (PositionFile::open(path).unwrap(), StopFlag::new());
    let mut checkpoints: Vec<Checkpoint> = Vec::new();
    let trained = train(file, how, (begin, from), &stop, &mut |state, _, _| {
        if state.losses.len() > checkpoints.last().map_or(0, |last| last.losses.len()) {
            checkpoints.push(state.clone());
        }
        if state.step >= most {
            stop.raise();
        }
        Ok(())
    });
    Learned { trained: trained.unwrap(), checkpoints }
}

const NOTHING: (Option<&Network>, Option<Checkpoint>) = (None, None);

#[test]
fn the_slope_is_what_differences_say() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("few.qpd");
    write_positions(&path, 1_000);
    let role = NetworkRole::Value;
    let mut loader = DataLoader::new(PositionFile::open(&path).unwrap(), 64, 1, role);
    let batch = loader.batch(0).unwrap().iter().map(|position| sample(role, position));
    let batch = MicroBatch::new(batch.collect());
    let samples = &batch.samples;
    let offsets = WeightOffsets { width: 64 };
    let mut weights = first_weights(offsets, 5);
    // Different biases and heads, so that a wrong index is noticed.
    let is_head = |at: usize| at >= offsets.head_bias() || at / SLICE % ROWS >= INPUTS;
    for at in (0..offsets.len()).filter(|&at| is_head(at)) {
        weights[at] += (at % 7) as f32 * 0.03;
    }
    let mut found = vec![0.0; offsets.len()];
    let outputs = outputs(&weights, samples);
    let (errors, outers): (Vec<f64>, Vec<f32>) =
        samples.iter().zip(outputs).map(|(sample, output)| error_of(sample, output)).unzip();
    assert!((errors.iter().sum::<f64>() - loss(&weights, samples)).abs() < 1e-6);
    let (slices, _) = weights.as_chunks::<SLICE>();
    let (gradients, head_bias) = found.as_chunks_mut::<SLICE>();
    for (slice, gradient) in slices.chunks(ROWS).zip(gradients.chunks_mut(ROWS)) {
        let (mut sums, mut said) =
            (vec![[0.0; SLICE]; 2 * samples.len()], vec![0.0; samples.len()]);
        forward(slice, samples, &mut sums, &mut said);
        backward(slice, &batch, (&mut sums, &outers), gradient);
    }
    for (sample, outer) in samples.iter().zip(&outers) {
        head_bias[sample.head] += outer;
    }
    let largest = found.iter().fold(0.0_f32, |most, gradient| most.max(gradient.abs()));
    let mut compared = 0;
    for at in (0..offsets.len()).filter(|&at| is_head(at) || at % 97 == 0) {
        const STEP: f32 = 2e-3;
        let kept = weights[at];
        weights[at] = kept + STEP;
        let above = loss(&weights, samples);
        weights[at] = kept - STEP;
        let below = loss(&weights, samples);
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
    let alone = learn(&path, &options(), NOTHING, u64::MAX);
    let held_out: Vec<f64> = alone.trained.checkpoint.losses.iter().map(|loss| loss.1).collect();
    assert_eq!(held_out.len(), 4);
    assert!(held_out[3] < 0.9 * held_out[0], "{held_out:?}");
    let (network, rounding) = alone.trained.network.clone().unwrap();
    assert!(rounding.mean_error < 30.0, "{rounding:?}");

    let together = Train { jobs: Jobs { jobs: 3 }, ..options() };
    let together = learn(&path, &together, NOTHING, u64::MAX);
    assert_eq!(together.trained.network.unwrap().0, network);
    assert_eq!(together.trained.checkpoint, alone.trained.checkpoint);

    // Interrupted between two epochs and within one, saved and resumed.
    let begun = learn(&path, &options(), NOTHING, 16);
    assert!(begun.trained.network.is_none());
    for checkpoint in [&begun.trained.checkpoint, &alone.checkpoints[1]] {
        let bytes = codec::seal(FileKind::Checkpoint, 1, checkpoint).unwrap();
        let kept = codec::open(FileKind::Checkpoint, 1, &bytes).unwrap();
        let resumed = learn(&path, &options(), (None, Some(kept)), u64::MAX);
        assert_eq!(resumed.trained.network.as_ref().unwrap().0, network);
        assert_eq!(resumed.trained.checkpoint.losses, alone.trained.checkpoint.losses);
    }

    let other = Train { seed: Seed { seed: 10 }, ..options() };
    let file = PositionFile::open(&path).unwrap();
    let kept = made_of(&file, &options(), None).to_string();
    let refused = made_of(&file, &other, None).require(&path, &kept);
    assert!(refused.unwrap_err().to_string().contains("seed was"));
    let other = learn(&path, &other, NOTHING, u64::MAX);
    assert_ne!(other.trained.network.unwrap().0, network);
}

#[test]
fn learning_goes_on_from_a_network() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("some.qpd");
    write_positions(&path, 6_000);
    let one_epoch = Train { epochs: 1, ..options() };
    let before = learn(&path, &one_epoch, NOTHING, u64::MAX).trained;
    let network = before.network.unwrap().0;
    // Rounding integers changes nothing.
    let numbers = quantize::dequantize(&network);
    let mut file = PositionFile::open(&path).unwrap();
    let held_out: Vec<_> = file.read(5_700, 300).unwrap().into_iter().map(|at| (at, 0)).collect();
    let (again, _) = quantize::round((32, &numbers), &held_out, NetworkRole::Value).unwrap();
    assert_eq!(again.weights()[..32 * 769], network.weights()[..32 * 769]);

    let gentle = Train { rate: 1, ..one_epoch };
    let after = learn(&path, &gentle, (Some(&network), None), u64::MAX).trained;
    let [before, after] = [before.checkpoint, after.checkpoint].map(|state| state.losses[0].1);
    // As good as before, except for rounding.
    assert!((after - before).abs() < 0.05 * before, "{before} {after}");

    let wider = Train { width: 64, ..gentle };
    let (file, stop) = (PositionFile::open(&path).unwrap(), StopFlag::new());
    let refused = train(file, &wider, (Some(&network), None), &stop, &mut |_, _, _| Ok(()));
    assert_eq!(
        refused.unwrap_err().to_string(),
        "a network of width 32; here one of width 64 was asked for"
    );
}

#[test]
fn the_search_sees_what_was_learned() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("some.qpd");
    write_positions(&path, 6_000);
    let trained = learn(&path, &options(), NOTHING, u64::MAX).trained;
    let held_out = PositionFile::open(&path).unwrap().read(5_700, 300).unwrap();
    let learned = trained.checkpoint.losses.last().unwrap().1;
    let (network, _) = trained.network.unwrap();
    let mut evaluator = NetworkEvaluator::new(&network);
    let judged = judge::judge(&mut evaluator, &held_out);
    let seen = judge::error(judged.iter(), f64::from(quantize::VALUE_SCALE));
    // The rounding of this small network, and the fifty-move scale, which no label has.
    assert!((seen - learned).abs() < 0.05 * learned, "{seen} {learned}");
}

#[test]
fn decay_draws_weights_to_nothing_or_to_the_network_before() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("some.qpd");
    write_positions(&path, 2_000);
    let learned = |decay, begin: Option<&Network>| {
        let how = Train { decay, ..options() };
        learn(&path, &how, (begin, None), u64::MAX).trained
    };
    let distance = |decay, begin| {
        let weights = learned(decay, begin).checkpoint.weights;
        let origin = begin.map_or(vec![0.0; weights.len()], quantize::dequantize);
        let apart = weights.iter().zip(origin).map(|(weight, origin)| weight - origin);
        apart.map(|apart| f64::from(apart * apart)).sum::<f64>()
    };
    assert!(distance(2_000, None) < 0.8 * distance(0, None));
    let before = learned(0, None);
    assert_eq!(before.begin_loss, None);
    let network = before.network.unwrap().0;
    let [free, drawn] = [0, 20_000].map(|decay| distance(decay, Some(&network)));
    assert!(drawn < 0.8 * free, "{drawn} {free}");
    // Tiny steps leave the error unchanged.
    let still = Train { rate: 1, epochs: 1, ..options() };
    let still = learn(&path, &still, (Some(&network), None), u64::MAX).trained;
    let (begin_loss, loss) = (still.begin_loss.unwrap(), still.checkpoint.losses[0].1);
    assert!((begin_loss - loss).abs() < 1e-2 * loss, "{begin_loss} {loss}");
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
            let view = Viewpoint::of(board.placement(), color);
            let input = |square| {
                let man = board.at(square).unwrap();
                view.input(man.color, man.piece, square) as u16
            };
            let mut known: Vec<u16> = board.occupied().map(input).collect();
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
    let refused = || {
        let file = PositionFile::open(&path).unwrap();
        train(file, &options(), NOTHING, &StopFlag::new(), &mut |_, _, _| Ok(())).unwrap_err()
    };
    assert!(refused().to_string().contains("damaged"));
    write_positions(&path, 999);
    assert_eq!(refused().to_string(), "only 950 positions to learn from; at least 1000 are needed");
}
