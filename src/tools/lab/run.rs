//! The trials of a lab.
//!
//! A *trial* is one position under one *setup*: a profile, perhaps with something switched off. What is told of it is not
//! only whether it was solved but from which node on, how the tree branched, how often the first move failed high, and
//! which rule the nodes were spent below. Each trial begins from nothing and is bounded by nodes, so trials may run at
//! once, in any order, and a lab that was stopped goes on where it was. Adding them up is `tally.rs`.

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

use crate::chess::{Game, Position};
use crate::control::{Limits, StopFlag};
use crate::engine::{Engine, OptionError, Options};
use crate::search::extend::Extensions;
use crate::search::profiles::{PROFILES, params_of};
use crate::search::trace::Ledger;
use crate::search::{Finished, Iteration, Report, Rule};
use crate::tools::batch::{Batch, JobFlags};
use crate::tools::suite::{Answer, SuiteGoal, SuiteItem, Without, watch};
use crate::units::{Bound, Depth};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LabSetup {
    pub profile: &'static str,
    pub without: Without,
}

impl LabSetup {
    pub fn whole(profile: &'static str) -> LabSetup {
        LabSetup { profile, without: Without::Nothing }
    }

    /// These profiles, each once more without each of `without` that it has.
    pub fn all(profiles: &[&'static str], without: &[Without]) -> Vec<LabSetup> {
        let of = |&profile: &&'static str| {
            let extensions =
                params_of(profile).map_or(Extensions::NONE, |params| params.extensions);
            let has = move |without: &&Without| match **without {
                Without::Nothing => false,
                Without::Rule(rule) => extensions.is_on(rule),
                Without::Weight(rule, kind) => extensions.of(rule, kind) > Depth::ZERO,
                Without::AnyExtension => extensions.any(),
            };
            let ablated = without.iter().filter(has);
            let ablated = ablated.map(move |&without| LabSetup { profile, without });
            [LabSetup::whole(profile)].into_iter().chain(ablated)
        };
        profiles.iter().flat_map(of).collect()
    }

    pub(crate) fn options(self, base: &Options) -> Result<Options, OptionError> {
        let mut options = base.without_lookup();
        options.set("Profile", self.profile)?;
        options.set("Threads", "1")?;
        self.without.switch_off(&mut options);
        Ok(options)
    }
}

pub fn profile_names() -> Vec<&'static str> {
    PROFILES.iter().map(|profile| profile.name).collect()
}

/// What became of one position under one setup.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Trial {
    /// Whether the goal was met in the end.
    pub solved: bool,
    /// Nodes and time from which on the goal was met without a break; `None` if it was not in the end.
    pub solution: Option<(u64, Duration)>,
    pub nodes: u64,
    pub elapsed: Duration,
    /// Iterations completed, and the nodes that those took.
    pub depth: (u32, u64),
    /// Beta cutoffs of the main search, and those by the first move searched.
    pub cutoffs: (u64, u64),
    /// Nodes below a move that each rule extended, in the order of [`Rule::ALL`].
    pub rules: [u64; Rule::COUNT],
}

impl Trial {
    /// The effective branching factor: the number that, raised to the depth, is the nodes. `None` without a depth.
    pub fn branching(&self) -> Option<f64> {
        let (depth, nodes) = self.depth;
        (depth > 0 && nodes > 0).then(|| (nodes as f64).powf(1.0 / f64::from(depth)))
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct TrialPlace {
    pub setup: usize,
    pub item: usize,
}

pub struct LabPlan<'a> {
    pub items: &'a [SuiteItem],
    pub setups: &'a [LabSetup],
    pub left: &'a [TrialPlace],
    pub nodes: u64,
    pub jobs: usize,
}

/// Does what is left of a lab. `tell` hears of each trial in its order. Whether it was stopped before the end.
pub fn run(
    plan: &LabPlan<'_>,
    options: &Options,
    stop: &StopFlag,
    tell: &mut dyn FnMut(TrialPlace, Trial),
) -> Result<bool, OptionError> {
    let of = |setup: &LabSetup| setup.options(options);
    let options = plan.setups.iter().map(of).collect::<Result<Vec<Options>, OptionError>>()?;
    let mut told = 0;
    let work = |flags: &mut JobFlags, index: u32| {
        let place = plan.left[index as usize];
        let mut engine = Engine::with(options[place.setup].clone());
        let (item, quit) = (&plan.items[place.item], &flags.quit);
        let observed = observe(&mut engine, &item.position, Some(&item.goal), plan.nodes, quit);
        // What was cut short has not had its chance.
        let observed = observed.filter(|_| !quit.is_stopped());
        Ok(Some(observed.map(|(trial, _)| (place, trial))))
    };
    let begin = |flags: &JobFlags| Ok::<_, OptionError>(flags.clone());
    Batch::of(plan.left.len(), plan.jobs, stop).run(begin, work, &mut |observed| {
        if let Some((place, trial)) = observed {
            told += 1;
            tell(place, trial);
        }
        ControlFlow::Continue(())
    })?;
    Ok(told < plan.left.len())
}

/// Watches one search to its end. `None` if it crashed.
pub(crate) fn observe(
    engine: &mut Engine,
    position: &Position,
    goal: Option<&SuiteGoal>,
    nodes: u64,
    stop: &StopFlag,
) -> Option<(Trial, Finished)> {
    let begun = Instant::now();
    let (mut solution, mut depth) = (None, (0, 0));
    let met = |iteration: &Iteration| {
        let best = iteration.lines.first().and_then(|line| line.pv.first().copied());
        goal.is_some_and(|goal| goal.is_met(&Answer::searched(best, Some(iteration))))
    };
    let mut hear = |report: Report| {
        let Report::Finished(iteration) = report else { return };
        let progress = &iteration.progress;
        if iteration.lines.first().is_some_and(|line| line.bound == Bound::Exact) {
            depth = (iteration.depth, progress.nodes);
        }
        let now = (progress.nodes, progress.elapsed);
        solution = met(&iteration).then(|| solution.unwrap_or(now));
    };
    let game = (Game::new(*position), 1);
    let finished = watch(engine, game, Limits::nodes(nodes), stop, &mut hear)?;
    let (solved, elapsed) = (met(&finished.iteration), begun.elapsed());
    let nodes = finished.iteration.progress.nodes;
    let ledger = &finished.ledger;
    let trial = Trial {
        solved,
        solution: solution.or(Some((nodes, elapsed))).filter(|_| solved),
        nodes,
        elapsed,
        depth,
        cutoffs: (ledger.cutoffs, ledger.first_cutoffs),
        rules: rules(ledger),
    };
    Some((trial, finished))
}

fn rules(ledger: &Ledger) -> [u64; Rule::COUNT] {
    let mut nodes = [0; Rule::COUNT];
    ledger.rules.iter().for_each(|used| nodes[used.rule.index()] = used.nodes);
    nodes
}

#[cfg(test)]
mod tests;
