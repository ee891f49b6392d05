//! Tuning the evaluation: weights that make its scores predict how games go on, found by following the slope of the error.
//!
//! The positions are read once; what the evaluation sees in each comes from the very code that the search runs (see
//! `eval/trace.rs`). A tenth of them is held out, never learned from, and tells whether the others taught something that
//! holds in general (Österlund's method, "Texel's tuning"; slopes as in Grant's "Evaluation & Tuning in Chess Engines").

use std::ops::ControlFlow;

use super::fit::{self, Adam, Model, Target, Weight, best_scale};
use super::sample::{Samples, TuneError};
use super::write;
use crate::chess::ByColor;
use crate::eval::classical::features::{GROUPS, WEIGHTS};

#[derive(Clone, Debug)]
pub struct TuneOptions {
    /// Times that every position is looked at.
    pub epochs: u32,
    pub batch: usize,
    /// Centipawns of the first steps; the last ones are nearly nothing.
    pub rate: f64,
    /// How much of the target is the game's result; the rest is the label's score.
    pub result_share: f64,
    /// Centipawns that a weight seen hardly ever is believed to stay within of what it was.
    pub belief: f64,
    /// Centipawns that multiply the odds by e; found from the present weights if not given.
    pub scale: Option<f64>,
    pub threads: usize,
    /// What the order of positions follows from.
    pub seed: u64,
}

impl Default for TuneOptions {
    fn default() -> TuneOptions {
        TuneOptions {
            epochs: 25,
            batch: 16_384,
            rate: 1.0,
            result_share: 0.4,
            belief: 20.0,
            scale: None,
            threads: 1,
            seed: 1,
        }
    }
}

#[derive(Clone, Copy, Debug)]
pub struct TuneProgress {
    /// Epochs done; 0 before the first.
    pub epoch: u32,
    pub epochs: u32,
    /// The error on the held-out positions.
    pub loss: f64,
}

#[derive(Clone, Debug)]
pub struct Tuned {
    pub positions: (usize, usize),
    /// The error on the held-out positions with the weights as they were.
    pub before: f64,
    /// The same with the tuned weights, rounded to centipawns.
    pub after: f64,
    /// The text of `eval/classical/weights.rs` with the tuned weights.
    pub source: String,
}

/// One sample in ten is held out.
const HELD_OUT: u32 = 10;

/// Tunes every weight on labelled positions. `told` hears of the start and of every epoch, and may break off; what was
/// learned until then is the answer.
///
/// # Errors
/// Fewer than 100 positions.
pub(super) fn tune(
    samples: &Samples,
    options: &TuneOptions,
    mut told: impl FnMut(&TuneProgress) -> ControlFlow<()>,
) -> Result<Tuned, TuneError> {
    let count = samples.samples.len() as u32;
    if count < 100 {
        return Err(TuneError::TooFew(count as usize));
    }
    let (held_out, learned): (Vec<u32>, Vec<u32>) =
        (0..count).partition(|&index| index.is_multiple_of(HELD_OUT));
    let target = find_target(samples, &held_out, options.result_share);
    let mut model = Model::new(&WEIGHTS, 1.0);
    model.scale = options.scale.unwrap_or_else(|| {
        best_scale(|scale| {
            Model { weights: model.weights.clone(), scale }.loss(samples, &held_out, target)
        })
    });
    let before = model.loss(samples, &held_out, target);
    let positions = (learned.len(), held_out.len());
    let mut progress = TuneProgress { epoch: 0, epochs: options.epochs, loss: before };
    let mut course = Course {
        samples,
        target,
        options,
        adam: Adam::new(&GROUPS),
        first: model.weights.clone(),
        learned,
    };
    while told(&progress).is_continue() && progress.epoch < options.epochs {
        course.epoch(&mut model, progress.epoch);
        progress.epoch += 1;
        progress.loss = model.loss(samples, &held_out, target);
    }
    write::settle(&mut model.weights, &uses(samples));
    for weight in &mut model.weights {
        *weight = weight.map(f64::round);
    }
    let after = model.loss(samples, &held_out, target);
    let note = format!(
        "{} labelled positions from engine games, {} more held out: error there {before:.6} before, {after:.6} after;\n\
         {:.0} % of the target the game's result, K = {:.0} centipawns, {} epochs.",
        positions.0,
        positions.1,
        100.0 * options.result_share,
        model.scale,
        progress.epoch,
    );
    let source = write::source(&model.weights, &note);
    Ok(Tuned { positions, before, after, source })
}

/// The scale of the labels: the one that makes them predict results best.
fn find_target(samples: &Samples, held_out: &[u32], result_share: f64) -> Target {
    let label_scale = best_scale(|scale| {
        let error = |&index: &u32| {
            let sample = &samples.samples[index as usize];
            let expected = fit::expectation(f64::from(sample.centipawns), scale);
            sample.result.map_or(0.0, |result| (expected - f64::from(result)).powi(2))
        };
        held_out.iter().map(error).sum()
    });
    Target { label_scale, result_share }
}

pub(super) fn uses(samples: &Samples) -> Vec<u64> {
    let mut uses = vec![0; WEIGHTS.len()];
    for sample in &samples.samples {
        let entries = samples.entries(sample);
        let ByColor([white, black]) = entries.danger;
        for entry in entries.linear.iter().chain(white).chain(black) {
            uses[usize::from(entry.weight)] += u64::from(entry.count.unsigned_abs());
        }
    }
    uses
}

struct Course<'a> {
    samples: &'a Samples,
    target: Target,
    options: &'a TuneOptions,
    adam: Adam,
    first: Vec<Weight>,
    learned: Vec<u32>,
}

impl Course<'_> {
    /// Looks at every position once.
    fn epoch(&mut self, model: &mut Model, epoch: u32) {
        self.shuffle(epoch);
        let options = self.options;
        let steps = self.learned.len().div_ceil(options.batch.max(1));
        // A sample's error varies by about this much: with it, belief and evidence are weighed like with like.
        const VARIANCE: f64 = 0.05;
        let pull = VARIANCE / (options.belief * options.belief) / self.learned.len() as f64;
        for (step, chosen) in self.learned.chunks(options.batch.max(1)).enumerate() {
            let mut slope = model.slope(self.samples, chosen, self.target, options.threads);
            for ((slope, weight), first) in slope.iter_mut().zip(&model.weights).zip(&self.first) {
                slope[0] += 2.0 * pull * (weight[0] - first[0]);
                slope[1] += 2.0 * pull * (weight[1] - first[1]);
            }
            let done = (f64::from(epoch) + step as f64 / steps as f64) / f64::from(options.epochs);
            let rate = options.rate * 0.5 * (1.0 + (std::f64::consts::PI * done).cos());
            self.adam.step(&mut model.weights, &slope, rate);
        }
    }

    /// Another order for every epoch, the same for the same seed.
    fn shuffle(&mut self, epoch: u32) {
        let mut state =
            self.options.seed ^ u64::from(epoch + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        for last in (1..self.learned.len()).rev() {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            self.learned.swap(last, (state % (last as u64 + 1)) as usize);
        }
    }
}
