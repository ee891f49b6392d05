//! What the trials of one setup add up to.

use std::time::Duration;

use super::Trial;
use crate::search::Rule;

#[derive(Clone, PartialEq, Debug, Default)]
pub struct SetupTally {
    pub tried: usize,
    pub solved: usize,
    pub nodes: u64,
    pub elapsed: Duration,
    /// Nodes of those solved, each from the beginning to where its solution stood for good; ascending.
    pub solutions: Vec<u64>,
    pub solution_time: Duration,
    /// Beta cutoffs, and those by the first move searched.
    pub cutoffs: (u64, u64),
    /// Nodes below a move that each rule extended.
    pub rules: [u64; Rule::COUNT],
    /// The sum of the logarithms of the branching factors, and of how many.
    branching: (f64, usize),
    depths: u64,
}

impl SetupTally {
    pub fn of<'a>(trials: impl IntoIterator<Item = &'a Trial>) -> SetupTally {
        let mut tally = SetupTally::default();
        trials.into_iter().for_each(|trial| tally.add(trial));
        tally.solutions.sort_unstable();
        tally
    }

    fn add(&mut self, trial: &Trial) {
        self.tried += 1;
        self.solved += usize::from(trial.solved);
        self.nodes += trial.nodes;
        self.elapsed += trial.elapsed;
        if let Some((nodes, time)) = trial.solution {
            self.solutions.push(nodes);
            self.solution_time += time;
        }
        self.cutoffs.0 += trial.cutoffs.0;
        self.cutoffs.1 += trial.cutoffs.1;
        for (sum, nodes) in self.rules.iter_mut().zip(trial.rules) {
            *sum += nodes;
        }
        if let Some(branching) = trial.branching() {
            self.branching.0 += branching.ln();
            self.branching.1 += 1;
        }
        self.depths += u64::from(trial.depth.0);
    }

    /// Nodes to solution of the one in the middle; `None` if none was solved.
    pub fn median_solution(&self) -> Option<u64> {
        self.solutions.get(self.solutions.len() / 2).copied()
    }

    /// The geometric mean of the branching factors; `None` if nothing was searched.
    pub fn branching(&self) -> Option<f64> {
        let (sum, count) = self.branching;
        (count > 0).then(|| (sum / count as f64).exp())
    }

    /// The mean depth; `None` if nothing was searched.
    pub fn depth(&self) -> Option<f64> {
        (self.tried > 0).then(|| self.depths as f64 / self.tried as f64)
    }

    pub fn extended(&self) -> u64 {
        self.rules.iter().sum()
    }
}
