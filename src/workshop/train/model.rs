//! A network in training: the same sums as `eval/network/` in floating point, and the gradient of the error.
//!
//! The neurons are split into slices of [`SLICE`]. A slice processes a whole batch before the next one does, so its weights stay
//! in the second-level cache, and threads work on different slices. The weights are in one array, slice after slice: 768
//! columns of the inputs, the bias, and for each head the weights of the side to move's half and of the other half. The biases
//! of the heads follow. Weights are in units of one; `quantize.rs` rounds them. No sum depends on the number of threads.

use quarterply::eval::network::shape::{HEADS, INPUTS};

use crate::positions::MOST_MEN;

/// Centipawns that multiply the odds by e, as in the tuning of the classical evaluation.
pub const SCALE: f64 = 200.0;

#[derive(Clone, Debug)]
pub struct TrainingSample {
    /// Active inputs: of the side to move, and of the other.
    pub inputs: [[u16; MOST_MEN]; 2],
    pub men: usize,
    /// Classical evaluation in units of the target's scale, for a residual network.
    pub classical: f32,
    pub head: usize,
    /// Target for the side to move, from 0 to 1.
    pub target: f32,
}

/// Neurons of a slice. Every width is a multiple of it.
pub const SLICE: usize = 32;

/// One value for each neuron of a slice.
pub type Row = [f32; SLICE];

/// Rows of a slice: a column for each input, the bias, two for each head.
pub const ROWS: usize = INPUTS + 1 + 2 * HEADS;

const BIAS: usize = INPUTS;

/// The row of a head's weights for the side to move's half (0) or the other half (1).
#[inline(always)]
const fn head_row(head: usize, side: usize) -> usize {
    BIAS + 1 + 2 * head + side
}

/// Offsets in the array of weights of a network.
#[derive(Clone, Copy, Debug)]
pub struct WeightOffsets {
    pub width: usize,
}

impl WeightOffsets {
    pub const fn len(self) -> usize {
        self.head_bias() + HEADS
    }

    /// The offset of a neuron's weight in a row of its slice.
    pub const fn of(self, row: usize, neuron: usize) -> usize {
        (neuron / SLICE * ROWS + row) * SLICE + neuron % SLICE
    }

    pub const fn head_bias(self) -> usize {
        self.width * ROWS
    }
}

/// Maximum positions of a [`MicroBatch`]: few enough for the sums of a slice to stay in the cache.
pub const MICRO_BATCH: usize = 512;

/// At most [`MICRO_BATCH`] positions, with their active inputs sorted by input.
///
/// A view is one side's look at a position: number 2 · position + side.
#[derive(Clone, Debug)]
pub struct MicroBatch {
    pub samples: Vec<TrainingSample>,
    /// The views in which each input is active, one input after another.
    views: Vec<u16>,
    /// The end of each input's views.
    ends: Vec<u32>,
}

impl MicroBatch {
    pub fn new(samples: Vec<TrainingSample>) -> MicroBatch {
        let active = || {
            samples.iter().enumerate().flat_map(|(position, sample)| {
                sample.inputs.iter().enumerate().flat_map(move |(side, inputs)| {
                    let view = (2 * position + side) as u16;
                    inputs[..sample.men].iter().map(move |&input| (usize::from(input), view))
                })
            })
        };
        let mut ends = vec![0_u32; INPUTS];
        active().for_each(|(input, _)| ends[input] += 1);
        let mut sum = 0;
        for end in &mut ends {
            // The beginning of its views. Storing the views moves it to their end.
            (*end, sum) = (sum, sum + *end);
        }
        let mut views = vec![0; sum as usize];
        for (input, view) in active() {
            views[ends[input] as usize] = view;
            ends[input] += 1;
        }
        MicroBatch { samples, views, ends }
    }
}

/// Computes the sums of a slice for each view, and its share of each position's output.
pub fn forward(slice: &[Row], samples: &[TrainingSample], sums: &mut [Row], shares: &mut [f32]) {
    let (pairs, _) = sums.as_chunks_mut::<2>();
    for ((sample, sums), share) in samples.iter().zip(pairs).zip(shares) {
        let mut products = [0.0; SLICE];
        for side in [0, 1] {
            let mut sum = slice[BIAS];
            for &input in &sample.inputs[side][..sample.men] {
                add(&mut sum, &slice[usize::from(input)]);
            }
            sums[side] = sum;
            let weights = &slice[head_row(sample.head, side)];
            for at in 0..SLICE {
                let neuron = sum[at].clamp(0.0, 1.0);
                products[at] += neuron * neuron * weights[at];
            }
        }
        *share = horizontal_sum(products);
    }
}

#[inline(always)]
fn add(sum: &mut Row, row: &Row) {
    for at in 0..SLICE {
        sum[at] += row[at];
    }
}

/// Adds the upper half to the lower one until one value is left: vector instructions, and always the same order.
#[inline(always)]
fn horizontal_sum(mut row: Row) -> f32 {
    let mut half = SLICE / 2;
    while half > 0 {
        for at in 0..half {
            row[at] += row[at + half];
        }
        half /= 2;
    }
    row[0]
}

/// Adds the gradient of a slice over some positions to `gradient`. `sums` are those of [`forward`] and are overwritten;
/// `output_gradients` has one value for each position.
pub fn backward(
    slice: &[Row],
    batch: &MicroBatch,
    (sums, output_gradients): (&mut [Row], &[f32]),
    gradient: &mut [Row],
) {
    let (pairs, _) = sums.as_chunks_mut::<2>();
    for ((sample, sums), &output) in batch.samples.iter().zip(pairs).zip(output_gradients) {
        for side in [0, 1] {
            let row = head_row(sample.head, side);
            through_activation(&mut sums[side], &slice[row], output, &mut gradient[row]);
        }
    }
    let mut first = 0;
    for (column, &end) in gradient.iter_mut().zip(&batch.ends) {
        let mut sum = *column;
        for &view in &batch.views[first..end as usize] {
            add(&mut sum, &sums[usize::from(view)]);
        }
        (*column, first) = (sum, end as usize);
    }
    let mut sum = gradient[BIAS];
    sums[..2 * batch.samples.len()].iter().for_each(|view| add(&mut sum, view));
    gradient[BIAS] = sum;
}

/// Replaces the sums of a view by their gradient, and adds the gradient of the head's weights to `head`.
#[inline(always)]
fn through_activation(sums: &mut Row, weights: &Row, output: f32, head: &mut Row) {
    for at in 0..SLICE {
        let neuron = sums[at].clamp(0.0, 1.0);
        head[at] += output * neuron * neuron;
        let slope = if sums[at] > 0.0 && sums[at] < 1.0 { 1.0 } else { 0.0 };
        sums[at] = output * weights[at] * 2.0 * neuron * slope;
    }
}

/// Returns the output for each position, with the classical evaluation if the samples have it, in units of the target's scale.
pub fn outputs(weights: &[f32], samples: &[TrainingSample]) -> Vec<f32> {
    let (slices, head_bias) = weights.split_at(weights.len() - HEADS);
    let (rows, _) = slices.as_chunks::<SLICE>();
    let mut outputs: Vec<f32> =
        samples.iter().map(|sample| sample.classical + head_bias[sample.head]).collect();
    let mut sums = [[0.0; SLICE]; 2];
    for slice in rows.chunks(ROWS) {
        for (sample, output) in samples.iter().zip(&mut outputs) {
            let mut share = [0.0];
            forward(slice, std::slice::from_ref(sample), &mut sums, &mut share);
            *output += share[0];
        }
    }
    outputs
}

/// Returns the sum of the squared errors.
pub fn loss(weights: &[f32], samples: &[TrainingSample]) -> f64 {
    let outputs = outputs(weights, samples);
    samples.iter().zip(outputs).map(|(sample, output)| error_of(sample, output).0).sum()
}

/// Returns the squared error of an output, and its gradient.
pub fn error_of(sample: &TrainingSample, output: f32) -> (f64, f32) {
    let expected = expectation(f64::from(output));
    let miss = expected - f64::from(sample.target);
    (miss * miss, (2.0 * miss * sharpness(expected)) as f32)
}

/// The exponential function by sums and products alone, bit-identical on every machine; accurate to a digit or two.
fn exponential(x: f64) -> f64 {
    let x = x.clamp(-700.0, 700.0);
    let power = (x * std::f64::consts::LOG2_E).round();
    let rest = x - power * std::f64::consts::LN_2;
    // Thirteen terms of the series: `rest` is at most 0.35.
    let series = (1..=13).rev().fold(1.0, |sum, term| 1.0 + sum * rest / f64::from(term));
    series * f64::from_bits(((power as i64 + 1_023) as u64) << 52)
}

/// Expected result for a score in units of the scale.
pub fn expectation(score: f64) -> f64 {
    1.0 / (1.0 + exponential(-score))
}

/// Derivative of the expectation, given its value.
pub fn sharpness(expected: f64) -> f64 {
    expected * (1.0 - expected)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_the_logistic_function() {
        for hundredth in -4_000..=4_000 {
            let score = f64::from(hundredth) / 100.0;
            let known = 1.0 / (1.0 + (-score).exp());
            assert!((expectation(score) - known).abs() < 1e-14, "{score}");
        }
        assert_eq!(expectation(0.0), 0.5);
        assert!(expectation(1e9) <= 1.0 && expectation(-1e9) >= 0.0);
    }
}
