//! Searching for mates: the side that mates, rules and limits. Results are kept from one command to the next.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use super::command::Acted;
use super::job::{JobId, Work};
use super::news::Finding;
use super::timeline::is_bare;
use super::{CommandError, Effect, News, Session};
use crate::chess::{Color, Position};
use crate::control::StopFlag;
use crate::engine::{ProofEvent, ProofLimits};
use crate::files::Shortness;
use crate::proof::{Proof, Rules};
use crate::prove::solvers::{KnownMates, LONGEST, Solvers};
use crate::prove::{Ended, Goal, NoMemory, Outcome, ProofTask, ProverNews};
use crate::shell::proof_answers::{Aside, Loaded, ProofRequest, VerdictAnswer};
use crate::shell::reply::Reply;

/// The last question about a mate, and results about a problem besides its solution.
#[derive(Default)]
pub struct Mates {
    pub verdict: Option<VerdictAnswer>,
    pub aside: Aside,
}

impl Mates {
    pub fn last_proof(&self) -> Result<&Proof, CommandError> {
        let verdict = self.verdict.as_ref().ok_or_else(no_proof)?;
        verdict.outcome.proof.as_ref().ok_or_else(|| {
            CommandError::refused(
                "no mate is proved, so there is nothing to show; `proof resume` goes on looking",
            )
        })
    }

    pub fn verdict(&self) -> Result<VerdictAnswer, CommandError> {
        self.verdict.clone().ok_or_else(no_proof)
    }

    /// Returns the results about this position besides its solution.
    pub fn aside(&self, root: &Position) -> Aside {
        self.aside.of(root)
    }

    /// Returns the length of a mate: `said`, or that of the mate proved for this position.
    pub fn length(&self, said: Option<u16>, position: &Position) -> Result<u16, CommandError> {
        let known = self.verdict.as_ref().and_then(|verdict| verdict.outcome.proof.as_ref());
        match (said, known) {
            (Some(moves), _) => Ok(moves),
            (None, Some(proof)) if proof.root() == position && proof.mate() <= LONGEST => {
                Ok(proof.mate())
            }
            _ => Err(CommandError::refused(
                "a mate in how many moves? Say it, as in `tries 2`, or prove it first",
            )),
        }
    }

    /// Makes a proof loaded from a file the last one, and joins it with what is known about its position.
    pub fn take(&mut self, proof: Proof, shortness: &Shortness, path: PathBuf, known: &KnownMates) {
        let task =
            ProofTask { rules: proof.rules(), ..ProofTask::any(*proof.root(), proof.attacker()) };
        // Without a certificate the file's claim about shorter mates was not checked.
        let (certificate, shortest) = match shortness {
            Shortness::Unknown => (None, false),
            Shortness::Claimed => (None, true),
            Shortness::Certified(refutation) => (Some((**refutation).clone()), false),
        };
        known.take(&[(Some(proof.clone()), certificate)]);
        let refuted = known.keep(&proof, 0);
        let outcome = Outcome::of(Some(proof), refuted, Ended::Settled, 0);
        self.load(task, outcome, Loaded { path, shortest });
    }

    /// Makes a question that files have answered the last one.
    pub fn load(&mut self, task: ProofTask, outcome: Outcome, loaded: Loaded) -> VerdictAnswer {
        let verdict = VerdictAnswer {
            chess960: task.root.is_chess960(),
            task,
            outcome,
            keys: None,
            elapsed: Duration::ZERO,
            timed_out: false,
            loaded: Some(loaded),
            mebibytes: None,
        };
        self.verdict.insert(verdict).clone()
    }
}

impl Session {
    pub fn find_mate(&mut self, request: ProofRequest) -> Acted {
        self.timeline.require_move()?;
        let id = self.jobs.next_id();
        let position = *self.position();
        let turn = position.turn();
        let begun = Instant::now();
        let bare = is_bare(&position, turn) && !is_bare(&position, !turn);
        if let Some(attacker) = request.attacker.or(bare.then_some(!turn)) {
            let news = self.prove_mate(id, &request, (attacker, begun))?;
            return Ok(Effect::Running { job: id, news: Some(Box::new(news)) });
        }
        let most = if let Goal::Within(moves) = request.goal { moves } else { u16::MAX };
        let rules = request.rules.unwrap_or(self.settings.preferences.rules);
        self.ask(
            (id, position, None),
            (begun, request.limits),
            move |solvers, stop, _| solvers.mated_side(&position, most, rules, stop),
            move |session, mated, _| {
                session.prove_mate(id, &request, (if mated { !turn } else { turn }, begun))
            },
        );
        Ok(Effect::Running { job: id, news: None })
    }

    /// Starts the proof that `attacker` mates.
    fn prove_mate(
        &mut self,
        id: JobId,
        request: &ProofRequest,
        (attacker, begun): (Color, Instant),
    ) -> Result<News, CommandError> {
        let task = self.mate_task(attacker, request.goal, request.rules)?;
        if request.all && attacker != task.root.turn() {
            return Err(CommandError::refused(format!(
                "a key is a move of the side to move, and here {attacker} is to mate: use `proof` without `all`"
            )));
        }
        let task = ProofTask { restriction: request.restriction, ..task };
        // Without a number of moves the shortest mate sets it.
        let keys = request.all && matches!(request.goal, Goal::Within(_));
        let limits = self.settings.proof_limits(request.limits);
        Ok(self.ask_mate(id, (task, keys), (begun, limits), None, request.all && !keys))
    }

    /// Returns the question whether a side mates from the position on the board, by these rules or as set.
    pub fn mate_task(
        &self,
        attacker: Color,
        goal: Goal,
        rules: Option<Rules>,
    ) -> Result<ProofTask, CommandError> {
        self.timeline.require_mating_material(attacker)?;
        let rules = rules.unwrap_or(self.settings.preferences.rules);
        let history = match rules {
            Rules::Game => self.timeline.game().history_keys().to_vec(),
            Rules::Problem => Vec::new(),
        };
        Ok(ProofTask { goal, rules, history, ..ProofTask::any(*self.position(), attacker) })
    }

    pub fn resume_proof(&mut self, mut limits: ProofLimits) -> Acted {
        let verdict = self.mates.verdict()?;
        limits.mebibytes = limits.mebibytes.or(verdict.mebibytes);
        let limits = (Instant::now(), self.settings.proof_limits(limits));
        let question = (verdict.task.clone(), verdict.keys.is_some());
        let id = self.jobs.next_id();
        let news = self.ask_mate(id, question, limits, Some(verdict), false);
        Ok(Effect::Running { job: id, news: Some(Box::new(news)) })
    }

    /// Asks for a mate, or for all keys of one. The answer is added to earlier results; with `then_keys`, all keys of the mate
    /// that is found are asked for next.
    fn ask_mate(
        &mut self,
        id: JobId,
        (task, keys): (ProofTask, bool),
        (begun, limits): (Instant, ProofLimits),
        before: Option<VerdictAnswer>,
        then_keys: bool,
    ) -> News {
        let task = task.nodes(limits.nodes);
        let asked = task.clone();
        self.ask(
            (id, task.root, Some(if keys { "keys" } else { "proof" })),
            (begun, limits),
            move |solvers, stop, tell| {
                if !keys {
                    return Ok((solvers.prove(&asked, stop, tell)?, None));
                }
                let keys = solvers.keys(&asked, &[], stop, tell)?;
                Ok((keys.outcome(&asked), Some(keys)))
            },
            move |session, (outcome, keys), (elapsed, timed_out)| {
                let (loaded, mebibytes) = (None, limits.mebibytes);
                let chess960 = session.is_chess960();
                let verdict = match before {
                    None => VerdictAnswer {
                        task,
                        outcome,
                        keys,
                        elapsed,
                        timed_out,
                        loaded,
                        chess960,
                        mebibytes,
                    },
                    Some(mut before) => {
                        before.learn(outcome, keys, elapsed);
                        VerdictAnswer { task, timed_out, loaded, mebibytes, ..before }
                    }
                };
                session.mates.verdict = Some(verdict.clone());
                let next = if then_keys { keys_of_mate(&verdict, limits) } else { None };
                Ok(match next {
                    Some((task, limits)) => {
                        let limits = (Instant::now(), limits);
                        session.ask_mate(id, (task, true), limits, Some(verdict), false)
                    }
                    None => News::Done(Ok(verdict.into())),
                })
            },
        )
    }

    /// Starts a question to the prover about this position as a job; `what` names it. `file` stores the answer.
    pub fn inquire<T: Send + 'static>(
        &mut self,
        (root, what): (Position, &'static str),
        limits: ProofLimits,
        ask: impl FnOnce(&mut Solvers, &StopFlag) -> Result<T, NoMemory> + Send + 'static,
        file: impl FnOnce(&mut Session, T, (Duration, bool)) -> Result<Reply, CommandError>
        + Send
        + 'static,
    ) -> Effect {
        let id = self.jobs.next_id();
        let news = self.ask(
            (id, root, Some(what)),
            (Instant::now(), limits),
            |solvers, stop, _| ask(solvers, stop),
            |session, answer, times| Ok(News::Done(Ok(file(session, answer, times)?))),
        );
        Effect::Running { job: id, news: Some(Box::new(news)) }
    }

    /// Starts a question to the prover under this number; drops the job that uses the engine. Without `what` nothing is
    /// shown of it. `file` gets the answer, the time and whether it was up, and may ask another question.
    fn ask<T: Send + 'static>(
        &mut self,
        (id, root, what): (JobId, Position, Option<&'static str>),
        (begun, limits): (Instant, ProofLimits),
        ask: impl FnOnce(&mut Solvers, &StopFlag, &mut dyn FnMut(ProverNews)) -> Result<T, NoMemory>
        + Send
        + 'static,
        file: impl FnOnce(&mut Session, T, (Duration, bool)) -> Result<News, CommandError>
        + Send
        + 'static,
    ) -> News {
        self.jobs.drop_engine_jobs();
        let (inbox, shown) = (self.jobs.inbox(), what.is_some());
        let mut file = Some(file);
        let sink = move |event| match event {
            ProofEvent::News(news, elapsed) if shown => inbox.put(id, News::Proof(news, elapsed)),
            ProofEvent::News(..) => {}
            ProofEvent::Ended { answer, elapsed, timed_out } => {
                let Some(file) = file.take() else { return };
                let file =
                    move |session: &mut Session| file(session, answer?, (elapsed, timed_out));
                inbox.put(id, News::Finding(Finding(Box::new(file))));
            }
        };
        let stop = self.engine.start_proof_into((begun, limits), ask, sink);
        self.jobs.add(id, Work::Proof { stop, limits, shown });
        News::ProofBegins { root, what: what.unwrap_or_default() }
    }
}

/// Returns the search for every key of the mate just found, with the remaining limits.
fn keys_of_mate(spent: &VerdictAnswer, limits: ProofLimits) -> Option<(ProofTask, ProofLimits)> {
    if spent.outcome.ended != Ended::Settled {
        return None;
    }
    let mate = spent.outcome.proof.as_ref()?.mate();
    let least = Duration::from_millis(1);
    let limits = ProofLimits {
        time: limits.time.map(|time| time.saturating_sub(spent.elapsed).max(least)),
        nodes: limits.nodes.map(|nodes| nodes.saturating_sub(spent.outcome.nodes).max(1)),
        ..limits
    };
    Some((spent.task.clone().within(mate), limits))
}

/// An incomplete list of tries or of set play is no answer.
pub fn incomplete(moves: u16) -> CommandError {
    CommandError::refused(format!(
        "it ended before everything about a mate in {moves} was known; give it more time or nodes, as in `tries {moves} 5m`"
    ))
}

fn no_proof() -> CommandError {
    CommandError::refused("there is no proof yet; try `proof`, or `proof load FILE`")
}
