//! A session: the engine, and a struct for each theme (timeline, analysis, mates, opponent, drill, settings, files, jobs) with
//! the methods that need only that theme. What needs several themes is a method of [`Session`] in the file of its theme.
//!
//! [`Session::execute`] executes one command and returns its reply, or starts it and returns the number of a job, whose results
//! come through the inbox and are stored by [`Session::receive`]. Nothing here blocks. A command that fails changes nothing.

pub mod aliases;
pub mod analysis;
pub mod command;
pub mod drill;
pub mod error;
pub mod job;
pub mod lag;
pub mod mates;
pub mod news;
pub mod opponent;
pub mod play;
pub mod preferences;
pub mod saved;
pub mod session_files;
pub mod session_settings;
pub mod timeline;

use std::path::PathBuf;

pub use analysis::Analysis;
use command::Request;
pub use error::CommandError;
pub use job::{JobId, JobInbox, JobState, RecordFeed, SearchSummary};
pub use news::{Begun, EngineMove, News};
pub use preferences::{Preferences, TerminalSetting, preference};
pub use session_files::LOG;
use session_settings::SessionSettings;
pub use session_settings::names as setting_names;
use timeline::walk::Place;
pub use timeline::{Sheet, Timeline};

use super::reply::{Changed, Reply};
use super::terms::BoardNeed;
use crate::chess::Position;
use crate::engine::Engine;
use crate::ink::json::{Fen, Standing};
use crate::ink::{Answer, Theme};
use crate::store::written::NamedFiles;

#[derive(Debug)]
pub enum Effect {
    Reply(Reply),
    Running {
        job: JobId,
        news: Option<Box<News>>,
    },
    /// Started; the following lines of standard input are its records.
    Records {
        job: JobId,
        feed: RecordFeed,
    },
    Wait,
    Watch,
    Source(PathBuf),
    Speak(Protocol),
    /// Execute and print the elapsed time.
    Timed(Box<Request>),
    /// Execute and draw the answer into a file.
    Picture(Box<Request>, PictureRequest),
    Quit,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PictureRequest {
    pub path: PathBuf,
    pub files: NamedFiles,
    /// Theme of the picture; `None` for the setting `theme`.
    pub paper: Option<Theme>,
    /// The command as typed, as the picture's alternative text.
    pub title: String,
}

/// A protocol for programs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Protocol {
    Uci,
    /// Chess Engine Communication Protocol (xboard), version 2.
    Xboard,
}

impl Effect {
    /// The same, with something to show of the job at once.
    #[must_use]
    pub fn telling(self, news: News) -> Effect {
        match self {
            Effect::Running { job, .. } => Effect::Running { job, news: Some(Box::new(news)) },
            other => other,
        }
    }
}

impl<A: Answer> From<A> for Effect {
    fn from(answer: A) -> Effect {
        Reply::from(answer).into()
    }
}

impl From<Reply> for Effect {
    fn from(reply: Reply) -> Effect {
        Effect::Reply(reply)
    }
}

#[derive(Default)]
pub struct Session {
    pub engine: Engine,
    pub timeline: Timeline,
    pub analysis: analysis::AnalysisState,
    pub mates: mates::Mates,
    pub opponent: opponent::Opponent,
    pub drill: drill::Drill,
    pub settings: SessionSettings,
    pub files: session_files::SessionFiles,
    pub jobs: job::Jobs,
}

impl Session {
    /// Builds a session whose jobs report to `inbox`.
    pub fn new(inbox: impl Fn(JobId, News) + Send + Sync + 'static) -> Session {
        Session { jobs: job::Jobs::new(JobInbox::new(inbox)), ..Session::default() }
    }

    pub fn position(&self) -> &Position {
        self.timeline.position()
    }

    /// Whether castling is written as in Chess960: by the setting, or because the game requires it.
    pub fn is_chess960(&self) -> bool {
        self.engine.options().chess960 || self.timeline.game().start().is_chess960()
    }

    /// Puts another game on the board; a game against the engine ends.
    pub fn begin(&mut self, sheet: Sheet) {
        self.opponent.leave(&mut self.jobs);
        self.timeline.begin(sheet);
    }

    pub fn changed(&mut self, mut notes: Vec<String>) -> Changed {
        notes.extend(self.opponent.note(false));
        notes.extend(self.drill.note(&self.timeline.now));
        let (fen, status) = (Fen(*self.position()), Standing(self.timeline.game().status()));
        let last = self.timeline.last(self.is_chess960());
        let board_view = self.settings.board_view(&self.analysis, self.position());
        Changed { fen, status, notes, walk: None, last, board_view }
    }

    /// Returns the reply of a command that walked from `before`: the last move now or, with `takes_back`, the move taken back.
    pub fn walked(&mut self, before: &Place, takes_back: bool, notes: Vec<String>) -> Changed {
        let walk = Some(Box::new(self.timeline.walk_from(before, takes_back, self.is_chess960())));
        Changed { walk, ..self.changed(notes) }
    }

    pub fn execute(&mut self, request: Request) -> Result<Effect, CommandError> {
        if request.terms.board == BoardNeed::Needs && self.timeline.refused {
            return Err(CommandError::NoPosition);
        }
        if request.reveals && self.drill.is_asking(&self.timeline.now) {
            let why = "this would tell what the drill asks: `give up` shows the solution; with `--anyway` behind it the command is done";
            return Err(CommandError::refused(why));
        }
        if request.terms.walks && self.opponent.plays() && self.opponent.referee {
            let why = "a game is played against the engine: `undo N` takes moves back, `force` breaks it off";
            return Err(CommandError::refused(why));
        }
        let files = self.files.written.clone();
        if let Some(named) = request.files {
            self.files.written = files.of_command(named);
        }
        let done = (request.command)(self);
        self.files.written = files;
        self.analysis.retain_excluded(self.timeline.position().key());
        done
    }
}
