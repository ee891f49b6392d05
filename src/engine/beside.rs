//! The prover beside a search: its turns, its thread, and what it costs.
//!
//! [`Schedule`] says whose turn it is; here that is made true. A prover whose turn is over pauses and goes on where it was.
//! Only where the other side's mates are to be looked for is it stopped and set to work anew.

use std::sync::mpsc::Sender;
use std::time::Duration;

use super::guard::ThreadError;
use super::message::EngineMessage;
use super::prover_thread;
use super::schedule::{Schedule, Turn};
use crate::chess::{ByColor, Color, Key, Position};
use crate::control::{Limits, StopFlag};
use crate::proof::Rules;
use crate::prove::solvers::{MateFindings, Solvers};
use crate::prove::task::ProofTask;
use crate::search::ProverEffort;

pub(super) struct Beside {
    pub schedule: Schedule,
    root: Position,
    history: Vec<Key>,
    solvers: Option<Solvers>,
    running: Option<Proving>,
    done: u64,
    /// Nodes of what is under way.
    current: u64,
}

/// Mates of one side being looked for.
struct Proving {
    attacker: Color,
    flag: StopFlag,
}

impl Beside {
    /// Creates the prover's part in a search with these limits and a hard limit of `time`; `None` if it runs without a prover.
    pub(super) fn for_search(
        root: Position,
        history: &[Key],
        (limits, time): (&Limits, Option<Duration>),
        lines: usize,
    ) -> Option<Beside> {
        let alone = lines > 1 || !root.has_legal_move();
        let schedule = Schedule::for_limits(limits, time, root.turn()).filter(|_| !alone)?;
        let history = history.to_vec();
        Some(Beside { schedule, root, history, solvers: None, running: None, done: 0, current: 0 })
    }

    pub(super) fn employ(&mut self, solvers: Solvers) {
        self.solvers = Some(solvers);
    }

    pub(super) fn dismiss(self) -> Option<Solvers> {
        self.solvers
    }

    pub(super) fn is_running(&self) -> bool {
        self.running.is_some()
    }

    pub(super) fn effort(&self, now: Duration) -> ProverEffort {
        let elapsed = self.schedule.prover_time(now);
        ProverEffort { nodes: self.done + self.current, elapsed }
    }

    /// Has the prover do what the schedule says, and says whether the search is to pause for it.
    ///
    /// # Errors
    /// If the system gives no thread; the search is alone then.
    pub(super) fn follow(
        &mut self,
        now: Duration,
        inbox: &Sender<EngineMessage>,
    ) -> Result<bool, ThreadError> {
        match (self.schedule.turn(), &self.running) {
            (Turn::Search, Some(running)) => running.flag.pause(),
            (Turn::Search | Turn::SearchAlone, None) => {}
            (Turn::SearchAlone, Some(running)) => running.flag.raise(),
            (Turn::Prover(attacker), Some(running)) if running.attacker == attacker => {
                running.flag.resume();
                return Ok(true);
            }
            // From now on a mate by the other side is looked for.
            (Turn::Prover(_), Some(running)) => {
                running.flag.raise();
                return Ok(true);
            }
            (Turn::Prover(attacker), None) => {
                let Some(solvers) = self.solvers.take() else {
                    self.schedule.give_up(now);
                    return Ok(false);
                };
                self.start(solvers, attacker, inbox).inspect_err(|_| self.schedule.give_up(now))?;
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn start(
        &mut self,
        solvers: Solvers,
        attacker: Color,
        inbox: &Sender<EngineMessage>,
    ) -> Result<(), ThreadError> {
        let history = self.history.clone();
        let task = ProofTask { rules: Rules::Game, history, ..ProofTask::any(self.root, attacker) };
        let flag = StopFlag::new();
        let stop = flag.clone();
        prover_thread::start(solvers, inbox, EngineMessage::Prover, move |solvers, tell| {
            let outcome = solvers.prove(&task, &stop, tell)?;
            let mut refuted = ByColor::new(0, 0);
            refuted[attacker] = outcome.refuted;
            let (proof, nodes) = (outcome.proof, outcome.nodes);
            Ok(MateFindings { proof, refuted, nodes, ..MateFindings::default() })
        })?;
        self.running = Some(Proving { attacker, flag });
        Ok(())
    }

    /// The prover stands at so many nodes.
    pub(super) fn count(&mut self, nodes: u64) {
        self.current = nodes;
    }

    pub(super) fn stop(&self) {
        if let Some(running) = &self.running {
            running.flag.raise();
        }
    }

    /// The prover's thread has ended. Returns whose mates it looked for if it ended by itself.
    pub(super) fn rested(&mut self, solvers: Option<Solvers>, nodes: u64) -> Option<Color> {
        self.solvers = solvers;
        self.done += nodes.max(self.current);
        self.current = 0;
        let running = self.running.take()?;
        (!running.flag.is_stopped()).then_some(running.attacker)
    }
}
