//! The drill of a session, as far as other commands ask about it: a typed move answers the problem on the board.
//!
//! A problem that is done rests on the board until the next one is asked for; its line may be walked and searched. Any other
//! change of the board ends the drill.

use std::any::Any;
use std::path::PathBuf;

use super::Sheet;
use crate::chess::Position;

/// The command that goes on with the next problem.
pub const NEXT_PROBLEM: &str = "drill next";

/// What `drill` keeps in the session.
pub trait DrillState: Any + Send {
    /// The position of the problem that is asked, and the number of the game that it is.
    fn asked(&self) -> Option<(Position, usize)>;

    /// The number of the game that a done problem is, which rests on the board.
    fn resting(&self) -> Option<usize>;

    /// Ends the drill and returns a note with its tally; `None` without a drill.
    fn end(&mut self) -> Option<String>;
}

#[derive(Default)]
pub struct Drill {
    /// File of the schedule; `None` if it is not saved.
    pub path: Option<PathBuf>,
    pub state: Option<Box<dyn DrillState>>,
}

impl Drill {
    /// Whether an open problem of a drill is on the board.
    pub fn is_asking(&self, board: &Sheet) -> bool {
        let here = Some((*board.game().position(), board.number));
        self.state.as_ref().and_then(|state| state.asked()).is_some_and(|at| Some(at) == here)
    }

    /// Whether a done problem of a drill is on the board.
    pub fn is_resting(&self, board: &Sheet) -> bool {
        self.state.as_ref().and_then(|state| state.resting()) == Some(board.number)
    }

    /// Ends the drill and returns a note with its tally; `None` without a drill.
    pub fn end(&mut self) -> Option<String> {
        self.state.as_mut()?.end()
    }

    /// Ends the drill like [`Drill::end`] if the board no longer shows its problem.
    pub fn note(&mut self, board: &Sheet) -> Option<String> {
        if self.is_asking(board) || self.is_resting(board) { None } else { self.end() }
    }
}
