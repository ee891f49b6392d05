//! The trial of a profile: one position searched from nothing, with what the search cost.

use std::time::{Duration, Instant};

use crate::chess::{Game, Position};
use crate::control::{Limits, StopFlag};
use crate::engine::{Engine, OptionError, Options};
use crate::search::{Finished, Report};
use crate::tools::suite::watch;
use crate::units::Bound;

/// What a search under a profile cost.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Trial {
    pub nodes: u64,
    pub elapsed: Duration,
    /// Iterations completed, and the nodes that those took.
    pub depth: (u32, u64),
    /// Beta cutoffs of the main search, and those by the first move searched.
    pub cutoffs: (u64, u64),
}

impl Trial {
    /// The effective branching factor: the number that, raised to the depth, is the nodes. `None` without a depth.
    pub(super) fn branching(&self) -> Option<f64> {
        let (depth, nodes) = self.depth;
        (depth > 0 && nodes > 0).then(|| (nodes as f64).powf(1.0 / f64::from(depth)))
    }
}

/// The options of a trial: one thread, and no knowledge but the search's own.
pub(super) fn options_under(profile: &str, base: &Options) -> Result<Options, OptionError> {
    let mut options = base.without_lookup();
    options.set("Profile", profile)?;
    options.set("Threads", "1")?;
    Ok(options)
}

/// Watches one search to its end. `None` if it crashed.
pub(super) fn observe(
    engine: &mut Engine,
    position: &Position,
    nodes: u64,
    stop: &StopFlag,
) -> Option<(Trial, Finished)> {
    let begun = Instant::now();
    let mut depth = (0, 0);
    let mut hear = |report: Report| {
        let Report::Finished(iteration) = report else { return };
        if iteration.lines.first().is_some_and(|line| line.bound == Bound::Exact) {
            depth = (iteration.depth, iteration.progress.nodes);
        }
    };
    let game = (Game::new(*position), 1);
    let finished = watch(engine, game, Limits::nodes(nodes), stop, &mut hear)?;
    let trial = Trial {
        nodes: finished.iteration.progress.nodes,
        elapsed: begun.elapsed(),
        depth,
        cutoffs: (finished.ledger.cutoffs, finished.ledger.first_cutoffs),
    };
    Some((trial, finished))
}
