//! What is found out about the places of a game.

use std::collections::BTreeMap;

use crate::chess::Move;
use crate::proof::Proof;
use crate::prove::solvers::KnownMates;
use crate::units::Score;

/// How many times the nodes, or the time, of the first search a fault is confirmed with.
pub(super) const CONFIRM: u32 = 10;

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Question {
    /// What the position before the move is worth, and what to play.
    Place,
    /// The same, searched deeper, because a move before or after it seems to be a fault.
    Deeper,
    /// What the position after the better move is worth, searched deeper.
    Alternative,
    /// The score of the moves that were not played, where the search overrated the one that was.
    Others,
    Mate,
}

impl Question {
    /// Whether it is answered with the nodes of the first search.
    pub(super) const fn is_first(self) -> bool {
        matches!(self, Question::Place | Question::Others)
    }

    /// Returns how long it takes, in first searches.
    pub(super) const fn cost(self) -> usize {
        if self.is_first() { 1 } else { CONFIRM as usize }
    }
}

#[derive(Clone, Debug)]
pub enum GameFinding {
    Searched(PlaceSearch),
    Mate(Option<Box<MateProof>>),
}

pub(super) type Findings = BTreeMap<(Question, usize), GameFinding>;

#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct PlaceSearch {
    /// View of the side to move.
    pub score: Score,
    /// Iterations completed; 0 where the game is over.
    pub depth: u32,
    pub nodes: u64,
    pub pv: Vec<Move>,
}

/// A mate that could have been given, proved.
#[derive(Clone, Debug)]
pub struct MateProof {
    /// By the rules of games.
    pub proof: Proof,
    pub shortest: bool,
}

impl MateProof {
    pub(super) fn teach(&self, session: &KnownMates) {
        session.keep(&self.proof, if self.shortest { self.proof.mate() - 1 } else { 0 });
    }
}
