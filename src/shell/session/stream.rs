//! `solve -`, `label -`, `annotate -`: lines of standard input are answered as they come.

use std::sync::mpsc::{self, Receiver, Sender};

use super::job::{Finding, TaskContext};
use super::{CommandError, Effect, News, Session};
use crate::engine::Options;
use crate::shell::reply::Reply;
use crate::shell::suites::{StreamRequest, StreamTotals};
use crate::workshop::stream::{StreamAnswer, StreamWorker};

/// A line that is a record, and not a command.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StreamLine {
    pub number: usize,
    /// Its text; of a line too long to be a record only how many bytes it had.
    pub text: Result<String, usize>,
}

/// Where the lines go; when it is dropped there are no more.
pub type StreamFeed = Sender<StreamLine>;

impl Session {
    pub(super) fn stream(&mut self, request: StreamRequest) -> Result<Effect, CommandError> {
        let mut options = self.engine.options().clone();
        if let Some(mebibytes) = request.memory {
            options.set("Hash", &mebibytes.to_string())?;
        }
        let (feed, lines) = mpsc::channel();
        let started =
            self.start_task(move |context| answer(&request, &options, &lines, context))?;
        Ok(match started {
            Effect::Running { job, .. } => Effect::Records { job, feed },
            other => other,
        })
    }
}

fn answer(
    request: &StreamRequest,
    options: &Options,
    lines: &Receiver<StreamLine>,
    context: &TaskContext,
) -> Result<Finding, CommandError> {
    let mut worker = StreamWorker::new(&request.work, options, request.nodes)?;
    let mut totals = StreamTotals::default();
    for StreamLine { number, text } in lines {
        let answer = match text {
            Ok(text) => worker.answer(number, &text, &context.stop)?,
            Err(bytes) => {
                let error = CommandError::LongLine { bytes };
                let outcome = Err(format!("line {number}: {error}"));
                Some(StreamAnswer { line: number, outcome })
            }
        };
        let Some(answer) = answer else { break };
        totals.lines += 1;
        totals.bad += usize::from(answer.is_bad());
        context.tell(News::Record(Box::new(answer)));
    }
    Ok(Reply::Streamed(totals).into())
}
