//! Keys with their own behaviour: Up, Down, and Ctrl-D typed before the prompt appeared.
//!
//! Up and Down after the beginning of a line search the history for lines with this prefix; on an empty line they walk through
//! all lines. A handler receives the line, not its origin: whether it was typed or walked to is recorded here.
//!
//! While the keyboard is not read, the terminal collects typed lines and keeps Ctrl-D as an end mark. When the editor then reads
//! single keys, the mark arrives as a NUL (Linux, `n_tty`), which Ctrl-Space sends, too. Only the time distinguishes them: text
//! typed ahead is available at once.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use rustyline::history::History;
use rustyline::{
    Cmd, ConditionalEventHandler, Editor, Event, EventContext, EventHandler, Helper, KeyCode,
    KeyEvent, Modifiers, RepeatCount,
};

use crate::control::lock::Unpoisoned;

/// A key this soon after the prompt was typed ahead.
const AT_ONCE: Duration = Duration::from_millis(150);

/// State of the keys, shared with the owner of the editor.
#[derive(Debug)]
pub struct Keys {
    /// The user is walking through the history.
    walking: AtomicBool,
    /// The editor printed more than the line: candidates, or a line that was given up.
    untidy: AtomicBool,
    since: Mutex<Instant>,
}

impl Keys {
    pub fn new() -> Arc<Keys> {
        Arc::new(Keys {
            walking: AtomicBool::new(false),
            untidy: AtomicBool::new(false),
            since: Mutex::new(Instant::now()),
        })
    }

    pub fn prompt_begins(&self) {
        *self.since.lock().unpoisoned() = Instant::now();
    }

    pub fn printed_below(&self) {
        self.untidy.store(true, Ordering::Relaxed);
    }

    /// Whether the screen has nothing but the line since the last call.
    pub fn is_tidy(&self) -> bool {
        !self.untidy.swap(false, Ordering::Relaxed)
    }

    /// The line is empty: the next text on it is typed, unless a key below says otherwise.
    pub fn line_begins(&self) {
        self.walking.store(false, Ordering::Relaxed);
    }

    pub fn bind<H: Helper, I: History>(self: &Arc<Keys>, editor: &mut Editor<H, I>) {
        let searches =
            [(KeyCode::Up, Cmd::HistorySearchBackward), (KeyCode::Down, Cmd::HistorySearchForward)];
        for (code, search) in searches {
            let keys = self.clone();
            let act = move |line: &str, cursor| keys.searches(line, cursor).then(|| search.clone());
            bind(editor, KeyEvent(code, Modifiers::NONE), act);
        }
        let keys = self.clone();
        bind(editor, KeyEvent::ctrl('@'), move |line, _| {
            let is_typed_ahead = keys.since.lock().unpoisoned().elapsed() < AT_ONCE;
            (line.is_empty() && is_typed_ahead).then_some(Cmd::EndOfFile)
        });
    }

    /// Whether to search for lines with the prefix up to the cursor; otherwise the neighbour is shown.
    fn searches(&self, line: &str, cursor: usize) -> bool {
        if line.is_empty() {
            self.walking.store(true, Ordering::Relaxed);
        }
        cursor > 0 && !self.walking.load(Ordering::Relaxed)
    }
}

/// Binds a key to `act`, a function of the line and the cursor, or else to its default.
fn bind<H: Helper, I: History>(
    editor: &mut Editor<H, I>,
    key: KeyEvent,
    act: impl Fn(&str, usize) -> Option<Cmd> + Send + Sync + 'static,
) {
    editor.bind_sequence(key, EventHandler::Conditional(Box::new(Key(act))));
}

struct Key<F>(F);

impl<F: Fn(&str, usize) -> Option<Cmd> + Send + Sync> ConditionalEventHandler for Key<F> {
    fn handle(&self, _: &Event, _: RepeatCount, _: bool, ctx: &EventContext<'_>) -> Option<Cmd> {
        (self.0)(ctx.line(), ctx.pos())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_typed_is_looked_for_and_what_was_walked_to_is_not() {
        let keys = Keys::new();
        assert!(keys.searches("ev", 2));
        assert!(!keys.searches("", 0), "an empty line begins a walk");
        assert!(!keys.searches("eval", 4), "which goes on");
        keys.line_begins();
        assert!(keys.searches("go", 2), "until the next line");
    }
}
