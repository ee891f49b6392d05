//! SPSA: numbers moved towards where a noisy measurement is better, all of them at once (Spall, "Multivariate stochastic
//! approximation using a simultaneous perturbation gradient approximation", 1992; in the form that chess programs use, with
//! the step and the rate given as they are to be at the end).
//!
//! In each trial every number is pushed up or down by its step, by chance, and measured against the opposite; the numbers
//! then go a little towards the better side. Trials of one round are made from the same numbers, so that they can be
//! measured side by side. What is measured is the caller's: games, or a function in a test. The same seed and the same
//! measurements give the same numbers; everything that goes on from round to round is in [`SpsaState`].

use quarterply::engine::random::Random;

/// Spall's exponents: how fast the rate and the steps become smaller.
const ALPHA: f64 = 0.602;
const GAMMA: f64 = 0.101;

/// Trials from the same numbers, which can be played side by side; jobs do not change it.
const ROUND: u32 = 8;

/// Share of the trials after which the rate begins to fall in earnest.
const STABILITY: f64 = 0.1;

#[derive(Clone, PartialEq, Debug)]
pub struct SpsaNumber {
    pub name: String,
    /// What it is before; not known before the options are.
    pub start: i64,
    pub low: i64,
    pub high: i64,
    /// How far it is pushed at the end.
    pub step: f64,
}

#[derive(Clone, PartialEq, Debug)]
pub struct SpsaPlan {
    pub numbers: Vec<SpsaNumber>,
    pub trials: u32,
    /// How far a number goes at the end for a trial that was won, as a share of its step.
    pub rate: f64,
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
        let mut random = Random::new(self.seed, u64::from(number));
        let mut trial =
            SpsaTrial { number, plus: Vec::new(), minus: Vec::new(), pushes: Vec::new() };
        for (tuned, &value) in self.numbers.iter().zip(values) {
            let way = if random.once_in(2) { 1.0 } else { -1.0 };
            let push = way * tuned.step * self.shrink(number);
            // Rounded by chance to either side, so that also half a step is felt, half of the time.
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

    /// How much larger than at the end the steps of a trial are.
    fn shrink(&self, trial: u32) -> f64 {
        (f64::from(self.trials) / f64::from(trial + 1)).powf(GAMMA)
    }

    /// How much of a step a trial that was won moves a number, at this trial.
    fn rate_at(&self, trial: u32) -> f64 {
        let (all, stability) = (f64::from(self.trials), STABILITY * f64::from(self.trials));
        self.rate * ((stability + all) / (stability + f64::from(trial + 1))).powf(ALPHA)
    }

    /// Learns from the results of a round: above 0 where the plus side was better; from −1 to 1 by games alone.
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
