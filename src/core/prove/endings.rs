//! Which endgame tables the solvers ask, and about which positions.
//!
//! A table of four men takes a tenth of a second to make; with pawns, which promote, up to two seconds. It is therefore used
//! only if few tables can be reached, and only after the search has run for as long without it, so that short mates are found
//! first. What a table says is a fact by the rules of problems; the strategy from
//! there on is drawn from the tables, and checked like any other.

use crate::chess::{Piece, Position};
use crate::control::{StopFlag, Stopped};
use crate::oracle::endgame::MADE_MEN;
use crate::oracle::{EndgameValue, Endgames};

const MEN_ABOVE_MADE: u32 = 6;

/// Nodes visited in the time that it takes to make a four-man table and the tables below it, by its number of pawns.
const NODES_A_TABLE: [u64; 3] = [150_000, 1_000_000, 2_500_000];

#[derive(Clone, Copy)]
pub struct Endings<'a> {
    pub endgames: &'a Endgames,
    /// Four-man tables with fewer pawns than this are used.
    pawns: u32,
}

impl<'a> Endings<'a> {
    /// Returns the tables for a search from `root`; `None` if there are none. `nodes`: visited by the search before.
    pub fn below(root: &Position, endgames: &'a Endgames, nodes: u64) -> Option<Endings<'a>> {
        let men = root.occupied().len();
        // For a root with four men the table is the answer.
        let earned = |cost: &&u64| **cost <= nodes || men as usize <= MADE_MEN;
        let pawns = NODES_A_TABLE.iter().filter(earned).count() as u32;
        (men <= MEN_ABOVE_MADE).then_some(Endings { endgames, pawns })
    }

    /// Whether a table is asked about a position, should there be one.
    #[inline]
    pub fn asks(&self, position: &Position) -> bool {
        let men = position.occupied().len() as usize;
        men < MADE_MEN || men == MADE_MEN && position.pieces(Piece::Pawn).len() < self.pawns
    }

    /// Returns what a table says of a position; `None` if none is asked.
    #[inline]
    pub fn probe(
        &self,
        position: &Position,
        stop: &StopFlag,
    ) -> Result<Option<EndgameValue>, Stopped> {
        if self.asks(position) { self.endgames.probe(position, stop) } else { Ok(None) }
    }

    /// Returns the value of a position like [`Endings::probe`], also from tables made by earlier searches.
    pub fn recall(
        &self,
        position: &Position,
        stop: &StopFlag,
    ) -> Result<Option<EndgameValue>, Stopped> {
        let answers = self.asks(position) || self.endgames.is_made(position);
        if answers { self.endgames.probe(position, stop) } else { Ok(None) }
    }
}
