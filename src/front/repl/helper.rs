//! Completion, hints and highlighting through the interface of rustyline.

use std::borrow::Cow;
use std::sync::{Arc, Mutex, MutexGuard};

use rustyline::completion::{Completer, Pair};
use rustyline::highlight::{CmdKind, Highlighter};
use rustyline::hint::{Hint, Hinter};
use rustyline::validate::Validator;
use rustyline::{CompletionType, Context, Helper};
use unicode_width::UnicodeWidthStr;

use super::complete::{Candidates, Knowledge, TypedPart, candidates, moves};
use super::files::file_names;
use super::highlight::highlight;
use super::keys::Keys;
use crate::commands;
use crate::control::lock::Unpoisoned;
use crate::front::terminal;
use crate::ink::Role;

pub struct ReplHelper {
    /// Shared with the conversation, which updates it.
    pub knowledge: Arc<Mutex<Knowledge>>,
    pub keys: Arc<Keys>,
}

impl Helper for ReplHelper {}

impl Validator for ReplHelper {}

impl ReplHelper {
    fn known(&self) -> MutexGuard<'_, Knowledge> {
        self.knowledge.lock().unpoisoned()
    }
}

impl Completer for ReplHelper {
    type Candidate = Pair;

    fn complete(
        &self,
        line: &str,
        pos: usize,
        _: &Context<'_>,
    ) -> rustyline::Result<(usize, Vec<Pair>)> {
        let Candidates { start, words, files } = candidates(&line[..pos], &self.known());
        let pair = |word: String| Pair { display: word.clone(), replacement: word };
        let mut pairs: Vec<Pair> = words.into_iter().map(pair).collect();
        if files {
            pairs.extend(file_names(&line[start..pos]));
        }
        if pairs.len() > 1 {
            self.keys.printed_below();
        }
        Ok((start, pairs))
    }
}

/// A dim text after the cursor.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReplHint {
    shown: String,
    /// Whether the right arrow inserts it.
    can_be_taken: bool,
}

impl Hint for ReplHint {
    fn display(&self) -> &str {
        &self.shown
    }

    fn completion(&self) -> Option<&str> {
        self.can_be_taken.then_some(&self.shown)
    }
}

/// Returns the arguments of the command just typed, or the rest of the only completion of a move.
pub fn hint(line: &str, knowledge: &Knowledge) -> Option<ReplHint> {
    if line.is_empty() && !knowledge.enter.is_empty() {
        let shown = format!("Enter: {}", knowledge.enter);
        return Some(ReplHint { shown, can_be_taken: false });
    }
    let part = TypedPart::last(line);
    let (head, rest) = part.head();
    if let Some(spec) = commands::find(head) {
        let rest = rest?;
        if rest.is_empty() && !spec.arguments.is_empty() {
            return Some(ReplHint { shown: spec.arguments.to_owned(), can_be_taken: false });
        }
        return None;
    }
    let (before, word) = part.text.split_at(part.word());
    if word.is_empty() || commands::names().any(|name| before.is_empty() && name.starts_with(word))
    {
        return None;
    }
    match &moves(before, word, &knowledge.position)[..] {
        [only] if only.len() > word.len() => {
            Some(ReplHint { shown: only[word.len()..].to_owned(), can_be_taken: true })
        }
        _ => None,
    }
}

const PROMPT: usize = 20;

/// Cuts a hint to the line: overdrawing a wrapped hint, as with a list of candidates, leaves parts of its second line.
fn cut(hint: ReplHint, line: &str, columns: Option<usize>) -> Option<ReplHint> {
    let Some(columns) = columns else { return Some(hint) };
    let room = columns.saturating_sub(PROMPT + line.width());
    if hint.shown.width() <= room {
        return Some(hint);
    }
    // A letter or two are no help.
    if room < 8 {
        return None;
    }
    let kept: String = hint.shown.chars().take(room - 1).collect();
    Some(ReplHint { shown: format!("{kept}…"), can_be_taken: false })
}

impl Hinter for ReplHelper {
    type Hint = ReplHint;

    fn hint(&self, line: &str, pos: usize, _: &Context<'_>) -> Option<ReplHint> {
        if line.is_empty() {
            self.keys.line_begins();
        }
        if pos < line.len() {
            None
        } else {
            hint(line, &self.known()).and_then(|hint| cut(hint, line, terminal::width()))
        }
    }
}

impl Highlighter for ReplHelper {
    fn highlight<'l>(&self, line: &'l str, _: usize) -> Cow<'l, str> {
        let known = self.known();
        Cow::Owned(highlight(line, &known, known.style))
    }

    fn highlight_prompt<'b, 's: 'b, 'p: 'b>(&'s self, prompt: &'p str, own: bool) -> Cow<'b, str> {
        let known = self.known();
        if own && prompt == known.asked {
            Cow::Owned(known.prompt.clone())
        } else {
            Cow::Borrowed(prompt)
        }
    }

    fn highlight_hint<'h>(&self, hint: &'h str) -> Cow<'h, str> {
        Cow::Owned(self.known().style.ansi(Role::Dim).paint(hint).to_string())
    }

    fn highlight_candidate<'c>(&self, candidate: &'c str, _: CompletionType) -> Cow<'c, str> {
        let role = if commands::find(candidate).is_some() { Role::Strong } else { Role::Plain };
        Cow::Owned(self.known().style.ansi(role).paint(candidate).to_string())
    }

    fn highlight_char(&self, _: &str, _: usize, kind: CmdKind) -> bool {
        kind != CmdKind::MoveCursor && self.known().style.is_on()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::Position;

    fn shown(line: &str) -> Option<String> {
        let knowledge = Knowledge::of(Position::start());
        hint(line, &knowledge).map(|hint| hint.shown)
    }

    #[test]
    fn hints_show_what_may_follow() {
        assert_eq!(shown("undo "), Some("[N]".to_owned()));
        assert_eq!(shown("undo"), None);
        assert_eq!(shown("undo 1"), None);
        assert_eq!(shown("Nf"), Some("3".to_owned()));
        assert_eq!(shown("N"), None);
        assert_eq!(shown("e4 e5 Qg"), Some("4".to_owned()));
        assert_eq!(shown(""), None);
    }

    /// The list of candidates was drawn over the second line of `proof`'s hint.
    #[test]
    fn a_hint_keeps_to_its_line() {
        let hint = |shown: &str| ReplHint { shown: shown.to_owned(), can_be_taken: true };
        let long = "[N | shortest | all [N]] [checks]";
        assert_eq!(cut(hint("3"), "Nf", Some(80)), Some(hint("3")));
        let short = cut(hint(long), "proof ", Some(46)).unwrap();
        assert_eq!((short.shown.as_str(), short.can_be_taken), ("[N | shortest | all…", false));
        assert_eq!(cut(hint(long), "proof ", Some(30)), None);
        assert_eq!(cut(hint(long), "proof ", None), Some(hint(long)));
    }
}
