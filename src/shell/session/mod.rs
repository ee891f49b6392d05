//! A session: the game and all before it, the engine, the settings, and what the last search found.
//!
//! [`Session::execute`] does one command and answers with data, or begins it and hands back the number of a job: what the
//! job finds comes through the inbox, and [`Session::receive`] files it. Nothing here waits. A command that fails changes
//! nothing.

mod annotate;
mod assertion;
mod board;
mod book;
mod error;
mod files;
mod flag;
mod game_end;
mod inspect;
mod job;
mod kept;
mod lag;
mod last_sitting;
mod learning;
mod look;
mod mates;
mod measure;
mod news;
mod opponent;
mod preferences;
mod search;
mod settings;
mod sitting;
mod timeline;
mod tool;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

pub use error::CommandError;
pub use job::{Heard, JobEvent, JobId, JobInbox, OfJob};
pub use news::{Begun, EngineMove, News};
pub use preferences::{BoardSize, PREFERENCES, Preferences, TerminalSetting, preference};
pub use search::{Analysis, Glimpse};
pub use settings::names as setting_names;
pub use timeline::{Sheet, Timeline};
pub use tool::StreamFeed;

use super::command::{Command, Protocol};
use super::mates::Aside;
use super::reply::Reply;
use super::table;
use super::terms::BoardNeed;
use crate::chess::{Game, Key, Move, Position};
use crate::engine::Engine;
use crate::shell::command::Request;
use crate::store::WrittenFiles;
use crate::tools::tool::KeptWork;

#[derive(Debug)]
pub enum Effect {
    Reply(Box<Reply>),
    Running {
        job: JobId,
        /// What to report about its beginning.
        news: Option<Box<News>>,
    },
    /// It is under way, and the lines that follow on standard input are its records.
    Records {
        job: JobId,
        feed: StreamFeed,
    },
    /// Wait for everything under way.
    Wait,
    /// Show the running search.
    Watch,
    /// Run the lines of this file.
    Source(PathBuf),
    Speak(Protocol),
    Quit,
}

impl From<Reply> for Effect {
    fn from(reply: Reply) -> Effect {
        Effect::Reply(Box::new(reply))
    }
}

pub struct Session {
    timeline: Timeline,
    engine: Engine,
    preferences: Preferences,
    kept: kept::Kept,
    /// The board on the screen has Black below.
    flipped: bool,
    analysis: Option<Analysis>,
    /// The file whose games were listed last.
    listed: Option<PathBuf>,
    /// The file and the record that `view` showed last.
    viewed: Option<(PathBuf, usize)>,
    /// What the last tool that was stopped would go on with.
    unfinished: Option<KeptWork>,
    /// `analyze` is on: the board is searched whenever nothing else needs the engine.
    follows: bool,
    opponent: opponent::Opponent,
    /// The engine's clock in a game that a GUI keeps.
    gui_clock: lag::GuiClock,
    /// Root moves that `analyze` leaves out, and where.
    excluded: (Key, Vec<Move>),
    /// The last question about a mate.
    inquest: Option<mates::Inquest>,
    /// What else was asked about mates.
    aside: Aside,
    jobs: Vec<job::SessionJob>,
    jobs_begun: u64,
    inbox: JobInbox,
    /// Where the lines typed at the prompt are kept.
    history_file: Option<PathBuf>,
    /// Words that stand for commands.
    aliases: BTreeMap<String, String>,
    /// What was written, and may be written again without a question.
    files: WrittenFiles,
    last_sitting: last_sitting::LastSitting,
}

impl Session {
    /// A new session, whose jobs say what they have to say into this inbox.
    pub fn new(inbox: JobInbox) -> Session {
        Session {
            timeline: Timeline::default(),
            engine: Engine::new(),
            preferences: Preferences::default(),
            kept: kept::Kept::default(),
            flipped: false,
            analysis: None,
            listed: None,
            viewed: None,
            unfinished: None,
            follows: false,
            opponent: opponent::Opponent::default(),
            gui_clock: lag::GuiClock::default(),
            excluded: (Key::default(), Vec::new()),
            inquest: None,
            aside: Aside::default(),
            jobs: Vec::new(),
            jobs_begun: 0,
            inbox,
            history_file: None,
            aliases: BTreeMap::new(),
            files: WrittenFiles::default(),
            last_sitting: last_sitting::LastSitting::default(),
        }
    }

    pub fn game(&self) -> &Game {
        self.timeline.game()
    }

    pub fn position(&self) -> &Position {
        self.timeline.game().position()
    }

    pub fn engine(&self) -> &Engine {
        &self.engine
    }

    pub fn preferences(&self) -> &Preferences {
        &self.preferences
    }

    /// Whether castling is written as in Chess960: the setting says so, or the game cannot be written otherwise.
    pub fn is_chess960(&self) -> bool {
        self.engine.options().chess960 || self.game().start().is_chess960()
    }

    pub fn files(&self) -> &WrittenFiles {
        &self.files
    }

    /// Where the lines typed at the prompt are kept, for `info` to show.
    pub fn set_history_file(&mut self, path: Option<&Path>) {
        self.history_file = path.map(Path::to_owned);
    }

    /// There is no position until another is set up: the one given last was refused, and what follows was meant for it.
    pub fn refuse_position(&mut self) {
        self.timeline.refused = true;
    }

    pub fn has_no_position(&self) -> bool {
        self.timeline.refused
    }

    /// Does a command, or begins it.
    ///
    /// # Errors
    /// Says what was wrong; nothing has changed then.
    pub fn execute(&mut self, request: Request) -> Result<Effect, CommandError> {
        if request.terms.board == BoardNeed::Needs && self.has_no_position() {
            return Err(CommandError::NoPosition);
        }
        let reply = match request.command {
            Command::Forced(inner) => {
                let files = self.files.clone();
                self.files = files.forced();
                let done = self.execute(Request::new(*inner, request.terms));
                self.files = files;
                return done;
            }
            Command::Source(path) => return Ok(Effect::Source(path)),
            Command::Speak(protocol) => return Ok(Effect::Speak(protocol)),
            Command::Quit => return Ok(Effect::Quit),
            Command::Wait => return Ok(Effect::Wait),
            Command::Watch if self.is_idle() => return Err(CommandError::NothingRuns),
            Command::Watch => return Ok(Effect::Watch),
            Command::Go(go) => return self.go(go),
            Command::Threat(limits) => return self.threat(limits),
            Command::ExportProof { path, format } => return self.export_proof(path, format),
            Command::Proof(usage) => return self.proof(usage),
            Command::Tries(request) => return self.tries(&request),
            Command::AddGame(path) => return self.add_game(path),
            Command::Games { path, filter } => return self.games(path, *filter),
            Command::Load(pick) => return self.load(pick),
            Command::Restore(path) => return self.restore(path),
            Command::Explain(mv) => return self.explain(mv),
            Command::Resolve { after, fold, lines } => return self.resolve(after, fold, lines),
            Command::Perft { depth, divide, expected } => {
                return self.perft(depth, divide, expected);
            }
            Command::Bench(depth) => return self.bench(depth),
            Command::Tool(call) => return self.tool(&call),
            Command::Learning(learning) => self.learning(learning)?,
            Command::Book(usage) => return self.book(usage),
            Command::Tables => return self.table_moves(),
            quick => self.answer(quick)?,
        };
        Ok(reply.into())
    }

    /// Does a command that is done at once.
    fn answer(&mut self, command: Command) -> Result<Reply, CommandError> {
        Ok(match command {
            Command::Stop => self.stop_what_runs(),
            Command::Ready => self.ready(),
            Command::PonderHit => self.ponderhit(),
            Command::Analyze(on) => self.analyze(on),
            Command::Opponent(usage) => self.opponent(usage)?,
            Command::Exclude(usage) => self.exclude(usage),
            Command::Hint => self.hint()?,
            Command::Status => self.status(),
            Command::Help(topic) => help(topic),
            Command::Echo(text) => Reply::Text(text),
            Command::New(new) => self.new_game(new),
            Command::SetUp(set_up) => self.set_up(*set_up),
            Command::Play(play) => self.play(*play)?,
            Command::Undo(steps) => self.undo(steps)?,
            Command::Redo(steps) => self.redo(steps)?,
            Command::Goto(place) => self.goto(place)?,
            Command::Mirror => self.mirror(),
            Command::Pass => self.pass()?,
            Command::Fen => Reply::Fen(Box::new(*self.position())),
            Command::Key => self.key(),
            Command::Show { big } => Reply::Board(Box::new(self.show(big))),
            Command::Inspect(what) => self.inspect(what)?,
            Command::Auto { all } => self.auto(all)?,
            Command::Alias(usage) => self.alias(usage)?,
            Command::Log(usage) => self.log(usage)?,
            Command::Flip => self.flip(),
            Command::Moves { from, coordinates } => self.moves(from, coordinates),
            Command::History => self.history(),
            Command::Eval(view) => self.eval(view),
            Command::See(exchanges) => self.see(exchanges)?,
            Command::Pv(usage) => self.pv(usage)?,
            Command::Extensions => self.extensions(),
            Command::Set { name, value } => self.set(&name, &value)?,
            Command::Keep { name, value } => self.keep(&name, &value)?,
            Command::Forget(name) => self.forget(&name)?,
            Command::SetOption { name, value } => self.set_option(&name, &value)?,
            Command::Get(name) => self.get(&name)?,
            Command::Clear => self.clear(),
            Command::Info => self.info(),
            Command::Pgn => self.pgn(),
            Command::TakeGame(reading) => self.take_game(*reading),
            Command::Annotate(annotate) => self.annotate(annotate)?,
            Command::Save(path) => self.save(&path)?,
            Command::Assert(assertion) => self.assert(&assertion)?,
            // Everything else is a job, or is for the conversation to do.
            _ => Reply::Done,
        })
    }
}

fn help(topic: Option<&'static str>) -> Reply {
    Reply::Help(table::topics::help(topic))
}

#[cfg(test)]
mod tests;
