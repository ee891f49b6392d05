//! What was typed before the prompt was there: keys that came while the terminal was asked something, and Ctrl-D.
//!
//! While nobody reads the keyboard the terminal makes lines of what is typed, and keeps Ctrl-D as the mark of an end. When the
//! editor then asks for single keys, the mark comes as a NUL (Linux, `n_tty`), which is what Ctrl-Space sends too. Only the
//! time tells them apart: what was typed ahead is there at once.

use std::collections::VecDeque;
use std::str::Chars;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use rustyline::history::History;
use rustyline::{
    Cmd, ConditionalEventHandler, Editor, Event, EventContext, EventHandler, Helper, KeyEvent,
    RepeatCount,
};

use super::paste;
use crate::control::lock::Unpoisoned;

/// Keys that were read before the editor could, as what they would have made of the line.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct EarlyKeys {
    pub lines: VecDeque<String>,
    pub rest: String,
    /// Ctrl-D came on an empty line.
    pub ends: bool,
}

impl EarlyKeys {
    /// Reads keys; those that move the cursor or have no meaning in a line are passed over.
    pub fn read(bytes: &[u8]) -> EarlyKeys {
        let text = String::from_utf8_lossy(bytes);
        let mut entered = String::new();
        let mut early = EarlyKeys::default();
        let mut keys = text.chars();
        while let Some(key) = keys.next() {
            match key {
                '\r' | '\n' => {
                    entered.push_str(&std::mem::take(&mut early.rest));
                    entered.push('\n');
                }
                // The terminal keeps Ctrl-D as a NUL while it makes lines itself.
                '\u{4}' | '\0' if early.rest.is_empty() => {
                    early.ends = true;
                    break;
                }
                '\u{8}' | '\u{7f}' => drop(early.rest.pop()),
                '\u{15}' => early.rest.clear(),
                '\u{1b}' => skip_sequence(&mut keys),
                key if key.is_control() => {}
                key => early.rest.push(key),
            }
        }
        early.lines = paste::lines(&entered).into();
        early
    }
}

/// Passes over what follows an escape: `[`, parameters and a letter; `O` and a letter; or one key.
fn skip_sequence(keys: &mut Chars<'_>) {
    match keys.next() {
        Some('[') => while keys.next().is_some_and(|key| !('@'..='~').contains(&key)) {},
        Some('O') => drop(keys.next()),
        _ => {}
    }
}

/// What comes so soon after the prompt was typed before anybody could see it.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn early_keys_are_lines_and_the_beginning_of_one() {
        let early = EarlyKeys::read(b"e4\nfen\rg\x1b[D\x1bOAo d\x7f\x1b[200~x");
        assert_eq!(early.lines, ["e4", "fen"]);
        assert_eq!((early.rest.as_str(), early.ends), ("go x", false));
        let early = EarlyKeys::read(b"quiet\x15e4\n\0left out");
        assert_eq!((early.lines.len(), early.rest.as_str(), early.ends), (1, "", true));
        assert_eq!(EarlyKeys::read(b""), EarlyKeys::default());
        let game = EarlyKeys::read(b"1. e4 {a\nb} e5\nfen\n");
        assert_eq!(game.lines, ["1. e4 {a\nb} e5", "fen"]);
    }
}
