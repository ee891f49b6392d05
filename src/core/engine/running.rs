//! The thread handle of a running search or proof: stops it, and returns its resources.

use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;

use super::guard::{self, ThreadError};
use super::pool::WorkerPool;
use crate::control::lock::Unpoisoned;
use crate::prove::solvers::Solvers;

#[derive(Default)]
pub(super) struct Returned {
    pub(crate) pool: Option<WorkerPool>,
    pub(crate) solvers: Option<Solvers>,
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
    /// Starts a supervisor that sends its events to `sink`. If it cannot be started or panics, the last event is made by
    /// `failed`; returns `None` if there is no thread.
    pub(super) fn start<E: 'static>(
        stop: impl Fn() + Send + Sync + 'static,
        sink: impl FnMut(E) + Send + 'static,
        failed: impl Fn(ThreadError) -> E + Copy + Send + 'static,
        supervise: impl FnOnce(&dyn Fn(E)) -> Returned + Send + 'static,
    ) -> Option<Running> {
        // Shared so that the failure can be reported if the thread does not start.
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
