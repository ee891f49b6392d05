//! Questions to the prover and their answers, as data.
//!
//! Commands refer to the last proof found or loaded. It has its own position, which may differ from the board's.

use std::path::PathBuf;
use std::time::Duration;

use crate::chess::{Color, Move, Position};
use crate::engine::ProofLimits;
use crate::proof::Rules;
use crate::prove::solvers::{Keys, Solution};
use crate::prove::{Goal, Outcome, ProofTask, Restriction, SetLine, Try};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ProofRequest {
    pub goal: Goal,
    /// Find every first move that mates within the limit.
    pub all: bool,
    /// Side that mates; `None` for either side.
    pub attacker: Option<Color>,
    pub restriction: Restriction,
    /// Which draws count; `None` for the setting `rules`.
    pub rules: Option<Rules>,
    pub limits: ProofLimits,
}

/// `proof`: the last question about a mate, and what is known about it.
#[derive(Clone, Debug)]
pub struct VerdictAnswer {
    pub task: ProofTask,
    pub outcome: Outcome,
    /// Every first move that mates, if that was asked.
    pub keys: Option<Keys>,
    pub elapsed: Duration,
    pub timed_out: bool,
    pub loaded: Option<Loaded>,
    pub chess960: bool,
    /// MiB requested.
    pub mebibytes: Option<usize>,
}

impl VerdictAnswer {
    /// Adds the results of a resumed search; keeps what was known.
    pub fn learn(&mut self, outcome: Outcome, keys: Option<Keys>, elapsed: Duration) {
        let known = &mut self.outcome;
        known.join(Goal::Any, outcome.proof, outcome.refuted);
        known.ended = outcome.ended;
        known.nodes += outcome.nodes;
        self.keys = keys.or(self.keys.take());
        self.elapsed += elapsed;
    }
}

#[derive(Clone, Debug)]
pub struct ProblemAnswer {
    pub solution: Solution,
    pub diagram: bool,
    pub all: bool,
    pub elapsed: Duration,
    pub timed_out: bool,
    pub chess960: bool,
}

/// Source of a loaded proof.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Loaded {
    pub path: PathBuf,
    /// The file claims that there is no shorter mate, which was not checked.
    pub shortest: bool,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TriesAnswer {
    pub root: Position,
    pub moves: u16,
    /// Each with its refutations.
    pub tries: Vec<Try>,
    /// Mates in one that each try threatens; empty if it gives check or needs longer.
    pub threats: Vec<Vec<Move>>,
    pub elapsed: Duration,
    pub chess960: bool,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SetPlayAnswer {
    pub root: Position,
    pub moves: u16,
    /// Every move of the defender with the mate that follows it.
    pub lines: Vec<SetLine>,
    pub elapsed: Duration,
    pub chess960: bool,
}

/// Results about a problem besides its solution.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Aside {
    pub tries: Option<TriesAnswer>,
    pub set_play: Option<SetPlayAnswer>,
}

impl Aside {
    /// Returns the part that belongs to this position.
    #[must_use]
    pub fn of(&self, root: &Position) -> Aside {
        Aside {
            tries: self.tries.clone().filter(|tries| tries.root == *root),
            set_play: self.set_play.clone().filter(|set_play| set_play.root == *root),
        }
    }
}
