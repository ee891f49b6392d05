//! The drill of a session, as far as other commands ask about it: a typed move answers the problem on the board.
//!
//! Any other change of the board ends the drill.

use std::any::Any;
use std::path::PathBuf;

use super::Sheet;
use crate::chess::Position;

/// What `drill` keeps in the session.
pub trait DrillState: Any + Send {
    /// The position of the problem that is asked, and the number of the game that it is.
    fn asked(&self) -> Option<(Position, usize)>;

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

    /// Ends the drill and returns a note with its tally; `None` without a drill.
    pub fn end(&mut self) -> Option<String> {
        self.state.as_mut()?.end()
    }

    /// Ends the drill like [`Drill::end`] if the board no longer shows its problem.
    pub fn note(&mut self, board: &Sheet) -> Option<String> {
        if self.is_asking(board) { None } else { self.end() }
    }
}
