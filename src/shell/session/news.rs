//! Progress and results of a job, as data: the session stores the results, the dialects format the rest.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use super::{CommandError, Session};
use crate::chess::game::Status;
use crate::chess::{ByColor, Move, Position, Step};
use crate::engine::Event;
use crate::ink::{Answer, AnyAnswer};
use crate::oracle::Opening;
use crate::prove::ProverNews;
use crate::shell::level::PlayEnd;
use crate::shell::reply::{BoardView, Reply};

#[derive(Debug)]
pub enum News {
    SearchBegins(Begun),
    Search(Event),
    EngineMoved(Box<EngineMove>),
    /// A game against the engine has ended without a move.
    PlayEnded(PlayEnd),
    ProofBegins {
        root: Position,
        /// What is looked for, in a word or two.
        what: &'static str,
    },
    /// What the prover found out, or nothing for a second, and the time since it began.
    Proof(Option<ProverNews>, Duration),
    ProofEnds,
    Progress(Progress),
    /// Something that a task shows before its end.
    Found(Arc<dyn TaskEvent>),
    /// The clock of the side to move has run out; belongs to no job. The session replaces it by [`News::PlayEnded`].
    FlagFell,
    /// The job has ended. The session replaces it by [`News::Done`].
    Finding(Finding),
    /// The last of a job; another search may start.
    Done(Result<Reply, CommandError>),
}

/// The result of a job, which only the session can store. The answer, or the start of another part, follows from it.
pub struct Finding(pub(super) Box<StoreResult>);

type StoreResult = dyn FnOnce(&mut Session) -> Result<News, CommandError> + Send;

impl Finding {
    /// A result to store; the answer follows from it.
    pub fn new(
        file: impl FnOnce(&mut Session) -> Result<Reply, CommandError> + Send + 'static,
    ) -> Finding {
        Finding(Box::new(|session| Ok(News::Done(Ok(file(session)?)))))
    }

    /// Found the answer of a measurement.
    ///
    /// # Errors
    /// If what was expected does not hold (`unmet`), or records of the file are bad.
    pub fn measured(
        answer: impl Answer,
        unmet: Option<String>,
        bad: Option<String>,
    ) -> Result<Finding, CommandError> {
        let message = match (unmet, bad) {
            (None, None) => return Ok(answer.into()),
            (None, Some(message)) => {
                return Err(CommandError::BadRecords { message, answer: answer.into() });
            }
            (Some(unmet), None) => unmet,
            (Some(unmet), Some(bad)) => format!("{unmet}; {bad}"),
        };
        Err(CommandError::failed(message, answer))
    }
}

impl fmt::Debug for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Finding")
    }
}

impl From<Reply> for Finding {
    fn from(reply: Reply) -> Finding {
        Finding::new(move |_| Ok(reply))
    }
}

impl<A: Answer> From<A> for Finding {
    fn from(answer: A) -> Finding {
        Reply::from(answer).into()
    }
}

/// An interim result of a task.
pub trait TaskEvent: AnyAnswer {
    /// Returns the label of the progress bar, and the minimum number of items done.
    fn brief(&self) -> Option<(String, usize)> {
        None
    }

    /// Whether it answers a record, so that another line may be read.
    fn is_record(&self) -> bool {
        false
    }
}

/// Progress of a task.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Progress {
    /// Work that has no steps to count, described in a sentence.
    Working(&'static str),
    /// The task has `items` items.
    Begin { what: String, items: usize },
    /// This many items were added.
    More(usize),
    /// Total number of items done.
    Done(usize),
    /// Leaves counted so far; the total is unknown.
    Counted(u64),
}

impl News {
    /// What is said of work on the position that has no steps to count.
    pub const EXAMINED: News = News::Progress(Progress::Working("the position is examined"));
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Begun {
    pub root: Position,
    pub chess960: bool,
    /// In the background: commands are read meanwhile.
    pub background: bool,
    /// It ends with a move of the engine in a game.
    pub plays: bool,
    /// The engine ponders on the opponent's time.
    pub ponders: bool,
    /// How to draw the board, with the last step; `None` if `display` is off.
    pub board_view: Option<(BoardView, Option<Step>)>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EngineMove {
    pub before: Position,
    pub mv: Move,
    pub status: Status,
    pub chess960: bool,
    pub clocks: ByColor<Option<Duration>>,
    pub board_view: Option<BoardView>,
    /// The opening, at the prompt.
    pub opening: Option<Opening>,
}
