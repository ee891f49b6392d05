//! The workers of the search threads, which keep what they learned between the searches of a game.
//!
//! Lazy SMP: every thread searches the same position, and they share only the table. All report; the supervisor passes on the
//! reports of the first, and at the end lets the threads vote (`vote.rs`).

use std::sync::mpsc::Sender;

use super::evaluator::{EngineEvaluator, evaluator};
use super::guard::{self, ThreadError};
use super::options::Options;
use super::prover_thread::ProverMessage;
use crate::prove::solvers::MateFindings;
use crate::search::trace::Tally;
use crate::search::{Event, Finished, Searcher, Shared, Task};

/// The searcher of one thread; it keeps what it learned between the searches of a game.
pub(super) type Worker = Searcher<EngineEvaluator, Tally>;

/// Messages to the supervisor of a search, in one inbox.
pub(super) enum EngineMessage {
    /// A stop was requested, or the opponent played the expected move.
    Steered,
    Search(usize, Event),
    /// The last word of the search thread of this number: it gives its worker back unless it panicked.
    Searched(usize, Result<Box<(Worker, Finished)>, ThreadError>),
    Prover(ProverMessage<MateFindings>),
}

pub(super) struct WorkerPool(Vec<Worker>);

impl WorkerPool {
    pub(super) fn share(&mut self, shared: &Shared) {
        for worker in &mut self.0 {
            worker.share(shared.clone());
        }
    }

    pub(super) fn forget(&mut self) {
        self.0.iter_mut().for_each(Worker::forget);
    }

    pub(super) fn threads(&self) -> usize {
        self.0.len()
    }

    /// Returns `threads` workers for the next search: existing ones first, then new ones.
    pub(super) fn gather(
        old: Option<WorkerPool>,
        shared: &Shared,
        threads: usize,
        options: &Options,
    ) -> WorkerPool {
        let mut pool = old.unwrap_or(WorkerPool(Vec::new()));
        pool.0.truncate(threads);
        pool.share(shared);
        for number in pool.0.len()..threads {
            let evaluator = evaluator(options);
            pool.0.push(Searcher::new(shared.clone(), number, evaluator, Tally::default()));
        }
        pool
    }

    /// Takes out all workers but the first, each with its number.
    pub(super) fn take_others(&mut self) -> Vec<(usize, Worker)> {
        let others = self.0.split_off(self.0.len().min(1));
        (1..).zip(others).collect()
    }

    /// Starts every worker on its own thread. Returns the number of threads, and why there are not more.
    pub(super) fn start(
        self,
        task: &Task,
        inbox: &Sender<EngineMessage>,
    ) -> (usize, Option<ThreadError>) {
        let wanted = self.0.len();
        let mut task = task.clone();
        // The node limit is the total of all threads.
        task.limits.nodes = task.limits.nodes.map(|nodes| nodes.div_ceil(wanted.max(1) as u64));
        for (number, mut worker) in self.0.into_iter().enumerate() {
            let task = task.clone();
            let work = move |inbox: &Sender<EngineMessage>| {
                let finished = worker.run(&task, &mut |report| {
                    // The listener may have gone; then the event is dropped.
                    drop(inbox.send(EngineMessage::Search(number, report)));
                });
                Box::new((worker, finished))
            };
            let last = move |searched| EngineMessage::Searched(number, searched);
            if let Err(error) = guard::spawn(format!("search-{number}"), inbox, work, last) {
                return (number, Some(error));
            }
        }
        (wanted, None)
    }

    /// The workers that came back, each with its number. If one is missing, so are those after it: a worker's place is its
    /// number.
    pub(super) fn of_returned(mut returned: Vec<(usize, Worker)>) -> WorkerPool {
        returned.sort_by_key(|(number, _)| *number);
        let whole = returned.into_iter().enumerate().take_while(|(at, (number, _))| at == number);
        WorkerPool(whole.map(|(_, (_, worker))| worker).collect())
    }
}
