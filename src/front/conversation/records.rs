//! Standard input while its lines are records and no commands: they go to the job that answers them.

use std::io;

use super::super::dialect::Part;
use super::super::input::Input;
use super::super::status::INTERRUPTED;
use super::wrapped::Wrapped;
use super::{Conversation, Hold, LineSource};
use crate::shell::CommandError;
use crate::shell::session::{JobId, StreamFeed};

impl Conversation {
    /// From here on the lines of standard input are records of this job; unless commands come from there.
    pub(super) fn begin_records(
        &mut self,
        part: &Part,
        job: JobId,
        feed: StreamFeed,
    ) -> io::Result<()> {
        if self.ended || self.prompt_after.is_some() || !matches!(self.source, LineSource::Nothing)
        {
            self.session.abandon(job);
            const WHY: &str = "standard input gives commands here; records go there when the command is on the command line, as in `quarterply label - < FILE`";
            return self.failed(part, &CommandError::refused(WHY));
        }
        self.origins.push((job, part.clone(), Wrapped::default()));
        self.hold = Some(Hold::Job(job));
        self.feed = Some(feed);
        self.source = LineSource::Input(Input::begin(self.sender.clone())?);
        Ok(())
    }

    /// A line of standard input is done, or was a record that is answered: another may be read.
    pub(super) fn read_ahead(&self) {
        if let LineSource::Input(input) = &self.source {
            input.done();
        }
    }

    /// Ctrl-C while records are answered: the rest of them are no commands, so nothing follows. Whether there were records.
    pub(super) fn interrupt_records(&mut self) -> bool {
        if self.feed.take().is_none() {
            return false;
        }
        self.session.stop_all();
        self.leaving = Some(INTERRUPTED);
        true
    }
}
