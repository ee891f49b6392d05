//! Answers records on standard input, positions or games, one at a time and independently, for programs that distribute work.
//!
//! The same line has the same answer in any process and any order, so an engine for distributed work (Dask, Spark, GNU parallel)
//! can repeat a lost line on another worker. Nodes limit each line; there is no clock. Each of `solve -`, `label -` and
//! `annotate -` supplies its own [`Answerer`].

mod answer;
mod games;
pub mod label;

use std::io;
use std::path::Path;
use std::sync::mpsc::{self, Receiver};

pub use answer::{StreamAnswer, StreamOutcome, StreamTotals};

use crate::chess::epd::{Epd, is_no_record};
use crate::chess::pgn::{PgnReader, PgnRecord};
use crate::commands::arguments::{WordFault, limits_of, with_memory};
use crate::control::StopFlag;
use crate::engine::Options;
use crate::engine::limit_words::{GivenLimits, LimitSet};
use crate::shell::session::job::RecordLine;
use crate::shell::session::job::TaskContext;
use crate::shell::session::news::Finding;
use crate::shell::{Acted, CommandError, Effect, Session};

/// The answer to a record, or the reason why it cannot be read.
pub type Answered = Result<Result<StreamOutcome, String>, CommandError>;

type RecordAnswerer<R> = Box<dyn FnMut(usize, &R, &StopFlag) -> Answered>;

/// Answers records, each with its line number: single lines, or games, which may have several lines.
pub enum Answerer {
    Lines(RecordAnswerer<str>),
    Games(RecordAnswerer<PgnRecord>),
}

/// Default nodes per line of standard input.
pub const STREAM_NODES: u64 = 100_000;

pub fn is_stdin(path: &Path) -> bool {
    path == "-"
}

/// Parses the nodes per line (default 100k) and the memory: `5k`, `5000`, `nodes 5k`, `64MiB`.
pub fn stream_limits(words: &[&str]) -> Result<GivenLimits, WordFault> {
    let for_files =
        "; times and depths are for files, so that a line gets the same answer everywhere";
    let given = limits_of(words, &LimitSet::LINE).map_err(|(word, why)| {
        let is_known = LimitSet::POSITION.kind(&word).is_some();
        (word, if is_known { why + for_files } else { why })
    });
    let mut given = given?;
    given.limits.nodes.get_or_insert(STREAM_NODES);
    Ok(given)
}

pub fn refuse_of_files(options: &[(&str, bool)]) -> Result<(), WordFault> {
    match options.iter().find(|(_, given)| *given) {
        Some((name, _)) => {
            Err((name.to_string(), format!("{name} is for files, not for standard input")))
        }
        None => Ok(()),
    }
}

/// Answers lines of standard input. `make` builds the answerer for a number of nodes per position.
pub fn answer_lines(
    make: impl Fn(&Options, u64) -> Result<Answerer, CommandError> + Send + 'static,
    given: &GivenLimits,
    session: &mut Session,
) -> Acted {
    // No books or tables, one thread.
    let mut options = with_memory(session.engine.options(), given)?.without_lookup();
    options.threads = 1;
    let nodes = given.limits.nodes.unwrap_or(STREAM_NODES);
    let (feed, records) = mpsc::channel();
    let begun = session.start_task(move |context| {
        let mut answerer = make(&options, nodes)?;
        let mut totals = StreamTotals::default();
        for line in &records {
            if matches!(answerer, Answerer::Games(_))
                && games::is_headers(&line)
                && let Answerer::Games(mut answer) = make(&options, nodes)?
            {
                return answer_games(&mut *answer, (line, &records), totals, context);
            }
            let Some(answer) = answered(&mut answerer, line, &context.stop)? else { break };
            totals.lines += 1;
            totals.bad += usize::from(answer.is_bad());
            context.found(answer);
        }
        Ok(totals.into())
    })?;
    Ok(match begun {
        Effect::Running { job, .. } => Effect::Records { job, feed },
        other => other,
    })
}

/// Answers the multi-line games that `first` begins.
fn answer_games(
    answer: &mut dyn FnMut(usize, &PgnRecord, &StopFlag) -> Answered,
    (first, records): (RecordLine, &Receiver<RecordLine>),
    mut totals: StreamTotals,
    context: &TaskContext,
) -> Result<Finding, CommandError> {
    let lines = games::LinesAsText::begin(context, records, first);
    let mut games = PgnReader::new(io::BufReader::new(lines)).promptly();
    let failed = |error: io::Error| CommandError::refused(format!("standard input: {error}"));
    while let Some(record) = games.record().map_err(failed)? {
        let line = record.line();
        let outcome = answer(line, &record, &context.stop)?;
        if context.stop.is_raised() {
            break;
        }
        let answer = StreamAnswer { line, outcome };
        totals.lines += 1;
        totals.bad += usize::from(answer.is_bad());
        context.found(answer);
    }
    Ok(totals.into())
}

/// Answers a line; `None` if stopped before it was done.
fn answered(
    answerer: &mut Answerer,
    RecordLine { number: line, text }: RecordLine,
    stop: &StopFlag,
) -> Result<Option<StreamAnswer>, CommandError> {
    let outcome = match text {
        Ok(text) if is_no_record(&text) => Ok(StreamOutcome::Skipped),
        Ok(text) => match answerer {
            Answerer::Lines(answer) => answer(line, &text, stop)?,
            Answerer::Games(answer) => answer(line, &PgnRecord::of_line(&text, line), stop)?,
        },
        Err(bytes) => Err(format!("line {line}: it has {bytes} bytes, which no record has")),
    };
    Ok((!stop.is_raised()).then_some(StreamAnswer { line, outcome }))
}

/// Reads the record of a line.
pub fn read_line(line: usize, text: &str) -> Result<Epd, String> {
    Epd::parse(text).map_err(|error| error.in_line(line, text).to_string())
}

/// Test helper for answerers.
#[cfg(test)]
pub(in crate::commands) mod tests {
    use super::*;

    pub(in crate::commands) struct Worker(Answerer);

    impl Worker {
        pub(in crate::commands) fn of(
            make: impl Fn(&Options, u64) -> Result<Answerer, CommandError>,
        ) -> Worker {
            let options = Options::default().without_lookup().alone(1, true);
            Worker(make(&options, 1_000).unwrap())
        }

        pub(in crate::commands) fn answer(&mut self, number: usize, text: &str) -> StreamAnswer {
            self.until(number, text, &StopFlag::new()).unwrap()
        }

        pub(in crate::commands) fn until(
            &mut self,
            number: usize,
            text: &str,
            stop: &StopFlag,
        ) -> Option<StreamAnswer> {
            let line = RecordLine { number, text: Ok(text.to_owned()) };
            answered(&mut self.0, line, stop).unwrap()
        }
    }
}
