//! A search or a proof under way: its supervisor's thread, how it is stopped, and what it gives back.

use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;

use super::guard::{self, ThreadError};
use super::pool::WorkerPool;
use crate::control::lock::Unpoisoned;
use crate::prove::solvers::Solvers;

#[derive(Default)]
pub(super) struct Returned {
    pub pool: Option<WorkerPool>,
    pub solvers: Option<Solvers>,
}

fn tell<E>(sink: &Mutex<impl FnMut(E)>, event: E) {
    let mut sink = sink.lock().unpoisoned();
    (*sink)(event);
}

pub(super) struct Running {
    stop: Box<dyn Fn() + Send + Sync>,
    supervisor: JoinHandle<Returned>,
}

impl Running {
    /// Starts a supervisor, which tells its events to `sink`. If there is no thread for it, or it panics, `failed` makes the
    /// last event of that; `None` comes back if there is no thread.
    pub(super) fn start<E: 'static>(
        stop: impl Fn() + Send + Sync + 'static,
        sink: impl FnMut(E) + Send + 'static,
        failed: impl Fn(ThreadError) -> E + Copy + Send + 'static,
        supervise: impl FnOnce(&dyn Fn(E)) -> Returned + Send + 'static,
    ) -> Option<Running> {
        // Shared only so that it can still be told if there is no thread to take it along.
        let sink = Arc::new(Mutex::new(sink));
        let told = sink.clone();
        let work = move || {
            let supervised = guard::caught(|| supervise(&|event| tell(&told, event)));
            supervised.unwrap_or_else(|error| {
                tell(&told, failed(error));
                Returned::default()
            })
        };
        match guard::builder("supervisor").spawn(work) {
            Ok(supervisor) => Some(Running { stop: Box::new(stop), supervisor }),
            Err(error) => {
                tell(&sink, failed(ThreadError::Unavailable(error)));
                None
            }
        }
    }

    pub(super) fn rest(self) -> Returned {
        (self.stop)();
        self.supervisor.join().unwrap_or_default()
    }
}
