//! Panics in the main loop: what one says is handed over instead of being printed across the line that the user is typing.
//! Everywhere else a panic is printed as usual, on a terminal that was put right.

use std::cell::RefCell;
use std::panic;

use crate::control::guard;

thread_local! {
    /// What the last panic of this thread said; `None` while the thread is not guarded.
    static SAID: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// Prints panics, after `before` was done. What is caught by [`caught`] on its own thread is not printed.
pub fn install_hook(before: fn()) {
    let usual = panic::take_hook();
    panic::set_hook(Box::new(move |info| {
        let hand_over = |said: &RefCell<Option<String>>| {
            let mut said = said.try_borrow_mut().ok()?;
            said.as_mut().map(|said| *said = info.to_string().replace('\n', " "))
        };
        if SAID.try_with(hand_over).ok().flatten().is_none() {
            before();
            usual(info);
        }
    }));
}

/// Returns what `work` returns, or what it said in a panic: where, and why.
pub fn caught<T>(work: impl FnOnce() -> T) -> Result<T, String> {
    SAID.set(Some(String::new()));
    let done = guard::caught(work);
    let said = SAID.take().unwrap_or_default();
    done.map_err(|_| said)
}
