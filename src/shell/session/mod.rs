//! A session: the game and all before it, the engine, the settings, and what the last search found.
//!
//! [`Session::execute`] does one command and answers with data, or begins it and hands back the number of a job: what the
//! job finds comes through the inbox, and [`Session::receive`] files it. Nothing here waits. A command that fails changes
//! nothing.

pub mod aliases;
pub mod autosave;
pub mod command;
pub mod drill;
pub mod error;
pub mod game_end;
pub mod job;
pub mod kept;
pub mod lag;
pub mod mates;
pub mod news;
pub mod opponent;
pub mod preferences;
pub mod saved;
pub mod search;
pub mod settings;
pub mod timeline;
pub mod tool;
pub mod walk;

use std::path::PathBuf;
use std::sync::Arc;

pub use autosave::LOG;
use command::Request;
pub use error::CommandError;
pub use job::{Heard, JobId, JobInbox, JobMessage, OfJob};
pub use news::{Begun, EngineMove, News};
pub use preferences::{PREFERENCES, Preferences, TerminalSetting, preference};
pub use search::{Analysis, Glimpse};
pub use settings::names as setting_names;
pub use timeline::{Sheet, Timeline};
pub use tool::StreamFeed;

use super::mates::{Aside, VerdictAnswer};
use super::reply::{BoardView, Changed, Reply};
use super::terms::BoardNeed;
use crate::chess::{Game, Key, Move, Position};
use crate::engine::Engine;
use crate::ink::json::{Fen, PlayedStep, Standing};
use crate::ink::{Answer, Theme};
use crate::store::WrittenFiles;
use crate::store::written::NamedFiles;
use crate::tools::second::Second;

#[derive(Debug)]
pub enum Effect {
    Reply(Reply),
    Running {
        job: JobId,
        news: Option<Box<News>>,
    },
    /// It is under way, and the lines that follow on standard input are its records.
    Records {
        job: JobId,
        feed: StreamFeed,
    },
    Wait,
    Watch,
    Source(PathBuf),
    Speak(Protocol),
    /// Do this, and say how long it took.
    Timed(Box<Request>),
    /// Do this, and draw its answer into a file.
    Picture(Box<Request>, PictureRequest),
    Quit,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PictureRequest {
    pub path: PathBuf,
    pub files: NamedFiles,
    /// What it is drawn on, if not as the setting `theme` says.
    pub paper: Option<Theme>,
    /// The command as it was written, for those who cannot see the picture.
    pub title: String,
}

/// A language of programs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Protocol {
    Uci,
    /// The Chess Engine Communication Protocol of xboard, version 2.
    Xboard,
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
    pub timeline: Timeline,
    pub engine: Engine,
    pub preferences: Preferences,
    pub kept: kept::Kept,
    /// The board on the screen has Black below.
    pub flipped: bool,
    pub analysis: Option<Analysis>,
    /// The file whose games were listed last.
    pub listed: Option<PathBuf>,
    /// The file and the record that `view` showed last.
    pub viewed: Option<(PathBuf, usize)>,
    /// `analyze` is on: the board is searched whenever nothing else needs the engine.
    pub follows: bool,
    pub opponent: opponent::Opponent,
    pub drill: drill::Drill,
    /// The engine's clock in a game that a GUI keeps.
    pub gui_clock: lag::GuiClock,
    /// Root moves that `analyze` leaves out, and where.
    pub excluded: (Key, Vec<Move>),
    pub verdict: Option<VerdictAnswer>,
    pub aside: Aside,
    pub jobs: Vec<job::SessionJob>,
    pub jobs_begun: u64,
    pub inbox: JobInbox,
    pub history_file: Option<PathBuf>,
    pub aliases: aliases::Aliases,
    /// What was written, and may be written again without a question.
    pub files: WrittenFiles,
    pub autosaved: autosave::Autosave,
    pub second: Option<Arc<Second>>,
}

impl Session {
    /// A new session, whose jobs say what they have to say into this inbox.
    pub fn new(inbox: impl Fn(JobId, JobMessage) + Send + Sync + 'static) -> Session {
        Session { inbox: JobInbox::new(inbox), ..Session::default() }
    }

    pub fn game(&self) -> &Game {
        self.timeline.game()
    }

    pub fn position(&self) -> &Position {
        self.timeline.game().position()
    }

    /// Whether castling is written as in Chess960: the setting says so, or the game cannot be written otherwise.
    pub fn is_chess960(&self) -> bool {
        self.engine.options().chess960 || self.game().start().is_chess960()
    }

    /// Puts another game on the board. One against the engine ends.
    pub fn begin(&mut self, sheet: Sheet) {
        self.leave_play();
        self.timeline.begin(sheet);
    }

    pub fn changed(&mut self, mut notes: Vec<String>) -> Changed {
        notes.extend(self.note_of_play(false));
        notes.extend(self.note_of_drill());
        let (fen, status) = (Fen(*self.position()), Standing(self.game().status()));
        Changed { fen, status, notes, walk: None, last: self.last(), board_view: self.board_view() }
    }

    /// Returns how to draw the board after a change; `None` if `display` is off.
    pub fn board_view(&self) -> Option<BoardView> {
        let followed = self.follows && self.position().has_legal_move();
        self.preferences.display.then_some(BoardView { flipped: self.flipped, followed })
    }

    pub fn last(&self) -> Option<PlayedStep> {
        let chess960 = self.is_chess960();
        let last = self.game().last_with_position();
        last.map(|(before, step)| PlayedStep { before, step, chess960 })
    }

    pub fn execute(&mut self, request: Request) -> Result<Effect, CommandError> {
        if request.terms.board == BoardNeed::Needs && self.timeline.refused {
            return Err(CommandError::NoPosition);
        }
        if request.tells && self.is_asking() {
            let why = "this would tell what the drill asks: `give up` shows the solution; with `--anyway` behind it the command is done";
            return Err(CommandError::refused(why));
        }
        if request.terms.walks && self.plays() && self.opponent.referee {
            let why = "a game is played against the engine: `undo N` takes moves back, `force` breaks it off";
            return Err(CommandError::refused(why));
        }
        let files = self.files.clone();
        if let Some(named) = request.files {
            self.files = files.of_command(named);
        }
        let done = request.command.act(self);
        self.files = files;
        if self.excluded.0 != self.position().key() {
            self.excluded.1.clear();
        }
        done
    }
}
