//! The move to play if `go mate N` finds no mate: from a short search beside the solvers, so that a stop is answered at once, or
//! from a search afterwards, within the limits that are left.
//!
//! The short search has a small table of its own, because the first touch of a large one can cost more than the search. It has
//! one thread: more would compete with the solvers for cores, and a stop would take longer.

use std::sync::Arc;
use std::sync::mpsc::Sender;
use std::time::Duration;

use super::guard::ThreadError;
use super::pool::{EngineMessage, Worker, WorkerPool};
use crate::control::{Limits, StopFlag};
use crate::search::{Counters, EndReason, Event, Finished, Shared, Table, Task};

/// MiB of its table.
const TABLE: usize = 1;

/// Minimum number of nodes of the fallback search.
const LEAST_NODES: u64 = 3_000;

/// The same where nothing limits it.
const AT_LEISURE: u64 = 100_000;

pub(super) struct FallbackSearch {
    pub(crate) stop: StopFlag,
    pub(crate) is_searching: bool,
    returned: Vec<(usize, Worker)>,
    finished: Option<Finished>,
}

impl FallbackSearch {
    /// Starts the task of the coming search on the first worker, within few nodes.
    pub(super) fn start(
        mut pool: WorkerPool,
        task: &Task,
        shared: &Shared,
        inbox: &Sender<EngineMessage>,
    ) -> FallbackSearch {
        let stop = StopFlag::new();
        let returned = pool.take_others();
        let table = Table::new(TABLE).map_or_else(|_| Arc::clone(&shared.table), Arc::new);
        let counters = Arc::new(Counters::new(1, false));
        let shared = Shared { table, counters, work: None, ..shared.clone() };
        pool.share(&Shared { stop: stop.clone(), ..shared });
        let Limits { search_moves, excluded_moves, .. } = task.limits.clone();
        let limits = Limits { search_moves, excluded_moves, ..Limits::nodes(LEAST_NODES) };
        let (searching, _) = pool.start(&Task { limits, ..task.clone() }, inbox);
        FallbackSearch { stop, is_searching: searching > 0, returned, finished: None }
    }

    pub(super) fn hear(
        &mut self,
        ended: Result<Box<(Worker, Finished)>, ThreadError>,
    ) -> Result<(), ThreadError> {
        self.is_searching = false;
        let (worker, finished) = *ended?;
        self.returned.push((0, worker));
        self.stop.raise();
        self.finished = Some(Finished { reason: EndReason::Stopped, ..finished });
        Ok(())
    }

    pub(super) fn end(self) -> (WorkerPool, Option<Finished>) {
        (WorkerPool::of_returned(self.returned), self.finished)
    }
}

/// Returns the limits of the search that follows, after `spent` nodes.
pub(super) fn limits_left(limits: &Limits, spent: u64) -> Limits {
    let mut left = Limits { mate: None, ..limits.clone() };
    if let Some(nodes) = limits.nodes {
        left.nodes = Some(nodes.saturating_sub(spent).max(LEAST_NODES));
    } else if !left.will_end() && !left.infinite {
        left.nodes = Some(AT_LEISURE);
    }
    left
}

/// Adds the prover's nodes to an event of the fallback search. A mate that it finds is longer than requested, or the prover had
/// no time for it.
pub(super) fn counted(mut event: Event, spent: u64) -> Event {
    match &mut event {
        Event::Iteration(iteration) | Event::Bound(iteration) => {
            iteration.progress.nodes += spent;
        }
        Event::Finished(finished) => finished.iteration.progress.nodes += spent,
        Event::Heartbeat(progress) => progress.nodes += spent,
        _ => {}
    }
    event
}

/// Time kept back for saying what to play, after so much was spent.
pub(super) fn reserve(elapsed: Duration) -> Duration {
    (elapsed / 20).clamp(Duration::from_millis(4), Duration::from_millis(100))
}
