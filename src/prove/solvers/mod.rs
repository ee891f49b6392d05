//! Who answers a question about mates: the tables of endings for a few men, the exhaustive solver for short mates, the
//! prover for everything else.
//!
//! They are made when they are first needed and kept, so that a question asked again goes on where it was left. Whoever
//! found a strategy, what comes out of here as a mate is a `Proof`: checked by `proof/`, which knows none of them.

mod advise;
mod check;
mod either_side;
mod inquiry;
mod keys;
mod known;
mod problem;
#[cfg(test)]
mod tests;

pub use advise::ShortMates;
pub use either_side::{MateFindings, MateSearch};
pub use inquiry::{Inquiry, InquiryAnswer};
pub use keys::{Keys, MateKey};
pub use problem::{ProblemTask, SetPlay, Solution};

use std::sync::Arc;

use crate::control::{StopFlag, Stopped};
use crate::oracle::Endgames;
use crate::proof::{Aim, Proof};
use crate::prove::NoMemory;
use crate::prove::exact::Exact;
use crate::prove::prover::Prover;
use crate::prove::task::{Ended, Goal, Outcome, ProofTask, ProverNews, ProverStatus, Restriction};
use check::checked;
pub use known::{KnownMate, KnownMates};

/// Up to so many moves trying everything is faster than counting proofs.
pub const SHORT: u16 = 3;

/// So many moves are tried all the same where a longer mate is wanted.
const BEFOREHAND: u16 = 2;

/// Longer mates nobody looks for.
const LONGEST: u16 = 250;

/// MiB for the table of the exhaustive solver.
const EXACT_TABLE: usize = 16;

/// MiB for the arena of the short question who is mated.
const SMALL_ARENA: usize = 4;

pub struct Solvers {
    mebibytes: usize,
    threads: usize,
    endgames: Arc<Endgames>,
    exact: Option<Exact>,
    prover: Option<Prover>,
    known: Arc<KnownMates>,
}

impl Solvers {
    /// Allocates nothing yet. The prover will have a table of so many MiB, and so many threads.
    pub fn new(mebibytes: usize, threads: usize, endgames: Arc<Endgames>) -> Solvers {
        let known = Arc::default();
        Solvers { mebibytes, threads, endgames, exact: None, prover: None, known }
    }

    /// Uses `known` as the store of proved mates, and adds new ones to it.
    pub fn share(&mut self, known: Arc<KnownMates>) {
        self.known = known;
    }

    /// Makes the prover's table as large as this and its threads as many, from the next question on. What it knew is lost if
    /// that is a change.
    pub fn resize(&mut self, mebibytes: usize, threads: usize) {
        if (self.mebibytes, self.threads) != (mebibytes, threads) {
            self.prover = None;
            (self.mebibytes, self.threads) = (mebibytes, threads);
        }
    }

    /// Clears everything but the endgame tables, so that the same question takes the same nodes again. A store of
    /// mates that is shared keeps its mates.
    pub fn clear(&mut self) {
        self.known = Arc::default();
        self.exact.iter_mut().for_each(Exact::clear);
        self.prover.iter_mut().for_each(Prover::clear);
    }

    /// Answers a question.
    pub fn answer(
        &mut self,
        inquiry: &Inquiry,
        stop: &StopFlag,
        tell: &mut dyn FnMut(&ProverNews<'_>),
    ) -> Result<InquiryAnswer, NoMemory> {
        Ok(match inquiry {
            Inquiry::Mate(task) => InquiryAnswer::Mate(Box::new(self.prove(task, stop, tell)?)),
            Inquiry::Keys(task) => InquiryAnswer::Keys(self.keys(task, &[], stop, tell)?),
            &Inquiry::MatedSide { root, most } => {
                // What this one learns is not kept: the proof that follows costs the same whether the attacker was named or not.
                let mut small = Solvers::new(SMALL_ARENA, 1, Arc::clone(&self.endgames));
                let found = MateSearch::of_either(root, most).run(&mut small, stop, &mut |_| {})?;
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

    /// Looks for a mate, among those that are known first.
    pub fn prove(
        &mut self,
        task: &ProofTask,
        stop: &StopFlag,
        tell: &mut dyn FnMut(&ProverNews<'_>),
    ) -> Result<Outcome, NoMemory> {
        let known = self.known.answer(task);
        if let Some(KnownMate { proof, refuted }) = &known {
            tell(&ProverNews::Proved(proof));
            // Of a short one it is soon known that it is the shortest.
            if matches!(task.goal, Goal::Within(most) if (SHORT + 1..=most).contains(&proof.mate()))
            {
                let (proof, refuted) = (Some(proof.clone()), *refuted);
                return Ok(Outcome { proof, refuted, ended: Ended::Settled, nodes: 0 });
            }
        }
        let outcome = self.look_for(task, stop, tell)?;
        let known = known.map(|known| known.proof);
        let within = known.filter(|proof| proof.mate() <= most(task.goal));
        let proof = [outcome.proof, within].into_iter().flatten().min_by_key(Proof::mate);
        if let Some(proof) = &proof {
            self.known.keep(proof, outcome.refuted);
        }
        Ok(Outcome { proof, ..outcome })
    }

    fn look_for(
        &mut self,
        task: &ProofTask,
        stop: &StopFlag,
        tell: &mut dyn FnMut(&ProverNews<'_>),
    ) -> Result<Outcome, NoMemory> {
        let most = most(task.goal);
        let mut none_in = 0;
        let mut nodes = 0;
        // What a node limit says holds for the prover; these few moves are a matter of milliseconds.
        if task.restriction == Restriction::default() && task.nodes.is_none() {
            let few = self.endgames.covers(&task.root);
            let lengths = most.min(if most <= SHORT || few { SHORT } else { BEFOREHAND });
            let outcome = self.try_all(task, lengths, stop, tell)?;
            let done = outcome.ended == Ended::Settled && lengths == most;
            if outcome.proof.is_some() || outcome.ended == Ended::Stopped || done {
                return Ok(outcome);
            }
            (none_in, nodes) = (outcome.refuted, outcome.nodes);
        }
        // To make tables takes seconds, which nobody waits for where the mate is short.
        if most > SHORT
            && let Some(outcome) = self.look_up(task, stop)
        {
            if let Some(proof) = &outcome.proof {
                tell(&ProverNews::Proved(proof));
            }
            return Ok(outcome);
        }
        let prover = match &mut self.prover {
            Some(prover) => prover,
            none => {
                let prover = none.insert(Prover::new(self.mebibytes, self.threads)?);
                prover.consult(Arc::clone(&self.endgames));
                prover
            }
        };
        let outcome = prover.prove(task, stop, tell);
        let refuted = outcome.refuted.max(none_in);
        Ok(Outcome { refuted, nodes: outcome.nodes + nodes, ..outcome })
    }

    /// Returns the exhaustive solver, made ready for questions about this aim.
    fn exact(&mut self, aim: Aim) -> Result<&mut Exact, NoMemory> {
        let exact = match &mut self.exact {
            Some(exact) => exact,
            none => none.insert(Exact::new(EXACT_TABLE)?),
        };
        Ok(exact.aim_at(aim))
    }

    /// What the tables of endings know; `None` if that does not settle the task.
    fn look_up(&self, task: &ProofTask, stop: &StopFlag) -> Option<Outcome> {
        if !self.endgames.covers(&task.root) || task.restriction != Restriction::default() {
            return None;
        }
        let settled =
            |proof, refuted| Some(Outcome { proof, refuted, ended: Ended::Settled, nodes: 0 });
        let Some(strategy) = self.endgames.strategy(&task.root, task.attacker, stop).ok()? else {
            // There is no mate at all, however long.
            return settled(None, u16::MAX);
        };
        let proof = checked(&strategy, task)?;
        let (mate, most) = (proof.mate(), most(task.goal));
        // The tables give the shortest.
        if mate > most { settled(None, mate - 1) } else { settled(Some(proof), mate - 1) }
    }

    /// Mates of rising length, up to so many moves, by trying everything.
    fn try_all(
        &mut self,
        task: &ProofTask,
        most: u16,
        stop: &StopFlag,
        tell: &mut dyn FnMut(&ProverNews<'_>),
    ) -> Result<Outcome, NoMemory> {
        let exact = self.exact(Aim::MATE)?;
        let before = exact.nodes();
        for length in 1..=most {
            let found = if task.root.turn() == task.attacker {
                exact.mate_in(&task.root, length, stop)
            } else {
                exact.mated_in(&task.root, length, stop)
            };
            let nodes = exact.nodes() - before;
            match found {
                Err(Stopped) => {
                    let (refuted, ended) = (length - 1, Ended::Stopped);
                    return Ok(Outcome { proof: None, refuted, ended, nodes });
                }
                Ok(None) => tell(&ProverNews::Refuted(length)),
                Ok(Some(mate)) => {
                    let strategy = exact.strategy(&task.root, task.attacker, mate, stop);
                    let proof =
                        strategy.ok().flatten().and_then(|strategy| checked(&strategy, task));
                    // Without a proof there is no mate to tell of: it was stopped, or the rules of games save the defender on
                    // this way. By a longer one there may be a mate all the same.
                    let ended = match &proof {
                        Some(_) => Ended::Settled,
                        None if stop.is_raised() => Ended::Stopped,
                        None => Ended::Exhausted,
                    };
                    if let Some(proof) = &proof {
                        tell(&ProverNews::Proved(proof));
                    }
                    return Ok(Outcome { proof, refuted: length - 1, ended, nodes });
                }
            }
        }
        let nodes = exact.nodes() - before;
        Ok(Outcome { proof: None, refuted: most, ended: Ended::Settled, nodes })
    }
}

/// Tells on what is told, with nodes counted from so many on: a question may be one of many.
pub(super) fn counted_from(
    before: u64,
    tell: &mut dyn FnMut(&ProverNews<'_>),
) -> impl FnMut(&ProverNews<'_>) {
    move |news| match news {
        ProverNews::Status(status) => {
            let nodes = status.nodes + before;
            tell(&ProverNews::Status(&ProverStatus { nodes, ..(*status).clone() }));
        }
        other => tell(other),
    }
}

/// The longest mate that would do.
fn most(goal: Goal) -> u16 {
    match goal {
        Goal::Within(most) => most.min(LONGEST),
        Goal::Any | Goal::Shortest => LONGEST,
    }
}
