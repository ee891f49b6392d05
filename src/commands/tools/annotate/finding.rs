//! Findings about the positions of a game.

use std::collections::BTreeMap;

use crate::chess::Move;
use crate::proof::Proof;
use crate::prove::solvers::KnownMates;
use crate::units::Score;

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Question {
    /// The score of the position before the move, and the best move.
    Place,
    /// The score of the moves that were not played, if the search overrated the one that was.
    Others,
    Mate,
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

/// A proved mate that could have been played.
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
