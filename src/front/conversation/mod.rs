//! The main loop for every dialect: reads lines, executes commands in order, and shows events of jobs as they come.
//!
//! There is one inbox and one loop, and nothing else blocks. A line is taken when nothing holds it back: a command that the user
//! waits for, a `wait`, or a job that must end first because the next command needs the engine. Immediate commands of a program
//! (`stop`, `isready` …) overtake waiting ones; those of people keep their order, in a pipe as in a file. Only an urgent line
//! (`Urgent`) is handled anywhere in the queue. The dialect reads lines and writes answers; sources of lines are in `lines.rs`,
//! messages in `messages.rs`.

mod lines;
mod messages;
#[cfg(test)]
mod tests;
mod wrapped;

use std::borrow::Cow;
use std::collections::VecDeque;
use std::io;
use std::sync::mpsc::Receiver;
use std::time::{Duration, Instant};

use super::dialect::{Dialect, Origin, Part};
use super::guard;
use super::input::Input;
use super::message::{Inbox, Message};
use super::repl::Prompt;
use super::screen::Appearance;
use super::script::Scripts;
use super::status::{INTERNAL, ScriptStatus};
use super::uci::Uci;
use super::xboard::Xboard;
use crate::commands::tools::stream::StreamTotals;
use crate::commands::tools::time::Took;
use crate::control::stop::CTRL_C;
use crate::ink::answer::Text;
use crate::ink::json::Milliseconds;
use crate::shell::parse::unfinished::Unfinished;
use crate::shell::session::{JobId, News, Protocol, RecordFeed};
use crate::shell::terms::Scheduling;
use crate::shell::{CommandError, Effect, Reply, Request, Session};
use wrapped::Wrapped;
pub(super) use wrapped::preferred;

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct RunOptions {
    /// Show commands of scripts.
    pub echo: bool,
    /// End scripts at the first error.
    pub strict: bool,
    /// At the end of the input stop everything, also jobs that would end by themselves.
    pub quits_at_end: bool,
    /// Standard input is a terminal without line editing (`TERM=dumb`).
    pub is_typed: bool,
    /// Appearance options of the command line.
    pub look: Appearance,
}

/// Whether the user at the prompt knows that the game cannot be saved.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Unkept {
    /// The game can be saved.
    No,
    Told,
    /// Reported at `quit`.
    AskedToLeave,
}

/// Source of lines after the scripts.
enum LineSource {
    /// None: only scripts.
    Nothing,
    Input(Input),
    /// The prompt; `typing`: a line is being typed.
    Prompt {
        prompt: Prompt,
        typing: bool,
    },
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Hold {
    Job(JobId),
    /// The search in the background is being watched.
    Watching(JobId),
    /// Waits for the end of the engine's job, which was stopped.
    Engine,
    /// Waits for the end of all jobs, because of `wait`.
    Everything,
    /// Waits for the end of all jobs, because the next command is answered after them: a `ping` while the engine thinks.
    Turn,
}

/// A session, a dialect, and the queue between them.
pub struct Conversation {
    session: Session,
    dialect: Box<dyn Dialect>,
    /// The protocol that the dialect speaks, once one was asked for.
    protocol: Option<Protocol>,
    inbox: Receiver<Message>,
    sender: Inbox,
    run_options: RunOptions,
    scripts: Scripts,
    source: LineSource,
    /// Prompt to open after the scripts.
    prompt_after: Option<Prompt>,
    ended: bool,
    /// The next line of standard input was requested.
    asked: bool,
    /// Receiver of lines of standard input that are records.
    feed: Option<RecordFeed>,
    waiting: VecDeque<Part>,
    /// The queue has changed since it was last searched for immediate commands.
    lines_changed: bool,
    /// Incomplete lines, and the origin of the first.
    unfinished: Unfinished,
    begun_at: Option<Origin>,
    hold: Option<Hold>,
    /// When the job that holds the queue was stopped.
    stopped_at: Option<Instant>,
    /// When the output was last checked for a reader.
    looked_at: Instant,
    /// Origin and wrappers of each running job.
    origins: Vec<(JobId, Part, Wrapped)>,
    status: ScriptStatus,
    mistakes: u32,
    unkept: Unkept,
    /// Exit status, if the program is ending.
    leaving: Option<u8>,
}

impl Conversation {
    pub fn new(
        session: Session,
        dialect: Box<dyn Dialect>,
        (inbox, sender): (Receiver<Message>, Inbox),
        run_options: RunOptions,
    ) -> Conversation {
        Conversation {
            session,
            dialect,
            protocol: None,
            inbox,
            sender,
            run_options,
            scripts: Scripts::default(),
            source: LineSource::Nothing,
            prompt_after: None,
            ended: false,
            asked: false,
            feed: None,
            waiting: VecDeque::new(),
            lines_changed: false,
            unfinished: Unfinished::default(),
            begun_at: None,
            hold: None,
            stopped_at: None,
            looked_at: Instant::now(),
            origins: Vec::new(),
            status: ScriptStatus::default(),
            mistakes: 0,
            unkept: Unkept::No,
            leaving: None,
        }
    }

    /// Runs the scripts and then the prompt, if there is one. Returns the exit status.
    pub fn run(&mut self, scripts: Scripts, prompt: Option<Prompt>) -> io::Result<u8> {
        self.scripts = scripts;
        self.prompt_after = prompt;
        let led = self.main_loop();
        self.typed(None);
        // The terminal may be gone: then there is no place for the message.
        let _ = self.keep_game();
        match led {
            // The program closed its end: write no more output.
            Err(error)
                if error.kind() == io::ErrorKind::BrokenPipe && self.dialect.is_protocol() =>
            {
                Ok(self.status.code())
            }
            led => led,
        }
    }

    fn main_loop(&mut self) -> io::Result<u8> {
        while self.leaving.is_none() {
            if !self.is_at_terminal() {
                self.step()?;
                continue;
            }
            match guard::caught(|| self.step()) {
                Ok(done) => done?,
                Err(said) => self.recover(said)?,
            }
        }
        self.session.jobs.stop_all();
        Ok(self.leaving.unwrap_or_default())
    }

    fn step(&mut self) -> io::Result<()> {
        // Scripts need no message: otherwise Ctrl-C would wait for their last line.
        if CTRL_C.is_pending()
            && let Ok(message) = self.inbox.try_recv()
        {
            return self.take(message);
        }
        if !self.advance()? {
            self.ask_for_line()?;
            self.take_one()?;
        }
        Ok(())
    }

    /// Takes the next step that needs no message; `false` if there is none.
    fn advance(&mut self) -> io::Result<bool> {
        self.release()?;
        self.act_at_once()?;
        if self.hold.is_none() {
            if let Some(part) = self.waiting.pop_front() {
                self.part(&part)?;
                return Ok(true);
            }
            if self.next()? {
                return Ok(true);
            }
        }
        self.stop_endless();
        Ok(false)
    }

    fn is_at_terminal(&self) -> bool {
        self.prompt_after.is_some() || self.is_typed()
    }

    /// Whether the user types the next lines.
    fn is_typed(&self) -> bool {
        match self.source {
            LineSource::Prompt { .. } => true,
            LineSource::Input(_) => self.run_options.is_typed && !self.dialect.is_protocol(),
            LineSource::Nothing => false,
        }
    }

    /// Recovers from an internal error: drops all jobs, saves the session in a file, and continues.
    fn recover(&mut self, said: String) -> io::Result<()> {
        self.mistakes += 1;
        if self.mistakes >= MOST_MISTAKES {
            self.leaving = Some(INTERNAL);
        }
        self.session.abandon_all();
        self.waiting.clear();
        self.scripts.leave();
        self.origins.clear();
        (self.feed, self.hold, self.stopped_at) = (None, None, None);
        CTRL_C.dealt_with();
        self.dialect.failed(&Part::default(), &CommandError::broke_off(&said))?;
        self.keep_game()
    }

    /// Saves the session while it waits for a line at a prompt. A failure is reported once.
    fn autosave(&mut self) -> io::Result<()> {
        if !self.is_at_terminal() {
            return Ok(());
        }
        match self.session.autosave() {
            Ok(()) => self.unkept = Unkept::No,
            Err(error) if self.unkept == Unkept::No => {
                self.unkept = Unkept::Told;
                self.failed(&Part::default(), &error)?;
            }
            Err(_) => {}
        }
        Ok(())
    }

    /// Whether the program may end: if the game cannot be saved, only after that was reported at `quit`.
    fn may_leave(&mut self) -> io::Result<bool> {
        if !self.is_typed() || self.unkept == Unkept::AskedToLeave {
            return Ok(true);
        }
        let Err(error) = self.session.autosave() else { return Ok(true) };
        self.unkept = Unkept::AskedToLeave;
        let why = format!("{error}; the game is in no file: `quit` again leaves without it");
        self.failed(&Part::default(), &CommandError::refused(why))?;
        Ok(false)
    }

    /// Saves an unsaved game for `restore` and reports it, if there is a prompt.
    fn keep_game(&mut self) -> io::Result<()> {
        if !self.is_at_terminal() {
            return Ok(());
        }
        let session = &mut self.session;
        let part = Part::default();
        match guard::caught(|| session.keep_unsaved_game()) {
            Ok(Ok(true)) => self.dialect.reply(&Text::of(KEPT).into(), &self.session),
            Ok(Ok(false)) => Ok(()),
            Ok(Err(error)) => self.dialect.failed(&part, &error),
            Err(said) => self.dialect.failed(&part, &CommandError::broke_off(&said)),
        }
    }

    /// Switches to a protocol; scripts and the prompt are not read any more.
    pub fn speak(&mut self, protocol: Protocol, introduces: bool) -> io::Result<()> {
        // Some GUIs ask again, even during a search.
        if self.protocol.replace(protocol) == Some(protocol) {
            return if introduces { self.dialect.begin(&self.session) } else { Ok(()) };
        }
        self.scripts.forget();
        self.session.drill.end();
        self.prompt_after = None;
        if !matches!(self.source, LineSource::Input(_)) && !self.ended {
            self.source = LineSource::Input(Input::begin(self.sender.clone())?);
        }
        self.dialect = match protocol {
            Protocol::Uci => Box::new(Uci::new(self.run_options.look)),
            Protocol::Xboard => Box::new(Xboard::default()),
        };
        self.dialect.refresh(&mut self.session)?;
        if introduces { self.dialect.begin(&self.session) } else { Ok(()) }
    }

    fn part(&mut self, part: &Part) -> io::Result<()> {
        if !self.dialect.is_protocol()
            && let Cow::Owned(text) = self.session.settings.aliases.expand(&part.text)
            && self.dialect.parts(&text).len() > 1
        {
            self.line(Part { origin: part.origin.clone(), text });
            return Ok(());
        }
        let read = self.dialect.read(&part.text, &self.session);
        self.carry_out(part, read)
    }

    /// Executes a request, or queues it.
    fn carry_out(&mut self, part: &Part, read: Result<Request, CommandError>) -> io::Result<()> {
        self.lines_changed = true;
        // A refused command changes nothing and ends no search.
        let scheduling =
            read.as_ref().map_or(Scheduling::Concurrent, |request| request.terms.scheduling);
        if scheduling == Scheduling::After && !self.session.jobs.is_idle() {
            self.hold = Some(Hold::Turn);
            self.waiting.push_front(part.clone());
            return Ok(());
        }
        if scheduling == Scheduling::Alone && !self.frees_engine() {
            self.waiting.push_front(part.clone());
            return Ok(());
        }
        if matches!(&part.origin, Origin::Script { name, .. } if name == STDIN) {
            self.read_ahead();
        }
        self.dialect.observe(part, self.run_options.echo)?;
        let mut wrapped = Wrapped::default();
        let mut done = read.and_then(|request| self.session.execute(request));
        loop {
            let request = match done {
                Ok(Effect::Timed(request)) => {
                    wrapped.since.get_or_insert_with(Instant::now);
                    request
                }
                Ok(Effect::Picture(request, picture)) => {
                    wrapped.picture = Some(picture);
                    request
                }
                Ok(outcome) => break self.outcome(part, outcome, wrapped)?,
                Err(error) => break self.failed(part, &error)?,
            };
            done = self.session.execute(*request);
        }
        self.dialect.refresh(&mut self.session)?;
        self.follow()
    }

    /// Whether the engine is free. Stops the job that uses it.
    fn frees_engine(&mut self) -> bool {
        // The search that follows the board yields to any command.
        let rests = self.session.jobs.engine_job();
        if rests.is_some() && rests == self.session.jobs.following() {
            self.session.jobs.suspend_following();
        }
        let rests = self.rests_on_engine();
        if rests {
            self.session.jobs.stop_all();
            self.hold = Some(Hold::Engine);
        }
        !rests
    }

    fn rests_on_engine(&self) -> bool {
        match self.dialect.is_protocol() {
            true => !self.session.jobs.is_idle(),
            false => self.session.jobs.engine_job().is_some(),
        }
    }

    fn outcome(&mut self, part: &Part, outcome: Effect, mut wrapped: Wrapped) -> io::Result<()> {
        match outcome {
            Effect::Reply(reply) => self.conclude(part, Ok(reply), wrapped),
            Effect::Running { job, news } => {
                news.iter().for_each(|news| wrapped.observe(news));
                self.origins.push((job, part.clone(), wrapped));
                let background =
                    matches!(news.as_deref(), Some(News::SearchBegins(begun)) if begun.background);
                if !background && !self.dialect.is_protocol() {
                    self.hold = Some(Hold::Job(job));
                }
                news.map_or(Ok(()), |news| self.dialect.news(job, &news))
            }
            Effect::Records { job, feed } => self.begin_records(part, job, feed),
            Effect::Wait => {
                self.hold = Some(Hold::Everything);
                Ok(())
            }
            Effect::Watch => {
                self.hold = self.session.jobs.engine_job().map(Hold::Watching);
                self.dialect.look_on(true)
            }
            Effect::Source(path) => match self.scripts.enter(&path) {
                Ok(()) => Ok(()),
                Err(error) => self.failed(part, &error),
            },
            Effect::Speak(protocol) => self.speak(protocol, true),
            // The wrapped command was executed before.
            Effect::Timed(_) | Effect::Picture(..) => Ok(()),
            Effect::Quit if !self.may_leave()? => Ok(()),
            Effect::Quit => {
                let drill = self.session.drill.end().filter(|_| !self.dialect.is_protocol());
                if let Some(note) = drill {
                    self.show(&Text::of(note).into())?;
                }
                if self.dialect.awaits_result() {
                    self.session.jobs.stop_all();
                    self.finish_before_exit(QUIT_TIMEOUT)?;
                }
                // At a prompt the user has seen the error.
                let seen = matches!(self.source, LineSource::Prompt { .. });
                self.leaving = Some(if seen { 0 } else { self.status.code() });
                Ok(())
            }
        }
    }

    fn conclude(
        &mut self,
        part: &Part,
        done: Result<Reply, CommandError>,
        mut wrapped: Wrapped,
    ) -> io::Result<()> {
        match done.and_then(|reply| wrapped.answer(reply, &mut self.session)) {
            Ok(reply) => self.show(&reply)?,
            Err(error) => self.failed(part, &error)?,
        }
        match wrapped.since {
            Some(since) => self.show(&Took { time_ms: Milliseconds(since.elapsed()) }.into()),
            None => Ok(()),
        }
    }

    fn show(&mut self, reply: &Reply) -> io::Result<()> {
        self.status.failed |= reply.of().is_some_and(|totals: &StreamTotals| totals.bad > 0);
        self.dialect.reply(reply, &self.session)
    }

    /// Reports an error, and leaves a strict script.
    fn failed(&mut self, part: &Part, error: &CommandError) -> io::Result<()> {
        if let Some(reply) = error.reply() {
            self.dialect.reply(reply, &self.session)?;
        }
        self.dialect.failed(part, error)?;
        if part.origin != Origin::Prompt && self.dialect.refuses_position(error) {
            self.session.timeline.refused = true;
        }
        if error.is_stop() && self.status.interrupted {
            // The status reports it.
        } else if error.is_failed_check() {
            self.status.unmet = true;
        } else if !self.dialect.is_protocol() {
            self.status.failed = true;
        } else if matches!(error, CommandError::Crashed(_) | CommandError::Internal(_)) {
            self.status.internal = true;
        }
        let strict = self.run_options.strict || self.session.settings.preferences.strict;
        if strict && part.origin != Origin::Prompt && !self.dialect.is_protocol() {
            self.status.left = true;
            self.leaving = Some(self.status.code());
        }
        Ok(())
    }
}

const KEPT: &str = "the game is in no file; `restore` without a name goes on from here";

/// Number of panics at the prompt after which the program ends.
const MOST_MISTAKES: u32 = 10;

const STDIN: &str = "stdin";

/// Time after which `quit` no longer waits for a search that ignores a stop.
const QUIT_TIMEOUT: Duration = Duration::from_secs(10);
