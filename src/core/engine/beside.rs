//! The prover that runs concurrently with a search: its turns, its thread, and its cost.
//!
//! [`Schedule`] decides whose turn it is; this file carries it out. A prover pauses at the end of its turn and resumes later.
//! Only to look for the other side's mates is it stopped and restarted.

use std::sync::mpsc::Sender;
use std::time::Duration;

use super::guard::ThreadError;
use super::job::Job;
use super::pool::EngineMessage;
use super::prover_thread;
use super::schedule::Schedule;
use crate::chess::{ByColor, Color};
use crate::control::StopFlag;
use crate::prove::solvers::{MateFindings, Solvers};
use crate::prove::task::ProofTask;
use crate::search::ProverEffort;
use crate::units::Score;

pub(super) struct Beside {
    pub(crate) schedule: Schedule,
    task: ProofTask,
    /// They rest: nothing is under way.
    pub(crate) solvers: Option<Solvers>,
    /// Whose mates are being looked for, and what pauses and stops that.
    pub(crate) running: Option<(Color, StopFlag)>,
    done: u64,
    /// Nodes of what is under way.
    pub(crate) current: u64,
}

impl Beside {
    /// Creates the prover's part in a search with a hard limit of `time`; `None` if it runs without a prover.
    pub(super) fn for_search(job: &Job, lines: usize, time: Option<Duration>) -> Option<Beside> {
        let root = job.game.position();
        let alone = lines > 1 || !root.has_legal_move();
        let schedule = Schedule::for_limits(&job.limits, time, root.turn()).filter(|_| !alone)?;
        let task = ProofTask::in_game(&job.game);
        Some(Beside { schedule, task, solvers: None, running: None, done: 0, current: 0 })
    }

    pub(super) fn effort(&self, now: Duration) -> ProverEffort {
        let elapsed = self.schedule.prover_time(now);
        ProverEffort { nodes: self.done + self.current, elapsed }
    }

    /// Starts, pauses or resumes the prover as the schedule says, given the search's score. Returns whether the search has to
    /// pause.
    ///
    /// # Errors
    /// If the thread cannot be created; the search then runs alone.
    pub(super) fn follow(
        &mut self,
        now: Duration,
        score: Score,
        inbox: &Sender<EngineMessage>,
    ) -> Result<bool, ThreadError> {
        self.schedule.advance(now, score);
        let Some(attacker) = self.schedule.attacker else {
            self.running.iter().for_each(|(_, flag)| flag.pause());
            return Ok(false);
        };
        match &self.running {
            Some((sought, flag)) if *sought == attacker => flag.resume(),
            // From now on a mate by the other side is looked for.
            Some((_, flag)) => flag.raise(),
            None => {
                let started = self.start(attacker, inbox);
                if !matches!(started, Ok(true)) {
                    self.schedule.give_up();
                }
                return started;
            }
        }
        Ok(true)
    }

    /// Returns whether there are solvers to start.
    fn start(
        &mut self,
        attacker: Color,
        inbox: &Sender<EngineMessage>,
    ) -> Result<bool, ThreadError> {
        let Some(solvers) = self.solvers.take() else { return Ok(false) };
        let task = self.task.clone().attacker(attacker);
        let flag = StopFlag::new();
        let stop = flag.clone();
        prover_thread::start(solvers, inbox, EngineMessage::Prover, move |solvers, tell| {
            let outcome = solvers.prove(&task, &stop, tell)?;
            let mut refuted = ByColor::new(0, 0);
            refuted[attacker] = outcome.refuted;
            let (proof, nodes) = (outcome.proof, outcome.nodes);
            Ok(MateFindings { proof, refuted, nodes, ..MateFindings::default() })
        })?;
        self.running = Some((attacker, flag));
        Ok(true)
    }

    pub(super) fn stop(&self) {
        self.running.iter().for_each(|(_, flag)| flag.raise());
    }

    /// The prover's thread has ended. Returns whether it finished its search for mates.
    pub(super) fn rested(&mut self, solvers: Option<Solvers>, nodes: u64) -> bool {
        self.solvers = solvers;
        self.done += nodes.max(self.current);
        self.current = 0;
        let ended = self.running.take().filter(|(_, flag)| !flag.is_stopped());
        ended.inspect(|&(attacker, _)| self.schedule.settled(attacker)).is_some()
    }
}
