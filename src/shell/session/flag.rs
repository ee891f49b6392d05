//! The flag of a chess clock: reports when the time of the side to move has run out.
//!
//! The timer waits on a thread of its own and ends as soon as it is dropped: when a move is made, or the game ends.

use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread;
use std::time::Duration;

#[derive(Debug)]
pub struct FlagTimer {
    /// Disconnects when the timer is dropped.
    _running: Sender<()>,
}

impl FlagTimer {
    /// Calls `fell` after `left`. `None` if the system has no thread for it: the flag is then noticed with the next move.
    pub fn start(left: Duration, fell: impl FnOnce() + Send + 'static) -> Option<FlagTimer> {
        let (running, ended) = mpsc::channel();
        let wait = move || {
            if ended.recv_timeout(left) == Err(RecvTimeoutError::Timeout) {
                fell();
            }
        };
        thread::Builder::new().name("flag".to_owned()).spawn(wait).ok()?;
        Some(FlagTimer { _running: running })
    }
}
