//! Sources of lines: scripts first, then standard input or the prompt. Joins lines that make a command only together, and passes
//! lines of standard input that are records to their job.

use std::io;
use std::time::Instant;

use super::super::dialect::{Origin, Part, Urgent};
use super::super::input::Input;
use super::super::pager;
use super::super::script::Next;
use super::wrapped::Wrapped;
use super::{Conversation, Hold, LineSource};
use crate::commands;
use crate::shell::CommandError;
use crate::shell::session::{JobId, RecordFeed};

impl Conversation {
    /// Takes the next line from its source; `false` if there is none yet. At the end of all sources the program leaves.
    pub(super) fn next(&mut self) -> io::Result<bool> {
        if let Some(came) = self.next_of_scripts()? {
            return Ok(came);
        }
        if self.finish_line() {
            return Ok(true);
        }
        match &self.source {
            LineSource::Prompt { .. } => return Ok(false),
            // A script called by a line of the input has ended; the input continues.
            LineSource::Input(_) if !self.ended => return Ok(false),
            LineSource::Input(_) | LineSource::Nothing => {}
        }
        if let Some(prompt) = self.prompt_after.take() {
            // The piped input has ended, the typed input begins.
            (self.run_options.echo, self.ended) = (false, false);
            self.source = LineSource::Prompt { prompt, typing: false };
            return Ok(true);
        }
        Ok(self.end())
    }

    /// Shows the prompt if lines are typed. Saves the game first, so that a kill right after it loses nothing.
    pub(super) fn ask_for_line(&mut self) -> io::Result<()> {
        if self.session.jobs.is_idle() {
            self.autosave()?;
        }
        if self.hold.is_some() {
            return Ok(());
        }
        match &mut self.source {
            LineSource::Prompt { prompt, typing } => {
                // A message that ends the program is pending; a prompt would hide its output.
                if !*typing
                    && !pager::is_dismissed()
                    && let Some(text) = self.dialect.prompt(&self.session)
                {
                    self.dialect.before_prompt(&self.session)?;
                    *typing = true;
                    prompt.ask(text, &self.session);
                    self.dialect.print_above(Some(prompt.above.clone()));
                }
            }
            LineSource::Input(_) if self.feed.is_none() && !self.ended && !self.asked => {
                self.asked = true;
                self.dialect.ask(&self.session)?;
            }
            LineSource::Input(_) | LineSource::Nothing => {}
        }
        Ok(())
    }

    /// Takes the next line of the scripts, or starts to read standard input in its turn; `None` at their end.
    fn next_of_scripts(&mut self) -> io::Result<Option<bool>> {
        // Read the input to its end before the next script.
        if matches!(self.source, LineSource::Input(_)) && !self.ended && !self.scripts.is_inside() {
            return Ok(Some(false));
        }
        match self.scripts.next_line() {
            Next::Line(part) => {
                self.read_line(part);
                Ok(Some(true))
            }
            Next::Fault(origin, error) => {
                self.failed(&Part { origin, text: String::new() }, &error)?;
                Ok(Some(true))
            }
            Next::Input if !self.ended && !matches!(self.source, LineSource::Input(_)) => {
                self.finish_line();
                self.source = LineSource::Input(Input::begin(self.sender.clone())?);
                Ok(Some(false))
            }
            Next::Input | Next::End => Ok(None),
        }
    }

    /// Ends the input: jobs that end by themselves may finish. Returns whether all have.
    pub(super) fn end(&mut self) -> bool {
        if self.session.jobs.is_idle() {
            self.leaving = Some(self.status.code());
            return true;
        }
        self.stop_at_end();
        false
    }

    pub(super) fn stop_at_end(&mut self) {
        self.session.analysis.follows = false;
        if self.run_options.quits_at_end || !self.session.jobs.is_bounded() {
            self.session.jobs.stop_all();
        }
    }

    /// Stops an endless command that the next line waits for, if a `stop` or `quit` follows or no more input can come.
    pub(super) fn stop_endless(&mut self) {
        if self.waits_for_ever() && !self.dialect.is_protocol() {
            // If output fails here, the next write reports it.
            let _ = self.read_on();
        }
        if self.waits_for_ever() && self.is_unstoppable() {
            self.stopped_at = Some(Instant::now());
            self.stop_at_end();
        }
    }

    fn waits_for_ever(&self) -> bool {
        let waits = matches!(self.hold, Some(Hold::Job(_) | Hold::Watching(_) | Hold::Everything));
        waits && self.stopped_at.is_none() && !self.session.jobs.is_bounded()
    }

    /// Whether no input can stop the running job any more. A single command runs until Ctrl-C; a `wait` would never end.
    fn is_unstoppable(&self) -> bool {
        let is_alone = matches!(self.source, LineSource::Nothing) && self.prompt_after.is_none();
        self.ended || is_alone && self.hold == Some(Hold::Everything)
    }

    /// Reads scripts ahead to a line that stops the running job, as standard input is read ahead.
    fn read_on(&mut self) -> io::Result<()> {
        let mut looked_at = 0;
        loop {
            let found = self.waiting.iter().skip(looked_at).any(|part| self.ends_reading(part));
            looked_at = self.waiting.len();
            if found || self.next_of_scripts()? != Some(true) {
                return self.act_at_once();
            }
        }
    }

    /// Whether reading ahead ends at a line: it stops the search, or changes how later lines are read.
    fn ends_reading(&self, part: &Part) -> bool {
        let ends = matches!(self.dialect.urgent(&part.text), Some(Urgent::Stop | Urgent::Quit));
        let named = part.text.split_whitespace().next().and_then(commands::find);
        ends || named.is_some_and(|spec| ["source", "uci", "xboard"].contains(&spec.name))
    }

    /// Takes a line of a script or of standard input, which may be a command only together with the next.
    pub(super) fn read_line(&mut self, part: Part) {
        if self.dialect.is_protocol() {
            self.lines_changed = true;
            return self.waiting.push_back(part);
        }
        let is_same = match (&self.begun_at, &part.origin) {
            (None, _) => true,
            (Some(Origin::Script { name, .. }), Origin::Script { name: other, .. }) => {
                name == other
            }
            _ => false,
        };
        if !is_same {
            self.finish_line();
        }
        let begun = self.begun_at.take();
        let mut commands = self.unfinished.push(&part.text).into_iter();
        // The first is the held text, if there was any.
        if let Some(text) = commands.next() {
            let origin = begun.clone().unwrap_or_else(|| part.origin.clone());
            self.commands(&Part { origin, text });
        }
        commands.for_each(|text| self.commands(&Part { origin: part.origin.clone(), text }));
        if !self.unfinished.is_empty() {
            self.begun_at = begun.filter(|_| self.waiting.is_empty()).or(Some(part.origin));
        }
    }

    /// Takes the held text as it is, since it will not be completed. Returns whether there was any.
    pub(super) fn finish_line(&mut self) -> bool {
        let origin = self.begun_at.take().unwrap_or(Origin::Prompt);
        match self.unfinished.finish() {
            Some(text) => {
                self.commands(&Part { origin, text });
                true
            }
            None => false,
        }
    }

    pub(super) fn commands(&mut self, line: &Part) {
        let parts = self.dialect.parts(&line.text).into_iter();
        let origin = &line.origin;
        self.lines_changed = true;
        self.waiting.extend(parts.map(|text| Part { origin: origin.clone(), text }));
    }

    /// Queues the commands of a line before all others.
    pub(super) fn line(&mut self, line: Part) {
        let parts = self.dialect.parts(&line.text);
        for text in parts.into_iter().rev() {
            self.waiting.push_front(Part { origin: line.origin.clone(), text });
        }
    }

    /// From now on lines of standard input are records for this job, unless commands come from there.
    pub(super) fn begin_records(
        &mut self,
        part: &Part,
        job: JobId,
        feed: RecordFeed,
    ) -> io::Result<()> {
        if self.ended || self.prompt_after.is_some() || !matches!(self.source, LineSource::Nothing)
        {
            self.session.jobs.abandon(job);
            const WHY: &str = "standard input gives commands here; records go there when the command is on the command line, as in `quarterply label - < FILE`";
            return self.failed(part, &CommandError::refused(WHY));
        }
        self.origins.push((job, part.clone(), Wrapped::default()));
        self.hold = Some(Hold::Job(job));
        self.feed = Some(feed);
        self.source = LineSource::Input(Input::begin(self.sender.clone())?);
        Ok(())
    }

    /// A line of standard input was executed or answered: another may be read.
    pub(super) fn read_ahead(&self) {
        if let LineSource::Input(input) = &self.source {
            input.done();
        }
    }
}
