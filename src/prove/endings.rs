//! Which endgame tables the solvers ask, and about which positions.
//!
//! A table of four men takes a tenth of a second to make, and with pawns, which promote, two seconds. So those are asked
//! only where few of them can be reached, and once the search has taken as long without them: a mate that is near is found
//! first. Tables of five men are files, and no work. What a table says is a fact by the rules of problems; the strategy from
//! there on is drawn from the tables, and checked like any other.

use crate::chess::{Piece, Position};
use crate::control::{StopFlag, Stopped};
use crate::oracle::endgame::{MADE_MEN, NoStrategy};
use crate::oracle::{EndgameValue, Endgames};
use crate::proof::Strategy;

/// The most men of a root below which tables are made.
const MEN_ABOVE_MADE: u32 = 6;

/// Nodes that a search visits in the time that a table of four men takes, with all that it leads to, by its pawns.
const NODES_A_TABLE: [u64; 3] = [150_000, 1_000_000, 2_500_000];

#[derive(Clone, Copy)]
pub struct Endings<'a> {
    endgames: &'a Endgames,
    makes: bool,
    /// Tables of four men with fewer pawns are asked.
    pawns: u32,
    has_files: bool,
}

impl<'a> Endings<'a> {
    /// Returns the tables for a search from `root` that has visited so many nodes; `None` if there are none to ask.
    pub fn below(root: &Position, endgames: &'a Endgames, nodes: u64) -> Option<Endings<'a>> {
        let men = root.occupied().len();
        let makes = men <= MEN_ABOVE_MADE;
        let has_files = endgames.has_files();
        // Of a root with four men they answer the question itself.
        let earned = |cost: &&u64| **cost <= nodes || men as usize <= MADE_MEN;
        let pawns = NODES_A_TABLE.iter().filter(earned).count() as u32;
        (makes || has_files).then_some(Endings { endgames, makes, pawns, has_files })
    }

    /// Whether a table is asked about a position, should there be one.
    #[inline]
    pub fn asks(&self, position: &Position) -> bool {
        let men = position.occupied().len() as usize;
        if men > MADE_MEN {
            return self.has_files && men == MADE_MEN + 1;
        }
        self.makes && (men < MADE_MEN || position.pieces(Piece::Pawn).len() < self.pawns)
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

    /// Returns the same, also from tables that an earlier search has made.
    ///
    /// # Errors
    /// [`Stopped`] if the flag was raised before a table was made.
    pub fn recall(
        &self,
        position: &Position,
        stop: &StopFlag,
    ) -> Result<Option<EndgameValue>, Stopped> {
        let answers = self.asks(position) || self.endgames.is_made(position);
        if answers { self.endgames.probe(position, stop) } else { Ok(None) }
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
