//! Searching for mates: the side that mates, rules and limits. Results are kept from one command to the next.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use super::job::{JobId, Question, SessionJob, Work};
use super::timeline::is_bare;
use super::{CommandError, Effect, News, Session, SessionSettings, Timeline};
use crate::chess::{Color, Move, Position};
use crate::engine::{ProofEvent, ProofJob, ProofLimits, ProverError};
use crate::files::Shortness;
use crate::proof::{Aim, Proof, Rules};
use crate::prove::solvers::{Inquiry, InquiryAnswer, KnownMates, LONGEST};
use crate::prove::task::{Ended, Goal, Outcome, ProofTask};
use crate::shell::proof_answers::{
    Aside, Loaded, ProblemAnswer, ProofRequest, SetPlayAnswer, Then, TriesAnswer, VerdictAnswer,
};
use crate::shell::reply::Reply;

/// The last question about a mate, and results about a problem besides its solution.
#[derive(Default)]
pub struct Mates {
    pub verdict: Option<VerdictAnswer>,
    aside: Aside,
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
        let (refuted, shortest) = match shortness {
            Shortness::Unknown => (0, false),
            Shortness::Claimed => (0, true),
            Shortness::Certified(refutation) => (refutation.moves(), false),
        };
        let refuted = known.keep(&proof, refuted);
        let outcome = Outcome { proof: Some(proof), refuted, ended: Ended::Settled, nodes: 0 };
        self.verdict = Some(VerdictAnswer {
            chess960: task.root.is_chess960(),
            task,
            outcome,
            keys: None,
            elapsed: Duration::ZERO,
            timed_out: false,
            loaded: Some(Loaded { path, shortest }),
            mebibytes: None,
        });
    }

    /// Stores an answer: adds it to earlier results.
    fn answered(
        &mut self,
        (job, before, then): Question,
        answer: InquiryAnswer,
        (elapsed, timed_out): (Duration, bool),
        chess960: bool,
    ) -> Result<Reply, CommandError> {
        let ProofJob { inquiry, limits, .. } = job;
        if let Inquiry::Tries { moves, .. } | Inquiry::SetPlay { moves, .. } = inquiry {
            return self.lines_answer(*inquiry.root(), moves, answer, (elapsed, chess960));
        }
        let (outcome, keys, task) = match (answer, &inquiry) {
            (InquiryAnswer::Problem(solution), _) => {
                let (diagram, all) = match then {
                    Then::Solution { diagram, all } => (diagram, all),
                    _ => (false, false),
                };
                let solution = *solution;
                let problem =
                    ProblemAnswer { solution, diagram, all, elapsed, timed_out, chess960 };
                return Ok(problem.into());
            }
            (InquiryAnswer::Mate(outcome), Inquiry::Mate(task)) => (*outcome, None, task.clone()),
            (InquiryAnswer::Keys(keys), Inquiry::Keys(task)) => {
                (keys.outcome(task), Some(keys), task.clone())
            }
            _ => return Err(CommandError::Stopped),
        };
        let (loaded, mebibytes) = (None, limits.mebibytes);
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
        self.verdict = Some(verdict.clone());
        Ok(verdict.into())
    }

    /// Tries or set play; an incomplete list is no answer.
    fn lines_answer(
        &mut self,
        root: Position,
        moves: u16,
        answer: InquiryAnswer,
        (elapsed, chess960): (Duration, bool),
    ) -> Result<Reply, CommandError> {
        match answer {
            InquiryAnswer::Tries(Some(tries)) => {
                let threats = tries.iter().map(|tried| threats(&root.play(tried.mv))).collect();
                let tries = TriesAnswer { root, moves, tries, threats, elapsed, chess960 };
                self.aside.tries = Some(tries.clone());
                Ok(tries.into())
            }
            InquiryAnswer::SetPlay(Some(lines)) => {
                let set_play = SetPlayAnswer { root, moves, lines, elapsed, chess960 };
                self.aside.set_play = Some(set_play.clone());
                Ok(set_play.into())
            }
            _ => Err(CommandError::refused(format!(
                "it ended before everything about a mate in {moves} was known; give it more time or nodes, as in `tries {moves} 5m`"
            ))),
        }
    }
}

impl Session {
    pub fn find_mate(&mut self, request: &ProofRequest) -> Result<Effect, CommandError> {
        self.timeline.require_move()?;
        let id = self.jobs.next_id();
        let position = *self.position();
        let turn = position.turn();
        let begun = Instant::now();
        let bare = is_bare(&position, turn) && !is_bare(&position, !turn);
        let Some(attacker) = request.attacker.or(bare.then_some(!turn)) else {
            let most = if let Goal::Within(moves) = request.goal { moves } else { u16::MAX };
            let rules = request.rules.unwrap_or(self.settings.preferences.rules);
            let inquiry = Inquiry::MatedSide { root: position, most, rules };
            let job = ProofJob { inquiry, begun, limits: request.limits };
            self.jobs.prove(&mut self.engine, id, (job, None, Then::Prove(*request)));
            return Ok(Effect::Running { job: id, news: None });
        };
        let question = mate_job(request, (attacker, begun), &self.timeline, &self.settings)?;
        let news = self.jobs.prove(&mut self.engine, id, question);
        Ok(Effect::Running { job: id, news: Some(Box::new(news)) })
    }

    pub fn resume_proof(&mut self, mut limits: ProofLimits) -> Result<Effect, CommandError> {
        let verdict = self.mates.verdict()?;
        limits.mebibytes = limits.mebibytes.or(verdict.mebibytes);
        Ok(self.inquire(verdict.inquiry(), limits, Some(verdict), Then::Verdict))
    }

    /// Starts a question to the prover as a job.
    pub fn inquire(
        &mut self,
        inquiry: Inquiry,
        limits: ProofLimits,
        before: Option<VerdictAnswer>,
        then: Then,
    ) -> Effect {
        let (id, limits) = (self.jobs.next_id(), self.settings.proof_limits(limits));
        let job = ProofJob { inquiry, begun: Instant::now(), limits };
        let news = self.jobs.prove(&mut self.engine, id, (job, before, then));
        Effect::Running { job: id, news: Some(Box::new(news)) }
    }

    pub fn proof_said(&mut self, id: JobId, event: ProofEvent) -> Vec<News> {
        let work = self.jobs.get_mut(id).map(|job| &job.work);
        let silent = matches!(work, Some(Work::Proof { then: Then::Prove(_), .. }));
        let news = (!silent).then(|| News::Proof(event.clone()));
        let mut told = Vec::from_iter(news);
        if !event.is_last() {
            return told;
        }
        let Some(SessionJob { work, stopped, .. }) = self.jobs.remove(id) else { return told };
        let answered = match event {
            ProofEvent::Finished { answer, elapsed, timed_out } => {
                self.follow_up(id, work, answer, (elapsed, timed_out))
            }
            ProofEvent::Failed(ProverError::Failed(message)) => Err(CommandError::Memory(message)),
            ProofEvent::Failed(ProverError::Crashed(message)) => {
                Err(CommandError::Internal(format!("the proof broke off: {message}")))
            }
            ProofEvent::News(..) | ProofEvent::Heartbeat(_) => return told,
        };
        // Another part may run under the same number.
        if stopped {
            self.jobs.stop(id);
        }
        told.push(answered.unwrap_or_else(|error| News::Done(Err(error))));
        told
    }

    /// Starts what follows an answer, or stores it.
    fn follow_up(
        &mut self,
        id: JobId,
        work: Work,
        answer: InquiryAnswer,
        times: (Duration, bool),
    ) -> Result<News, CommandError> {
        let Work::Proof { job, before, then, .. } = work else { return Err(CommandError::Stopped) };
        if let Then::Prove(request) = then {
            let InquiryAnswer::MatedSide(mated) = answer else {
                return Err(CommandError::Stopped);
            };
            let turn = job.inquiry.root().turn();
            let mate = (if mated { !turn } else { turn }, job.begun);
            let question = mate_job(&request, mate, &self.timeline, &self.settings)?;
            return Ok(self.jobs.prove(&mut self.engine, id, question));
        }
        let limits = job.limits;
        let question = (*job, before.map(|before| *before), then);
        let reply = self.mates.answered(question, answer, times, self.is_chess960())?;
        let found = self.mates.verdict.as_ref().filter(|_| then == Then::AllKeys);
        Ok(match found.and_then(|found| keys_of_mate(found, limits)) {
            Some(job) => {
                let question = (job, self.mates.verdict.clone(), Then::Verdict);
                self.jobs.prove(&mut self.engine, id, question)
            }
            None => News::Done(Ok(reply)),
        })
    }
}

/// Returns the question whether `attacker` mates, and what follows its answer.
fn mate_job(
    request: &ProofRequest,
    (attacker, begun): (Color, Instant),
    timeline: &Timeline,
    settings: &SessionSettings,
) -> Result<Question, CommandError> {
    timeline.require_mating_material(attacker)?;
    let root = *timeline.position();
    if request.all && attacker != root.turn() {
        return Err(CommandError::refused(format!(
            "a key is a move of the side to move, and here {attacker} is to mate: use `proof` without `all`"
        )));
    }
    let rules = request.rules.unwrap_or(settings.preferences.rules);
    let task = ProofTask {
        root,
        attacker,
        aim: Aim::MATE,
        goal: request.goal,
        restriction: request.restriction,
        rules,
        history: match rules {
            Rules::Game => timeline.game().history_keys().to_vec(),
            Rules::Problem => Vec::new(),
        },
        nodes: request.limits.nodes,
    };
    // Without a number of moves the shortest mate sets it.
    let (inquiry, then) = match (request.all, request.goal) {
        (true, Goal::Within(_)) => (Inquiry::Keys(task), Then::Verdict),
        (true, _) => (Inquiry::Mate(task), Then::AllKeys),
        (false, _) => (Inquiry::Mate(task), Then::Verdict),
    };
    let limits = settings.proof_limits(request.limits);
    Ok((ProofJob { inquiry, begun, limits }, None, then))
}

/// Returns the search for every key of the mate just found, with the remaining limits.
fn keys_of_mate(spent: &VerdictAnswer, limits: ProofLimits) -> Option<ProofJob> {
    if spent.outcome.ended != Ended::Settled {
        return None;
    }
    let mate = spent.outcome.proof.as_ref()?.mate();
    let inquiry = Inquiry::Keys(spent.task.clone().within(mate));
    let least = Duration::from_millis(1);
    let limits = ProofLimits {
        time: limits.time.map(|time| time.saturating_sub(spent.elapsed).max(least)),
        nodes: limits.nodes.map(|nodes| nodes.saturating_sub(spent.outcome.nodes).max(1)),
        ..limits
    };
    Some(ProofJob { inquiry, begun: Instant::now(), limits })
}

fn no_proof() -> CommandError {
    CommandError::refused("there is no proof yet; try `proof`, or `proof load FILE`")
}

/// Mates in one that the side not to move threatens; none in check.
fn threats(position: &Position) -> Vec<Move> {
    let Some(passed) = position.pass() else { return Vec::new() };
    let moves = passed.legal_moves().into_iter().map(|legal| legal.mv);
    moves.filter(|&mv| passed.play(mv).is_checkmate()).collect()
}
