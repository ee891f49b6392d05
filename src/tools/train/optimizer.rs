//! AdamW (Loshchilov and Hutter 2017): steps of a size that hardly depends on that of the gradient, and weights that decay.

use crate::store::checkpoint::Checkpoint;

/// What all weights stay within, so that they can be rounded to what the search works with.
pub(super) const MOST: f32 = 1.98;

const KEEP_MEAN: f32 = 0.9;
const KEEP_SQUARE: f32 = 0.999;
const LEAST: f32 = 1e-8;

/// Learning rate and weight decay of a step.
pub(super) struct StepSize<'a> {
    pub rate: f32,
    /// The share of their distance from `origin` that weights lose in a step, divided by the rate.
    pub decay: f32,
    /// Where decay draws the weights to.
    pub origin: &'a [f32],
}

/// Takes one step down the gradient, which is the sum of `parts` times `share`.
pub(super) fn step(state: &mut Checkpoint, parts: &[Vec<f32>], share: f32, size: &StepSize<'_>) {
    let &StepSize { rate, decay, origin } = size;
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
            let size = (*square * square_scale).sqrt() + LEAST;
            let next = origin + (*weight - origin) * keep - rate * *mean * mean_scale / size;
            *weight = next.clamp(-MOST, MOST);
        }
    }
}

/// Weights that are worked on at a time: they stay in the nearest memory.
const BLOCK: usize = 1_024;
