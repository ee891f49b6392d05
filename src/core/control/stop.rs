//! The stop flag: every long loop polls it, work can be paused by it, and a finished search waits on it.
//!
//! It has three states: running, paused, stopped. Workers poll [`StopFlag::is_raised`], one relaxed load while running. A paused
//! worker blocks in that call and uses no processor time, so a search can pause and resume. Stopping is final and ends a pause.

use std::sync::atomic::{AtomicBool, AtomicU8, Ordering};
use std::sync::{Arc, Condvar, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use super::lock::Unpoisoned;

/// The one flag for Ctrl-C. Code that blocks on the outside world polls it.
pub static CTRL_C: CtrlC = CtrlC(AtomicBool::new(false));

#[derive(Debug)]
pub struct CtrlC(AtomicBool);

impl CtrlC {
    /// Sets the flag. Returns whether it was already set.
    pub fn press(&self) -> bool {
        self.0.swap(true, Ordering::SeqCst)
    }

    pub fn is_pending(&self) -> bool {
        self.0.load(Ordering::SeqCst)
    }

    pub fn dealt_with(&self) {
        self.0.store(false, Ordering::SeqCst);
    }
}

/// Returned instead of a score by a stopped search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stopped;

/// A flag shared by the one who stops and those who work. Clones are the same flag.
#[derive(Clone, Debug, Default)]
pub struct StopFlag(Arc<FlagState>);

/// Zero, so that polling compares with zero.
const RUNNING: u8 = 0;
/// Workers wait until they may go on or are to stop.
const PAUSED: u8 = 1;
const FOREVER: Duration = Duration::from_secs(u32::MAX as u64);
const STOPPED: u8 = 2;

#[derive(Debug, Default)]
struct FlagState {
    state: AtomicU8,
    door: Mutex<()>,
    bell: Condvar,
}

impl StopFlag {
    pub fn new() -> StopFlag {
        StopFlag::default()
    }

    pub(crate) fn is_same(&self, other: &StopFlag) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }

    /// Stops all workers, including paused and sleeping ones.
    pub fn raise(&self) {
        self.0.state.store(STOPPED, Ordering::Relaxed);
        self.wake();
    }

    pub fn lower(&self) {
        self.0.state.store(RUNNING, Ordering::Relaxed);
        self.wake();
    }

    /// Has workers wait at their next look at the flag. A raised flag stays raised.
    pub(crate) fn pause(&self) {
        let state = &self.0.state;
        // Another thread already set it: leave it.
        let _ = state.compare_exchange(RUNNING, PAUSED, Ordering::Relaxed, Ordering::Relaxed);
    }

    pub(crate) fn resume(&self) {
        let state = &self.0.state;
        if state.compare_exchange(PAUSED, RUNNING, Ordering::Relaxed, Ordering::Relaxed).is_ok() {
            self.wake();
        }
    }

    /// Returns whether to stop; for workers. Blocks while the work is paused; observers use [`StopFlag::is_stopped`].
    #[inline(always)]
    pub fn is_raised(&self) -> bool {
        self.0.state.load(Ordering::Relaxed) != RUNNING && self.wait_for_answer()
    }

    pub fn is_stopped(&self) -> bool {
        self.0.state.load(Ordering::Relaxed) == STOPPED
    }

    #[cold]
    fn wait_for_answer(&self) -> bool {
        let state = || self.0.state.load(Ordering::Relaxed);
        if state() == PAUSED {
            let mut door = self.0.door.lock().unpoisoned();
            while state() == PAUSED {
                door = self.0.bell.wait(door).unpoisoned();
            }
        }
        state() == STOPPED
    }

    fn wake(&self) {
        // A thread between its look and its sleep holds the lock, so it cannot miss the notification.
        drop(self.0.door.lock().unpoisoned());
        self.0.bell.notify_all();
    }

    /// Works, and calls `end` on another thread as soon as the flag is raised or the time is up, unless the work is over
    /// before. The waiting spends no time of the processor.
    pub fn during<R>(
        &self,
        time: Option<Duration>,
        end: impl FnOnce() + Send,
        work: impl FnOnce() -> R,
    ) -> R {
        let working = AtomicBool::new(true);
        let watch = || {
            let (begun, time) = (Instant::now(), time.unwrap_or(FOREVER));
            let mut door = self.0.door.lock().unpoisoned();
            while working.load(Ordering::Relaxed) && !self.is_stopped() {
                let Some(left) = time.checked_sub(begun.elapsed()) else { break };
                let woken = self.0.bell.wait_timeout(door, left);
                door = woken.unpoisoned().0;
            }
            drop(door);
            if working.load(Ordering::Relaxed) {
                end();
            }
        };
        thread::scope(|scope| {
            // Without a thread for the watch the work runs to its end.
            drop(thread::Builder::new().spawn_scoped(scope, watch));
            let _over = WorkOver { flag: self, working: &working };
            work()
        })
    }
}

/// Ends the watch of [`StopFlag::during`], after a panic too.
struct WorkOver<'a> {
    flag: &'a StopFlag,
    working: &'a AtomicBool,
}

impl Drop for WorkOver<'_> {
    fn drop(&mut self) {
        self.working.store(false, Ordering::Relaxed);
        self.flag.wake();
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use super::*;

    #[test]
    fn work_is_ended_by_the_flag_the_time_or_itself() {
        let flag = StopFlag::new();
        let ended = |time| {
            let (teller, told) = mpsc::channel();
            flag.during(time, move || teller.send(true).unwrap(), || told.recv())
        };
        assert_eq!(ended(Some(Duration::ZERO)), Ok(true));
        let ends = AtomicBool::new(false);
        assert_eq!(flag.during(None, || ends.store(true, Ordering::Relaxed), || 7), 7);
        assert!(!ends.into_inner());
        flag.raise();
        assert_eq!(ended(None), Ok(true));
    }

    #[test]
    fn a_raised_flag_can_neither_be_paused_nor_resumed() {
        let flag = StopFlag::new();
        flag.resume();
        assert!(!flag.is_raised());
        flag.raise();
        flag.pause();
        assert!(flag.is_raised() && flag.is_stopped());
        flag.resume();
        assert!(flag.is_raised());
        flag.lower();
        assert!(!flag.is_raised() && !flag.is_stopped());
    }

    /// A worker that polls once and sends the result.
    fn worker(flag: &StopFlag) -> (mpsc::Receiver<bool>, thread::JoinHandle<()>) {
        let (teller, told) = mpsc::channel();
        let same = flag.clone();
        (told, thread::spawn(move || teller.send(same.is_raised()).unwrap()))
    }

    #[test]
    fn a_paused_worker_waits_and_goes_on() {
        let flag = StopFlag::new();
        flag.pause();
        assert!(!flag.is_stopped(), "a watcher is not kept waiting");
        let (told, worker) = worker(&flag);
        assert_eq!(told.try_recv(), Err(mpsc::TryRecvError::Empty));
        flag.resume();
        assert_eq!(told.recv(), Ok(false));
        worker.join().unwrap();
    }

    #[test]
    fn a_stop_ends_a_pause() {
        let flag = StopFlag::new();
        flag.pause();
        let workers = [worker(&flag), worker(&flag)];
        flag.raise();
        for (told, worker) in workers {
            assert_eq!(told.recv(), Ok(true));
            worker.join().unwrap();
        }
    }
}
