//! What to search: the root, the game before it, and when to end.

use std::sync::{Arc, Mutex, MutexGuard};

use crate::chess::{Key, Position};
use crate::control::lock::Unpoisoned;
use crate::control::{Clock, Limits};

#[derive(Clone, Debug)]
pub struct Task {
    pub root: Position,
    /// Keys of the game's earlier positions since the last capture or pawn move, oldest first, the root left out.
    pub history: Vec<Key>,
    pub limits: Limits,
    pub multi_pv: usize,
    /// The time; only the first thread looks at it.
    pub clock: Arc<Mutex<Clock>>,
}

/// The clock, also if a thread that held it panicked: it cannot be half written.
pub(super) fn lock(clock: &Mutex<Clock>) -> MutexGuard<'_, Clock> {
    clock.lock().unpoisoned()
}
