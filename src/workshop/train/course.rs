//! Learning a network from positions: on the processor, on all threads, the same bytes for the same seed.
//!
//! `data_loader.rs` says what is learned when, `model.rs` what the network says and the gradient of its error; `quantize.rs`
//! rounds what was learned to the whole numbers that `eval/network/` works with. A batch is cut into parts by its size alone,
//! whoever works on them, and their gradients are added in their order: threads change the time it takes and nothing else.
//! Everything that the rest of the way follows from is in a [`Checkpoint`]. Steps are those of AdamW (Loshchilov and Hutter
//! 2017): of a size that hardly depends on that of the gradient, with weights that decay.

use std::time::Instant;

use anyhow::ensure;
use quarterply::control::StopFlag;
use quarterply::engine::random::Random;
use quarterply::eval::Network;
use quarterply::eval::network::{NetworkFault, NetworkRole};
use quarterply::store::MadeOf;
use quarterply::store::network::checksum;
use quarterply::tools::batch::shared;
use serde::{Deserialize, Serialize};

use super::Train;
use super::data_loader::{DataLoader, LearnedPosition, TrainingTarget};
use super::model::{self, TrainingSample, WeightOffsets};
use super::quantize::{self, Rounding};
use crate::positions::PositionFile;

/// A network half learned, as it is kept on disk: everything that the rest of the way follows from.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Checkpoint {
    pub step: u64,
    /// The error so far of each epoch: on what was learned from, and on what was held out.
    pub losses: Vec<(f64, f64)>,
    /// The sum of the errors of the epoch under way.
    running: f64,
    pub weights: Vec<f32>,
    /// The optimizer's mean slopes, one for each weight.
    mean: Vec<f32>,
    /// The optimizer's mean squared slopes.
    square: Vec<f32>,
    /// The shares of both that are still missing: powers of what is kept.
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

/// What hears how far learning is: the state, the steps of the whole way, and positions a second.
pub type Listener<'a> = dyn FnMut(&Checkpoint, u64, u64) -> anyhow::Result<()> + 'a;

#[derive(Clone, Debug)]
pub struct Trained {
    /// The network; `None` if it was stopped before the end.
    pub network: Option<(Network, Rounding)>,
    /// The error of the network it continued from, on what was held out.
    pub begin_loss: Option<f64>,
    pub checkpoint: Checkpoint,
}

/// Fewer positions teach nothing.
const LEAST: u64 = 1_000;

/// Positions that make a part of a batch worth while, and the most parts.
const SHARD: usize = 256;
const MOST_SHARDS: usize = 16;

const NEWS: u64 = 16;

/// Learns a network from a file of positions, from the beginning, on from the network `begin`, or from a checkpoint, until
/// the end or until `stop` is raised. `told` hears how far it is after every few batches and after every epoch.
///
/// # Errors
/// If the file is damaged or holds too little, if the checkpoint or the network belongs to something else, and what `told`
/// says.
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
    match how.width {
        32 => Apprenticeship::<32>::begin(file, how, (begin, from), stop)?.run(stop, told),
        64 => Apprenticeship::<64>::begin(file, how, (begin, from), stop)?.run(stop, told),
        128 => Apprenticeship::<128>::begin(file, how, (begin, from), stop)?.run(stop, told),
        256 => Apprenticeship::<256>::begin(file, how, (begin, from), stop)?.run(stop, told),
        512 => Apprenticeship::<512>::begin(file, how, (begin, from), stop)?.run(stop, told),
        width => Err(NetworkFault::no_width(width).into()),
    }
}

/// Everything that what is learned follows from.
pub fn made_of(file: &PositionFile, how: &Train, begin: Option<&Network>) -> MadeOf {
    let (count, sum) = (file.header.count(), file.header.checksum());
    MadeOf::work("train")
        .and("positions", format_args!("{count}, {sum:016x}"))
        .and("network", kind(how.width, how.role()))
        .and_if("decay to", begin.map(|network| format!("{:016x}", checksum(network))))
        .and("epochs", how.epochs)
        .and("batch", how.batch)
        .and("rate", how.rate)
        .and("decay", how.decay)
        .and("result", how.result)
        .and("seed", how.seed.seed)
}

/// `width 32 beside classical`.
fn kind(width: usize, role: NetworkRole) -> String {
    match role {
        NetworkRole::Value => format!("width {width}"),
        NetworkRole::Residual => format!("width {width} beside classical"),
    }
}

struct Apprenticeship<'a, const N: usize> {
    how: &'a Train,
    loader: DataLoader,
    target: TrainingTarget,
    held_out: Vec<LearnedPosition>,
    /// The same as they are judged by.
    held_out_samples: Vec<TrainingSample>,
    state: Checkpoint,
    parts: Vec<Vec<f32>>,
    /// The weights that decay draws to: those it continues from, or nothing.
    origin: Vec<f32>,
    continues: bool,
}

impl<'a, const N: usize> Apprenticeship<'a, N> {
    fn begin(
        file: PositionFile,
        how: &'a Train,
        (begin, from): (Option<&Network>, Option<Checkpoint>),
        stop: &StopFlag,
    ) -> anyhow::Result<Apprenticeship<'a, N>> {
        let target =
            TrainingTarget { role: how.role(), result_share: f64::from(how.result) / 100.0 };
        let (origin, first) = match begin {
            Some(network) => {
                let found = kind(network.width(), network.role());
                let expected = kind(N, how.role());
                ensure!(
                    found == expected,
                    "a network of {found}; here one of {expected} was asked for"
                );
                let weights = quantize::dequantize(network);
                (weights.clone(), weights)
            }
            None => (vec![0.0; WeightOffsets { width: N }.len()], first_weights(N, how.seed.seed)),
        };
        let mut loader = DataLoader::new(file, how.batch, how.seed.seed, target);
        loader.judge_classically(how.jobs.jobs, stop)?;
        let held_out = loader.held_out()?;
        let held_out_samples = held_out.iter().map(|position| target.sample(position)).collect();
        let state = from.unwrap_or_else(|| Checkpoint::begin(first));
        let is_whole =
            [&state.weights, &state.mean, &state.square].map(Vec::len) == [origin.len(); 3];
        ensure!(is_whole, "the checkpoint is of another width");
        let shards = (loader.batch as usize / SHARD).clamp(1, MOST_SHARDS);
        let parts = vec![vec![0.0; origin.len()]; shards];
        let continues = begin.is_some();
        Ok(Apprenticeship {
            how,
            loader,
            target,
            held_out,
            held_out_samples,
            state,
            parts,
            origin,
            continues,
        })
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
        let round = || quantize::round::<N>(&self.state.weights, &self.held_out, self.target);
        let network = is_done.then(round).transpose()?;
        let begin_loss = self.continues.then(|| self.held_out_loss(&self.origin));
        Ok(Trained { network, begin_loss, checkpoint: self.state })
    }

    fn learn(&mut self, steps: u64) -> anyhow::Result<()> {
        let Apprenticeship { how, loader, target, state, parts, origin, .. } = self;
        let batch = loader.batch(state.step)?;
        let share = 1.0 / batch.len() as f32;
        let errors = work_out::<N>(&state.weights, batch, *target, parts, how.jobs.jobs);
        state.running += errors * f64::from(share);
        let left = 1.0 - state.step as f64 / steps as f64;
        let rate = (f64::from(how.rate) / 1e6 * (left + 0.001)) as f32;
        let decay = (f64::from(how.decay) / 1e3) as f32;
        step(state, (parts, share), (rate, decay), origin);
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
        model::loss::<N>(weights, samples) / samples.len().max(1) as f64
    }
}

/// The gradients of the parts of a batch, on some threads; says the sum of the squared errors.
fn work_out<const N: usize>(
    weights: &[f32],
    batch: &[LearnedPosition],
    target: TrainingTarget,
    parts: &mut [Vec<f32>],
    threads: usize,
) -> f64 {
    let size = batch.len().div_ceil(parts.len()).max(1);
    let each = parts.len().div_ceil(threads.max(1));
    let empty: &[LearnedPosition] = &[];
    let positions = batch.chunks(size).chain(std::iter::repeat(empty));
    let mut shares: Vec<_> = parts.iter_mut().zip(positions).collect();
    let work = |shares: &mut [(&mut Vec<f32>, &[LearnedPosition])]| -> Vec<f64> {
        let of_share = |(part, positions): &mut (&mut Vec<f32>, &[LearnedPosition])| {
            let samples: Vec<_> =
                positions.iter().map(|position| target.sample(position)).collect();
            part.fill(0.0);
            model::gradient::<N>(weights, &samples, part)
        };
        shares.iter_mut().map(of_share).collect()
    };
    shared(shares.chunks_mut(each), work).iter().flatten().sum()
}

/// What all weights stay within, so that they can be rounded to what the search works with.
const MOST: f32 = 1.98;

const KEEP_MEAN: f32 = 0.9;
const KEEP_SQUARE: f32 = 0.999;
const SMALLEST: f32 = 1e-8;

/// Weights that are worked on at a time: they stay in the nearest memory.
const BLOCK: usize = 1_024;

/// Takes one step down the gradient, which is the sum of `parts` times `share`. `decay` is the share of their distance from
/// `origin` that weights lose in a step, divided by the rate.
fn step(
    state: &mut Checkpoint,
    (parts, share): (&[Vec<f32>], f32),
    (rate, decay): (f32, f32),
    origin: &[f32],
) {
    let Checkpoint { weights, missing, .. } = state;
    let [mean, square] = *missing;
    *missing = [mean * f64::from(KEEP_MEAN), square * f64::from(KEEP_SQUARE)];
    let [mean_scale, square_scale] = missing.map(|missing| (1.0 / (1.0 - missing)) as f32);
    let keep = 1.0 - rate * decay;
    let mut gradient = [0.0_f32; BLOCK];
    for start in (0..weights.len()).step_by(BLOCK) {
        let end = (start + BLOCK).min(weights.len());
        let gradient = &mut gradient[..end - start];
        gradient.fill(0.0);
        // Always added in the same order, so that the sum does not depend on the number of threads.
        for part in parts {
            for (sum, value) in gradient.iter_mut().zip(&part[start..end]) {
                *sum += value;
            }
        }
        let places = weights[start..end].iter_mut().zip(&mut state.mean[start..end]);
        let places = places.zip(&mut state.square[start..end]).zip(gradient.iter());
        for ((((weight, mean), square), gradient), origin) in places.zip(&origin[start..end]) {
            let gradient = gradient * share;
            *mean = KEEP_MEAN * *mean + (1.0 - KEEP_MEAN) * gradient;
            *square = KEEP_SQUARE * *square + (1.0 - KEEP_SQUARE) * gradient * gradient;
            let size = (*square * square_scale).sqrt() + SMALLEST;
            let next = origin + (*weight - origin) * keep - rate * *mean * mean_scale / size;
            *weight = next.clamp(-MOST, MOST);
        }
    }
}

/// Small numbers of no meaning to begin with; biases are nothing.
pub fn first_weights(width: usize, seed: u64) -> Vec<f32> {
    // About as large as keeps the neurons of a full board within what they can say.
    const COLUMN: f32 = 0.1;
    const HEAD: f32 = 0.1;
    let offsets = WeightOffsets { width };
    let mut random = Random::new(seed, u64::MAX);
    let mut weights = vec![0.0; offsets.len()];
    for (at, weight) in weights.iter_mut().enumerate().take(offsets.head_bias()) {
        let any = (random.share() as f32) * 2.0 - 1.0;
        let size = if at < offsets.bias() { COLUMN } else { HEAD };
        *weight =
            if (offsets.bias()..offsets.output(0, 0)).contains(&at) { 0.0 } else { any * size };
    }
    weights
}
