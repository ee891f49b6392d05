//! Locks whose data is whole after a panic too: what they guard is changed in one step, or checked when it is read.

use std::sync::{LockResult, PoisonError};

pub(crate) trait Unpoisoned<T> {
    /// Returns what is locked, also after a panic of another thread that had it locked.
    fn unpoisoned(self) -> T;
}

impl<T> Unpoisoned<T> for LockResult<T> {
    #[expect(clippy::disallowed_methods, reason = "the one place that decides it")]
    fn unpoisoned(self) -> T {
        self.unwrap_or_else(PoisonError::into_inner)
    }
}
