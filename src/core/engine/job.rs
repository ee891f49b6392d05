//! The request for a search, and its events: data only, the dialects decide how to show it.

use super::strength::Strength;
use crate::chess::{Color, Game};
use crate::control::Limits;
use crate::search::{Finished, Progress, Report};

/// A search to start: a game, limits and what departs from the options.
///
/// ```
/// use quarterply_core::chess::Game;
/// use quarterply_core::control::Limits;
/// use quarterply_core::engine::{Engine, Job};
///
/// let job = Job { multi_pv: Some(3), ..Job::new(Game::default(), Limits::depth(4)) };
/// let lines = Engine::new().start(job).join()?.iteration.lines;
/// assert!(lines.len() == 3 && lines[0].score >= lines[2].score);
/// # Ok::<(), quarterply_core::engine::SearchCrash>(())
/// ```
#[derive(Clone, Debug)]
pub struct Job {
    pub game: Game,
    pub limits: Limits,
    /// How many lines; `None` for what the option `MultiPV` says.
    pub multi_pv: Option<usize>,
    /// Playing strength; `None` for full strength.
    pub strength: Option<Strength>,
}

impl Job {
    /// Returns a search at full strength with as many lines as the option `MultiPV` says.
    pub fn new(game: Game, limits: Limits) -> Job {
        Job { game, limits, multi_pv: None, strength: None }
    }
}

/// Something happened in a search. [`Event::Finished`] or [`Event::Crashed`] is the last one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Event {
    /// Something to know that stops nothing, such as a table that could not be made as large as it was asked for.
    Warning(String),
    /// What the search has to do before it can begin, or that a book answers: for people, and for the logs of GUIs.
    Note(String),
    /// The search found something out. Exact mate scores carry the whole line to the mate.
    Report(Report),
    /// Nothing was reported for a second: where the search is.
    Heartbeat(Progress),
    /// `go mate` found that this side has no mate in so many moves.
    Refuted {
        attacker: Color,
        moves: u16,
    },
    Finished(Box<Finished>),
    /// The search ended with an internal error, whose message this is. There is no result beyond the last report.
    Crashed(String),
}

impl Event {
    pub fn is_last(&self) -> bool {
        matches!(self, Event::Finished(_) | Event::Crashed(_))
    }
}
