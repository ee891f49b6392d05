//! Controls a running search from outside: stop, ponderhit, and its clock.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::Sender;
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;

use super::pool::EngineMessage;
use crate::chess::Color;
use crate::control::lock::Unpoisoned;
use crate::control::{Clock, Limits, StopFlag};

/// Stops a running search, or reports that the opponent played the expected move. Clones control the same search.
#[derive(Clone, Debug)]
pub struct Control {
    /// The flag of the search threads; they raise it themselves when a limit is reached.
    pub(super) search: StopFlag,
    /// The result was requested: it is no longer held.
    asked: Arc<AtomicBool>,
    pondering: Arc<AtomicBool>,
    pub(super) clock: Arc<Mutex<Clock>>,
    limits: Arc<Limits>,
    supervisor: Sender<EngineMessage>,
}

impl Control {
    pub(super) fn new(
        limits: Limits,
        turn: Color,
        overhead: Duration,
        supervisor: Sender<EngineMessage>,
    ) -> Control {
        Control {
            search: StopFlag::new(),
            asked: Arc::new(AtomicBool::new(false)),
            pondering: Arc::new(AtomicBool::new(limits.ponder)),
            clock: Arc::new(Mutex::new(Clock::start(&limits, turn, overhead))),
            limits: Arc::new(limits),
            supervisor,
        }
    }

    /// Ends the search: it reports what it has and is done.
    pub fn stop(&self) {
        self.asked.store(true, Ordering::Release);
        self.search.raise();
        self.wake();
    }

    /// Reports that the opponent played the expected move: the limits apply from now on, and the time so far counts towards the
    /// plan. Does nothing if the search does not ponder.
    pub fn ponderhit(&self) {
        if self.pondering.load(Ordering::Acquire) {
            self.clock().ponderhit();
            self.pondering.store(false, Ordering::Release);
            self.wake();
        }
    }

    pub(super) fn elapsed(&self) -> Duration {
        self.clock().elapsed()
    }

    /// Time of the search without its pauses.
    pub(super) fn active(&self) -> Duration {
        self.clock().active()
    }

    /// Time until the plan ends the search; `None` without a plan.
    pub(super) fn left(&self) -> Option<Duration> {
        self.clock().left()
    }

    /// Time until the search stops where it is; `None` without a limit.
    pub(super) fn until_hard(&self) -> Option<Duration> {
        self.clock().until_hard()
    }

    /// The clock, for a moment. It cannot be half written, so that a panic of who held it does not matter.
    pub(super) fn clock(&self) -> MutexGuard<'_, Clock> {
        self.clock.lock().unpoisoned()
    }

    fn wake(&self) {
        // A supervisor that is gone has reported its result.
        drop(self.supervisor.send(EngineMessage::Steered));
    }

    /// Returns whether the search ends by itself; a pondering one does not before the hit.
    pub fn is_bounded(&self) -> bool {
        !self.pondering.load(Ordering::Acquire) && self.limits.will_end()
    }

    /// Returns whether the result has to be held until `stop` or `ponderhit`.
    pub(super) fn is_held(&self) -> bool {
        let endless = self.limits.infinite || self.pondering.load(Ordering::Acquire);
        endless && !self.is_asked()
    }

    pub(super) fn is_asked(&self) -> bool {
        self.asked.load(Ordering::Acquire)
    }
}
