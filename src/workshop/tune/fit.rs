//! The evaluation as a differentiable function of its weights, its error, and Adam (Kingma and Ba 2014), which lowers it.
//!
//! An expected result is 1 / (1 + e^(−score / K)); the error is the mean of its squared distance from the target. Floats
//! are at home here and nowhere in the evaluation itself.

use super::sample::{FeatureCount, Sample, Samples};
use crate::chess::Color;
use crate::eval::Pair;
use crate::eval::classical::features::{FeatureGroup, Shape};
use crate::eval::classical::king::{EG_DIVISOR, MG_DIVISOR, MOST_DANGER};
use crate::workshop::batch::shared;

/// A weight while it is tuned: the middle game and the endgame.
pub(crate) type Weight = [f64; 2];

/// What an expected result is made of.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Target {
    /// Centipawns of the labels that multiply the odds by e.
    pub(crate) label_scale: f64,
    /// The share of the game's result; the rest is what the label's centipawns expect.
    pub(crate) result_share: f64,
}

impl Target {
    fn of(self, sample: &Sample) -> f64 {
        let expected = expectation(f64::from(sample.centipawns), self.label_scale);
        sample.result.map_or(expected, |result| {
            self.result_share * f64::from(result) + (1.0 - self.result_share) * expected
        })
    }
}

/// The result that a score promises.
pub(crate) fn expectation(centipawns: f64, scale: f64) -> f64 {
    1.0 / (1.0 + (-centipawns / scale).exp())
}

fn sum(entries: &[FeatureCount], weights: &[Weight]) -> Weight {
    entries.iter().fold([0.0; 2], |[mg, eg], entry| {
        let weight = weights[usize::from(entry.weight)];
        let count = f64::from(entry.count);
        [mg + count * weight[0], eg + count * weight[1]]
    })
}

/// What a danger costs, and how fast the cost grows with it.
fn cost_of_danger(danger: Weight) -> (Weight, Weight) {
    let most = f64::from(MOST_DANGER);
    let [mg, eg] = danger.map(|value| value.clamp(0.0, most));
    let grows = |value: f64| if 0.0 < value && value < most { 1.0 } else { 0.0 };
    let (mg_divisor, eg_divisor) = (f64::from(MG_DIVISOR), f64::from(EG_DIVISOR));
    (
        [mg * mg / mg_divisor, eg / eg_divisor],
        [2.0 * mg / mg_divisor * grows(mg), grows(eg) / eg_divisor],
    )
}

/// Weights as they are tuned, and the scale of their scores.
#[derive(Clone, Debug)]
pub(crate) struct Model {
    pub(crate) weights: Vec<Weight>,
    pub(crate) scale: f64,
}

impl Model {
    pub(crate) fn new(weights: &[Pair], scale: f64) -> Model {
        let weights = weights.iter().map(|pair| [f64::from(pair.mg()), f64::from(pair.eg())]);
        Model { weights: weights.collect(), scale }
    }

    /// White's view, in centipawns.
    pub(crate) fn score(&self, samples: &Samples, sample: &Sample) -> f64 {
        let entries = samples.entries(sample);
        let mut total = sum(entries.linear, &self.weights);
        for (color, sign) in [(Color::White, -1.0), (Color::Black, 1.0)] {
            let (cost, _) = cost_of_danger(sum(entries.danger[color], &self.weights));
            total[0] += sign * cost[0];
            total[1] += sign * cost[1];
        }
        total[0] * f64::from(sample.middle) + total[1] * f64::from(sample.end)
    }

    /// The mean squared error over some samples.
    pub(crate) fn loss(&self, samples: &Samples, chosen: &[u32], target: Target) -> f64 {
        let error = |&index: &u32| {
            let sample = &samples.samples[index as usize];
            let expected = expectation(self.score(samples, sample), self.scale);
            (expected - target.of(sample)).powi(2)
        };
        chosen.iter().map(error).sum::<f64>() / chosen.len().max(1) as f64
    }

    /// Adds one sample's slope of the squared error to a gradient.
    fn add_slope(&self, samples: &Samples, sample: &Sample, target: Target, slope: &mut [Weight]) {
        let entries = samples.entries(sample);
        let mut total = sum(entries.linear, &self.weights);
        let mut growth = [[0.0; 2]; 2];
        for (color, sign) in [(Color::White, -1.0), (Color::Black, 1.0)] {
            let (cost, grows) = cost_of_danger(sum(entries.danger[color], &self.weights));
            total = [total[0] + sign * cost[0], total[1] + sign * cost[1]];
            growth[color.index()] = [sign * grows[0], sign * grows[1]];
        }
        let (middle, end) = (f64::from(sample.middle), f64::from(sample.end));
        let expected = expectation(total[0] * middle + total[1] * end, self.scale);
        let outer = 2.0 * (expected - target.of(sample)) * expected * (1.0 - expected) / self.scale;
        let by = [outer * middle, outer * end];
        add(entries.linear, by, slope);
        for color in Color::ALL {
            let grows = growth[color.index()];
            add(entries.danger[color], [by[0] * grows[0], by[1] * grows[1]], slope);
        }
    }

    /// The slope of the mean squared error over some samples, worked out by so many threads.
    pub(crate) fn slope(
        &self,
        samples: &Samples,
        chosen: &[u32],
        target: Target,
        threads: usize,
    ) -> Vec<Weight> {
        let share = chosen.len().div_ceil(threads.max(1)).max(1);
        let part = |chosen: &[u32]| {
            let mut slope = vec![[0.0; 2]; self.weights.len()];
            for &index in chosen {
                self.add_slope(samples, &samples.samples[index as usize], target, &mut slope);
            }
            slope
        };
        let mut total = vec![[0.0; 2]; self.weights.len()];
        for part in shared(chosen.chunks(share), part) {
            for (sum, value) in total.iter_mut().zip(part) {
                sum[0] += value[0];
                sum[1] += value[1];
            }
        }
        let count = chosen.len().max(1) as f64;
        total.iter_mut().for_each(|slope| *slope = slope.map(|value| value / count));
        total
    }
}

fn add(entries: &[FeatureCount], by: Weight, slope: &mut [Weight]) {
    for entry in entries {
        let count = f64::from(entry.count);
        let slope = &mut slope[usize::from(entry.weight)];
        slope[0] += count * by[0];
        slope[1] += count * by[1];
    }
}

/// Adam's memory of slopes.
#[derive(Clone, Debug)]
pub(crate) struct Adam {
    mean: Vec<Weight>,
    square: Vec<Weight>,
    /// How far each weight goes, of the others' steps.
    stride: Vec<f64>,
    steps: i32,
}

impl Adam {
    pub(crate) fn new(groups: &[FeatureGroup]) -> Adam {
        // All parts of a danger grow together and the cost with their square: at full stride the first steps would throw
        // every danger below zero, where nothing slopes any more.
        let stride = groups.iter().flat_map(|group| {
            let stride = if group.shape == Shape::Danger { 0.1 } else { 1.0 };
            std::iter::repeat_n(stride, group.len)
        });
        let stride: Vec<f64> = stride.collect();
        let nothing = vec![[0.0; 2]; stride.len()];
        Adam { mean: nothing.clone(), square: nothing, stride, steps: 0 }
    }

    /// One step down the slope, `rate` centipawns for a weight whose slope is steady.
    pub(crate) fn step(&mut self, weights: &mut [Weight], slope: &[Weight], rate: f64) {
        const KEEP_MEAN: f64 = 0.9;
        const KEEP_SQUARE: f64 = 0.999;
        const LEAST: f64 = 1e-10;
        self.steps += 1;
        let mean_bias = 1.0 - KEEP_MEAN.powi(self.steps);
        let square_bias = 1.0 - KEEP_SQUARE.powi(self.steps);
        for (index, weight) in weights.iter_mut().enumerate() {
            for half in [0, 1] {
                let slope = slope[index][half];
                let mean = &mut self.mean[index][half];
                let square = &mut self.square[index][half];
                *mean = KEEP_MEAN * *mean + (1.0 - KEEP_MEAN) * slope;
                *square = KEEP_SQUARE * *square + (1.0 - KEEP_SQUARE) * slope * slope;
                let size = (*square / square_bias).sqrt() + LEAST;
                weight[half] -= rate * self.stride[index] * (*mean / mean_bias) / size;
            }
        }
    }
}

/// The scale in a range that makes `loss` smallest: golden-section search.
pub(crate) fn best_scale(loss: impl Fn(f64) -> f64) -> f64 {
    const GOLDEN: f64 = 0.618_033_988_749_895;
    let (mut low, mut high) = (20.0, 1_000.0);
    let (mut a, mut b) = (high - GOLDEN * (high - low), low + GOLDEN * (high - low));
    let (mut loss_a, mut loss_b) = (loss(a), loss(b));
    while high - low > 1.0 {
        if loss_a < loss_b {
            high = b;
            (b, loss_b) = (a, loss_a);
            a = high - GOLDEN * (high - low);
            loss_a = loss(a);
        } else {
            low = a;
            (a, loss_a) = (b, loss_b);
            b = low + GOLDEN * (high - low);
            loss_b = loss(b);
        }
    }
    (low + high) / 2.0
}
