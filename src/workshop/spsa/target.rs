//! Positions of a suite that both sides of a trial of `spsa` solve, in addition to their games.

use std::path::Path;

use quarterply::chess::SplitMix;
use quarterply::commands::batch::{Batch, JobFlags};
use quarterply::commands::tools::suite::{self, SuiteItem};
use quarterply::control::{Limits, StopFlag};
use quarterply::engine::{Engine, Options};

use super::plan::SpsaTrial;

/// Positions for each side of a trial.
const POSITIONS: usize = 8;

const NODES: u64 = 20_000;

/// Elo of one percent more of the suite.
const WORTH: f64 = 10.0;

/// Change of a pair's result, which is from −1 to 1, per Elo: twice the slope of the expected score at 0.
const ELO: f64 = std::f64::consts::LN_10 / 800.0;

pub struct SuiteTarget {
    items: Vec<SuiteItem>,
    seed: u64,
}

impl SuiteTarget {
    pub fn read(path: &Path, seed: u64) -> anyhow::Result<SuiteTarget> {
        Ok(SuiteTarget { items: suite::read(path)?.items, seed })
    }

    /// Returns what the positions add to the result of each trial: positive if the plus side solves more; `None` if stopped.
    pub fn measure(
        &self,
        round: &[SpsaTrial],
        sides: &[[Options; 2]],
        jobs: usize,
        stop: &StopFlag,
    ) -> Option<Vec<f64>> {
        let work = |flags: &mut JobFlags, index: u32| {
            let number = round[index as usize].number;
            let [plus, minus] = &sides[index as usize];
            let solved = |side: &Options| self.solved(number, side, &flags.quit);
            let percent = 100.0 * f64::from(solved(plus) - solved(minus)) / POSITIONS as f64;
            let balance = percent * WORTH * ELO;
            Ok::<_, std::convert::Infallible>((!flags.quit.is_stopped()).then_some(balance))
        };
        let batch = Batch::of(round.len(), jobs, stop);
        let Ok(balances) = batch.all(|flags| Ok(flags.clone()), work);
        balances
    }

    fn solved(&self, trial: u32, side: &Options, stop: &StopFlag) -> i32 {
        let mut random = SplitMix::stream(!self.seed, u64::from(trial));
        let mut engine = Engine::with(side.clone());
        let mut solve = |_| {
            let item = &self.items[random.below(self.items.len())];
            suite::search(&mut engine, item, &Limits::nodes(NODES), stop).solved
        };
        (0..POSITIONS).map(|position| i32::from(solve(position))).sum()
    }
}
