//! Questions about mates besides whether there is one.

use std::sync::Arc;

use super::Solvers;
use super::either_side::MateSearch;
use crate::chess::Position;
use crate::control::StopFlag;
use crate::proof::{Aim, Rules};
use crate::prove::NoMemory;
use crate::prove::exact::{Exact, SetLine, Try};

/// MiB for the exhaustive solver's table when it only has to find out who is mated.
const SMALL_TABLE: usize = 1;

/// MiB for the prover's arena in the same case.
const SMALL_ARENA: usize = 4;

impl Solvers {
    /// Whether it is the side to move that is mated within `most` moves, rather than the other.
    pub fn mated_side(
        &self,
        root: &Position,
        most: u16,
        rules: Rules,
        stop: &StopFlag,
    ) -> Result<bool, NoMemory> {
        // Its results are not kept: the proof that follows costs the same whether the attacker was named or not.
        let mut small = Solvers::new(SMALL_ARENA, 1, Arc::clone(&self.endgames));
        // Making the tables of possible captures would take longer than the question is worth.
        small.consults = false;
        small.exact = Some(Exact::new(SMALL_TABLE)?);
        let found = MateSearch::of_either(*root, most, rules).run(&mut small, stop, &mut |_| {})?;
        Ok(found.proof.is_some_and(|proof| proof.attacker() != root.turn()))
    }

    /// Finds the tries: first moves that mate within `moves` moves, except against 1 to `refutations` replies. `None` if the
    /// search was stopped before all were found.
    pub fn tries(
        &mut self,
        root: &Position,
        (moves, refutations): (u16, usize),
        nodes: Option<u64>,
        stop: &StopFlag,
    ) -> Result<Option<Vec<Try>>, NoMemory> {
        let exact = self.exact(Aim::MATE)?.limit_next(nodes);
        Ok(exact.tries(root, moves, refutations, stop).ok())
    }

    /// What would follow each move of the defender, were it the defender's turn: the attacker is to move, and not in check.
    /// `None` if it was stopped before it knew it all.
    pub fn set_play(
        &mut self,
        root: &Position,
        moves: u16,
        nodes: Option<u64>,
        stop: &StopFlag,
    ) -> Result<Option<Vec<SetLine>>, NoMemory> {
        let exact = self.exact(Aim::MATE)?.limit_next(nodes);
        Ok(exact.set_play(root, moves, stop).ok().flatten())
    }
}
