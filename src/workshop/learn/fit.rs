//! Features of positions (the few weights with an effect, and their counts), and the evaluation as a differentiable function of
//! its weights, with its error.
//!
//! Positions with a known outcome, or with a side in check, do not depend on the weights and are skipped. The error is the squared
//! difference of the expected result from the target. The evaluation itself has no floating point.

use quarterply::chess::{ByColor, Color, Position};
use quarterply::eval::classical::features::{COUNT, GROUPS};
use quarterply::eval::classical::king::{EG_DIVISOR, MG_DIVISOR, MOST_DANGER};
use quarterply::eval::classical::{FULL_PHASE, FULL_SCALE, fifty_move_scale};
use quarterply::eval::{ClassicalEvaluator, Coefficients};

use crate::train::{SCALE, expectation, sharpness};

/// A weight in training: middle game and endgame.
pub type Weight = [f64; 2];

fn sum(entries: &[FeatureCount], weights: &[Weight]) -> Weight {
    entries.iter().fold([0.0; 2], |[mg, eg], entry| {
        let weight = weights[usize::from(entry.weight)];
        let count = f64::from(entry.count);
        [mg + count * weight[0], eg + count * weight[1]]
    })
}

/// The cost of a danger, and its derivative.
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

/// Middle game and endgame value of a sample for White, and the derivatives of both by the danger of each king.
fn halves(weights: &[Weight], sample: &Sample) -> (Weight, ByColor<Weight>) {
    let mut total = sum(&sample.linear, weights);
    let growth = [(Color::White, -1.0), (Color::Black, 1.0)].map(|(color, sign)| {
        let (cost, grows) = cost_of_danger(sum(&sample.danger[color], weights));
        total = [total[0] + sign * cost[0], total[1] + sign * cost[1]];
        grows.map(|half| sign * half)
    });
    (total, ByColor(growth))
}

/// Returns the expected result of a sample for White.
pub fn expected(weights: &[Weight], sample: &Sample) -> f64 {
    let ([mg, eg], _) = halves(weights, sample);
    expectation((mg * f64::from(sample.middle) + eg * f64::from(sample.end)) / SCALE)
}

/// Returns the sum of the squared errors of samples, and its gradient.
pub fn loss(weights: &[Weight], samples: &[Sample]) -> (f64, Vec<Weight>) {
    let (mut loss, mut slope) = (0.0, vec![[0.0; 2]; weights.len()]);
    for sample in samples {
        let expected = expected(weights, sample);
        let miss = expected - f64::from(sample.target);
        let outer = 2.0 * miss * sharpness(expected) / SCALE;
        let by = [outer * f64::from(sample.middle), outer * f64::from(sample.end)];
        loss += miss * miss;
        add(&sample.linear, by, &mut slope);
        let (_, growth) = halves(weights, sample);
        for color in Color::ALL {
            let [mg, eg] = growth[color];
            add(&sample.danger[color], [by[0] * mg, by[1] * eg], &mut slope);
        }
    }
    (loss, slope)
}

fn add(entries: &[FeatureCount], by: Weight, slope: &mut [Weight]) {
    for entry in entries {
        let count = f64::from(entry.count);
        let slope = &mut slope[usize::from(entry.weight)];
        slope[0] += count * by[0];
        slope[1] += count * by[1];
    }
}

#[derive(Clone, Copy, Debug)]
pub struct FeatureCount {
    pub weight: u16,
    pub count: i16,
}

#[derive(Clone, Debug)]
pub struct Sample {
    /// Linear features, White minus Black.
    pub linear: Vec<FeatureCount>,
    /// Features of the danger for each side's king.
    pub danger: ByColor<Vec<FeatureCount>>,
    /// Middle game share of the taper, 0 to 1.
    pub middle: f32,
    /// Endgame share of the taper, 0 to 1.
    pub end: f32,
    /// Target for White, 0 to 1.
    pub target: f32,
}

/// Evaluates positions and records the features.
pub struct Witness {
    evaluator: ClassicalEvaluator,
    counts: Coefficients,
    is_danger: Vec<bool>,
}

impl Witness {
    pub fn new() -> Witness {
        let is_danger =
            GROUPS.iter().flat_map(|group| std::iter::repeat_n(group.is_danger, group.len));
        Witness {
            evaluator: ClassicalEvaluator::new(),
            counts: Coefficients::new(COUNT),
            is_danger: is_danger.collect(),
        }
    }

    /// Returns the features of a position, if they depend on the weights.
    pub fn sample(&mut self, position: &Position) -> Option<Sample> {
        self.counts.clear();
        let (phase, scale) = self.evaluator.observe(position, &mut self.counts)?;
        if position.in_check() {
            return None;
        }
        let middle = phase as f32 / FULL_PHASE as f32;
        let left = fifty_move_scale(position.halfmoves()) as f32 / FULL_SCALE as f32;
        let danger = [Color::White, Color::Black].map(|king| self.part(Some(king)));
        Some(Sample {
            linear: self.part(None),
            danger: ByColor(danger),
            middle: middle * left,
            end: left * (1.0 - middle) * scale as f32 / FULL_SCALE as f32,
            target: 0.5,
        })
    }

    fn part(&self, king: Option<Color>) -> Vec<FeatureCount> {
        let all = self.counts.counts().iter().zip(&self.is_danger).enumerate();
        let counted = all.map(|(weight, (counts, &is_danger))| {
            let count = match king {
                None if !is_danger => counts[Color::White] - counts[Color::Black],
                Some(color) if is_danger => counts[color],
                _ => 0,
            };
            FeatureCount { weight: weight as u16, count: count as i16 }
        });
        counted.filter(|entry| entry.count != 0).collect()
    }
}

#[cfg(test)]
mod tests {
    use quarterply::eval::Evaluator;

    use super::super::table::tuned;
    use super::*;

    /// Positions of random games, each with the evaluation's score in White's view and a target derived from it.
    fn labelled() -> (Vec<Sample>, Vec<i32>) {
        let (mut samples, mut scores) = (Vec::new(), Vec::new());
        let (mut witness, mut evaluator) = (Witness::new(), ClassicalEvaluator::new());
        for seed in 1..=10_u64 {
            let mut random = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15);
            let mut position = Position::start();
            for ply in 0..80 {
                let moves = position.legal_moves();
                if moves.is_empty() {
                    break;
                }
                random ^= random << 13;
                random ^= random >> 7;
                random ^= random << 17;
                position = position.play(moves[random as usize % moves.len()].mv);
                if ply % 4 == 0
                    && let Some(mut sample) = witness.sample(&position)
                {
                    let white = evaluator.evaluate(&position, 0).score.for_white(position.turn());
                    let centipawns = white.score().raw();
                    sample.target =
                        expectation(f64::from(centipawns.clamp(-101, 101)) / SCALE) as f32;
                    samples.push(sample);
                    scores.push(centipawns);
                }
            }
        }
        (samples, scores)
    }

    #[test]
    fn it_sees_what_the_evaluation_says() {
        let (samples, scores) = labelled();
        assert!(scores.len() > 100);
        for (sample, &centipawns) in samples.iter().zip(&scores) {
            let ([mg, eg], _) = halves(&tuned(), sample);
            let score = mg * f64::from(sample.middle) + eg * f64::from(sample.end);
            // The evaluation rounds the cost of danger, the scale and the taper.
            assert!((score - f64::from(centipawns)).abs() < 4.0, "{score} {centipawns} {sample:?}");
        }
    }

    #[test]
    fn the_slope_is_the_slope() {
        let (samples, _) = labelled();
        let weights = tuned();
        for (index, slope) in loss(&weights, &samples).1.iter().enumerate().step_by(7) {
            for half in [0, 1] {
                let shifted = |by: f64| {
                    let mut weights = weights.clone();
                    weights[index][half] += by;
                    loss(&weights, &samples).0
                };
                let measured = (shifted(0.01) - shifted(-0.01)) / 0.02;
                assert!(
                    (slope[half] - measured).abs() < 1e-8 * samples.len() as f64,
                    "weight {index}: {slope:?} {measured}"
                );
            }
        }
    }
}
