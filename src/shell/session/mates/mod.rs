//! Looking for mates: who is to mate whom, by which rules and until when; what is known goes on from one command to the next.

mod evidence;
#[cfg(test)]
mod tests;

use std::sync::mpsc::RecvTimeoutError;
use std::time::Duration;

use super::search::POLL;
use super::{CommandError, News, Session, Silent, Watch};
use crate::chess::game::StepError;
use crate::chess::{Color, Position};
use crate::control::Limits;
use crate::engine::solvers::ProofEnd;
use crate::engine::solvers::{Answer, Inquiry, Keys};
use crate::engine::{ProofEvent, ProofJob};
use crate::proof::{Proof, Rules};
use crate::prove::task::{Ended, Goal, Outcome, Task};
use crate::shell::mates::{
    Loaded, ProofLimits, ProofRequest, ProofUse, SetPlayReply, TriesReply, TriesRequest,
    VerdictReply, Wanted,
};
use crate::shell::reply::Reply;

/// Nodes of the search that sees whether the side to move is the one that is mated: some hundredths of a second.
const GLANCE: u64 = 20_000;

/// The last question about a mate, and what is known of it.
#[derive(Clone, Debug)]
pub(super) struct Inquest {
    inquiry: Inquiry,
    mebibytes: Option<usize>,
    outcome: Outcome,
    keys: Option<Keys>,
    elapsed: Duration,
    timed_out: bool,
    /// It was read from this file; nothing was asked.
    loaded: Option<Loaded>,
}

impl Inquest {
    fn task(&self) -> Option<&Task> {
        match &self.inquiry {
            Inquiry::Mate(task) | Inquiry::Keys(task) => Some(task),
            Inquiry::Tries { .. } | Inquiry::SetPlay { .. } => None,
        }
    }

    /// Adds what was found by going on: nothing that was known is lost.
    fn learn(&mut self, outcome: Outcome, keys: Option<Keys>, elapsed: Duration) {
        let known = &mut self.outcome;
        let length = |proof: &Option<Proof>| proof.as_ref().map_or(u16::MAX, Proof::mate);
        if length(&outcome.proof) < length(&known.proof) {
            known.proof = outcome.proof;
        }
        known.refuted = known.refuted.max(outcome.refuted);
        known.ended = outcome.ended;
        known.nodes += outcome.nodes;
        self.keys = keys.or(self.keys.take());
        self.elapsed += elapsed;
    }
}

impl Session {
    pub(super) fn proof(
        &mut self,
        usage: ProofUse,
        watch: &mut dyn Watch,
    ) -> Result<Reply, CommandError> {
        match usage {
            ProofUse::Find(request) => self.find_mate(&request, watch),
            ProofUse::Resume(limits) => self.resume_proof(limits, watch),
            ProofUse::SetPlay { moves, limits } => self.set_play(moves, limits, watch),
            ProofUse::Show => self.verdict(),
            ProofUse::Line(moves) => self.proof_line(&moves),
            ProofUse::Verify => self.verify_proof(),
            ProofUse::Save(path) => self.save_proof(&path),
            ProofUse::Tree(ply) => self.proof_tree(ply),
            ProofUse::Load(path) => self.load_proof(&path),
        }
    }

    fn find_mate(
        &mut self,
        request: &ProofRequest,
        watch: &mut dyn Watch,
    ) -> Result<Reply, CommandError> {
        self.require_move()?;
        let attacker = match request.attacker {
            Some(color) => color,
            None => self.whoever_mates()?,
        };
        self.require_mating_material(attacker)?;
        let root = *self.position();
        if matches!(request.wanted, Wanted::All(_)) && attacker != root.turn() {
            return Err(CommandError::KeysOfOther { color: attacker });
        }
        let rules = request.rules.unwrap_or_else(|| self.preferences.rules());
        let task = Task {
            root,
            attacker,
            goal: match request.wanted {
                Wanted::Any | Wanted::All(None) => Goal::Any,
                Wanted::Shortest => Goal::Shortest,
                Wanted::Within(moves) | Wanted::All(Some(moves)) => Goal::Within(moves),
            },
            restriction: request.restriction,
            rules,
            history: match rules {
                Rules::Game => self.game().history_keys().to_vec(),
                Rules::Problem => Vec::new(),
            },
            nodes: request.limits.nodes,
        };
        let inquiry = match request.wanted {
            Wanted::All(Some(_)) => Inquiry::Keys(task),
            _ => Inquiry::Mate(task),
        };
        let mut limits = request.limits;
        self.ask(inquiry, &limits, None, watch)?;
        if request.wanted == Wanted::All(None)
            && let Some(inquiry) = self.keys_of_mate()
        {
            limits = self.left_of(limits);
            self.ask(inquiry, &limits, self.inquest.clone(), watch)?;
        }
        self.verdict()
    }

    /// Every key of the mate that was just found, as a question.
    fn keys_of_mate(&self) -> Option<Inquiry> {
        let inquest = self.inquest.as_ref()?;
        if inquest.outcome.ended != Ended::Settled {
            return None;
        }
        let mate = inquest.outcome.proof.as_ref()?.mate();
        let task = inquest.task()?;
        Some(Inquiry::Keys(Task { goal: Goal::Within(mate), ..task.clone() }))
    }

    /// What is left of the limits after what has just been done.
    fn left_of(&self, limits: ProofLimits) -> ProofLimits {
        let limits = self.ended(limits);
        let Some(inquest) = &self.inquest else { return limits };
        let least = Duration::from_millis(1);
        ProofLimits {
            time: limits.time.map(|time| time.saturating_sub(inquest.elapsed).max(least)),
            nodes: limits.nodes.map(|nodes| nodes.saturating_sub(inquest.outcome.nodes).max(1)),
            ..limits
        }
    }

    fn resume_proof(
        &mut self,
        mut limits: ProofLimits,
        watch: &mut dyn Watch,
    ) -> Result<Reply, CommandError> {
        let Some(inquest) = self.inquest.clone() else { return Err(CommandError::NoProof) };
        limits.mebibytes = limits.mebibytes.or(inquest.mebibytes);
        let mut inquiry = inquest.inquiry.clone();
        if let Inquiry::Mate(task) | Inquiry::Keys(task) = &mut inquiry {
            task.nodes = limits.nodes;
        }
        self.ask(inquiry, &limits, Some(inquest), watch)?;
        self.verdict()
    }

    /// Has a question answered; the answer is added to what was known before.
    fn ask(
        &mut self,
        mut inquiry: Inquiry,
        limits: &ProofLimits,
        before: Option<Inquest>,
        watch: &mut dyn Watch,
    ) -> Result<(), CommandError> {
        let limits = self.ended(*limits);
        if let Inquiry::Mate(task) | Inquiry::Keys(task) = &mut inquiry {
            task.nodes = limits.nodes;
        }
        let end = self.run_proof(&inquiry, &limits, watch)?;
        let (outcome, keys) = match (end.answer, &inquiry) {
            (Answer::Mate(outcome), _) => (*outcome, None),
            (Answer::Keys(keys), Inquiry::Keys(task)) => (keys.outcome(task), Some(keys)),
            _ => return Err(CommandError::Stopped),
        };
        self.inquest = Some(match before {
            None => Inquest {
                inquiry,
                mebibytes: limits.mebibytes,
                outcome,
                keys,
                elapsed: end.elapsed,
                timed_out: end.timed_out,
                loaded: None,
            },
            Some(mut known) => {
                known.learn(outcome, keys, end.elapsed);
                (known.inquiry, known.mebibytes, known.loaded) = (inquiry, limits.mebibytes, None);
                known.timed_out = end.timed_out;
                known
            }
        });
        Ok(())
    }

    /// Waits for an answer, telling what is found.
    fn run_proof(
        &mut self,
        inquiry: &Inquiry,
        limits: &ProofLimits,
        watch: &mut dyn Watch,
    ) -> Result<ProofEnd, CommandError> {
        let mut watched = watch.tell(News::ProofBegins(inquiry)).is_continue();
        let handle = self.engine.start_proof(ProofJob {
            inquiry: inquiry.clone(),
            time: limits.time,
            mebibytes: limits.mebibytes,
        });
        loop {
            if !watched || self.interrupt.is_raised() {
                handle.stop();
            }
            match handle.events().recv_timeout(POLL) {
                Ok(event) => {
                    watched &= watch.tell(News::Proof(&event)).is_continue();
                    match event {
                        ProofEvent::Finished(end) => return Ok(*end),
                        ProofEvent::Failed(message) => return Err(CommandError::Memory(message)),
                        ProofEvent::Crashed(message) => {
                            return Err(CommandError::ProofCrashed(message));
                        }
                        _ => {}
                    }
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => {
                    return Err(CommandError::ProofCrashed("it fell silent".to_owned()));
                }
            }
        }
    }

    /// The limits, or the usual ones if they end nothing.
    fn ended(&self, limits: ProofLimits) -> ProofLimits {
        if limits.is_ended() {
            return limits;
        }
        ProofLimits { mebibytes: limits.mebibytes, ..self.preferences.default_proof_limits() }
    }

    pub(super) fn tries(
        &mut self,
        request: &TriesRequest,
        watch: &mut dyn Watch,
    ) -> Result<Reply, CommandError> {
        self.require_move()?;
        let root = *self.position();
        self.require_mating_material(root.turn())?;
        let moves = self.length_of_mate(request.moves)?;
        let inquiry = Inquiry::Tries { root, moves, refutations: request.refutations };
        let end = self.run_proof(&inquiry, &self.ended(request.limits), watch)?;
        match end.answer {
            Answer::Tries(Some(tries)) => {
                let elapsed = end.elapsed;
                Ok(Reply::Tries(Box::new(TriesReply { root, moves, tries, elapsed })))
            }
            _ => Err(CommandError::Unfinished { moves }),
        }
    }

    fn set_play(
        &mut self,
        moves: Option<u16>,
        limits: ProofLimits,
        watch: &mut dyn Watch,
    ) -> Result<Reply, CommandError> {
        self.require_move()?;
        let root = *self.position();
        if root.in_check() {
            return Err(StepError::PassInCheck.into());
        }
        let moves = self.length_of_mate(moves)?;
        let limits = self.ended(limits);
        let end = self.run_proof(&Inquiry::SetPlay { root, moves }, &limits, watch)?;
        match end.answer {
            Answer::SetPlay(Some(lines)) => {
                let reply = SetPlayReply { root, moves, lines, elapsed: end.elapsed };
                Ok(Reply::SetPlay(Box::new(reply)))
            }
            _ => Err(CommandError::Unfinished { moves }),
        }
    }

    /// How long a mate is meant: as long as is said, or as the one that is proved of this position.
    fn length_of_mate(&self, said: Option<u16>) -> Result<u16, CommandError> {
        let known = self.inquest.as_ref().and_then(|inquest| inquest.outcome.proof.as_ref());
        match (said, known) {
            (Some(moves), _) => Ok(moves),
            (None, Some(proof)) if proof.root() == self.position() => Ok(proof.mate()),
            _ => Err(CommandError::HowManyMoves),
        }
    }

    /// The side to move, unless it can mate nobody or a short search sees it mated.
    fn whoever_mates(&mut self) -> Result<Color, CommandError> {
        let position = *self.position();
        let turn = position.turn();
        if is_bare(&position, turn) && !is_bare(&position, !turn) {
            return Ok(!turn);
        }
        let game = self.game().clone();
        let finished = self.search(game, &Limits::nodes(GLANCE), Some(1), &mut Silent)?;
        let mated = finished.iteration.lines.first().is_some_and(|line| line.score.is_loss());
        Ok(if mated { !turn } else { turn })
    }

    fn require_mating_material(&self, attacker: Color) -> Result<(), CommandError> {
        let position = self.position();
        if is_bare(position, attacker) {
            return Err(CommandError::BareKing { color: attacker });
        }
        if position.is_insufficient() {
            return Err(CommandError::NobodyCanMate);
        }
        Ok(())
    }

    fn verdict(&self) -> Result<Reply, CommandError> {
        let inquest = self.inquest.as_ref().ok_or(CommandError::NoProof)?;
        let task = inquest.task().ok_or(CommandError::NoProof)?;
        Ok(Reply::Verdict(Box::new(VerdictReply {
            task: task.clone(),
            outcome: inquest.outcome.clone(),
            keys: inquest.keys.clone(),
            elapsed: inquest.elapsed,
            timed_out: inquest.timed_out,
            loaded: inquest.loaded.clone(),
        })))
    }
}

/// Whether a side has nothing but its king.
fn is_bare(position: &Position, color: Color) -> bool {
    position.color(color).len() == 1
}
