//! Catches panics in the main loop: the message is returned instead of being printed across the line being typed. Any other panic
//! is printed as usual, on a restored terminal.

use std::cell::RefCell;
use std::panic;

use crate::control::guard;

thread_local! {
    /// Message of this thread's last panic; `None` while the thread is not guarded.
    static SAID: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// Prints panics after calling `before`, except those that [`caught`] catches on its own thread.
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

/// Returns the result of `work`, or the message of its panic with its location.
pub fn caught<T>(work: impl FnOnce() -> T) -> Result<T, String> {
    SAID.set(Some(String::new()));
    let done = guard::caught(work);
    let said = SAID.take().unwrap_or_default();
    done.map_err(|_| said)
}
