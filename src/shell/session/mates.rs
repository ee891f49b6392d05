//! Looking for mates: who is to mate whom, by which rules and until when; what is known goes on from one command to the next.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use super::job::{Heard, JobId, SessionJob, Work};
use super::{CommandError, Effect, News, Session};
use crate::chess::{Color, Move, Position};
use crate::engine::{ProofEvent, ProofJob, ProofLimits, ProverError};
use crate::files::Shortness;
use crate::proof::{Aim, Proof, Rules};
use crate::prove::solvers::{Inquiry, InquiryAnswer, LONGEST, ProblemTask};
use crate::prove::task::{Ended, Goal, Outcome, ProofTask};
use crate::shell::mates::{
    Loaded, ProblemAnswer, ProofRequest, SetPlayAnswer, Then, TriesAnswer, VerdictAnswer,
};
use crate::shell::reply::Reply;
use crate::tools::tool::ToolError;

impl Session {
    pub fn last_proof(&self) -> Result<&Proof, CommandError> {
        let verdict = self.verdict.as_ref().ok_or_else(no_proof)?;
        verdict.outcome.proof.as_ref().ok_or_else(|| {
            CommandError::refused(
                "no mate is proved, so there is nothing to show; `proof resume` goes on looking",
            )
        })
    }

    pub fn find_mate(&mut self, request: &ProofRequest) -> Result<Effect, CommandError> {
        self.require_move()?;
        let id = self.next_job();
        let position = *self.position();
        let turn = position.turn();
        let begun = Instant::now();
        let news = match request.attacker {
            Some(attacker) => self.begin_mate(id, request, attacker, begun)?,
            // The side without mating material is the one that is mated.
            None if is_bare(&position, turn) && !is_bare(&position, !turn) => {
                self.begin_mate(id, request, !turn, begun)?
            }
            None => {
                let most = if let Goal::Within(moves) = request.goal { moves } else { u16::MAX };
                let rules = request.rules.unwrap_or(self.preferences.rules);
                let inquiry = Inquiry::MatedSide { root: position, most, rules };
                let job = ProofJob { inquiry, begun, limits: request.limits };
                self.ask(id, job, None, Then::Prove(*request));
                return Ok(Effect::Running { job: id, news: None });
            }
        };
        Ok(Effect::Running { job: id, news: Some(Box::new(news)) })
    }

    fn begin_mate(
        &mut self,
        id: JobId,
        request: &ProofRequest,
        attacker: Color,
        begun: Instant,
    ) -> Result<News, CommandError> {
        self.require_mating_material(attacker)?;
        let root = *self.position();
        if request.all && attacker != root.turn() {
            return Err(CommandError::refused(format!(
                "a key is a move of the side to move, and here {attacker} is to mate: use `proof` without `all`"
            )));
        }
        let rules = request.rules.unwrap_or(self.preferences.rules);
        let task = ProofTask {
            root,
            attacker,
            aim: Aim::MATE,
            goal: request.goal,
            restriction: request.restriction,
            rules,
            history: match rules {
                Rules::Game => self.game().history_keys().to_vec(),
                Rules::Problem => Vec::new(),
            },
            nodes: request.limits.nodes,
        };
        // Without a number of moves, the shortest mate says how many.
        let (inquiry, then) = match (request.all, request.goal) {
            (true, Goal::Within(_)) => (Inquiry::Keys(task), Then::Verdict),
            (true, _) => (Inquiry::Mate(task), Then::AllKeys),
            (false, _) => (Inquiry::Mate(task), Then::Verdict),
        };
        let limits = self.ended(request.limits);
        Ok(self.ask(id, ProofJob { inquiry, begun, limits }, None, then))
    }

    /// Every key of the mate that was just found, as a question, with what is left of the limits.
    fn keys_of_mate(&self, limits: ProofLimits) -> Option<ProofJob> {
        let spent = self.verdict.as_ref()?;
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

    pub fn resume_proof(&mut self, mut limits: ProofLimits) -> Result<Effect, CommandError> {
        let verdict = self.verdict()?;
        limits.mebibytes = limits.mebibytes.or(verdict.mebibytes);
        Ok(self.inquire(verdict.inquiry(), limits, Some(verdict), Then::Verdict))
    }

    /// Begins to answer a question, as a job of its own.
    pub fn inquire(
        &mut self,
        inquiry: Inquiry,
        limits: ProofLimits,
        before: Option<VerdictAnswer>,
        then: Then,
    ) -> Effect {
        let (id, limits) = (self.next_job(), self.ended(limits));
        let job = ProofJob { inquiry, begun: Instant::now(), limits };
        let news = self.ask(id, job, before, then);
        Effect::Running { job: id, news: Some(Box::new(news)) }
    }

    /// Has a question answered under this number. What rests on the engine is dropped.
    fn ask(
        &mut self,
        id: JobId,
        mut job: ProofJob,
        before: Option<VerdictAnswer>,
        then: Then,
    ) -> News {
        match &mut job.inquiry {
            Inquiry::Mate(task) | Inquiry::Keys(task) => task.nodes = job.limits.nodes,
            Inquiry::Tries { nodes, .. }
            | Inquiry::SetPlay { nodes, .. }
            | Inquiry::Problem(ProblemTask { nodes, .. }) => *nodes = job.limits.nodes,
            Inquiry::MatedSide { .. } => {}
        }
        self.jobs.retain(|job| matches!(job.work, Work::Task { .. }));
        let news = News::ProofBegins(Box::new(job.inquiry.clone()));
        let sink = self.sink(id, News::Proof);
        let stop = self.engine.start_proof_into(job.clone(), sink);
        let (job, before) = (Box::new(job), before.map(Box::new));
        let work = Work::Proof { stop, job, before, then };
        self.jobs.push(SessionJob { id, work, stopped: false });
        news
    }

    pub fn proof_said(&mut self, place: usize, event: ProofEvent) -> Vec<Heard> {
        let job = &self.jobs[place];
        let silent = matches!(&job.work, Work::Proof { then: Then::Prove(_), .. });
        let news = (!silent).then(|| Heard::News(job.id, News::Proof(event.clone())));
        let mut told = Vec::from_iter(news);
        if !event.is_last() {
            return told;
        }
        let SessionJob { id, work, stopped } = self.jobs.remove(place);
        let answered = match event {
            ProofEvent::Finished { answer, elapsed, timed_out } => {
                self.answered(id, work, answer, (elapsed, timed_out))
            }
            ProofEvent::Failed(ProverError::Failed(message)) => {
                Err(ToolError::Memory(message).into())
            }
            ProofEvent::Failed(ProverError::Crashed(message)) => {
                Err(CommandError::Internal(format!("the proof broke off: {message}")))
            }
            ProofEvent::News(..) | ProofEvent::Heartbeat(_) => return told,
        };
        // Another part may have begun under the same number.
        if stopped {
            self.stop(id);
        }
        told.push(answered.unwrap_or_else(|error| Heard::Done(Err(error))));
        told
    }

    /// Files an answer: it is added to what was known before.
    fn answered(
        &mut self,
        id: JobId,
        work: Work,
        answer: InquiryAnswer,
        (elapsed, timed_out): (Duration, bool),
    ) -> Result<Heard, CommandError> {
        let Work::Proof { job, before, then, .. } = work else { return Err(CommandError::Stopped) };
        let ProofJob { inquiry, begun, limits } = *job;
        if let Then::Prove(request) = then {
            let InquiryAnswer::MatedSide(mated) = answer else {
                return Err(CommandError::Stopped);
            };
            let turn = inquiry.root().turn();
            let news = self.begin_mate(id, &request, if mated { !turn } else { turn }, begun)?;
            return Ok(Heard::News(id, news));
        }
        if let Inquiry::Tries { moves, .. } | Inquiry::SetPlay { moves, .. } = inquiry {
            return Ok(Heard::Done(self.lines_answer(&inquiry, moves, answer, elapsed)));
        }
        let chess960 = self.is_chess960();
        let (outcome, keys, task) = match (answer, &inquiry) {
            (InquiryAnswer::Problem(solution), _) => {
                let (diagram, all) = match then {
                    Then::Solution { diagram, all } => (diagram, all),
                    _ => (false, false),
                };
                let solution = *solution;
                let problem =
                    ProblemAnswer { solution, diagram, all, elapsed, timed_out, chess960 };
                return Ok(Heard::Done(Ok(problem.into())));
            }
            (InquiryAnswer::Mate(outcome), Inquiry::Mate(task)) => (*outcome, None, task.clone()),
            (InquiryAnswer::Keys(keys), Inquiry::Keys(task)) => {
                (keys.outcome(task), Some(keys), task.clone())
            }
            _ => return Err(CommandError::Stopped),
        };
        let (loaded, mebibytes) = (None, limits.mebibytes);
        self.verdict = Some(match before {
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
                VerdictAnswer { task, timed_out, loaded, mebibytes, ..*before }
            }
        });
        if then == Then::AllKeys
            && let Some(job) = self.keys_of_mate(limits)
        {
            let before = self.verdict.clone();
            return Ok(Heard::News(id, self.ask(id, job, before, Then::Verdict)));
        }
        Ok(Heard::Done(Ok(self.verdict()?.into())))
    }

    /// The limits, or the usual ones if they end nothing.
    fn ended(&self, limits: ProofLimits) -> ProofLimits {
        if limits.is_ended() {
            return limits;
        }
        ProofLimits { mebibytes: limits.mebibytes, ..self.preferences.proof_default.value }
    }

    /// How long a mate is meant: as long as is said, or as the one that is proved of this position.
    pub fn length_of_mate(&self, said: Option<u16>) -> Result<u16, CommandError> {
        let known = self.verdict.as_ref().and_then(|verdict| verdict.outcome.proof.as_ref());
        match (said, known) {
            (Some(moves), _) => Ok(moves),
            (None, Some(proof)) if proof.root() == self.position() && proof.mate() <= LONGEST => {
                Ok(proof.mate())
            }
            _ => Err(CommandError::refused(
                "a mate in how many moves? Say it, as in `tries 2`, or prove it first",
            )),
        }
    }

    pub fn require_mating_material(&self, attacker: Color) -> Result<(), CommandError> {
        let position = self.position();
        if is_bare(position, attacker) {
            return Err(CommandError::refused(format!("{attacker} has no mating material")));
        }
        if position.is_insufficient() {
            return Err(CommandError::refused("neither side has enough left to mate with"));
        }
        Ok(())
    }

    /// Tries or set play; only all of them are an answer.
    fn lines_answer(
        &mut self,
        inquiry: &Inquiry,
        moves: u16,
        answer: InquiryAnswer,
        elapsed: Duration,
    ) -> Result<Reply, CommandError> {
        let (root, chess960) = (*inquiry.root(), self.is_chess960());
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

    /// Takes a proof that comes out of a file as the last one. It is kept, and joined with what is known of its position.
    pub fn take_proof(&mut self, proof: Proof, shortness: &Shortness, path: PathBuf) {
        let task =
            ProofTask { rules: proof.rules(), ..ProofTask::any(*proof.root(), proof.attacker()) };
        // What the file says of shorter mates counts for nothing without a certificate, which was checked.
        let (refuted, shortest) = match shortness {
            Shortness::Unknown => (0, false),
            Shortness::Claimed => (0, true),
            Shortness::Certified(refutation) => (refutation.moves(), false),
        };
        let refuted = self.engine.known_mates.keep(&proof, refuted);
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

    pub fn verdict(&self) -> Result<VerdictAnswer, CommandError> {
        self.verdict.clone().ok_or_else(no_proof)
    }
}

fn no_proof() -> CommandError {
    CommandError::refused("there is no proof yet; try `proof`, or `proof load FILE`")
}

/// The mates in one that the side not to move threatens; none in check.
fn threats(position: &Position) -> Vec<Move> {
    let Some(passed) = position.pass() else { return Vec::new() };
    let moves = passed.legal_moves().into_iter().map(|legal| legal.mv);
    moves.filter(|&mv| passed.play(mv).is_checkmate()).collect()
}

/// Whether a side has nothing but its king.
fn is_bare(position: &Position, color: Color) -> bool {
    position.color(color).len() == 1
}
