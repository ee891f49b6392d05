//! What to search: the root, the game before it, and when to end.

use std::sync::{Arc, Mutex};

use crate::chess::{Key, Position};
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

impl Task {
    /// One line, and no game before the root.
    pub fn new(root: Position, limits: Limits, clock: Clock) -> Task {
        let clock = Arc::new(Mutex::new(clock));
        Task { root, history: Vec::new(), limits, multi_pv: 1, clock }
    }
}
