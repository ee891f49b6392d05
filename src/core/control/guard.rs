//! Threads that search, prove and run tasks: named, with a large stack, and with panics caught.
//!
//! A guarded thread owns its data and returns it with the result. After a panic nothing is returned: half-changed data cannot be
//! used again, and the types ensure it.

use std::any::Any;
use std::io;
use std::panic::{self, AssertUnwindSafe};
use std::sync::mpsc::Sender;
use std::thread::{self, Builder};

use thiserror::Error;

/// Bytes of stack. Selective lines are long and every ply has a move list on the stack; this is several times what the
/// longest needs.
pub(crate) const STACK: usize = 32 << 20;

#[derive(Debug, Error)]
pub enum ThreadError {
    #[error("the system gives no thread to search with: {0}; fewer Threads may do")]
    Unavailable(#[from] io::Error),
    #[error("{0}")]
    Panicked(String),
}

pub fn builder(name: impl Into<String>) -> Builder {
    Builder::new().name(name.into()).stack_size(STACK)
}

/// Returns the result of `work`, or the message of its panic.
pub fn caught<T>(work: impl FnOnce() -> T) -> Result<T, ThreadError> {
    panic::catch_unwind(AssertUnwindSafe(work))
        .map_err(|payload| ThreadError::Panicked(message_of(&*payload)))
}

/// Starts a thread that sends its messages to `inbox`. The last message is made by `last` from the result of `work` or its panic;
/// it is always sent.
///
/// # Errors
/// If the thread cannot be created; what `work` owns is then dropped.
pub(crate) fn spawn<T, M: Send + 'static>(
    name: impl Into<String>,
    inbox: &Sender<M>,
    work: impl FnOnce(&Sender<M>) -> T + Send + 'static,
    last: impl FnOnce(Result<T, ThreadError>) -> M + Send + 'static,
) -> Result<(), ThreadError> {
    let inbox = inbox.clone();
    builder(name).spawn(move || {
        let worked = caught(|| work(&inbox));
        // The listener may have gone; then the event is dropped.
        drop(inbox.send(last(worked)));
    })?;
    Ok(())
}

/// Runs `work` on a thread with a large stack, and waits for it.
pub(crate) fn run<T: Send>(
    name: impl Into<String>,
    work: impl FnOnce() -> T + Send,
) -> Result<T, ThreadError> {
    thread::scope(|scope| {
        let running = builder(name).spawn_scoped(scope, move || caught(work))?;
        running.join().unwrap_or_else(|payload| Err(ThreadError::Panicked(message_of(&*payload))))
    })
}

/// Runs `work` on a detached thread. Its result is dropped, and so is a panic: a caller that needs the result must recompute it.
/// If the thread cannot be created, `work` is dropped without running.
pub fn beside<T>(name: impl Into<String>, work: impl FnOnce() -> T + Send + 'static) {
    drop(builder(name).spawn(move || drop(caught(work))));
}

fn message_of(payload: &(dyn Any + Send)) -> String {
    let text = payload.downcast_ref::<&str>().map(|text| (*text).to_owned());
    text.or_else(|| payload.downcast_ref::<String>().cloned())
        .unwrap_or_else(|| "a panic without words".to_owned())
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use super::*;

    #[test]
    fn what_is_owned_comes_back() {
        let (inbox, messages) = mpsc::channel();
        let owned = vec![1];
        let work = move |told: &Sender<Result<Vec<i32>, String>>| {
            told.send(Ok(Vec::new())).unwrap();
            owned
        };
        spawn("test", &inbox, work, |worked| worked.map_err(|error| error.to_string())).unwrap();
        assert_eq!(messages.recv(), Ok(Ok(Vec::new())));
        assert_eq!(messages.recv(), Ok(Ok(vec![1])));
    }

    #[test]
    fn a_panic_is_the_last_word() {
        let (inbox, messages) = mpsc::channel();
        let work = |_: &Sender<String>| panic!("number {}", 7);
        let last = |worked: Result<(), ThreadError>| worked.unwrap_err().to_string();
        spawn("test", &inbox, work, last).unwrap();
        assert_eq!(messages.recv().as_deref(), Ok("number 7"));
        assert!(matches!(run("test", || panic!("x")), Err::<(), _>(ThreadError::Panicked(_))));
        assert_eq!(run("test", || 3).ok(), Some(3));
    }
}
