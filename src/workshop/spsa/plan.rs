//! SPSA: moves all numbers at once along a noisy gradient (Spall, "Multivariate stochastic approximation using a simultaneous
//! perturbation gradient approximation", 1992; as in other chess programs, step and rate are given by their final values).
//!
//! Each trial pushes every number randomly up or down by its step, and measures the result against the opposite; the numbers then
//! move a little towards the better side. Trials of one round start from the same numbers, so that they can run in parallel. The
//! caller measures: by games, or by a function in a test. The same seed and measurements give the same numbers; everything kept
//! between rounds is in [`SpsaState`].

use quarterply::chess::SplitMix;

/// Spall's exponents: the decay of rate and steps.
const ALPHA: f64 = 0.602;
const GAMMA: f64 = 0.101;

/// Trials from the same numbers, which can run in parallel; independent of the number of jobs.
const ROUND: u32 = 8;

/// Final move of a number after a won trial, as a share of its step.
const RATE: f64 = 0.02;

/// Share of the trials during which the rate hardly falls.
const STABILITY: f64 = 0.1;

#[derive(Clone, PartialEq, Debug)]
pub struct SpsaNumber {
    pub name: String,
    /// Initial value; unknown before the options are read.
    pub start: i64,
    pub low: i64,
    pub high: i64,
    /// Final step.
    pub step: f64,
}

#[derive(Clone, PartialEq, Debug)]
pub struct SpsaPlan {
    pub numbers: Vec<SpsaNumber>,
    pub trials: u32,
    pub seed: u64,
}

#[derive(Clone, PartialEq, Debug, serde::Serialize, serde::Deserialize)]
pub struct SpsaState {
    pub trials: u32,
    pub values: Vec<f64>,
}

#[derive(Clone, PartialEq, Debug)]
pub struct SpsaTrial {
    pub number: u32,
    pub plus: Vec<i64>,
    pub minus: Vec<i64>,
    pushes: Vec<f64>,
}

impl SpsaNumber {
    fn within(&self, value: f64) -> f64 {
        value.clamp(self.low as f64, self.high as f64)
    }
}

impl SpsaPlan {
    pub fn begin(&self) -> SpsaState {
        SpsaState {
            trials: 0,
            values: self.numbers.iter().map(|number| number.start as f64).collect(),
        }
    }

    pub fn next_round(&self, state: &SpsaState) -> Vec<SpsaTrial> {
        let end = state.trials.saturating_add(ROUND).min(self.trials);
        (state.trials..end).map(|number| self.trial(number, &state.values)).collect()
    }

    fn trial(&self, number: u32, values: &[f64]) -> SpsaTrial {
        let mut random = SplitMix::stream(self.seed, u64::from(number));
        let mut trial =
            SpsaTrial { number, plus: Vec::new(), minus: Vec::new(), pushes: Vec::new() };
        for (tuned, &value) in self.numbers.iter().zip(values) {
            let way = if random.once_in(2) { 1.0 } else { -1.0 };
            let push = way * tuned.step * self.shrink(number);
            // Rounded randomly up or down, so that half a step has an effect in half of the trials.
            let share = random.share();
            let whole = |value: f64| {
                let value = (tuned.within(value) + share).floor() as i64;
                value.clamp(tuned.low, tuned.high)
            };
            trial.plus.push(whole(value + push));
            trial.minus.push(whole(value - push));
            trial.pushes.push(push);
        }
        trial
    }

    /// Ratio of a trial's steps to the final ones.
    fn shrink(&self, trial: u32) -> f64 {
        (f64::from(self.trials) / f64::from(trial + 1)).powf(GAMMA)
    }

    /// Share of a step by which a won trial moves a number, at this trial.
    fn rate_at(&self, trial: u32) -> f64 {
        let (all, stability) = (f64::from(self.trials), STABILITY * f64::from(self.trials));
        RATE * ((stability + all) / (stability + f64::from(trial + 1))).powf(ALPHA)
    }

    /// Updates the numbers from the results of a round: above 0 where the plus side was better; from −1 to 1 by games alone.
    pub fn learn(&self, state: &mut SpsaState, round: &[SpsaTrial], results: &[f64]) {
        for (trial, result) in round.iter().zip(results) {
            let rate = self.rate_at(trial.number) / self.shrink(trial.number).powi(2);
            let moved = self.numbers.iter().zip(&mut state.values).zip(&trial.pushes);
            for ((tuned, value), push) in moved {
                *value = tuned.within(*value + rate * result * push);
            }
        }
        state.trials += round.len() as u32;
    }
}
