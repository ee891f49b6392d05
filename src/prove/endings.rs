//! Which endgame tables the solvers ask, and about which positions.
//!
//! A table of up to four men takes a fraction of a second to make, so those are asked only where few of them can be reached.
//! Tables of five men are files, and no work. What a table says is a fact by the rules of problems; the strategy from there on
//! is drawn from the tables, and checked like any other.

use crate::chess::Position;
use crate::control::{StopFlag, Stopped};
use crate::oracle::endgame::{MADE_MEN, NoStrategy};
use crate::oracle::{EndgameValue, Endgames};
use crate::proof::Strategy;

/// The most men of a root below which tables are made.
const MEN_ABOVE_MADE: u32 = 6;

#[derive(Clone, Copy)]
pub struct Endings<'a> {
    endgames: &'a Endgames,
    makes: bool,
    has_files: bool,
}

impl<'a> Endings<'a> {
    /// Returns the tables for a search from `root`; `None` if there are none to ask.
    pub fn below(root: &Position, endgames: &'a Endgames) -> Option<Endings<'a>> {
        let makes = root.occupied().len() <= MEN_ABOVE_MADE;
        let has_files = endgames.has_files();
        (makes || has_files).then_some(Endings { endgames, makes, has_files })
    }

    /// Whether a table is asked about a position, should there be one.
    #[inline]
    pub fn asks(&self, position: &Position) -> bool {
        let men = position.occupied().len() as usize;
        if men <= MADE_MEN { self.makes } else { self.has_files && men == MADE_MEN + 1 }
    }

    /// Returns what a table says of a position; `None` if none is asked.
    ///
    /// # Errors
    /// [`Stopped`] if the flag was raised before a table was made.
    #[inline]
    pub fn probe(
        &self,
        position: &Position,
        stop: &StopFlag,
    ) -> Result<Option<EndgameValue>, Stopped> {
        if self.asks(position) { self.endgames.probe(position, stop) } else { Ok(None) }
    }

    /// Adds to a strategy how its attacker mates from positions that tables answered.
    ///
    /// # Errors
    /// If a table stopped answering, or the strategy would be too large.
    pub fn complete(
        &self,
        strategy: &mut Strategy,
        from: &[Position],
        stop: &StopFlag,
    ) -> Result<(), NoStrategy> {
        self.endgames.complete(strategy, from, stop)
    }
}
