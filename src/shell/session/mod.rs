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
use command::{Acted, Request};
pub use error::CommandError;
pub use job::{JobId, JobInbox, JobState, RecordFeed, SearchSummary};
pub use news::{Begun, EngineMove, News};
pub use preferences::{BoardDisplay, Preferences, TerminalSetting, preference};
pub use session_files::LOG;
use session_settings::SessionSettings;
pub use session_settings::names as setting_names;
use timeline::walk::Place;
pub use timeline::{Sheet, Timeline};

use super::reply::{BoardView, Changed, Reply, Walk};
use super::terms::BoardNeed;
use crate::chess::{Color, Position, Step};
use crate::engine::Engine;
use crate::ink::json::{Fen, Standing};
use crate::ink::{Answer, Theme};
use crate::oracle::{Opening, opening_of};
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
        Changed { notes, ..self.placed() }
    }

    fn placed(&self) -> Changed {
        let game = self.timeline.game();
        let (fen, status) = (Fen(*game.position()), Standing(game.status()));
        let last = self.timeline.last(self.is_chess960());
        let board_view = self.board_view();
        // The engine's move names it.
        let opening = self.opening().filter(|_| !self.opponent.plays());
        Changed { fen, status, notes: Vec::new(), walk: None, last, board_view, opening }
    }

    /// Returns the opening of the game at the prompt. Pipes do not show it, and it takes a look at every move.
    pub fn opening(&self) -> Option<Opening> {
        let game = self.timeline.game();
        self.settings.at_prompt.then(|| opening_of(game)).flatten().cloned()
    }

    /// Returns the position as if it had been walked to.
    pub fn here(&self) -> Changed {
        let game = self.timeline.game();
        let is_walked = game.ply() > 0 || !game.ahead().is_empty();
        let walk =
            is_walked.then(|| self.walk_from(&self.timeline.place(self.is_chess960()), false));
        Changed { walk, ..self.placed() }
    }

    fn walk_from(&self, before: &Place, takes_back: bool) -> Box<Walk> {
        let walk = self.timeline.walk_from(before, takes_back, self.is_chess960());
        Box::new(Walk { plays: self.opponent.plays(), ..walk })
    }

    /// Returns the reply to a game put on the board; at a prompt it is opened at its beginning.
    pub fn opened(&mut self, notes: Vec<String>) -> Changed {
        let before = self.timeline.place(self.is_chess960());
        if !self.settings.at_prompt || self.timeline.game().ply() == 0 {
            return self.changed(notes);
        }
        self.timeline.goto(0);
        self.walked(&before, false, notes)
    }

    /// Returns the command of an empty line at the prompt.
    pub fn on_enter(&self) -> Option<&'static str> {
        if self.drill.is_resting(&self.timeline.now) {
            return Some(drill::NEXT_PROBLEM);
        }
        self.opponent.goes_on(self.timeline.game()).then_some("redo")
    }

    /// Returns the step ahead in the game, with the position before it.
    pub fn ahead(&self) -> Option<(Position, Step)> {
        let step = self.timeline.game().ahead().first()?;
        Some((*self.position(), *step))
    }

    /// Returns what moves typed are for: a game against the engine, a drill, or nothing special.
    pub fn mode(&self) -> &'static str {
        let board = &self.timeline.now;
        if self.drill.is_asking(board) || self.drill.is_resting(board) {
            return "drill";
        }
        if self.opponent.plays() { "game" } else { "" }
    }

    /// Returns the reply of a command that walked from `before`: the last move now or, with `takes_back`, the move taken back.
    pub fn walked(&mut self, before: &Place, takes_back: bool, notes: Vec<String>) -> Changed {
        let walk = Some(self.walk_from(before, takes_back));
        Changed { walk, ..self.changed(notes) }
    }

    /// Returns how to draw the board after a change; `None` if `display` is off.
    pub fn board_view(&self) -> Option<BoardView> {
        let display = self.settings.preferences.display;
        let followed = self.analysis.follows && self.position().has_legal_move();
        let always = display == BoardDisplay::On;
        let view = BoardView { flipped: self.is_flipped(), followed, always };
        (display != BoardDisplay::Off).then_some(view)
    }

    /// Whether Black is below: where the user plays Black, or solves a problem of Black's, unless `flip` turned the board.
    pub fn is_flipped(&self) -> bool {
        let sheet = &self.timeline.now;
        let drilled = sheet.drilled.then(|| sheet.game().start().turn());
        self.settings.flipped != (self.opponent.seat.or(drilled) == Some(Color::Black))
    }

    pub fn execute(&mut self, request: Request) -> Acted {
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
