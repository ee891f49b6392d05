//! Progress of a long command, as data; the dialects format it.

use std::time::Duration;

use crate::chess::game::Status;
use crate::chess::{ByColor, Move, Position, Step};
use crate::engine::{Event, ProofEvent};
use crate::prove::solvers::Inquiry;
use crate::shell::level::PlayEnd;
use crate::shell::reply::BoardView;
use crate::tools::tool::ToolNews;

#[derive(Clone, Debug)]
pub enum News {
    SearchBegins(Begun),
    Search(Event),
    EngineMoved(Box<EngineMove>),
    /// A game against the engine has ended without a move.
    PlayEnded(PlayEnd),
    ProofBegins(Box<Inquiry>),
    Proof(ProofEvent),
    Counted {
        nodes: u64,
    },
    /// Progress and records of a tool, or of a command that works through items like one.
    Tool(ToolNews),
    /// Work without countable steps, described in a sentence.
    Working(&'static str),
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
}
