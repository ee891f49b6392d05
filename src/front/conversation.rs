//! One conversation, whatever language it is led in: lines come in, commands are done in their order, and what jobs tell is
//! said as it comes.
//!
//! There is one inbox and one loop, and nothing else waits. A line is taken when nothing holds it back: a command that
//! somebody waits for, a `wait`, or what has to end first because the next command needs the engine. What acts at once
//! (`stop`, `isready`, `quit` …) does so while others wait. How lines are read and answers said is the dialect's; where
//! they come from is `script.rs`, `input.rs` and `repl/`.

use std::collections::VecDeque;
use std::io;
use std::path::PathBuf;
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

use super::dialect::{Dialect, Origin, Part};
use super::input::Input;
use super::interrupt::Interrupt;
use super::message::{Inbox, Message};
use super::repl::Prompt;
use super::script::{Next, ScriptFault, Scripts};
use super::status::{INTERRUPTED, Status};
use super::terminal;
use super::uci::Uci;
use super::xboard::Xboard;
use crate::engine::Event;
use crate::render::proof;
use crate::search::Report;
use crate::shell::command::{Command, Manner, Protocol};
use crate::shell::mates::{ProofExport, ProofSavedReply};
use crate::shell::session::{Heard, JobEvent, JobId, News};
use crate::shell::{CommandError, Effect, Reply, Session};
use crate::store::{StoreError, file};

/// A command that was told to stop and does not hear it is left behind after so long.
const DEAF: Duration = Duration::from_secs(1);

/// While something is under way it is looked every so often whether anybody still reads the output.
const READER_CHECK: Duration = Duration::from_secs(1);

/// How the conversation is led, as the command line says.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Conduct {
    /// Commands of scripts are shown.
    pub echo: bool,
    /// Scripts end at the first error.
    pub strict: bool,
    /// At the end of the input everything is stopped, also what would end by itself.
    pub quits_at_end: bool,
}

/// Where lines come from when there is no script.
enum Source {
    /// Nowhere: the scripts are all.
    Nothing,
    /// Standard input, being read.
    Input(Input),
    /// The prompt; whether a line is being typed.
    Prompt { prompt: Prompt, typing: bool },
}

/// What the next line waits for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Hold {
    /// The end of a command.
    Job(JobId),
    /// Somebody looks on at the search in the background.
    Watching(JobId),
    /// The end of everything that rests on the engine, which was told to stop.
    Engine,
    /// The end of everything.
    Everything,
}

/// A session, a dialect, and the way between them.
pub struct Conversation {
    session: Session,
    dialect: Box<dyn Dialect>,
    inbox: Receiver<Message>,
    sender: Inbox,
    interrupt: Interrupt,
    conduct: Conduct,
    scripts: Scripts,
    source: Source,
    /// A prompt is to open when the scripts are done.
    prompt_after: Option<Prompt>,
    /// Standard input has ended.
    ended: bool,
    /// Commands to be done, in order.
    waiting: VecDeque<Part>,
    hold: Option<Hold>,
    /// Since when what holds the line was told to stop.
    stopped_at: Option<Instant>,
    /// Where each job under way was asked for.
    origins: Vec<(JobId, Part)>,
    status: Status,
    /// The program is to end with this status.
    leaving: Option<u8>,
}

impl Conversation {
    /// A conversation that has not begun.
    pub fn new(
        session: Session,
        dialect: Box<dyn Dialect>,
        (inbox, sender): (Receiver<Message>, Inbox),
        interrupt: Interrupt,
        conduct: Conduct,
    ) -> Conversation {
        Conversation {
            session,
            dialect,
            inbox,
            sender,
            interrupt,
            conduct,
            scripts: Scripts::default(),
            source: Source::Nothing,
            prompt_after: None,
            ended: false,
            waiting: VecDeque::new(),
            hold: None,
            stopped_at: None,
            origins: Vec::new(),
            status: Status::default(),
            leaving: None,
        }
    }

    /// Leads it to its end: the scripts, and then the prompt, if there is one. Returns the status to end with.
    ///
    /// # Errors
    /// Only if nobody can read the output any more.
    pub fn lead(&mut self, scripts: Scripts, prompt: Option<Prompt>) -> io::Result<u8> {
        self.scripts = scripts;
        self.prompt_after = prompt;
        while self.leaving.is_none() {
            self.release()?;
            if self.hold.is_none() {
                if let Some(part) = self.waiting.pop_front() {
                    self.part(&part)?;
                    continue;
                }
                if self.next()? {
                    continue;
                }
            }
            self.take_one()?;
        }
        self.session.stop_all();
        Ok(self.leaving.unwrap_or_default())
    }

    /// Speaks a protocol from here on; nothing is read from scripts or the prompt any more.
    ///
    /// # Errors
    /// If nobody can read the output any more.
    pub fn speak(&mut self, protocol: Protocol, introduces: bool) -> io::Result<()> {
        self.scripts.forget();
        self.prompt_after = None;
        if !matches!(self.source, Source::Input(_)) && !self.ended {
            self.source = Source::Input(Input::begin(self.sender.clone())?);
        }
        self.dialect = match protocol {
            Protocol::Uci => Box::new(Uci::new(io::stdout())),
            Protocol::Xboard => Box::new(Xboard::new(io::stdout())),
        };
        if introduces { self.dialect.begin(&self.session) } else { Ok(()) }
    }

    /// Takes the next line from where lines come from. `false` if there is none yet; at the end of everything the program
    /// is told to leave.
    fn next(&mut self) -> io::Result<bool> {
        // The input is read to its end before the next script is begun.
        if matches!(self.source, Source::Input(_)) && !self.ended && !self.scripts.is_inside() {
            return Ok(false);
        }
        match self.scripts.next_line() {
            Next::Line(part) => {
                self.line(part);
                return Ok(true);
            }
            Next::Fault(origin, fault) => {
                self.script_fault(&origin, None, fault)?;
                return Ok(true);
            }
            Next::Input if !self.ended && !matches!(self.source, Source::Input(_)) => {
                self.source = Source::Input(Input::begin(self.sender.clone())?);
                return Ok(false);
            }
            Next::Input | Next::End => {}
        }
        match &mut self.source {
            Source::Prompt { prompt, typing } => {
                if !*typing && let Some(text) = self.dialect.prompt(&self.session) {
                    *typing = true;
                    prompt.ask(text, &self.session);
                    self.dialect.print_above(Some(prompt.above()));
                }
                return Ok(false);
            }
            Source::Input(_) | Source::Nothing => {}
        }
        if let Some(prompt) = self.prompt_after.take() {
            self.conduct.echo = false;
            self.source = Source::Prompt { prompt, typing: false };
            return Ok(true);
        }
        Ok(self.end())
    }

    /// Everything has been said: what ends by itself may end. Whether all has.
    fn end(&mut self) -> bool {
        if self.session.is_idle() {
            self.leaving = Some(self.status.code());
            return true;
        }
        self.stop_at_end();
        false
    }

    /// Stops what would never end when there is nobody left to stop it.
    fn stop_at_end(&mut self) {
        self.session.stop_following();
        if self.conduct.quits_at_end || !self.session.is_bounded() {
            self.session.stop_all();
        }
    }

    /// Puts the commands of a line before all that wait.
    fn line(&mut self, line: Part) {
        let parts = self.dialect.parts(&line.text);
        for text in parts.into_iter().rev() {
            self.waiting.push_front(Part { origin: line.origin.clone(), text });
        }
    }

    /// Does a command.
    fn part(&mut self, part: &Part) -> io::Result<()> {
        let read = self.dialect.read(&part.text, &self.session);
        // What is refused while a program's search runs ends it too, as what is understood would.
        let manner = match &read {
            Ok(command) => self.dialect.manner(command),
            Err(_) if self.dialect.is_protocol() => Manner::Alone,
            Err(_) => Manner::Beside,
        };
        if manner == Manner::After && !self.session.is_idle() {
            self.hold = Some(Hold::Everything);
            self.waiting.push_front(part.clone());
            return Ok(());
        }
        if manner == Manner::Alone && !self.makes_room() {
            self.waiting.push_front(part.clone());
            return Ok(());
        }
        self.done_with(part);
        self.dialect.hear(part, self.conduct.echo)?;
        match read.and_then(|command| self.session.execute(command)) {
            Ok(outcome) => self.outcome(part, outcome)?,
            Err(error) => self.failed(part, &error)?,
        }
        self.dialect.heed(&mut self.session)?;
        self.follow()
    }

    /// Another line may be read ahead.
    fn done_with(&self, part: &Part) {
        if let (Source::Input(input), Origin::Script { name, .. }) = (&self.source, &part.origin)
            && name == STDIN
        {
            input.done();
        }
    }

    /// Whether nothing rests on the engine any more. What does is told to stop.
    fn makes_room(&mut self) -> bool {
        if self.session.gives_way() {
            self.session.suspend_following();
        }
        let rests = match self.dialect.is_protocol() {
            true => !self.session.is_idle(),
            false => self.session.engine_job().is_some(),
        };
        if rests {
            self.session.stop_all();
            self.hold = Some(Hold::Engine);
        }
        !rests
    }

    fn outcome(&mut self, part: &Part, outcome: Effect) -> io::Result<()> {
        match outcome {
            Effect::Reply(reply) => self.show(part, *reply),
            Effect::Running { job, news } => {
                self.origins.push((job, part.clone()));
                let background =
                    matches!(news.as_deref(), Some(News::SearchBegins(begun)) if begun.background);
                if !background && !self.dialect.is_protocol() {
                    self.hold = Some(Hold::Job(job));
                }
                news.map_or(Ok(()), |news| self.dialect.news(&news))
            }
            Effect::Wait => {
                self.hold = Some(Hold::Everything);
                Ok(())
            }
            Effect::Watch => {
                self.hold = self.session.engine_job().map(Hold::Watching);
                self.dialect.look_on(true)
            }
            Effect::Source(path) => match self.scripts.enter(&path) {
                Ok(()) => Ok(()),
                Err((path, fault)) => self.script_fault(&part.origin, Some(path), fault),
            },
            Effect::Speak(protocol) => self.speak(protocol, true),
            Effect::Quit => {
                // Somebody at a prompt was there to see what went wrong.
                let seen = matches!(self.source, Source::Prompt { .. });
                self.leaving = Some(if seen { 0 } else { self.status.code() });
                Ok(())
            }
        }
    }

    /// Says an answer. What is to be written in a form that only the floor above knows is written first.
    fn show(&mut self, part: &Part, reply: Reply) -> io::Result<()> {
        let reply = match reply {
            Reply::ProofExport(export) => match written(&export) {
                Ok(reply) => reply,
                Err(error) => return self.failed(part, &error),
            },
            reply => reply,
        };
        self.dialect.reply(&reply, &self.session)
    }

    /// Says what went wrong, and leaves a strict script.
    fn failed(&mut self, part: &Part, error: &CommandError) -> io::Result<()> {
        if let CommandError::Failed { reply: Some(reply), .. } = error {
            self.dialect.reply(reply, &self.session)?;
        }
        self.dialect.failed(part, error)?;
        if part.origin != Origin::Prompt && error.refuses_position() {
            self.session.refuse_position();
        }
        if error.is_failed_check() {
            self.status.unmet = true;
        } else if error.is_internal() && self.dialect.is_protocol() {
            self.status.internal = true;
        } else if !self.dialect.is_protocol() {
            self.status.failed = true;
        }
        let strict = self.conduct.strict || self.session.preferences().strict;
        if strict && part.origin != Origin::Prompt && !self.dialect.is_protocol() {
            self.status.left = true;
            self.leaving = Some(self.status.code());
        }
        Ok(())
    }

    fn script_fault(
        &mut self,
        origin: &Origin,
        path: Option<PathBuf>,
        fault: ScriptFault,
    ) -> io::Result<()> {
        let part = Part { origin: origin.clone(), text: String::new() };
        let error = match (fault, path) {
            (ScriptFault::LongLine(bytes), _) => CommandError::LongLine { bytes },
            (fault, Some(path)) => CommandError::Content { path, message: fault.to_string() },
            (fault, None) => {
                let Origin::Script { name, .. } = origin else { return Ok(()) };
                CommandError::Content { path: PathBuf::from(name), message: fault.to_string() }
            }
        };
        self.failed(&part, &error)
    }

    /// Waits for one message and deals with it.
    fn take_one(&mut self) -> io::Result<()> {
        let message = if self.session.is_idle() {
            // This end of the channel is kept open by the sender beside it.
            self.inbox.recv().unwrap_or(Message::End)
        } else {
            match self.inbox.recv_timeout(READER_CHECK) {
                Ok(message) => message,
                Err(RecvTimeoutError::Disconnected) => Message::End,
                Err(RecvTimeoutError::Timeout) => return self.while_nothing_happens(),
            }
        };
        self.take(message)
    }

    /// Leaves behind what does not hear that it is to stop, and everything if nobody reads the output any more.
    fn while_nothing_happens(&mut self) -> io::Result<()> {
        if terminal::output_is_closed() {
            return Err(io::ErrorKind::BrokenPipe.into());
        }
        if let (Some(Hold::Job(job)), Some(at)) = (self.hold, self.stopped_at)
            && at.elapsed() >= DEAF
        {
            self.session.abandon(job);
            let part = self.origin_of(job);
            self.failed(&part, &CommandError::Abandoned)?;
        }
        Ok(())
    }

    fn take(&mut self, message: Message) -> io::Result<()> {
        match message {
            Message::Line { text, number } => {
                let origin = Origin::Script { name: STDIN.to_owned(), line: number };
                let parts = self.dialect.parts(&text).into_iter();
                self.waiting.extend(parts.map(|text| Part { origin: origin.clone(), text }));
                self.act_at_once()
            }
            Message::LongLine { bytes, number } => {
                let origin = Origin::Script { name: STDIN.to_owned(), line: number };
                let part = Part { origin, text: String::new() };
                self.failed(&part, &CommandError::LongLine { bytes })
            }
            Message::Typed(lines) => {
                self.typed();
                for text in lines.into_iter().rev() {
                    self.line(Part { origin: Origin::Prompt, text });
                }
                Ok(())
            }
            Message::Garbled(why) => {
                self.typed();
                let part = Part { origin: Origin::Prompt, text: String::new() };
                self.failed(&part, &CommandError::Garbled(why))
            }
            Message::End => self.input_ended(),
            Message::NoPrompt(why) => {
                self.typed();
                let part = Part { origin: Origin::Prompt, text: String::new() };
                self.leaving = Some(1);
                self.dialect.failed(&part, &CommandError::NoPrompt(why))
            }
            Message::Interrupt => self.interrupted(),
            Message::Terminate(status) => {
                self.session.stop_all();
                self.leaving = Some(status);
                self.last_words()
            }
            Message::Job(event) => self.heard(event),
        }
    }

    /// The prompt has answered: nobody types.
    fn typed(&mut self) {
        if let Source::Prompt { typing, .. } = &mut self.source {
            *typing = false;
        }
        self.dialect.print_above(None);
    }

    fn input_ended(&mut self) -> io::Result<()> {
        self.typed();
        self.ended = true;
        if let Source::Prompt { .. } = self.source {
            self.leaving = Some(0);
            return Ok(());
        }
        let waits = matches!(self.hold, Some(Hold::Everything));
        if (self.waiting.is_empty() || waits) && self.dialect.is_protocol() {
            self.stop_at_end();
        }
        Ok(())
    }

    /// Does what need not wait for what is under way, though lines before it may.
    fn act_at_once(&mut self) -> io::Result<()> {
        let Some(hold) = self.hold else { return Ok(()) };
        if matches!(hold, Hold::Job(_) | Hold::Watching(_)) {
            return Ok(());
        }
        while let Some(part) = self.waiting.pop_front() {
            if !self.acts_at_once(&part, hold) {
                self.waiting.push_front(part);
                break;
            }
            self.part(&part)?;
        }
        // Whoever waits for what never ends is deaf to everything but this.
        let bounded = self.session.is_bounded();
        let ends = |part: &Part| match part.text.trim() {
            "stop" | "?" => true,
            text => !bounded && matches!(text, "quit" | "exit"),
        };
        if hold == Hold::Everything
            && let Some(place) = self.waiting.iter().position(ends)
            && let Some(part) = self.waiting.remove(place)
        {
            self.part(&part)?;
        }
        Ok(())
    }

    fn acts_at_once(&mut self, part: &Part, hold: Hold) -> bool {
        match self.dialect.read(&part.text, &self.session) {
            // Who says `wait` and then `quit` wants to leave when it is done.
            Ok(Command::Quit) => hold != Hold::Everything || !self.session.is_bounded(),
            Ok(Command::Nothing) => true,
            Ok(command) => self.dialect.manner(&command) == Manner::AtOnce,
            Err(_) => false,
        }
    }

    fn interrupted(&mut self) -> io::Result<()> {
        match self.hold {
            Some(Hold::Watching(_)) => {
                self.hold = None;
                self.interrupt.dealt_with();
                return self.dialect.look_on(false);
            }
            Some(Hold::Job(job)) => self.session.stop(job),
            Some(Hold::Engine | Hold::Everything) => self.session.stop_all(),
            None if self.dialect.is_protocol() && !self.session.is_idle() => {
                self.session.stop_all();
                self.interrupt.dealt_with();
            }
            // A finger that was late.
            None if matches!(self.source, Source::Prompt { .. }) => self.interrupt.dealt_with(),
            None => self.leaving = Some(INTERRUPTED),
        }
        if self.hold.is_some() {
            self.stopped_at = Some(Instant::now());
        }
        if matches!(self.source, Source::Prompt { .. }) {
            // The rest of a paste, or of a script called from the prompt, was meant to follow what was ended.
            self.waiting.clear();
            self.scripts.leave();
        }
        Ok(())
    }

    /// Lets the next line go when what held it has ended.
    fn release(&mut self) -> io::Result<()> {
        let ended = match self.hold {
            None => return Ok(()),
            Some(Hold::Job(job)) => !self.session.is_running(job),
            Some(Hold::Watching(job)) => {
                let ended = !self.session.is_running(job);
                if ended {
                    self.dialect.look_on(false)?;
                }
                ended
            }
            Some(Hold::Engine) => match self.dialect.is_protocol() {
                true => self.session.is_idle(),
                false => self.session.engine_job().is_none(),
            },
            Some(Hold::Everything) => self.session.is_idle(),
        };
        if ended {
            self.hold = None;
            if self.stopped_at.take().is_some() {
                self.interrupt.dealt_with();
            }
        }
        Ok(())
    }

    /// Files what a job says, and says it.
    fn heard(&mut self, event: JobEvent) -> io::Result<()> {
        let job = event.job;
        for heard in self.session.receive(event) {
            match heard {
                Heard::News(news) => {
                    self.dialect.news(&news)?;
                    self.update_prompt(&news);
                }
                Heard::Done(done) => {
                    let part = self.origin_of(job);
                    match done {
                        Ok(reply) => self.show(&part, *reply)?,
                        Err(error) => self.failed(&part, &error)?,
                    }
                    self.dialect.heed(&mut self.session)?;
                    self.release()?;
                    self.follow()?;
                }
            }
        }
        Ok(())
    }

    /// While a line is typed the prompt tells what the search in the background comes to.
    fn update_prompt(&mut self, news: &News) {
        if let News::Search(Event::Report(Report::Finished(_))) = news
            && let Source::Prompt { prompt, typing: true } = &self.source
            && let Some(text) = self.dialect.prompt(&self.session)
        {
            prompt.update(text);
        }
    }

    /// Where a job was asked for, which is told once.
    fn origin_of(&mut self, job: JobId) -> Part {
        let place = self.origins.iter().position(|(id, _)| *id == job);
        place.map_or_else(
            || Part { origin: Origin::Prompt, text: String::new() },
            |place| self.origins.swap_remove(place).1,
        )
    }

    /// Has the board searched on if it is to be followed.
    fn follow(&mut self) -> io::Result<()> {
        if self.leaving.is_some() || self.hold.is_some() || !self.waiting.is_empty() {
            return Ok(());
        }
        match self.session.follow() {
            Some((_, news)) => self.dialect.news(&news),
            None => Ok(()),
        }
    }

    /// Hears what is under way out when the system ends the program.
    fn last_words(&mut self) -> io::Result<()> {
        let end = Instant::now() + DEAF / 2;
        while !self.session.is_idle() {
            let left = end.saturating_duration_since(Instant::now());
            match self.inbox.recv_timeout(left) {
                Ok(Message::Job(event)) => self.heard(event)?,
                Ok(_) => {}
                Err(_) => break,
            }
        }
        terminal::restore();
        Ok(())
    }
}

/// What errors call standard input.
const STDIN: &str = "stdin";

/// Writes a proof into a file, whole or not at all.
fn written(export: &ProofExport) -> Result<Reply, CommandError> {
    let mut bytes = Vec::new();
    proof::export(&mut bytes, &export.exhibit, export.format).map_err(|error| {
        CommandError::Content { path: export.path.clone(), message: error.to_string() }
    })?;
    file::write_atomically(&export.path, &bytes).map_err(StoreError::from)?;
    let proof = &export.exhibit.proof;
    Ok(Reply::ProofSaved(ProofSavedReply {
        path: export.path.clone(),
        mate: proof.mate(),
        positions: proof.positions(),
    }))
}
