//! A network while it learns: the same sums as `eval/network/` in floating point, and the gradient of the error with them.
//!
//! All numbers stand in one row: 768 columns of the inputs, the bias of the first layer, for each head the weights of the
//! side to move's half and of the other's, and what each head adds. One is one here; rounding is for `quantize.rs`.
//! Loops run over arrays whose length the compiler knows, so that it works on eight or sixteen numbers at a time, and
//! nothing is summed up in an order that depends on threads: the same seed gives the same bytes.

use quarterply::eval::network::shape::{HEADS, INPUTS};
/// Centipawns that multiply the odds by e.
pub use quarterply::tools::learn::SCALE;

use crate::positions::MOST_MEN;

#[derive(Clone, Debug)]
pub struct TrainingSample {
    /// The inputs that are on: the side to move's, and the other's.
    pub inputs: [[u16; MOST_MEN]; 2],
    pub men: usize,
    /// What the classical evaluation says, in units of the target's scale, if the network is to be added to it.
    pub classical: f32,
    pub head: usize,
    /// What the side to move can expect, from 0 to 1.
    pub target: f32,
}

/// Where the parts of a network begin in the row of its numbers, for a width.
#[derive(Clone, Copy, Debug)]
pub struct WeightOffsets {
    pub width: usize,
}

impl WeightOffsets {
    pub const fn len(self) -> usize {
        self.head_bias() + HEADS
    }

    pub const fn bias(self) -> usize {
        self.width * INPUTS
    }

    /// The weights of a head for the side to move's half (0) or the other's (1).
    pub const fn output(self, head: usize, side: usize) -> usize {
        self.width * (INPUTS + 1 + 2 * head + side)
    }

    pub const fn head_bias(self) -> usize {
        self.width * (INPUTS + 1 + 2 * HEADS)
    }
}

/// Numbers that are summed side by side, and only then together.
const LANES: usize = 16;

/// Rows of numbers that belong to a network of `N` neurons a side.
struct Rows<'a, const N: usize> {
    rows: &'a [[f32; N]],
    head_bias: &'a [f32],
}

impl<'a, const N: usize> Rows<'a, N> {
    fn of(numbers: &'a [f32]) -> Rows<'a, N> {
        let (rows, head_bias) = numbers.as_chunks::<N>();
        // Four biases are less than a row.
        Rows { rows, head_bias }
    }

    /// Of the side to move, and of the other.
    #[inline(always)]
    fn sums(&self, sample: &TrainingSample) -> [[f32; N]; 2] {
        sample.inputs.map(|inputs| {
            let mut sums = self.rows[INPUTS];
            for &input in &inputs[..sample.men] {
                let column = &self.rows[usize::from(input)];
                for at in 0..N {
                    sums[at] += column[at];
                }
            }
            sums
        })
    }

    fn output(&self, head: usize, side: usize) -> &'a [f32; N] {
        &self.rows[INPUTS + 1 + 2 * head + side]
    }

    #[inline(always)]
    fn said(&self, sample: &TrainingSample, [own, other]: &[[f32; N]; 2]) -> f32 {
        let head = sample.head;
        let bias = sample.classical + self.head_bias[head];
        bias + weigh(own, self.output(head, 0)) + weigh(other, self.output(head, 1))
    }
}

#[inline(always)]
fn weigh<const N: usize>(sums: &[f32; N], weights: &[f32; N]) -> f32 {
    let mut lanes = [0.0; LANES];
    for at in 0..N {
        let neuron = sums[at].clamp(0.0, 1.0);
        lanes[at % LANES] += neuron * neuron * weights[at];
    }
    lanes.iter().sum()
}

/// What the network, with the classical evaluation if that is in the sample, says about a position, in units of the target's scale.
pub fn output<const N: usize>(numbers: &[f32], sample: &TrainingSample) -> f32 {
    let rows = Rows::<N>::of(numbers);
    rows.said(sample, &rows.sums(sample))
}

pub fn loss<const N: usize>(numbers: &[f32], samples: &[TrainingSample]) -> f64 {
    let error = |sample: &TrainingSample| {
        let miss = expectation(f64::from(output::<N>(numbers, sample))) - f64::from(sample.target);
        miss * miss
    };
    samples.iter().map(error).sum()
}

/// Adds the gradient of the sum of squared errors over some positions to `gradient`; says what that sum is.
pub fn gradient<const N: usize>(
    numbers: &[f32],
    samples: &[TrainingSample],
    gradient: &mut [f32],
) -> f64 {
    let rows = Rows::<N>::of(numbers);
    let (gradients, head_gradients) = gradient.as_chunks_mut::<N>();
    let mut total = 0.0;
    for sample in samples {
        let head = sample.head;
        let sums = rows.sums(sample);
        let expected = expectation(f64::from(rows.said(sample, &sums)));
        let miss = expected - f64::from(sample.target);
        total += miss * miss;
        let outer = (2.0 * miss * sharpness(expected)) as f32;
        head_gradients[head] += outer;
        for side in [0, 1] {
            let weights = rows.output(head, side);
            let (columns, heads) = gradients.split_at_mut(INPUTS + 1);
            let by = back(&sums[side], weights, outer, &mut heads[2 * head + side]);
            spread(&by, &sample.inputs[side][..sample.men], columns);
        }
    }
    total
}

/// The gradient of the sums of a side; that of the head's weights is added on the way.
#[inline(always)]
fn back<const N: usize>(
    sums: &[f32; N],
    weights: &[f32; N],
    outer: f32,
    head: &mut [f32; N],
) -> [f32; N] {
    let mut by = [0.0; N];
    for at in 0..N {
        let neuron = sums[at].clamp(0.0, 1.0);
        head[at] += outer * neuron * neuron;
        let open = if sums[at] > 0.0 && sums[at] < 1.0 { 1.0 } else { 0.0 };
        by[at] = outer * weights[at] * 2.0 * neuron * open;
    }
    by
}

/// Adds the gradient of a side's sums to those of the columns that made them, and of the bias behind the columns.
#[inline(always)]
fn spread<const N: usize>(by: &[f32; N], inputs: &[u16], columns: &mut [[f32; N]]) {
    for &input in inputs {
        let column = &mut columns[usize::from(input)];
        for at in 0..N {
            column[at] += by[at];
        }
    }
    let bias = &mut columns[INPUTS];
    for at in 0..N {
        bias[at] += by[at];
    }
}

/// The exponential function by sums and products alone, the same bits on every machine; good to the last digit or two.
fn exponential(x: f64) -> f64 {
    let x = x.clamp(-700.0, 700.0);
    let power = (x * std::f64::consts::LOG2_E).round();
    let rest = x - power * std::f64::consts::LN_2;
    // Thirteen terms of the series: `rest` is at most 0.35.
    let series = (1..=13).rev().fold(1.0, |sum, term| 1.0 + sum * rest / f64::from(term));
    series * f64::from_bits(((power as i64 + 1_023) as u64) << 52)
}

/// The expected share of the point for a score, in units of the scale.
pub fn expectation(score: f64) -> f64 {
    1.0 / (1.0 + exponential(-score))
}

/// How fast the expectation grows with the score, from what is expected.
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
