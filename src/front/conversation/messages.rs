//! Handles messages in the order of their arrival: input lines, Ctrl-C, the end of the input, and messages of jobs.

use std::io;
use std::sync::mpsc::RecvTimeoutError;
use std::time::{Duration, Instant};

use super::super::dialect::{Origin, Part, Urgent};
use super::super::message::Message;
use super::super::status::INTERRUPTED;
use super::super::terminal;
use super::wrapped::Wrapped;
use super::{Conversation, Hold, LineSource, QUIT_TIMEOUT, STDIN};
use crate::control::stop::CTRL_C;
use crate::engine::Event;
use crate::shell::CommandError;
use crate::shell::session::job::RecordLine;
use crate::shell::session::{JobId, News};
use crate::shell::terms::Scheduling;

/// Time after which a command that ignores a stop is abandoned.
const STOP_TIMEOUT: Duration = Duration::from_secs(1);

/// Interval of checks for a closed output while a job runs.
const READER_CHECK: Duration = Duration::from_secs(1);

impl Conversation {
    pub(super) fn take_one(&mut self) -> io::Result<()> {
        if self.session.jobs.is_idle() {
            // The sender beside it keeps this end of the channel open.
            let message = self.inbox.recv().unwrap_or(Message::End);
            return self.take(message);
        }
        if self.looked_at.elapsed() >= READER_CHECK {
            self.looked_at = Instant::now();
            self.check_progress()?;
        }
        match self.inbox.recv_timeout(READER_CHECK) {
            Ok(message) => self.take(message),
            Err(RecvTimeoutError::Disconnected) => self.take(Message::End),
            Err(RecvTimeoutError::Timeout) => Ok(()),
        }
    }

    /// Abandons a job that ignores a stop, and everything if the output is closed.
    fn check_progress(&mut self) -> io::Result<()> {
        if terminal::output_is_closed() {
            return Err(io::ErrorKind::BrokenPipe.into());
        }
        let unresponsive_for = self.stopped_at.map_or(Duration::ZERO, |at| at.elapsed());
        match self.hold {
            Some(Hold::Job(job)) if unresponsive_for >= STOP_TIMEOUT => {
                self.session.jobs.abandon(job);
                let (part, _) = self.origin_of(job);
                self.failed(
                    &part,
                    &CommandError::refused("stopped; the work it was waiting for is abandoned"),
                )?;
            }
            Some(Hold::Job(job)) if self.session.jobs.thinks_long() && self.is_ending() => {
                self.session.jobs.stop(job);
            }
            Some(_) if unresponsive_for >= QUIT_TIMEOUT && self.is_ending() => {
                self.leaving = Some(self.status.code());
            }
            _ => {}
        }
        Ok(())
    }

    pub(super) fn take(&mut self, message: Message) -> io::Result<()> {
        match message {
            Message::Line { text, number } => {
                if let Some(feed) = &self.feed {
                    // A job that has ended needs no more records; it reports its end itself.
                    let _ = feed.send(RecordLine { number, text });
                    return Ok(());
                }
                self.asked = false;
                let origin = Origin::Script { name: STDIN.to_owned(), line: number };
                match text {
                    Ok(text) => self.line_came(Part { origin, text }),
                    Err(bytes) => {
                        self.read_ahead();
                        let part = Part { origin, text: String::new() };
                        self.failed(&part, &CommandError::LongLine { bytes })
                    }
                }
            }
            Message::Typed(lines, rows) => {
                self.typed(rows);
                let is_empty = lines.iter().all(|line| line.trim().is_empty());
                if is_empty && let Some(command) = self.session.on_enter() {
                    self.line(Part { origin: Origin::Prompt, text: command.to_owned() });
                    return Ok(());
                }
                for text in lines.into_iter().rev() {
                    self.line(Part { origin: Origin::Prompt, text });
                }
                Ok(())
            }
            Message::Unread(why) => {
                self.typed(None);
                self.failed(&Part::default(), &CommandError::refused(why))
            }
            Message::End => self.input_ended(),
            Message::NoPrompt(why) => {
                self.typed(None);
                self.leaving = Some(1);
                self.dialect.failed(
                    &Part::default(),
                    &CommandError::refused(format!(
                        "lines cannot be edited on this terminal: {why}"
                    )),
                )
            }
            Message::Interrupt => self.interrupted(),
            Message::Terminate(status) => {
                self.session.jobs.stop_all();
                self.leaving = Some(status);
                self.finish_before_exit(STOP_TIMEOUT / 2)
            }
            Message::Job(job, news) => self.heard(job, *news),
        }
    }

    fn line_came(&mut self, part: Part) -> io::Result<()> {
        let waiting = self.waiting.len();
        self.read_line(part);
        if self.waiting.len() == waiting {
            self.read_ahead();
        }
        self.act_at_once()
    }

    /// The prompt returned, with a line on `rows` rows of the screen: no line is being edited.
    pub(super) fn typed(&mut self, rows: Option<usize>) {
        if let LineSource::Prompt { typing, .. } = &mut self.source {
            *typing = false;
        }
        self.dialect.print_above(None);
        self.dialect.line_typed(rows);
    }

    pub(super) fn input_ended(&mut self) -> io::Result<()> {
        self.typed(None);
        self.feed = None;
        let at_prompt = matches!(self.source, LineSource::Prompt { .. });
        if at_prompt && !self.may_leave()? {
            return Ok(());
        }
        self.ended = true;
        self.finish_line();
        if at_prompt {
            self.leaving = Some(0);
            return Ok(());
        }
        let waits = matches!(self.hold, Some(Hold::Everything | Hold::Turn));
        let listens = self.dialect.is_protocol() || self.run_options.quits_at_end;
        if (self.waiting.is_empty() || waits) && listens {
            self.stop_at_end();
        }
        Ok(())
    }

    /// Executes lines that need not wait for the running job or for the lines before them.
    pub(super) fn act_at_once(&mut self) -> io::Result<()> {
        let Some(hold) = self.hold else { return Ok(()) };
        // Do not parse a game of hundreds of moves again for each event of the search that it waits for.
        if !std::mem::take(&mut self.lines_changed) {
            return Ok(());
        }
        if self.dialect.is_protocol() {
            while let Some(part) = self.waiting.pop_front() {
                let read = self.dialect.read(&part.text, &self.session);
                let acts = read.as_ref().is_ok_and(|request| match request.terms.ends {
                    // Elsewhere it is urgent, or waits for a job that ends by itself.
                    true => hold == Hold::Engine,
                    false => request.terms.scheduling == Scheduling::AtOnce,
                });
                if !acts {
                    self.waiting.push_front(part);
                    break;
                }
                self.carry_out(&part, read)?;
            }
        }
        self.act_on_urgent(hold)
    }

    /// Acts on the first urgent line in the queue: ends the command that the queue waits for. The lines before it are then
    /// executed in order, and `quit` itself after them, so that no answer is lost.
    fn act_on_urgent(&mut self, hold: Hold) -> io::Result<()> {
        // A bounded command that a line waits for may finish: a script that ends with `quit` is completed first.
        let holds_on = match hold {
            Hold::Engine => false,
            Hold::Turn => true,
            Hold::Job(_) | Hold::Watching(_) | Hold::Everything => !self.session.jobs.is_bounded(),
        };
        let thinks = self.session.jobs.thinking().is_some();
        if !holds_on && !thinks {
            return Ok(());
        }
        let is_heard = |urgent| holds_on || urgent == Urgent::Move;
        let urgent = |part: &Part| self.dialect.urgent(&part.text).filter(|&what| is_heard(what));
        let heard = |(place, part)| urgent(part).map(|what| (place, what));
        let Some((place, what)) = self.waiting.iter().enumerate().find_map(heard) else {
            return Ok(());
        };
        self.stopped_at.get_or_insert_with(Instant::now);
        if what == Urgent::Quit {
            self.session.analysis.follows = false;
            self.session.jobs.stop_all();
            return Ok(());
        }
        match self.waiting.remove(place) {
            Some(part) => self.part(&part),
            None => Ok(()),
        }
    }

    /// Whether no line will follow those in the queue, or one of them ends the program.
    fn is_ending(&self) -> bool {
        let quits = |part: &Part| self.dialect.urgent(&part.text) == Some(Urgent::Quit);
        self.ended || self.waiting.iter().any(quits)
    }

    pub(super) fn interrupted(&mut self) -> io::Result<()> {
        if self.feed.take().is_some() {
            // The remaining records are not commands, so nothing follows.
            self.session.jobs.stop_all();
            self.leaving = Some(INTERRUPTED);
            return Ok(());
        }
        let at_prompt = self.is_typed();
        let is_cut_short =
            !at_prompt && !self.dialect.is_protocol() && self.session.jobs.is_bounded();
        match self.hold {
            Some(Hold::Watching(_)) => {
                self.hold = None;
                CTRL_C.dealt_with();
                return self.dialect.look_on(false);
            }
            Some(Hold::Job(job)) => self.session.jobs.stop(job),
            Some(Hold::Engine | Hold::Everything | Hold::Turn) => self.session.jobs.stop_all(),
            None if self.dialect.is_protocol() && !self.session.jobs.is_idle() => {
                self.session.jobs.stop_all();
                CTRL_C.dealt_with();
            }
            // Ctrl-C after the job had already ended: ignore.
            None if at_prompt => CTRL_C.dealt_with(),
            None => self.leaving = Some(INTERRUPTED),
        }
        if self.hold.is_some() {
            self.stopped_at = Some(Instant::now());
            // Ctrl-C is the normal end of an endless job; for a bounded one the exit status says interrupted.
            self.status.interrupted |= is_cut_short;
        }
        if at_prompt {
            // The rest of a paste, or of a script called from the prompt, belongs to the interrupted command.
            self.waiting.clear();
            self.scripts.leave();
        }
        Ok(())
    }

    /// Releases the next line when the job that held it has ended.
    pub(super) fn release(&mut self) -> io::Result<()> {
        let ended = match self.hold {
            None => return Ok(()),
            Some(Hold::Job(job)) => !self.session.jobs.is_running(job),
            Some(Hold::Watching(job)) => {
                let ended = !self.session.jobs.is_running(job);
                if ended {
                    self.dialect.look_on(false)?;
                }
                ended
            }
            Some(Hold::Engine) => !self.rests_on_engine(),
            Some(Hold::Everything | Hold::Turn) => self.session.jobs.is_idle(),
        };
        if ended {
            self.hold = None;
            if self.stopped_at.take().is_some() {
                CTRL_C.dealt_with();
            }
        }
        Ok(())
    }

    pub(super) fn heard(&mut self, job: JobId, news: News) -> io::Result<()> {
        for news in self.session.receive(job, news) {
            match news {
                News::Done(done) => {
                    let (part, wrapped) = self.origin_of(job);
                    self.conclude(&part, done, wrapped)?;
                    self.dialect.refresh(&mut self.session)?;
                    self.release()?;
                    self.follow()?;
                }
                news => {
                    if matches!(&news, News::Found(event) if event.is_record()) {
                        self.read_ahead();
                    }
                    // The job that continues under the same number may be endless.
                    self.lines_changed |=
                        matches!(news, News::SearchBegins(_) | News::ProofBegins { .. });
                    let origin = self.origins.iter_mut().find(|(id, ..)| *id == job);
                    origin.into_iter().for_each(|(.., wrapped)| wrapped.observe(&news));
                    self.dialect.news(job, &news)?;
                    self.update_prompt(&news);
                }
            }
        }
        Ok(())
    }

    /// Updates the search result in the prompt while a line is being typed.
    pub(super) fn update_prompt(&mut self, news: &News) {
        if let News::Search(Event::Iteration(_)) = news
            && let LineSource::Prompt { prompt, typing: true } = &self.source
            && let Some(text) = self.dialect.prompt(&self.session)
        {
            prompt.update(text);
        }
    }

    /// Origin of a job's command; taken once.
    fn origin_of(&mut self, job: JobId) -> (Part, Wrapped) {
        let place = self.origins.iter().position(|(id, ..)| *id == job);
        let origin = place.map(|place| self.origins.swap_remove(place));
        origin.map(|(_, part, wrapped)| (part, wrapped)).unwrap_or_default()
    }

    /// Starts the search that follows the board, or the engine's move. The next line then waits for the move, unless a program
    /// manages the game.
    pub(super) fn follow(&mut self) -> io::Result<()> {
        let busy = !self.waiting.is_empty() && !self.session.opponent.plays();
        if self.leaving.is_some() || self.hold.is_some() || busy {
            return Ok(());
        }
        let Some((job, news)) = self.session.follow() else { return Ok(()) };
        let moves = matches!(&news, News::SearchBegins(begun) if begun.plays && !begun.ponders);
        if moves && !self.dialect.is_protocol() {
            self.hold = Some(Hold::Job(job));
        }
        self.lines_changed = true;
        self.dialect.news(job, &news)
    }

    /// Waits up to `patience` for the running jobs when the system ends the program.
    pub(super) fn finish_before_exit(&mut self, patience: Duration) -> io::Result<()> {
        let end = Instant::now() + patience;
        while !self.session.jobs.is_idle() {
            let left = end.saturating_duration_since(Instant::now());
            match self.inbox.recv_timeout(left) {
                Ok(Message::Job(job, news)) => self.heard(job, *news)?,
                Ok(_) => {}
                Err(_) => break,
            }
        }
        terminal::restore();
        Ok(())
    }
}
