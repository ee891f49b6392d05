//! The endgame tables that the solvers probe, and for which positions.
//!
//! A table of four men takes a tenth of a second to make; with pawns, which promote, up to two seconds. It is therefore used only
//! if few tables can be reached, and only after the search has run for as long without it, so that short mates are found first. A
//! table's value is a fact by the rules of problems; the strategy from there on is built from the tables, and checked like any
//! other.

use crate::chess::{Piece, Position};
use crate::control::{StopFlag, Stopped};
use crate::oracle::endgame::MADE_MEN;
use crate::oracle::{EndgameValue, Endgames};

const MEN_ABOVE_MADE: u32 = 6;

/// Nodes visited in the time that it takes to make a four-man table and the tables below it, by its number of pawns.
const NODES_A_TABLE: [u64; 3] = [150_000, 1_000_000, 2_500_000];

#[derive(Clone, Copy)]
pub(crate) struct Endings<'a> {
    pub(crate) endgames: &'a Endgames,
    /// Four-man tables with fewer pawns than this are used.
    pawns: u32,
}

impl<'a> Endings<'a> {
    /// Returns the tables for a search from `root`; `None` if there are none. `nodes`: visited by the search before.
    pub(crate) fn below(
        root: &Position,
        endgames: &'a Endgames,
        nodes: u64,
    ) -> Option<Endings<'a>> {
        let men = root.occupied().len();
        // For a root with four men the table is the answer.
        let earned = |cost: &&u64| **cost <= nodes || men as usize <= MADE_MEN;
        let pawns = NODES_A_TABLE.iter().filter(earned).count() as u32;
        (men <= MEN_ABOVE_MADE).then_some(Endings { endgames, pawns })
    }

    /// Returns whether a table is probed for a position, if it exists.
    #[inline]
    pub(crate) fn asks(&self, position: &Position) -> bool {
        let men = position.occupied().len() as usize;
        men < MADE_MEN || men == MADE_MEN && position.pieces(Piece::Pawn).len() < self.pawns
    }

    /// Returns the table's value of a position; `None` if none is probed.
    #[inline]
    pub(crate) fn probe(
        &self,
        position: &Position,
        stop: &StopFlag,
    ) -> Result<Option<EndgameValue>, Stopped> {
        if self.asks(position) { self.endgames.probe(position, stop) } else { Ok(None) }
    }

    /// Returns the value of a position like [`Endings::probe`], also from tables made by earlier searches.
    pub(crate) fn recall(
        &self,
        position: &Position,
        stop: &StopFlag,
    ) -> Result<Option<EndgameValue>, Stopped> {
        let answers = self.asks(position) || self.endgames.is_made(position);
        if answers { self.endgames.probe(position, stop) } else { Ok(None) }
    }
}
