//! Work on a list of items shared among threads: each takes the next item that nobody has taken.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use crate::engine::guard;

/// Has `work` done for every index below `count`, by at most so many threads; `work` is told the number of its thread,
/// from 0, and the index. Meanwhile `tick` runs on the caller's thread, again and again after so long.
pub fn share(
    count: usize,
    threads: usize,
    (pause, tick): (Duration, &mut dyn FnMut()),
    work: &(dyn Fn(usize, usize) + Sync),
) {
    let next = AtomicUsize::new(0);
    let run = |number| {
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            if index >= count {
                return;
            }
            work(number, index);
        }
    };
    let run = &run;
    thread::scope(|scope| {
        // Nothing is ever sent: when the last worker drops its end, the waiting is over.
        let (working, idle) = mpsc::channel::<()>();
        let mut workers = 0;
        for number in 0..threads.clamp(1, count.max(1)) {
            let working = working.clone();
            let worker = move || {
                let _until_done = working;
                run(number);
            };
            let builder = guard::builder(format!("job-{number}"));
            workers += usize::from(builder.spawn_scoped(scope, worker).is_ok());
        }
        drop(working);
        if workers == 0 {
            // The system has no thread for us: this one will do.
            run(0);
        }
        while idle.recv_timeout(pause) == Err(RecvTimeoutError::Timeout) {
            tick();
        }
    });
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use super::*;

    #[test]
    fn every_item_is_done_once() {
        let done = Mutex::new(Vec::new());
        let work = |number, index| done.lock().unwrap().push((index, number < 3));
        share(100, 3, (Duration::from_millis(1), &mut || {}), &work);
        let mut done = done.into_inner().unwrap();
        done.sort_unstable();
        assert!(done.iter().copied().eq((0..100).map(|index| (index, true))));
    }
}
