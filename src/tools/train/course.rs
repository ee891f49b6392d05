//! Learning a network from positions: on the processor, on all threads, the same bytes for the same seed.
//!
//! `data_loader.rs` says what is learned when, `model.rs` what the network says and the gradient of its error, `optimizer.rs` how far
//! to step; `quantize.rs` rounds what was learned to the whole numbers that `eval/network/` works with. A batch is cut
//! into parts by its size alone, whoever works on them, and their gradients are added in their order: threads change the time it takes
//! and nothing else. Everything that the rest of the way follows from is in a [`Checkpoint`].

use std::ops::ControlFlow;
use std::time::Instant;

use super::data_loader::{DataLoader, LearnedPosition, TrainingTarget};
use super::model::{self, TrainingSample, WeightOffsets};
use super::optimizer::{self, StepSize};
use super::quantize::{self, Rounding};
use crate::control::StopFlag;
use crate::engine::random::Random;
use crate::eval::Network;
use crate::eval::network::{NetworkFault, NetworkRole};
use crate::store::MadeOf;
use crate::store::checkpoint::Checkpoint;
use crate::store::network::checksum;
use crate::store::positions::{PositionFile, PositionsError};
use crate::tools::batch::shared;

#[derive(Clone, PartialEq, Debug)]
pub struct TrainOptions {
    /// Neurons a side, one of [`WIDTHS`](crate::eval::network::shape::WIDTHS).
    pub width: usize,
    /// What its output is to stand for.
    pub role: NetworkRole,
    /// Times that every position is looked at.
    pub epochs: u32,
    pub batch: usize,
    /// The length of the first steps; the last ones are nearly nothing.
    pub rate: f64,
    /// How fast weights go back to those of `begin`, or to nothing, when no gradient holds them.
    pub decay: f64,
    /// The network that is learned on from; small numbers of no meaning if there is none.
    pub begin: Option<Network>,
    /// How much of the target is the game's result; the rest is what the search's score promises.
    pub result_share: f64,
    /// What the first weights and the order of positions follow from.
    pub seed: u64,
    pub threads: usize,
}

#[derive(Clone, Copy, PartialEq, Debug)]
pub struct TrainProgress {
    /// Batches learned from, of how many.
    pub steps: (u64, u64),
    /// Positions learned from in a second, since it began or went on.
    pub speed: f64,
    /// The epoch that has just ended, from 1.
    pub ended: Option<u64>,
    /// The last epoch's error on what was learned from, and on what was held out.
    pub losses: Option<(f64, f64)>,
}

#[derive(Debug)]
pub enum TrainEvent<'a> {
    Progress(TrainProgress),
    /// An epoch has ended: what it takes to go on from here.
    Epoch(TrainProgress, &'a Checkpoint),
}

#[derive(Clone, Debug)]
pub struct Trained {
    /// The network; `None` if it was stopped before the end.
    pub network: Option<(Network, Rounding)>,
    pub positions: (u64, u64),
    pub losses: Vec<(f64, f64)>,
    /// The error of the network it continued from, on what was held out.
    pub begin_loss: Option<f64>,
    pub speed: f64,
    pub checkpoint: Checkpoint,
}

#[derive(Debug, thiserror::Error)]
pub enum TrainError {
    #[error(transparent)]
    Positions(#[from] PositionsError),
    #[error("only {0} positions to learn from; at least {LEAST} are needed")]
    TooFew(u64),
    #[error("none of the positions is held out; `data` holds out those of every twentieth game")]
    NoneHeldOut,
    #[error("a network of {0}; here one of {1} was asked for")]
    OtherBeginning(String, String),
    #[error(transparent)]
    Network(#[from] NetworkFault),
    #[error("the checkpoint has {0} weights, which no network of this width has")]
    OtherShape(usize),
}

/// Fewer positions teach nothing.
const LEAST: u64 = 1_000;

/// Positions that make a part of a batch worth while, and the most parts.
const SHARD: usize = 256;
const MOST_SHARDS: usize = 16;

/// Batches between two pieces of news.
const NEWS: u64 = 16;

/// Learns a network from a file of positions, from the beginning or from a checkpoint. `told` hears how far it is, and may
/// break off; so does raising `stop` while the file is looked at.
///
/// # Errors
/// If the file is damaged or holds too little, or if the checkpoint belongs to something else.
pub fn train(
    mut file: PositionFile,
    options: &TrainOptions,
    from: Option<Checkpoint>,
    stop: &StopFlag,
    told: &mut dyn FnMut(TrainEvent<'_>) -> ControlFlow<()>,
) -> Result<Trained, TrainError> {
    if file.header().learned() < LEAST {
        return Err(TrainError::TooFew(file.header().learned()));
    }
    if file.header().held_out() == 0 {
        return Err(TrainError::NoneHeldOut);
    }
    file.check(stop)?;
    match options.width {
        32 => Apprenticeship::<32>::begin(file, options, from, stop)?.run(told),
        64 => Apprenticeship::<64>::begin(file, options, from, stop)?.run(told),
        128 => Apprenticeship::<128>::begin(file, options, from, stop)?.run(told),
        256 => Apprenticeship::<256>::begin(file, options, from, stop)?.run(told),
        512 => Apprenticeship::<512>::begin(file, options, from, stop)?.run(told),
        width => Err(NetworkFault::Width(width).into()),
    }
}

/// Everything that what is learned follows from.
pub fn made_of(file: &PositionFile, options: &TrainOptions) -> MadeOf {
    let (count, sum) = (file.header().count(), file.header().checksum());
    let begin = options.begin.as_ref().map(|network| format!("{:016x}", checksum(network)));
    MadeOf::work("train")
        .and("positions", format_args!("{count}, {sum:016x}"))
        .and("network", kind(options.width, options.role))
        .and_if("decay to", begin)
        .and("epochs", options.epochs)
        .and("batch", options.batch)
        .and("rate", options.rate)
        .and("decay", options.decay)
        .and("result", options.result_share)
        .and("seed", options.seed)
}

/// `width 32 beside classical`.
fn kind(width: usize, role: NetworkRole) -> String {
    match role {
        NetworkRole::Value => format!("width {width}"),
        NetworkRole::Residual => format!("width {width} beside classical"),
    }
}

/// Learning under way, with `N` neurons a side.
struct Apprenticeship<const N: usize> {
    loader: DataLoader,
    target: TrainingTarget,
    held_out: Vec<LearnedPosition>,
    /// The same as they are judged by.
    held_out_samples: Vec<TrainingSample>,
    options: TrainOptions,
    state: Checkpoint,
    parts: Vec<Vec<f32>>,
    /// The weights that decay draws to.
    origin: Vec<f32>,
}

impl<const N: usize> Apprenticeship<N> {
    fn begin(
        file: PositionFile,
        options: &TrainOptions,
        from: Option<Checkpoint>,
        stop: &StopFlag,
    ) -> Result<Apprenticeship<N>, TrainError> {
        let settings = made_of(&file, options).to_string();
        let target = TrainingTarget { role: options.role, result_share: options.result_share };
        let begin = match &options.begin {
            Some(network) => {
                let [found, expected] = [(network.width(), network.role()), (N, options.role)]
                    .map(|(width, role)| kind(width, role));
                if found != expected {
                    return Err(TrainError::OtherBeginning(found, expected));
                }
                Some(quantize::dequantize(network))
            }
            None => None,
        };
        let origin = begin.clone().unwrap_or_else(|| vec![0.0; WeightOffsets { width: N }.len()]);
        let weights = begin.unwrap_or_else(|| first_weights(N, options.seed));
        let mut loader = DataLoader::new(file, options.batch, options.seed, target);
        let shards = (loader.batch_size() as usize / SHARD).clamp(1, MOST_SHARDS);
        loader.judge_classically(options.threads, stop)?;
        let held_out = loader.held_out()?;
        let held_out_samples = held_out.iter().map(|position| target.sample(position)).collect();
        let state = match from {
            Some(from) if from.weights.len() != weights.len() => {
                return Err(TrainError::OtherShape(from.weights.len()));
            }
            Some(from) => Checkpoint { settings, ..from },
            None => Checkpoint::begin(settings, weights),
        };
        let parts = vec![vec![0.0; state.weights.len()]; shards];
        let options = options.clone();
        Ok(Apprenticeship {
            loader,
            target,
            held_out,
            held_out_samples,
            options,
            state,
            parts,
            origin,
        })
    }

    fn steps(&self) -> u64 {
        u64::from(self.options.epochs) * self.loader.batches()
    }

    fn run(
        mut self,
        told: &mut dyn FnMut(TrainEvent<'_>) -> ControlFlow<()>,
    ) -> Result<Trained, TrainError> {
        let (begun, first) = (Instant::now(), self.state.step);
        let mut goes_on = told(TrainEvent::Progress(self.progress(0.0))).is_continue();
        let mut speed = 0.0;
        while goes_on && self.state.step < self.steps() {
            self.learn()?;
            let positions = (self.state.step - first) * self.loader.batch_size();
            speed = positions as f64 / begun.elapsed().as_secs_f64().max(1e-9);
            if self.state.step.is_multiple_of(self.loader.batches()) {
                self.end_epoch();
                let event = TrainEvent::Epoch(self.progress(speed), &self.state);
                goes_on = told(event).is_continue();
            } else if self.state.step.is_multiple_of(NEWS) {
                goes_on = told(TrainEvent::Progress(self.progress(speed))).is_continue();
            }
        }
        let network = if self.state.step >= self.steps() {
            Some(quantize::round::<N>(&self.state.weights, &self.held_out, self.target)?)
        } else {
            None
        };
        let begin_loss = self.options.begin.as_ref().map(|_| self.held_out_loss(&self.origin));
        let (positions, checkpoint) = (self.loader.counts(), self.state);
        let losses = checkpoint.losses.clone();
        Ok(Trained { network, positions, losses, begin_loss, speed, checkpoint })
    }

    fn progress(&self, speed: f64) -> TrainProgress {
        let Checkpoint { step, losses, .. } = &self.state;
        let ended = step.is_multiple_of(self.loader.batches()) && *step > 0;
        let ended = ended.then(|| step / self.loader.batches());
        TrainProgress { steps: (*step, self.steps()), speed, ended, losses: losses.last().copied() }
    }

    fn learn(&mut self) -> Result<(), TrainError> {
        let steps = self.steps();
        let Apprenticeship { loader, target, state, parts, options, origin, .. } = self;
        let batch = loader.batch(state.step)?;
        let share = 1.0 / batch.len() as f32;
        let errors = work_out::<N>(&state.weights, batch, *target, parts, options.threads);
        state.running += errors * f64::from(share);
        let left = 1.0 - state.step as f64 / steps as f64;
        let rate = (options.rate * (left + 0.001)) as f32;
        let size = StepSize { rate, decay: options.decay as f32, origin };
        optimizer::step(state, parts, share, &size);
        state.step += 1;
        Ok(())
    }

    fn end_epoch(&mut self) {
        let learned = self.state.running / self.loader.batches() as f64;
        let held_out = self.held_out_loss(&self.state.weights);
        self.state.losses.push((learned, held_out));
        self.state.running = 0.0;
    }

    /// The mean squared error of a network on what was held out.
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

/// Small numbers of no meaning to begin with; biases are nothing.
pub(super) fn first_weights(width: usize, seed: u64) -> Vec<f32> {
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
