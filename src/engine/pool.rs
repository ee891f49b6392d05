//! The search threads' workers: what they learnt stays with them between the searches of a game.
//!
//! Lazy SMP: every thread searches the same position, they help each other through the table alone, and the first one
//! reports.

use std::sync::mpsc::Sender;

use super::evaluator::evaluator;
use super::guard::{self, ThreadError};
use super::message::{Message, Worker};
use super::options::Options;
use crate::search::trace::Tally;
use crate::search::{Searcher, Shared, Task};

/// The workers of a search, the first one first.
#[derive(Default)]
pub(super) struct WorkerPool(Vec<Worker>);

impl WorkerPool {
    /// Gives every worker the shared parts of the next search.
    pub(super) fn share(&mut self, shared: &Shared) {
        for worker in &mut self.0 {
            worker.share(shared.clone());
        }
    }

    /// So many workers for the next search: those there were, as many as are wanted, and new ones.
    pub(super) fn gather(
        old: Option<WorkerPool>,
        shared: &Shared,
        threads: usize,
        options: &Options,
    ) -> WorkerPool {
        let mut pool = old.unwrap_or_default();
        pool.0.truncate(threads);
        pool.share(shared);
        let mut workers = pool.0;
        for number in workers.len()..threads {
            let evaluator = evaluator(options);
            let worker = Searcher::new(shared.clone(), number, evaluator, Tally::default());
            workers.push(worker);
        }
        WorkerPool(workers)
    }

    /// Sets every worker to work on a thread of its own. Returns how many threads there are, and why there are not more.
    pub(super) fn start(
        self,
        task: &Task,
        inbox: &Sender<Message>,
    ) -> (usize, Option<ThreadError>) {
        let wanted = self.0.len();
        for (number, worker) in self.0.into_iter().enumerate() {
            let task = task.clone();
            let work = move |inbox: &Sender<Message>| {
                let mut worker = worker;
                let finished = worker.run(&task, &mut |report| {
                    if number == 0 {
                        // Whoever listened may have gone; then nobody wants to know.
                        drop(inbox.send(Message::Search(report)));
                    }
                });
                Box::new((worker, finished))
            };
            let last = move |searched| Message::Searched(number, searched);
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
