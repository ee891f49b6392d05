//! Runs a batch of pieces of work on several threads, and reports the results in order.

use std::collections::BTreeMap;
use std::ops::{ControlFlow, Range};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::mpsc::{self, Sender};
use std::thread;

use crate::control::{StopFlag, guard};

/// The pieces of a batch, the maximum number of threads, and the stop flag.
#[derive(Clone, Debug)]
pub struct Batch<'a> {
    pub pieces: Range<u32>,
    pub jobs: usize,
    pub stop: &'a StopFlag,
}

/// The stop flags of a thread: one for its searches, which they may raise themselves, and one for the whole batch.
#[derive(Clone, Debug)]
pub struct JobFlags {
    pub search: StopFlag,
    pub quit: StopFlag,
}

impl<'a> Batch<'a> {
    pub fn of(pieces: usize, jobs: usize, stop: &'a StopFlag) -> Batch<'a> {
        Batch { pieces: 0..pieces as u32, jobs, stop }
    }

    /// Runs `work` for every piece on threads that are set up with `begin`; `report` gets the results in order and may end the
    /// batch. A piece without a result (`None`) was stopped, and its thread ends.
    pub fn run<W, T: Send, E: Send>(
        &self,
        begin: impl Fn(&JobFlags) -> Result<W, E> + Sync,
        work: impl Fn(&mut W, u32) -> Result<Option<T>, E> + Sync,
        report: &mut dyn FnMut(T) -> ControlFlow<()>,
    ) -> Result<(), E> {
        let Range { start, end } = self.pieces;
        let (next, quit) = (AtomicU32::new(start), StopFlag::new());
        let jobs = self.jobs.max(1).min(end.saturating_sub(start) as usize);
        let flags: Vec<JobFlags> =
            (0..jobs).map(|_| JobFlags { search: StopFlag::new(), quit: quit.clone() }).collect();
        let finish = || {
            quit.raise();
            flags.iter().for_each(|flags| flags.search.raise());
        };
        let run_thread = |flags: &JobFlags, sender: &Sender<Result<(u32, T), E>>| {
            let mut worker = match begin(flags) {
                Ok(worker) => worker,
                Err(error) => return drop(sender.send(Err(error))),
            };
            while !flags.quit.is_stopped() && !self.stop.is_stopped() {
                let number = next.fetch_add(1, Ordering::Relaxed);
                if number >= end {
                    break;
                }
                let result = match work(&mut worker, number) {
                    Ok(None) => break,
                    Ok(Some(done)) => Ok((number, done)),
                    Err(error) => Err(error),
                };
                // The receiver is closed after `report` has ended the batch.
                if sender.send(result).is_err() {
                    break;
                }
            }
        };
        thread::scope(|scope| {
            let (sender, results) = mpsc::channel();
            let mut workers = 0;
            for (number, flags) in flags.iter().enumerate() {
                let (sender, run_thread) = (sender.clone(), &run_thread);
                let builder = guard::builder(format!("job-{number}"));
                let worker = builder.spawn_scoped(scope, move || run_thread(flags, &sender));
                workers += usize::from(worker.is_ok());
            }
            if let (0, Some(flags)) = (workers, flags.first()) {
                // No thread could be spawned: use this one.
                run_thread(flags, &sender);
            }
            drop(sender);
            let outcome = self.stop.during(None, finish, || in_order(start, results, report));
            finish();
            outcome
        })
    }

    /// Like [`Batch::run`], but returns all results in order; `None` if stopped.
    pub fn all<W, T: Send, E: Send>(
        &self,
        begin: impl Fn(&JobFlags) -> Result<W, E> + Sync,
        work: impl Fn(&mut W, u32) -> Result<Option<T>, E> + Sync,
    ) -> Result<Option<Vec<T>>, E> {
        let mut found = Vec::with_capacity(self.pieces.len());
        self.run(begin, work, &mut |piece| {
            found.push(piece);
            ControlFlow::Continue(())
        })?;
        Ok((found.len() == self.pieces.len()).then_some(found))
    }
}

/// Reports results, which arrive in any order, in the order of their numbers, beginning with `wanted`.
fn in_order<T, E>(
    mut wanted: u32,
    results: mpsc::Receiver<Result<(u32, T), E>>,
    report: &mut dyn FnMut(T) -> ControlFlow<()>,
) -> Result<(), E> {
    let mut waiting = BTreeMap::new();
    for piece in results {
        let (number, done) = piece?;
        waiting.insert(number, done);
        while let Some(done) = waiting.remove(&wanted) {
            wanted += 1;
            if report(done).is_break() {
                return Ok(());
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_are_told_in_order_until_enough_was_heard() {
        for jobs in [1, 3, 200] {
            let (mut told, stop) = (Vec::new(), StopFlag::new());
            let done = Batch::of(100, jobs, &stop).run(
                |_| Ok::<u32, ()>(7),
                |worker, piece| Ok(Some(*worker * piece)),
                &mut |piece| {
                    told.push(piece);
                    if told.len() == 60 {
                        ControlFlow::Break(())
                    } else {
                        ControlFlow::Continue(())
                    }
                },
            );
            assert_eq!((done, told), (Ok(()), (0..60).map(|piece| 7 * piece).collect()));
        }
    }

    #[test]
    fn an_error_ends_all_and_a_raised_flag_begins_nothing() {
        let stop = StopFlag::new();
        let batch = Batch::of(9, 2, &stop);
        let fault = |_: &mut (), piece| if piece == 4 { Err("fault") } else { Ok(Some(piece)) };
        let told = batch.run(|_| Ok(()), fault, &mut |_| ControlFlow::Continue(()));
        assert_eq!(told, Err("fault"));
        stop.raise();
        assert_eq!(batch.run(|_| Ok(()), fault, &mut |_| panic!("begun")), Ok(()));
    }
}
