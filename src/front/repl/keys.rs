//! Keys that do more than the editor has them do: Up, Down, and Ctrl-D typed before the prompt was there.
//!
//! Up and Down behind the beginning of a line look for lines that begin so; on an empty line they walk through all of them,
//! as ever. The editor tells a handler the line, not how it came to be there: whether it was typed or walked to is
//! remembered here.
//!
//! While the keyboard is not read the terminal makes lines of what is typed, and keeps Ctrl-D as the mark of an end. When the
//! editor then asks for single keys, the mark comes as a NUL (Linux, `n_tty`), which is what Ctrl-Space sends too. Only the
//! time tells them apart: what was typed ahead is there at once.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use rustyline::history::History;
use rustyline::{
    Cmd, ConditionalEventHandler, Editor, Event, EventContext, EventHandler, Helper, KeyCode,
    KeyEvent, Modifiers, RepeatCount,
};

use crate::control::lock::Unpoisoned;

/// What comes so soon after the prompt was typed before it could be seen.
const AT_ONCE: Duration = Duration::from_millis(150);

/// What the keys go by, shared with whoever sees the line.
#[derive(Debug)]
pub struct Keys {
    /// The user walks through the lines.
    walking: AtomicBool,
    since: Mutex<Instant>,
}

impl Keys {
    pub fn new() -> Arc<Keys> {
        Arc::new(Keys { walking: AtomicBool::new(false), since: Mutex::new(Instant::now()) })
    }

    pub fn prompt_begins(&self) {
        *self.since.lock().unpoisoned() = Instant::now();
    }

    /// The line is empty: whatever stands on it next is typed, unless a key below says otherwise.
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

    /// Whether to look for lines that begin as this one does up to the cursor; else the neighbour is wanted.
    fn searches(&self, line: &str, cursor: usize) -> bool {
        if line.is_empty() {
            self.walking.store(true, Ordering::Relaxed);
        }
        cursor > 0 && !self.walking.load(Ordering::Relaxed)
    }
}

/// Has a key do what `act` says of the line and the cursor, or what it does anyway.
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
