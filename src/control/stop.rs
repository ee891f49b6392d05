//! One flag that every long loop looks at, and that a finished search sleeps on.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, PoisonError};

/// What a search that was told to stop returns instead of a score.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stopped;

/// A flag shared by the one who stops and those who work. Clones are the same flag.
#[derive(Clone, Debug, Default)]
pub struct StopFlag(Arc<Shared>);

#[derive(Debug, Default)]
struct Shared {
    raised: AtomicBool,
    door: Mutex<()>,
    bell: Condvar,
}

impl StopFlag {
    /// A flag that is down.
    pub fn new() -> StopFlag {
        StopFlag::default()
    }

    /// Tells everybody to stop, sleepers too.
    pub fn raise(&self) {
        self.0.raised.store(true, Ordering::Relaxed);
        self.wake();
    }

    /// Takes the flag down again.
    pub fn lower(&self) {
        self.0.raised.store(false, Ordering::Relaxed);
    }

    /// Whether to stop.
    #[inline(always)]
    pub fn is_raised(&self) -> bool {
        self.0.raised.load(Ordering::Relaxed)
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
        while !self.is_raised() && condition() {
            door = self.0.bell.wait(door).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::thread;

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
}
