//! One flag that every long loop looks at, that work can be paused by, and that a finished search sleeps on.
//!
//! It has three states: work runs, is paused, or is to stop. The workers' question is [`StopFlag::is_raised`]: one relaxed
//! load as long as nothing is the matter. A paused worker waits inside that question and spends no time of the processor; so
//! a search can stand aside for a while and go on where it was. Stopping is for good and ends a pause.

use std::sync::atomic::{AtomicU8, Ordering};
use std::sync::{Arc, Condvar, Mutex, PoisonError};

/// What a search that was told to stop returns instead of a score.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stopped;

/// A flag shared by the one who stops and those who work. Clones are the same flag.
#[derive(Clone, Debug, Default)]
pub struct StopFlag(Arc<Shared>);

/// Nothing is the matter: zero, so that the question is a comparison with zero.
const RUNNING: u8 = 0;
/// Workers wait until they may go on or are to stop.
const PAUSED: u8 = 1;
/// Workers are to stop.
const STOPPED: u8 = 2;

#[derive(Debug, Default)]
struct Shared {
    state: AtomicU8,
    door: Mutex<()>,
    bell: Condvar,
}

impl StopFlag {
    /// A flag that lets everybody work.
    pub fn new() -> StopFlag {
        StopFlag::default()
    }

    /// Tells everybody to stop, the paused and the sleepers too.
    pub fn raise(&self) {
        self.0.state.store(STOPPED, Ordering::Relaxed);
        self.wake();
    }

    /// Takes the flag down again.
    pub fn lower(&self) {
        self.0.state.store(RUNNING, Ordering::Relaxed);
        self.wake();
    }

    /// Has workers wait at their next look at the flag. A raised flag stays raised.
    pub fn pause(&self) {
        let state = &self.0.state;
        // Whoever else has set it meanwhile knows better.
        let _ = state.compare_exchange(RUNNING, PAUSED, Ordering::Relaxed, Ordering::Relaxed);
    }

    /// Lets paused workers go on. A raised flag stays raised.
    pub fn resume(&self) {
        let state = &self.0.state;
        if state.compare_exchange(PAUSED, RUNNING, Ordering::Relaxed, Ordering::Relaxed).is_ok() {
            self.wake();
        }
    }

    /// The worker's question: whether to stop. As long as the work is paused there is no answer, the caller waits for it;
    /// who only watches asks [`StopFlag::is_stopped`].
    #[inline(always)]
    pub fn is_raised(&self) -> bool {
        self.0.state.load(Ordering::Relaxed) != RUNNING && self.wait_for_answer()
    }

    /// Whether the flag is raised. Never waits.
    pub fn is_stopped(&self) -> bool {
        self.0.state.load(Ordering::Relaxed) == STOPPED
    }

    #[cold]
    fn wait_for_answer(&self) -> bool {
        let state = || self.0.state.load(Ordering::Relaxed);
        if state() == PAUSED {
            let mut door = self.0.door.lock().unwrap_or_else(PoisonError::into_inner);
            while state() == PAUSED {
                door = self.0.bell.wait(door).unwrap_or_else(PoisonError::into_inner);
            }
        }
        state() == STOPPED
    }

    /// Makes sleepers in [`StopFlag::sleep_while`] look at their condition again.
    pub fn wake(&self) {
        // Whoever is between looking and falling asleep holds the door: the bell cannot ring unheard.
        drop(self.0.door.lock().unwrap_or_else(PoisonError::into_inner));
        self.0.bell.notify_all();
    }

    /// Sleeps, without spending any time of the processor, until the flag is raised or the condition no longer holds.
    /// Who ends the condition calls [`StopFlag::wake`].
    pub fn sleep_while(&self, condition: impl Fn() -> bool) {
        let mut door = self.0.door.lock().unwrap_or_else(PoisonError::into_inner);
        while !self.is_stopped() && condition() {
            door = self.0.bell.wait(door).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;
    use std::sync::mpsc;
    use std::thread;

    use super::*;

    #[test]
    fn a_sleeper_wakes_when_the_flag_is_raised() {
        let flag = StopFlag::new();
        let same = flag.clone();
        let sleeper = thread::spawn(move || same.sleep_while(|| true));
        flag.raise();
        assert!(sleeper.join().is_ok());
    }

    #[test]
    fn a_sleeper_wakes_when_its_condition_ends() {
        let flag = StopFlag::new();
        let waiting = Arc::new(AtomicBool::new(true));
        let (same, condition) = (flag.clone(), waiting.clone());
        let sleeper = thread::spawn(move || {
            same.sleep_while(|| condition.load(Ordering::Relaxed));
            same.is_raised()
        });
        waiting.store(false, Ordering::Relaxed);
        flag.wake();
        assert_eq!(sleeper.join().ok(), Some(false));
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

    /// A worker that asks once and says what it was told.
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
