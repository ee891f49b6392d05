//! Multi-line PGN on standard input: a game is answered at its result, or before the next header.

use std::collections::VecDeque;
use std::io::{self, Read};
use std::sync::mpsc::Receiver;

use super::{StreamAnswer, StreamOutcome};
use crate::chess::pgn::PgnRecord;
use crate::shell::session::job::RecordLine;
use crate::shell::session::job::TaskContext;

/// Returns whether a line has headers and no moves, so that a multi-line game follows.
pub(super) fn is_headers(line: &RecordLine) -> bool {
    let Ok(text) = &line.text else { return false };
    let record = PgnRecord::of_line(text, line.number);
    record.tags().next().is_some() && !record.has_movetext()
}

pub(super) struct LinesAsText<'a> {
    context: &'a TaskContext,
    records: &'a Receiver<RecordLine>,
    text: VecDeque<u8>,
}

impl<'a> LinesAsText<'a> {
    pub(super) fn begin(
        context: &'a TaskContext,
        records: &'a Receiver<RecordLine>,
        first: RecordLine,
    ) -> LinesAsText<'a> {
        // Empty lines for those already answered keep the line numbers right.
        let text = vec![b'\n'; first.number - 1].into();
        let mut lines = LinesAsText { context, records, text };
        lines.push(first);
        lines
    }

    fn push(&mut self, line: RecordLine) {
        self.text.extend((line.text.unwrap_or_default() + "\n").into_bytes());
    }
}

impl Read for LinesAsText<'_> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        if self.text.is_empty()
            && !self.context.stop.is_raised()
            && let Ok(line) = self.records.recv()
        {
            // The next line is sent when this one is answered, and its game may need it.
            let part = StreamAnswer { line: line.number, outcome: Ok(StreamOutcome::Part) };
            self.context.found(part);
            self.push(line);
        }
        self.text.read(into)
    }
}
