//! Tools at the prompt: their work is a job like any other.

use std::sync::mpsc::{self, Receiver, Sender};

use super::job::Finding;
use super::{CommandError, Effect, News, Session};
use crate::shell::reply::Reply;
use crate::tools::tool::{StreamLine, ToolCall, ToolContext, ToolDesk, ToolError, ToolWork};

/// Where lines of standard input go that are records; when it is dropped there are no more.
pub type StreamFeed = Sender<StreamLine>;

impl Session {
    pub(super) fn tool(&mut self, call: &ToolCall) -> Result<Effect, CommandError> {
        let position = *self.position();
        let desk = ToolDesk {
            options: self.engine.options(),
            files: &self.files,
            position: &position,
            game: &self.timeline.sheet().record,
            unfinished: self.unfinished.clone(),
            tables: self.engine.tables(),
            known: &self.engine.known_mates,
        };
        let work = call.begin(&desk)?;
        let (feed, records) = mpsc::channel();
        let started = self.begin_work(work, records)?;
        Ok(match started {
            Effect::Running { job, .. } if call.reads_records() => Effect::Records { job, feed },
            other => other,
        })
    }

    /// Begins work on a thread of its own; lines of standard input that are records come from `records`.
    pub(super) fn begin_work(
        &mut self,
        work: ToolWork,
        records: Receiver<StreamLine>,
    ) -> Result<Effect, CommandError> {
        self.start_task(move |task| {
            let tell = |news| task.tell(News::Tool(news));
            let done = work.run(&ToolContext::new(&task.stop, &task.files, &records, &tell))?;
            Ok(Finding::new(move |session| {
                done.changed.iter().try_for_each(|path| session.take_up(path))?;
                if let Some(game) = done.game {
                    session.timeline.edit(|on_board| {
                        *on_board = *game;
                        true
                    });
                }
                session.unfinished = done.unfinished.or(session.unfinished.take());
                Ok(Reply::Tool(done.answer))
            }))
        })
    }
}

impl From<ToolError> for CommandError {
    fn from(error: ToolError) -> CommandError {
        match error {
            ToolError::Option(error) => CommandError::Option(error),
            ToolError::Store(error) => CommandError::Store(error),
            ToolError::Failed { message, answer } => {
                let reply = answer.map(|answer| Box::new(Reply::Tool(answer)));
                CommandError::Failed { message, reply }
            }
            ToolError::BadRecords { message, answer } => {
                CommandError::BadRecords { message, reply: Box::new(Reply::Tool(answer)) }
            }
            other => CommandError::Tool(other),
        }
    }
}
