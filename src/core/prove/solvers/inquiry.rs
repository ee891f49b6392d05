//! Questions about mates, and answers to them.

use super::keys::Keys;
use super::problem::{ProblemTask, Solution};
use crate::chess::Position;
use crate::proof::Rules;
use crate::prove::exact::{SetLine, Try};
use crate::prove::task::{Outcome, ProofTask};

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Inquiry {
    Mate(ProofTask),
    /// Which first moves mate? The goal says within how many moves; the side to move is the attacker.
    Keys(ProofTask),
    /// Is it the side to move that is mated, rather than the other?
    MatedSide {
        root: Position,
        most: u16,
        rules: Rules,
    },
    /// Which first moves would mate within so many moves but for a few answers?
    Tries {
        root: Position,
        moves: u16,
        /// Maximum number of replies that may refute it.
        refutations: usize,
        nodes: Option<u64>,
    },
    Problem(ProblemTask),
    /// What would follow each move of the defender, were it the defender's turn?
    SetPlay {
        /// The attacker is to move, and not in check.
        root: Position,
        moves: u16,
        nodes: Option<u64>,
    },
}

impl Inquiry {
    pub fn root(&self) -> &Position {
        match self {
            Inquiry::Mate(task) | Inquiry::Keys(task) => &task.root,
            Inquiry::Problem(problem) => &problem.root,
            Inquiry::MatedSide { root, .. }
            | Inquiry::Tries { root, .. }
            | Inquiry::SetPlay { root, .. } => root,
        }
    }

    pub const fn name(&self) -> &'static str {
        match self {
            Inquiry::Mate(_) => "proof",
            Inquiry::Keys(_) => "keys",
            Inquiry::MatedSide { .. } => "mated side",
            Inquiry::Tries { .. } => "tries",
            Inquiry::SetPlay { .. } => "set play",
            Inquiry::Problem(_) => "problem",
        }
    }
}

#[derive(Clone, Debug)]
pub enum InquiryAnswer {
    Mate(Box<Outcome>),
    Keys(Keys),
    /// Of [`Inquiry::MatedSide`]: whether the side to move is.
    MatedSide(bool),
    /// Of [`Inquiry::Tries`]; `None` if it was stopped before it knew them all.
    Tries(Option<Vec<Try>>),
    /// Of [`Inquiry::SetPlay`]; `None` if it was stopped before it knew it all.
    SetPlay(Option<Vec<SetLine>>),
    Problem(Box<Solution>),
}
