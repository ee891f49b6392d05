//! Threads that search, prove and do tasks: named, with stack enough, and with a panic caught at the door.
//!
//! A guarded thread owns what it works with and gives it back with its result. After a panic nothing comes back: what was
//! half changed cannot be used again, and the types say so.

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

/// What `work` returns, or what it said in a panic.
pub fn caught<T>(work: impl FnOnce() -> T) -> Result<T, ThreadError> {
    panic::catch_unwind(AssertUnwindSafe(work))
        .map_err(|payload| ThreadError::Panicked(message_of(&*payload)))
}

/// A thread of its own, which tells what it does to `inbox`. Its last message is made by `last` of what `work` returned, or
/// of the panic: it always comes.
///
/// # Errors
/// If the system gives no thread; what `work` owns is gone then.
pub fn spawn<T, M: Send + 'static>(
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

/// Runs on a thread of its own, for its stack, and waits for it.
pub fn run<T: Send>(
    name: impl Into<String>,
    work: impl FnOnce() -> T + Send,
) -> Result<T, ThreadError> {
    thread::scope(|scope| {
        let running = builder(name).spawn_scoped(scope, move || caught(work))?;
        running.join().unwrap_or_else(|payload| Err(ThreadError::Panicked(message_of(&*payload))))
    })
}

/// Does something beside all else, on a thread of its own that is not joined. Its result is dropped, and so is a panic:
/// whoever wants it does it again. Without a thread it is not done, and what `work` owns is dropped here.
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
