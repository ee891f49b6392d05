//! Poisoned locks: their data is still valid after a panic, because it is changed in one step or checked when it is read.

use std::sync::{LockResult, PoisonError};

pub trait Unpoisoned<T> {
    /// Returns the guard, also if a thread panicked while it held the lock.
    fn unpoisoned(self) -> T;
}

impl<T> Unpoisoned<T> for LockResult<T> {
    #[expect(clippy::disallowed_methods, reason = "the one place that decides it")]
    fn unpoisoned(self) -> T {
        self.unwrap_or_else(PoisonError::into_inner)
    }
}
