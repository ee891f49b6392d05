//! Ctrl-D that was typed before the prompt was there.
//!
//! While the keyboard is not read the terminal makes lines of what is typed, and keeps Ctrl-D as the mark of an end. When the
//! editor then asks for single keys, the mark comes as a NUL (Linux, `n_tty`), which is what Ctrl-Space sends too. Only the
//! time tells them apart: what was typed ahead is there at once.

use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use rustyline::history::History;
use rustyline::{
    Cmd, ConditionalEventHandler, Editor, Event, EventContext, EventHandler, Helper, KeyEvent,
    RepeatCount,
};

use crate::control::lock::Unpoisoned;

/// What comes so soon after the prompt was typed before it could be seen.
const AT_ONCE: Duration = Duration::from_millis(150);

/// Since when the prompt stands there, shared with the key.
#[derive(Clone, Debug)]
pub struct TypedAhead {
    since: Arc<Mutex<Instant>>,
}

impl TypedAhead {
    /// Takes a NUL at the very beginning of an empty line for Ctrl-D.
    pub fn bind<H: Helper, I: History>(editor: &mut Editor<H, I>) -> TypedAhead {
        let ahead = TypedAhead { since: Arc::new(Mutex::new(Instant::now())) };
        let handler = EventHandler::Conditional(Box::new(ahead.clone()));
        editor.bind_sequence(KeyEvent::ctrl('@'), handler);
        ahead
    }

    pub fn prompt_begins(&self) {
        *self.since.lock().unpoisoned() = Instant::now();
    }
}

impl ConditionalEventHandler for TypedAhead {
    fn handle(&self, _: &Event, _: RepeatCount, _: bool, ctx: &EventContext<'_>) -> Option<Cmd> {
        let is_typed_ahead = self.since.lock().unpoisoned().elapsed() < AT_ONCE;
        (ctx.line().is_empty() && is_typed_ahead).then_some(Cmd::EndOfFile)
    }
}
