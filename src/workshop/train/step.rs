//! One step of training: the gradient of the error over a batch, and AdamW (Loshchilov and Hutter 2017).
//!
//! Each slice of the network processes the positions of the batch in their order, so the result does not depend on the number
//! of threads.

use quarterply::eval::network::shape::{HEADS, INPUTS};

use super::model::{
    MICRO_BATCH, MicroBatch, ROWS, Row, SLICE, TrainingSample, backward, error_of, forward,
};
use super::parallel::parallel;

/// Weights of a slice, and those of its first layer.
const SLICE_WEIGHTS: usize = ROWS * SLICE;
const FIRST_LAYER: usize = (INPUTS + 1) * SLICE;

/// Buffers of a slice for a batch.
#[derive(Clone)]
pub struct SliceBuffers {
    gradient: Vec<Row>,
    /// Of each view: two for each position.
    sums: Vec<Row>,
    /// The slice's share of each position's output.
    shares: Vec<f32>,
}

impl SliceBuffers {
    pub fn new(batch: usize) -> SliceBuffers {
        let zero = [0.0; SLICE];
        let (gradient, sums) = (vec![zero; ROWS], vec![zero; 2 * batch]);
        SliceBuffers { gradient, sums, shares: vec![0.0; batch] }
    }

    fn forward(&mut self, weights: &[f32], batches: &[MicroBatch]) {
        let (rows, _) = weights.as_chunks();
        let parts = self.sums.chunks_mut(2 * MICRO_BATCH).zip(self.shares.chunks_mut(MICRO_BATCH));
        for (batch, (sums, shares)) in batches.iter().zip(parts) {
            forward(rows, &batch.samples, sums, shares);
        }
    }

    fn backward(&mut self, weights: &[f32], batches: &[MicroBatch], output_gradients: &[Vec<f32>]) {
        let (rows, _) = weights.as_chunks();
        self.gradient.fill([0.0; SLICE]);
        let parts = self.sums.chunks_mut(2 * MICRO_BATCH).zip(output_gradients);
        for (batch, (sums, output_gradients)) in batches.iter().zip(parts) {
            backward(rows, batch, (sums, output_gradients), &mut self.gradient);
        }
    }
}

/// Updates `[weights, mean, square]` from a batch, the last two being the optimizer's running means. Decay draws the weights to
/// `origin`. Returns the sum of the squared errors before the step.
pub fn step(
    (jobs, slices): (usize, &mut [SliceBuffers]),
    batches: &[MicroBatch],
    adamw: AdamW,
    [weights, mean, square]: [&mut [f32]; 3],
    origin: &[f32],
) -> f64 {
    let heads = slices.len() * SLICE_WEIGHTS;
    let forward = slices.iter_mut().zip(weights.chunks(SLICE_WEIGHTS));
    parallel(jobs, forward, |(slice, weights)| slice.forward(weights, batches));
    let outputs = parallel(jobs, batches.iter().enumerate(), |(number, batch)| {
        output_gradients(number, batch, slices, &weights[heads..])
    });
    let (output_gradients, errors): (Vec<_>, Vec<_>) = outputs.into_iter().unzip();
    // The zip ends before the biases of the heads, which are not a slice.
    let backward = weights
        .chunks_mut(SLICE_WEIGHTS)
        .zip(mean.chunks_mut(SLICE_WEIGHTS))
        .zip(square.chunks_mut(SLICE_WEIGHTS))
        .zip(origin.chunks(SLICE_WEIGHTS))
        .zip(&mut *slices);
    parallel(jobs, backward, |((((weights, mean), square), origin), slice)| {
        slice.backward(weights, batches, &output_gradients);
        adamw.update([weights, mean, square], origin, slice.gradient.as_flattened());
    });
    let gradient = head_bias_gradient(batches, &output_gradients);
    let biases = [weights, mean, square].map(|values| &mut values[heads..]);
    adamw.update(biases, &origin[heads..], &gradient);
    errors.iter().sum()
}

/// Returns the gradient of each output of a batch, and the sum of the squared errors.
fn output_gradients(
    number: usize,
    batch: &MicroBatch,
    slices: &[SliceBuffers],
    head_bias: &[f32],
) -> (Vec<f32>, f64) {
    let of = |(at, sample): (usize, &TrainingSample)| {
        let shares = slices.iter().map(|slice| slice.shares[at]).sum::<f32>();
        error_of(sample, sample.classical + head_bias[sample.head] + shares)
    };
    let positions = (number * MICRO_BATCH..).zip(&batch.samples);
    let (errors, gradients): (Vec<f64>, Vec<f32>) = positions.map(of).unzip();
    (gradients, errors.iter().sum())
}

fn head_bias_gradient(batches: &[MicroBatch], output_gradients: &[Vec<f32>]) -> [f32; HEADS] {
    let mut gradient = [0.0; HEADS];
    let samples = batches.iter().flat_map(|batch| &batch.samples);
    for (sample, output) in samples.zip(output_gradients.iter().flatten()) {
        gradient[sample.head] += output;
    }
    gradient
}

/// Largest weight of the first layer: it must fit the integers of the search.
const MAX_WEIGHT: f32 = 1.98;

/// Largest weight of a head, unless it was larger in the network that training continues from. The largest one sets the
/// precision of all.
const MAX_HEAD_WEIGHT: f32 = 0.5;

const BETA1: f32 = 0.9;
const BETA2: f32 = 0.999;
const EPSILON: f32 = 1e-8;

/// The optimizer, ready for one step.
#[derive(Clone, Copy)]
pub struct AdamW {
    /// One divided by the positions of the batch.
    share: f32,
    rate: f32,
    /// One minus the rate times the decay.
    keep: f32,
    mean_scale: f32,
    square_scale: f32,
}

impl AdamW {
    /// `missing`: the powers of beta 1 and 2 before the step; it multiplies them once more.
    pub fn new(missing: &mut [f64; 2], positions: usize, (rate, decay): (f32, f32)) -> AdamW {
        let [mean, square] = *missing;
        *missing = [mean * f64::from(BETA1), square * f64::from(BETA2)];
        let [mean_scale, square_scale] = missing.map(|missing| (1.0 / (1.0 - missing)) as f32);
        let share = 1.0 / positions as f32;
        AdamW { share, rate, keep: 1.0 - rate * decay, mean_scale, square_scale }
    }

    fn update(self, [weights, mean, square]: [&mut [f32]; 3], origin: &[f32], gradient: &[f32]) {
        let values = weights.iter_mut().zip(mean).zip(square).zip(origin).zip(gradient).enumerate();
        for (at, ((((weight, mean), square), origin), gradient)) in values {
            let gradient = gradient * self.share;
            *mean = BETA1 * *mean + (1.0 - BETA1) * gradient;
            *square = BETA2 * *square + (1.0 - BETA2) * gradient * gradient;
            let size = (*square * self.square_scale).sqrt() + EPSILON;
            let step = self.rate * *mean * self.mean_scale / size;
            let max = if at < FIRST_LAYER { MAX_WEIGHT } else { MAX_HEAD_WEIGHT.max(origin.abs()) };
            *weight = (origin + (*weight - origin) * self.keep - step).clamp(-max, max);
        }
    }
}
