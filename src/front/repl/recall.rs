//! What Up and Down do: behind the beginning of a line they look for lines that begin so, and on an empty line they walk
//! through all of them, as ever.
//!
//! The editor tells a handler the line, not how it came to be there: whether it was typed or walked to is remembered here.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use rustyline::history::History;
use rustyline::{
    Cmd, ConditionalEventHandler, Editor, Event, EventContext, EventHandler, Helper, KeyCode,
    KeyEvent, Modifiers, RepeatCount,
};

/// Whether the user walks through the lines, shared by both keys and by whoever sees the line.
#[derive(Clone, Debug, Default)]
pub struct Recall {
    walking: Arc<AtomicBool>,
}

impl Recall {
    /// The line is empty: whatever stands on it next is typed, unless a key below says otherwise.
    pub fn begin(&self) {
        self.walking.store(false, Ordering::Relaxed);
    }

    /// Gives both keys to it.
    pub fn bind<H: Helper, I: History>(&self, editor: &mut Editor<H, I>) {
        for (code, back) in [(KeyCode::Up, true), (KeyCode::Down, false)] {
            let key = RecallKey { recall: self.clone(), back };
            let handler = EventHandler::Conditional(Box::new(key));
            editor.bind_sequence(KeyEvent(code, Modifiers::NONE), handler);
        }
    }

    /// Whether to look for lines that begin as this one does up to the cursor; else the neighbour is wanted.
    fn searches(&self, line: &str, cursor: usize) -> bool {
        if line.is_empty() {
            self.walking.store(true, Ordering::Relaxed);
        }
        cursor > 0 && !self.walking.load(Ordering::Relaxed)
    }
}

struct RecallKey {
    recall: Recall,
    back: bool,
}

impl ConditionalEventHandler for RecallKey {
    fn handle(&self, _: &Event, _: RepeatCount, _: bool, ctx: &EventContext<'_>) -> Option<Cmd> {
        let search = if self.back { Cmd::HistorySearchBackward } else { Cmd::HistorySearchForward };
        self.recall.searches(ctx.line(), ctx.pos()).then_some(search)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_typed_is_looked_for_and_what_was_walked_to_is_not() {
        let recall = Recall::default();
        assert!(recall.searches("ev", 2));
        assert!(!recall.searches("", 0), "an empty line begins a walk");
        assert!(!recall.searches("eval", 4), "which goes on");
        recall.begin();
        assert!(recall.searches("go", 2), "until the next line");
    }
}
