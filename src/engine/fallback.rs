//! The move to fall back on in `go mate`: a short search beside the solvers, so that a stop is answered at once.
//!
//! It has a small table of its own, because the first touch of a large one can cost more than the search. It runs on one thread:
//! with more, there would be more threads than cores beside the solvers, and a stop would take longer.

use std::sync::Arc;
use std::sync::mpsc::Sender;

use super::guard::ThreadError;
use super::mate_search::LEAST_NODES;
use super::message::{EngineMessage, Worker};
use super::pool::WorkerPool;
use crate::control::{Limits, StopFlag};
use crate::search::{Counters, EndReason, Finished, Shared, Table, Task};

/// MiB of its table.
const TABLE: usize = 1;

pub(super) struct FallbackSearch {
    stop: StopFlag,
    searching: usize,
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
        let counters = Arc::new(Counters::new(pool.threads()));
        pool.share(&Shared { table, counters, stop: stop.clone(), ..shared.clone() });
        let Limits { search_moves, excluded_moves, .. } = task.limits.clone();
        let limits = Limits { search_moves, excluded_moves, ..Limits::nodes(LEAST_NODES) };
        let (searching, _) = pool.start(&Task { limits, ..task.clone() }, inbox);
        FallbackSearch { stop, searching, returned, finished: None }
    }

    pub(super) fn hear(
        &mut self,
        number: usize,
        ended: Result<Box<(Worker, Finished)>, ThreadError>,
    ) -> Result<(), ThreadError> {
        self.searching = self.searching.saturating_sub(1);
        let (worker, finished) = *ended?;
        self.returned.push((number, worker));
        if number == 0 {
            self.stop.raise();
            self.finished = Some(Finished { reason: EndReason::Stopped, ..finished });
        }
        Ok(())
    }

    pub(super) fn is_over(&self) -> bool {
        self.searching == 0
    }

    /// It is not needed any more.
    pub(super) fn stop(&self) {
        self.stop.raise();
    }

    pub(super) fn end(self) -> (WorkerPool, Option<Finished>) {
        (WorkerPool::of_returned(self.returned), self.finished)
    }
}
