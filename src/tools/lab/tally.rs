//! What the trials of one setup add up to: all of them, and rung by rung, which are the positions of a suite by kind, with what
//! the setup gains or loses on each beside another.

use std::collections::BTreeMap;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::{LabSetup, Trial, TrialPlace};
use crate::search::Rule;
use crate::tools::suite::{SuiteItem, Without};

/// Standard errors on either side of an interval of 95 %.
const INTERVAL: f64 = 1.96;

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

/// The positions of one kind under one setup.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct RungTally {
    #[serde(rename = "rung")]
    pub name: String,
    pub tried: usize,
    pub solved: usize,
    /// Solved here, and not by the setup that it is measured against.
    pub found: usize,
    pub lost: usize,
}

impl RungTally {
    /// All rungs as one.
    pub fn of_all(rungs: &[RungTally]) -> RungTally {
        let sum = |count: fn(&RungTally) -> usize| rungs.iter().map(count).sum();
        RungTally {
            name: "all".to_owned(),
            tried: sum(|rung| rung.tried),
            solved: sum(|rung| rung.solved),
            found: sum(|rung| rung.found),
            lost: sum(|rung| rung.lost),
        }
    }

    /// How many more are solved than by the setup that it is measured against.
    pub fn gain(&self) -> i64 {
        self.found as i64 - self.lost as i64
    }

    /// Half the interval of 95 % around the gain, by the positions that only one of the two solves (McNemar).
    pub fn error(&self) -> f64 {
        INTERVAL * ((self.found + self.lost) as f64).sqrt()
    }
}

/// The setup that another is measured against: its profile as a whole, and for a whole profile the first of all.
fn base_of(setups: &[LabSetup], number: usize) -> usize {
    let setup = &setups[number];
    let whole = |other: &LabSetup| {
        other.without == Without::Nothing
            && (setup.without == Without::Nothing || other.profile == setup.profile)
    };
    setups.iter().position(whole).unwrap_or(number)
}

/// Adds up the trials of a setup, rung by rung, in the order of the suite.
pub(super) fn rungs_of(
    trials: &BTreeMap<TrialPlace, Trial>,
    (items, setups): (&[SuiteItem], &[LabSetup]),
    setup: usize,
) -> Vec<RungTally> {
    let base = base_of(setups, setup);
    let mut rungs: Vec<RungTally> = Vec::new();
    for (number, item) in items.iter().enumerate() {
        let solved = |setup| trials.get(&TrialPlace { setup, item: number }).map(|t| t.solved);
        let Some(here) = solved(setup) else { continue };
        let at = rungs.iter().position(|rung| rung.name == item.rung).unwrap_or_else(|| {
            rungs.push(RungTally { name: item.rung.clone(), ..RungTally::default() });
            rungs.len() - 1
        });
        let rung = &mut rungs[at];
        rung.tried += 1;
        rung.solved += usize::from(here);
        if let Some(there) = solved(base) {
            rung.found += usize::from(here && !there);
            rung.lost += usize::from(there && !here);
        }
    }
    rungs
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tools::suite;

    #[test]
    fn a_setup_is_measured_against_its_profile_and_that_against_the_first() {
        let suite = "\
            7k/8/8/8/8/8/R7/1R2K3 w - - bm #2;\n\
            6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - bm #1;\n\
            8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - bm Kb1; c1 \"pawn endings\";\n\
            7k/8/8/8/8/8/R7/2R1K3 w - - bm #2;\n";
        let items = suite::read_file(suite.as_bytes()).unwrap().items;
        let setups = LabSetup::all(&["plain", "exchess"], &Without::rules());
        let exchess = setups.iter().position(|setup| setup.profile == "exchess").unwrap();
        // What is solved, setup by setup: all by the first, then less and less.
        let trial = |solved| Trial {
            solved,
            solution: None,
            nodes: 1,
            elapsed: std::time::Duration::ZERO,
            depth: (1, 1),
            cutoffs: (0, 0),
            rules: Default::default(),
        };
        let mut trials = BTreeMap::new();
        for (setup, solved) in [
            (0, [true; 4]),
            (exchess, [false, true, true, true]),
            (exchess + 1, [true, false, true, false]),
        ] {
            for (item, solved) in solved.into_iter().enumerate() {
                trials.insert(TrialPlace { setup, item }, trial(solved));
            }
        }
        let rungs = |setup| rungs_of(&trials, (&items, &setups), setup);
        let names: Vec<String> = rungs(0).into_iter().map(|rung| rung.name).collect();
        assert_eq!(names, ["#2-3", "#1", "pawn endings"]);
        let counts = |setup| -> Vec<[usize; 4]> {
            rungs(setup).iter().map(|r| [r.tried, r.solved, r.found, r.lost]).collect()
        };
        assert_eq!(counts(0), [[2, 2, 0, 0], [1, 1, 0, 0], [1, 1, 0, 0]]);
        assert_eq!(counts(exchess), [[2, 1, 0, 1], [1, 1, 0, 0], [1, 1, 0, 0]]);
        assert_eq!(counts(exchess + 1), [[2, 1, 1, 1], [1, 0, 0, 1], [1, 1, 0, 0]]);
        let mixed = &rungs(exchess + 1)[0];
        assert_eq!((mixed.gain(), (mixed.error() * 100.0).round()), (0, 277.0));
    }
}
