//! Questions about mates, and answers to them.

use std::sync::Arc;

use super::Solvers;
use super::either_side::MateSearch;
use super::keys::Keys;
use super::problem::{ProblemTask, Solution};
use crate::chess::Position;
use crate::control::StopFlag;
use crate::proof::{Aim, Rules};
use crate::prove::NoMemory;
use crate::prove::exact::{Exact, SetLine, Try};
use crate::prove::task::{Outcome, ProofTask, ProverNews};

/// MiB for the exhaustive solver's table when it only has to find out who is mated.
const SMALL_TABLE: usize = 1;

/// MiB for the prover's arena in the same case.
const SMALL_ARENA: usize = 4;

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

impl Solvers {
    pub fn answer(
        &mut self,
        inquiry: &Inquiry,
        stop: &StopFlag,
        tell: &mut dyn FnMut(ProverNews),
    ) -> Result<InquiryAnswer, NoMemory> {
        Ok(match inquiry {
            Inquiry::Mate(task) => InquiryAnswer::Mate(Box::new(self.prove(task, stop, tell)?)),
            Inquiry::Keys(task) => InquiryAnswer::Keys(self.keys(task, &[], stop, tell)?),
            &Inquiry::MatedSide { root, most, rules } => {
                // What this one learns is not kept: the proof that follows costs the same whether the attacker was named or not.
                let mut small = Solvers::new(SMALL_ARENA, 1, Arc::clone(&self.endgames));
                // Tables that captures lead to would take longer to make than the question is worth.
                small.consults = false;
                small.exact = Some(Exact::new(SMALL_TABLE)?);
                let search = MateSearch::of_either(root, most, rules);
                let found = search.run(&mut small, stop, &mut |_| {})?;
                let mated = found.proof.is_some_and(|proof| proof.attacker() != root.turn());
                InquiryAnswer::MatedSide(mated)
            }
            &Inquiry::Tries { ref root, moves, refutations, nodes } => {
                let exact = self.exact(Aim::MATE)?.limit_next(nodes);
                InquiryAnswer::Tries(exact.tries(root, moves, refutations, stop).ok())
            }
            &Inquiry::SetPlay { ref root, moves, nodes } => {
                let exact = self.exact(Aim::MATE)?.limit_next(nodes);
                InquiryAnswer::SetPlay(exact.set_play(root, moves, stop).ok().flatten())
            }
            Inquiry::Problem(problem) => {
                InquiryAnswer::Problem(Box::new(self.solve(problem, stop)?))
            }
        })
    }
}
