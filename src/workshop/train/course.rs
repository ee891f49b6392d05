//! Trains a network on the CPU, on all threads, reproducibly for a seed.
//!
//! `data_loader.rs` orders the positions, `model.rs` computes outputs and gradients, `quantize.rs` rounds the weights to the
//! integers of `eval/network/`, `step.rs` has the gradient of a batch and the optimizer. A [`Checkpoint`] has everything that the
//! rest of the training depends on.

use std::time::Instant;

use anyhow::ensure;
use quarterply::chess::SplitMix;
use quarterply::control::StopFlag;
use quarterply::eval::Network;
use quarterply::eval::network::NetworkRole;
use quarterply::eval::network::shape::INPUTS;
use quarterply::files;
use quarterply::store::MadeOf;
use quarterply::store::network::checksum;
use serde::{Deserialize, Serialize};

use super::Train;
use super::data_loader::{DataLoader, LearnedPosition, sample};
use super::model::{self, MICRO_BATCH, MicroBatch, ROWS, SLICE, TrainingSample, WeightOffsets};
use super::parallel::parallel;
use super::quantize::{self, Rounding};
use super::step::{AdamW, SliceBuffers, step};
use crate::positions::PositionFile;

/// A network in training, as stored on disk, with everything that the rest of the training depends on.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Checkpoint {
    pub step: u64,
    /// Training and validation error of each epoch so far.
    pub losses: Vec<(f64, f64)>,
    /// Sum of the errors in the current epoch.
    running: f64,
    pub weights: Vec<f32>,
    /// The optimizer's mean gradients, one for each weight.
    mean: Vec<f32>,
    /// The optimizer's mean squared gradients.
    square: Vec<f32>,
    /// Bias corrections of both means: powers of the betas.
    missing: [f64; 2],
}

impl Checkpoint {
    fn begin(weights: Vec<f32>) -> Checkpoint {
        let none = vec![0.0; weights.len()];
        let (mean, square, missing) = (none.clone(), none, [1.0; 2]);
        let (step, losses, running) = (0, Vec::new(), 0.0);
        Checkpoint { step, losses, running, weights, mean, square, missing }
    }
}

/// Receives the progress: the state, the total number of steps, and positions per second.
pub type Listener<'a> = dyn FnMut(&Checkpoint, u64, u64) -> anyhow::Result<()> + 'a;

#[derive(Clone, Debug)]
pub struct Trained {
    /// The network; `None` if stopped before the end.
    pub network: Option<(Network, Rounding)>,
    /// Validation error of the network that training continued from.
    pub begin_loss: Option<f64>,
    pub checkpoint: Checkpoint,
}

/// Minimum number of positions.
const LEAST: u64 = 1_000;

const NEWS: u64 = 16;

/// Trains a network on a file of positions, from random weights, from the network `begin`, or from a checkpoint, until the end or
/// until `stop` is raised. `told` is called after every few batches and after every epoch.
///
/// # Errors
/// If the file is damaged or too small, or if the checkpoint or the network does not match; and any error of `told`.
pub fn train(
    mut file: PositionFile,
    how: &Train,
    (begin, from): (Option<&Network>, Option<Checkpoint>),
    stop: &StopFlag,
    told: &mut Listener<'_>,
) -> anyhow::Result<Trained> {
    let (learned, held_out) = (file.header.learned(), file.header.held_out());
    ensure!(
        learned >= LEAST,
        "only {learned} positions to learn from; at least {LEAST} are needed"
    );
    ensure!(
        held_out > 0,
        "none of the positions is held out; `data` holds out those of every twentieth game"
    );
    file.check(stop)?;
    Trainer::begin(file, how, (begin, from), stop)?.run(stop, told)
}

/// Everything that determines the trained network.
pub fn made_of(file: &PositionFile, how: &Train, begin: Option<&Network>) -> MadeOf {
    let (count, sum) = (file.header.count(), file.header.checksum());
    files::work_of_this_version("train")
        .and("positions", format_args!("{count}, {sum:016x}"))
        .and("network", kind(how.width, how.role()))
        // The order of a checkpoint's numbers.
        .and("slices of", SLICE)
        .and_if("decay to", begin.map(|network| format!("{:016x}", checksum(network))))
        .and("epochs", how.epochs)
        .and("batch", how.batch)
        .and("rate", how.rate)
        .and("decay", how.decay)
        .and("seed", how.seed.seed)
}

/// `width 32 beside classical`.
fn kind(width: usize, role: NetworkRole) -> String {
    match role {
        NetworkRole::Value => format!("width {width}"),
        NetworkRole::Residual => format!("width {width} beside classical"),
    }
}

struct Trainer<'a> {
    how: &'a Train,
    loader: DataLoader,
    held_out: Vec<LearnedPosition>,
    /// The same as samples for validation.
    held_out_samples: Vec<TrainingSample>,
    state: Checkpoint,
    slices: Vec<SliceBuffers>,
    /// Target of weight decay: the weights that training continued from, or zero.
    origin: Vec<f32>,
    continues: bool,
}

impl<'a> Trainer<'a> {
    fn begin(
        file: PositionFile,
        how: &'a Train,
        (begin, from): (Option<&Network>, Option<Checkpoint>),
        stop: &StopFlag,
    ) -> anyhow::Result<Trainer<'a>> {
        let (origin, first) = match begin {
            Some(network) => {
                let found = kind(network.width(), network.role());
                let expected = kind(how.width, how.role());
                ensure!(
                    found == expected,
                    "a network of {found}; here one of {expected} was asked for"
                );
                let weights = quantize::dequantize(network);
                (weights.clone(), weights)
            }
            None => {
                let offsets = WeightOffsets { width: how.width };
                (vec![0.0; offsets.len()], first_weights(offsets, how.seed.seed))
            }
        };
        let mut loader = DataLoader::new(file, how.batch, how.seed.seed, how.role());
        loader.judge_classically(how.jobs.jobs, stop)?;
        let held_out = loader.held_out()?;
        let held_out_samples =
            held_out.iter().map(|position| sample(how.role(), position)).collect();
        let state = from.unwrap_or_else(|| Checkpoint::begin(first));
        let is_whole =
            [&state.weights, &state.mean, &state.square].map(Vec::len) == [origin.len(); 3];
        ensure!(is_whole, "the checkpoint is of another width");
        let slices = vec![SliceBuffers::new(loader.batch as usize); how.width / SLICE];
        let continues = begin.is_some();
        Ok(Trainer { how, loader, held_out, held_out_samples, state, slices, origin, continues })
    }

    fn run(mut self, stop: &StopFlag, told: &mut Listener<'_>) -> anyhow::Result<Trained> {
        let steps = u64::from(self.how.epochs) * self.loader.batches();
        let (begun, first) = (Instant::now(), self.state.step);
        while !stop.is_raised() && self.state.step < steps {
            self.learn(steps)?;
            let is_end = self.state.step.is_multiple_of(self.loader.batches());
            if is_end {
                self.end_epoch();
            }
            if is_end || self.state.step.is_multiple_of(NEWS) {
                let positions = (self.state.step - first) * self.loader.batch;
                let speed = positions as f64 / begun.elapsed().as_secs_f64().max(1e-9);
                told(&self.state, steps, speed as u64)?;
            }
        }
        let is_done = self.state.step >= steps;
        let round = || {
            let learned = (self.how.width, &*self.state.weights);
            quantize::round(learned, &self.held_out, self.how.role())
        };
        let network = is_done.then(round).transpose()?;
        let begin_loss = self.continues.then(|| self.held_out_loss(&self.origin));
        Ok(Trained { network, begin_loss, checkpoint: self.state })
    }

    fn learn(&mut self, steps: u64) -> anyhow::Result<()> {
        let Trainer { how, loader, state, slices, origin, .. } = self;
        let positions = loader.batch(state.step)?;
        let left = 1.0 - state.step as f64 / steps as f64;
        let rate = (f64::from(how.rate) / 1e6 * (left + 0.001)) as f32;
        let decay = (f64::from(how.decay) / 1e3) as f32;
        let Checkpoint { weights, mean, square, missing, .. } = state;
        let adamw = AdamW::new(missing, positions.len(), (rate, decay));
        let jobs = how.jobs.jobs;
        let batches = parallel(jobs, positions.chunks(MICRO_BATCH), |piece| {
            MicroBatch::new(piece.iter().map(|at| sample(how.role(), at)).collect())
        });
        let error = step((jobs, slices), &batches, adamw, [weights, mean, square], origin);
        state.running += error / positions.len() as f64;
        state.step += 1;
        Ok(())
    }

    fn end_epoch(&mut self) {
        let learned = self.state.running / self.loader.batches() as f64;
        let held_out = self.held_out_loss(&self.state.weights);
        self.state.losses.push((learned, held_out));
        self.state.running = 0.0;
    }

    fn held_out_loss(&self, weights: &[f32]) -> f64 {
        let samples = &self.held_out_samples;
        let pieces = samples.chunks(MICRO_BATCH);
        let errors = parallel(self.how.jobs.jobs, pieces, |samples| model::loss(weights, samples));
        errors.iter().sum::<f64>() / samples.len().max(1) as f64
    }
}

/// Returns small random weights; biases are zero.
pub fn first_weights(offsets: WeightOffsets, seed: u64) -> Vec<f32> {
    // About the largest size that keeps the neurons of a full board within their range.
    const SIZE: f32 = 0.1;
    let mut random = SplitMix::stream(seed, u64::MAX);
    let mut weights = vec![0.0; offsets.len()];
    let rows = (0..offsets.head_bias()).map(|at| at / SLICE % ROWS);
    for (weight, row) in weights.iter_mut().zip(rows) {
        if row != INPUTS {
            *weight = (random.share() as f32 * 2.0 - 1.0) * SIZE;
        }
    }
    weights
}
