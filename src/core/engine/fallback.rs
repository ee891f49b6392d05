//! What `go mate N` plays if the solvers find no mate: a short search beside them, so that a stop is answered at once, and the
//! limits of the search that follows. Both only say what to play.
//!
//! The short search has a small table of its own, because the first touch of a large one can cost more than the search. It runs on one thread:
//! with more, there would be more threads than cores beside the solvers, and a stop would take longer.

use std::sync::Arc;
use std::sync::mpsc::Sender;
use std::time::Duration;

use super::guard::ThreadError;
use super::pool::{EngineMessage, Worker, WorkerPool};
use crate::control::{Limits, StopFlag};
use crate::search::{Counters, EndReason, Event, Finished, Shared, Table, Task};

/// MiB of its table.
const TABLE: usize = 1;

/// Nodes of the search that says what to play, at least.
const LEAST_NODES: u64 = 3_000;

/// The same where nothing limits it.
const AT_LEISURE: u64 = 100_000;

pub(super) struct FallbackSearch {
    pub stop: StopFlag,
    pub is_searching: bool,
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

/// Returns what may be spent on the search that follows, after `spent` nodes.
pub(super) fn limits_left(limits: &Limits, spent: u64) -> Limits {
    let mut left = Limits { mate: None, ..limits.clone() };
    if let Some(nodes) = limits.nodes {
        left.nodes = Some(nodes.saturating_sub(spent).max(LEAST_NODES));
    } else if !left.will_end() && !left.infinite {
        left.nodes = Some(AT_LEISURE);
    }
    left
}

/// What the search tells that says what to play: the nodes that the prover spent before are counted. A mate of its own is
/// longer than those that were asked for, or one that the prover had no time for.
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
