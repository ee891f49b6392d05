//! Selects the solver of a question about mates: endgame tables for a few men, the exhaustive solver for short mates, the prover
//! for everything else.
//!
//! They are created at first use and kept, so that a repeated question resumes. Every mate that they return is a `Proof`: checked
//! by `proof/`, which is independent of them.

mod advise;
mod either_side;
mod inquiry;
mod keys;
mod known;
mod problem;
#[cfg(test)]
mod tests;

pub use advise::ShortMates;
pub(crate) use either_side::{MateFindings, MateSearch};
pub use keys::{Keys, MateKey};
pub use problem::{ProblemTask, SetPlay, Solution, shown};

use std::sync::Arc;

use crate::control::{StopFlag, Stopped};
use crate::oracle::endgame::NoStrategy;
use crate::oracle::{EndgameValue, Endgames};
use crate::proof::{Aim, Rules};
use crate::prove::NoMemory;
use crate::prove::exact::Exact;
use crate::prove::parts::MateFacts;
use crate::prove::prover::{Prover, is_caged};
use crate::prove::task::{Ended, Goal, Outcome, ProofTask, ProverNews, Restriction};
pub use known::{KnownMate, KnownMates};

/// Maximum number of moves for which brute force is faster than proof numbers.
pub const SHORT: u16 = 3;

/// Number of moves tried by brute force first when a longer mate is requested.
const BEFOREHAND: u16 = 2;

/// Nodes of the exhaustive solver for a mate in four, before the prover is asked.
const FOUR_MOVES: u64 = 100_000;

/// Of a part with a caged king: shares of the nodes for what is easy, and for nets, before the rest.
const EASY: u64 = 32;
const NETS: u64 = 2;

/// The longest mate that is asked about, in moves: the solvers recurse once for each.
pub const LONGEST: u16 = 250;

const EXACT_TABLE: usize = 16;

pub struct Solvers {
    mebibytes: usize,
    threads: usize,
    endgames: Arc<Endgames>,
    /// Whether the prover uses endgame tables, which it may have to make.
    consults: bool,
    exact: Option<Exact>,
    prover: Option<Prover>,
    known: Arc<KnownMates>,
}

impl Solvers {
    /// Allocates nothing yet. `mebibytes` and `threads` are the prover's.
    pub fn new(mebibytes: usize, threads: usize, endgames: Arc<Endgames>) -> Solvers {
        let known = Arc::default();
        let (exact, prover) = (None, None);
        Solvers { mebibytes, threads, endgames, consults: true, exact, prover, known }
    }

    /// Uses `known` as the store of proved mates, and adds new ones to it.
    pub fn share(&mut self, known: Arc<KnownMates>) {
        self.known = known;
    }

    /// Sets the size of the prover's table and its threads, from the next question on. A change clears its results.
    pub(crate) fn resize(&mut self, mebibytes: usize, threads: usize) {
        if (self.mebibytes, self.threads) != (mebibytes, threads) {
            self.prover = None;
            (self.mebibytes, self.threads) = (mebibytes, threads);
        }
    }

    /// Clears everything but the endgame tables, so that the same question takes the same nodes again. A shared store of mates
    /// keeps its mates.
    pub fn clear(&mut self) {
        self.known = Arc::default();
        self.exact.iter_mut().for_each(Exact::clear);
        self.prover.iter_mut().for_each(Prover::clear);
    }

    /// Nodes spent so far.
    fn nodes(&self) -> u64 {
        self.exact.as_ref().map_or(0, Exact::nodes) + self.prover.as_ref().map_or(0, Prover::nodes)
    }

    /// Looks for a mate, among those that are known first.
    pub fn prove(
        &mut self,
        task: &ProofTask,
        stop: &StopFlag,
        tell: &mut dyn FnMut(ProverNews),
    ) -> Result<Outcome, NoMemory> {
        let known = self.known.answer(task);
        if let Some(KnownMate { proof, refuted }) = &known {
            tell(ProverNews::Proved(Box::new(proof.clone())));
            // Of a short one it is soon known that it is the shortest.
            if matches!(task.goal, Goal::Within(most) if (SHORT + 1..=most).contains(&proof.mate()))
            {
                let (proof, refuted) = (Some(proof.clone()), *refuted);
                return Ok(Outcome::of(proof, refuted, Ended::Settled, 0));
            }
        }
        let mut outcome = self.look_for(task, stop, tell)?;
        outcome.join(task.goal, known.map(|known| known.proof), self.known.refuted(task));
        self.known.learn(task, &outcome);
        Ok(outcome)
    }

    fn look_for(
        &mut self,
        task: &ProofTask,
        stop: &StopFlag,
        tell: &mut dyn FnMut(ProverNews),
    ) -> Result<Outcome, NoMemory> {
        let most = most(task.goal);
        let mut none_in = 0;
        let mut nodes = 0;
        if let Some((lengths, allowed)) = self.exhaustive_share(task) {
            let outcome = self.try_all(task, (lengths, allowed), stop, tell)?;
            let done = match outcome.ended {
                Ended::Settled => lengths == most,
                Ended::Nodes => allowed == task.nodes,
                Ended::Stopped => true,
                Ended::Exhausted | Ended::TooLarge => false,
            };
            if outcome.proof.is_some() || done {
                return Ok(outcome);
            }
            (none_in, nodes) = (outcome.refuted, outcome.nodes);
        }
        // Making tables takes seconds, too long where the mate is short.
        if most > SHORT
            && let Some(outcome) = self.look_up(task, stop)
        {
            if let Some(proof) = &outcome.proof {
                tell(ProverNews::Proved(Box::new(proof.clone())));
            }
            return Ok(outcome);
        }
        let answers = self.known.answers();
        let prover = self.prover()?;
        if task.rules == Rules::Problem {
            prover.learn(&answers.facts);
        }
        let outcome = prover.prove(task, stop, tell);
        let refuted = outcome.refuted.max(none_in);
        Ok(Outcome { refuted, nodes: outcome.nodes + nodes, ..outcome })
    }

    fn prover(&mut self) -> Result<&mut Prover, NoMemory> {
        let prover = match self.prover.take() {
            Some(prover) => prover,
            None => {
                let mut prover = Prover::new(self.mebibytes, self.threads)?;
                if self.consults {
                    prover.consult(Arc::clone(&self.endgames));
                }
                prover
            }
        };
        Ok(self.prover.insert(prover))
    }

    /// Answers a part of a question as [`Solvers::prove`] does a whole, from cleared tables and with what is known of its
    /// positions. A king that is caged in the question is caged in its parts, too, so nets get their share at once.
    pub fn prove_part(
        &mut self,
        task: &ProofTask,
        facts: &MateFacts,
        stop: &StopFlag,
        tell: &mut dyn FnMut(ProverNews),
    ) -> Result<Outcome, NoMemory> {
        self.clear();
        let is_short = most(task.goal) <= SHORT;
        if !is_short {
            self.prover()?.learn(facts);
        }
        let (Some(most), true) = (task.nodes, !is_short && is_caged(task)) else {
            return self.prove(task, stop, tell);
        };
        let nets = task.clone().restriction(Restriction { nets_only: true, ..task.restriction });
        let mut outcome = Outcome::default();
        for (question, nodes) in [(task, most / EASY), (&nets, most / NETS), (task, most)] {
            let left = most.saturating_sub(outcome.nodes).min(nodes);
            let found = self.prove(&question.clone().nodes(left), stop, tell)?;
            outcome = Outcome {
                refuted: found.refuted.max(outcome.refuted),
                nodes: found.nodes + outcome.nodes,
                // Nets have none.
                numbers: if found.numbers.contains(&0) { outcome.numbers } else { found.numbers },
                ..found
            };
            if outcome.proof.is_some() || outcome.is_refuted(task.goal) || stop.is_raised() {
                break;
            }
        }
        Ok(outcome)
    }

    /// Answers by the search alone, from cleared tables, whatever the length.
    pub fn prove_by_search(
        &mut self,
        task: &ProofTask,
        stop: &StopFlag,
    ) -> Result<Outcome, NoMemory> {
        let prover = self.prover()?;
        prover.clear();
        Ok(prover.prove(task, stop, &mut |_| {}))
    }

    /// Returns the moves that the exhaustive solver tries before the prover is asked, and the nodes it may take. A longer mate
    /// within a number of nodes is the prover's alone.
    fn exhaustive_share(&self, task: &ProofTask) -> Option<(u16, Option<u64>)> {
        let most = most(task.goal);
        if task.restriction != Restriction::default() {
            return None;
        }
        if most <= SHORT {
            return Some((most, task.nodes));
        }
        if task.nodes.is_some() {
            return None;
        }
        Some(match most {
            _ if self.endgames.covers(&task.root) => (SHORT, None),
            4 => (4, Some(FOUR_MOVES)),
            _ => (BEFOREHAND, None),
        })
    }

    /// Returns the exhaustive solver, made ready for questions about this aim.
    fn exact(&mut self, aim: Aim) -> Result<&mut Exact, NoMemory> {
        let exact = match &mut self.exact {
            Some(exact) => exact,
            none => none.insert(Exact::new(EXACT_TABLE)?),
        };
        Ok(exact.aim_at(aim))
    }

    /// The result of endgame tables; `None` if it does not settle the task.
    fn look_up(&self, task: &ProofTask, stop: &StopFlag) -> Option<Outcome> {
        if !self.endgames.covers(&task.root) || task.restriction != Restriction::default() {
            return None;
        }
        let settled = |proof, refuted| Some(Outcome::of(proof, refuted, Ended::Settled, 0));
        let attacking = task.root.turn() == task.attacker;
        let mate = match self.endgames.probe(&task.root, stop).ok()?? {
            EndgameValue::Mates(moves) if attacking => moves,
            EndgameValue::Mated(moves) if !attacking && moves > 0 => moves,
            // There is no mate at all, however long.
            _ => return settled(None, u16::MAX),
        };
        // The tables give the shortest.
        if mate > most(task.goal) {
            return settled(None, mate - 1);
        }
        match self.endgames.strategy(&task.root, task.attacker, stop) {
            Ok(strategy) => settled(Some(task.checked(&strategy?)?), mate - 1),
            Err(NoStrategy::TooLarge) => Some(Outcome::of(None, mate - 1, Ended::TooLarge, 0)),
            Err(_) => None,
        }
    }

    /// Mates of rising length, up to a number of moves and of nodes, by trying everything.
    fn try_all(
        &mut self,
        task: &ProofTask,
        (most, allowed): (u16, Option<u64>),
        stop: &StopFlag,
        tell: &mut dyn FnMut(ProverNews),
    ) -> Result<Outcome, NoMemory> {
        let exact = self.exact(Aim::MATE)?;
        let before = exact.nodes();
        for length in 1..=most {
            exact.limit_next(allowed.map(|allowed| allowed.saturating_sub(exact.nodes() - before)));
            let found = if task.root.turn() == task.attacker {
                exact.mate_in(&task.root, length, stop)
            } else {
                exact.mated_in(&task.root, length, stop)
            };
            let nodes = exact.nodes() - before;
            match found {
                Err(Stopped) => {
                    let ended = if stop.is_raised() { Ended::Stopped } else { Ended::Nodes };
                    return Ok(Outcome::of(None, length - 1, ended, nodes));
                }
                Ok(None) => tell(ProverNews::Refuted(length)),
                Ok(Some(mate)) => {
                    let strategy = exact.strategy(&task.root, task.attacker, mate, stop);
                    let proof =
                        strategy.ok().flatten().and_then(|strategy| task.checked(&strategy));
                    // Without a proof there is no mate to report: it was stopped, or the rules of games save the defender in this
                    // line. There may still be a longer mate.
                    let ended = match &proof {
                        Some(_) => Ended::Settled,
                        None if stop.is_raised() => Ended::Stopped,
                        None => Ended::Exhausted,
                    };
                    if let Some(proof) = &proof {
                        tell(ProverNews::Proved(Box::new(proof.clone())));
                    }
                    return Ok(Outcome::of(proof, length - 1, ended, nodes));
                }
            }
        }
        let nodes = exact.nodes() - before;
        Ok(Outcome::of(None, most, Ended::Settled, nodes))
    }
}

/// Forwards messages with `before` nodes added: a question may be one of several.
pub(super) fn counted_from(
    before: u64,
    tell: &mut dyn FnMut(ProverNews),
) -> impl FnMut(ProverNews) {
    move |news| match news {
        ProverNews::Status(mut status) => {
            status.nodes += before;
            tell(ProverNews::Status(status));
        }
        other => tell(other),
    }
}

fn most(goal: Goal) -> u16 {
    match goal {
        Goal::Within(most) => most.min(LONGEST),
        Goal::Any | Goal::Shortest => LONGEST,
    }
}
