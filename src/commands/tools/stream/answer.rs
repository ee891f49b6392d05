//! The answer to a line of standard input.

use serde::Serialize;
use serde_json::Value;

use crate::ink::answer::members;
use crate::ink::number::counted;
use crate::ink::{Answer, AnyAnswer, Line, Page, Role, Settings};
use crate::shell::session::news::TaskEvent;

#[derive(Debug)]
pub struct StreamAnswer {
    pub line: usize,
    pub outcome: Result<StreamOutcome, String>,
}

#[derive(Debug)]
pub enum StreamOutcome {
    /// An empty line, or a comment.
    Skipped,
    /// A line of a multi-line game, which is answered when it ends.
    Part,
    Answered {
        answer: Box<dyn AnyAnswer>,
        /// Whether parts of the record could not be read.
        bad: bool,
    },
}

/// A line that holds no record.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct SkippedLine {
    line: usize,
}

/// A line that cannot be read, in the format of a command's error.
#[derive(Serialize)]
struct BadLine<'a> {
    source: &'static str,
    col: Option<usize>,
    code: &'static str,
    message: &'a str,
    hint: [&'static str; 0],
    line: usize,
}

impl StreamAnswer {
    pub fn is_bad(&self) -> bool {
        match &self.outcome {
            Ok(StreamOutcome::Answered { bad, .. }) => *bad,
            Ok(_) => false,
            Err(_) => true,
        }
    }

    /// Returns the answer, if it is of this type.
    #[cfg(test)]
    pub(in crate::commands) fn of<A: AnyAnswer>(&self) -> Option<&A> {
        match &self.outcome {
            Ok(StreamOutcome::Answered { answer, .. }) => answer.of(),
            _ => None,
        }
    }
}

impl AnyAnswer for StreamAnswer {
    fn line(&self) -> Option<(&'static str, Value)> {
        let line = self.line;
        match &self.outcome {
            Ok(StreamOutcome::Part) => None,
            Ok(StreamOutcome::Skipped) => Some(("skipped", members(&SkippedLine { line }))),
            Ok(StreamOutcome::Answered { answer, .. }) => answer.line(),
            Err(message) => {
                let (source, code) = ("stdin", "bad-record");
                let bad = BadLine { source, col: None, code, message, hint: [], line };
                Some(("error", members(&bad)))
            }
        }
    }

    /// Tab-separated, beginning with the line number and a word.
    fn page(&self, settings: &Settings) -> Page {
        let line = self.line;
        let fields = match &self.outcome {
            Ok(StreamOutcome::Part) => return Page::new(),
            Ok(StreamOutcome::Skipped) => format!("{line}\tskipped"),
            Ok(StreamOutcome::Answered { answer, .. }) => return answer.page(settings),
            Err(message) => format!("{line}\terror\t{message}"),
        };
        Page::of(Line::plain(fields))
    }
}

impl TaskEvent for StreamAnswer {
    fn is_record(&self) -> bool {
        true
    }
}

/// Totals of the answered records. JSON has no line for them, since each record has its own.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct StreamTotals {
    /// Lines answered, including bad ones and comments.
    pub lines: usize,
    /// Lines that could not be read completely.
    pub bad: usize,
}

impl Answer for StreamTotals {
    const TYPE: &str = "";

    /// A terminal gets the totals; a pipe has an answer for each line and no more.
    fn page(&self, settings: &Settings) -> Page {
        let mut page = Page::new();
        if settings.is_pretty() {
            let mut facts = vec![Line::plain(counted(self.lines, "line"))];
            if self.bad > 0 {
                facts.push(Line::of(Role::Bad, format!("{} cannot be read", self.bad)));
            }
            page.facts(facts, settings, 2);
        }
        page
    }
}
