//! Progress of a long command. Data only; the dialects decide how to show it.

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
    /// The game against the engine has ended, not by a move.
    PlayEnded(PlayEnd),
    ProofBegins(Box<Inquiry>),
    Proof(ProofEvent),
    Counted {
        nodes: u64,
    },
    /// Progress and records of a tool, or of a command that works through items as a tool does.
    Tool(ToolNews),
    /// Work that has no steps to count, described in a sentence.
    Working(&'static str),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Begun {
    pub root: Position,
    pub chess960: bool,
    /// It runs in the background: commands are read meanwhile.
    pub background: bool,
    /// Its end is a move of the engine in a game.
    pub plays: bool,
    /// It is the opponent's turn: the engine thinks on its time.
    pub ponders: bool,
    /// How to keep the board in sight, with the last step; `None` if `display` is off.
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
