//! Looking for mates on a thread of the engine.
//!
//! [`Engine::start_proof_into`] is to a proof what [`Engine::start_into`] is to a search: it returns at once, and what is
//! found comes as [`ProofEvent`]s. A search and a proof never run at the same time. A limit of time or [`StopFlag::raise`] ends
//! it; a panic in the solvers ends the proof, not the program.

use std::sync::Arc;
use std::sync::mpsc;
use std::time::{Duration, Instant};

use super::Engine;
use super::memory;
pub use super::prover_thread::ProverError;
use super::prover_thread::{self, ProverMessage};
use super::running::{Returned, Running};
use crate::control::StopFlag;
use crate::prove::NoMemory;
use crate::prove::solvers::{Inquiry, InquiryAnswer, Solvers};
use crate::prove::task::{Outcome, ProofTask, ProverNews};

const SILENCE: Duration = Duration::from_secs(1);

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ProofLimits {
    pub time: Option<Duration>,
    pub nodes: Option<u64>,
    /// MiB for the prover's table; `None` for what the option `Hash` says.
    pub mebibytes: Option<usize>,
    pub endless: bool,
}

impl ProofLimits {
    pub fn is_ended(&self) -> bool {
        self.time.is_some() || self.nodes.is_some() || self.endless
    }
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ProofJob {
    pub inquiry: Inquiry,
    /// When the question was put: its time counts from there.
    pub begun: Instant,
    pub limits: ProofLimits,
}

/// Something happened while a mate was looked for. [`ProofEvent::Finished`] or [`ProofEvent::Failed`] is the last one.
#[derive(Clone, Debug)]
pub enum ProofEvent {
    /// What the prover found out, and the time since it began.
    News(ProverNews, Duration),
    /// Nothing was reported for a second: the time since it began.
    Heartbeat(Duration),
    Finished {
        answer: InquiryAnswer,
        elapsed: Duration,
        timed_out: bool,
    },
    Failed(ProverError),
}

impl ProofEvent {
    pub fn is_last(&self) -> bool {
        matches!(self, ProofEvent::Finished { .. } | ProofEvent::Failed(_))
    }
}

impl Engine {
    /// Begins to look for a mate; what is under way is stopped first. The events go to `sink`, which is called on a thread of
    /// the engine. Raising the flag ends it: it reports what it knows and is done.
    pub fn start_proof_into(
        &mut self,
        job: ProofJob,
        sink: impl FnMut(ProofEvent) + Send + 'static,
    ) -> StopFlag {
        self.rest();
        let solvers = self.solvers(job.limits.mebibytes.unwrap_or(self.options.hash));
        let stop = StopFlag::new();
        let (raised, flag) = (stop.clone(), stop.clone());
        self.running = Running::start(
            move || raised.raise(),
            sink,
            |error| ProofEvent::Failed(error.into()),
            move |sink| supervise(solvers, &job, &flag, sink),
        );
        stop
    }

    /// Looks for a mate until the question is answered or its nodes are spent; what is under way is stopped first. What the
    /// solvers learn stays for the next question.
    pub fn prove(&mut self, task: &ProofTask) -> Result<Outcome, NoMemory> {
        self.rest();
        let mut solvers = self.solvers(self.options.hash);
        let outcome = solvers.prove(task, &StopFlag::new(), &mut |_| {});
        self.solvers = Some(solvers);
        outcome
    }

    pub(super) fn solvers(&mut self, mebibytes: usize) -> Solvers {
        let threads = self.options.threads;
        let mebibytes = memory::beside(self.options.hash, mebibytes);
        let mut solvers = self
            .solvers
            .take()
            .unwrap_or_else(|| Solvers::new(mebibytes, threads, Arc::clone(&self.endgames)));
        solvers.share(Arc::clone(&self.known_mates));
        solvers.resize(mebibytes, threads);
        solvers
    }
}

/// Forwards the solvers' messages, and raises the flag when the time is up.
fn supervise(
    solvers: Solvers,
    job: &ProofJob,
    stop: &StopFlag,
    sink: &dyn Fn(ProofEvent),
) -> Returned {
    let begun = job.begun;
    let (inbox, messages) = mpsc::channel();
    let (inquiry, flag) = (job.inquiry.clone(), stop.clone());
    let work = move |solvers: &mut Solvers, tell: &mut dyn FnMut(ProverNews)| {
        solvers.answer(&inquiry, &flag, tell)
    };
    if let Err(error) = prover_thread::start(solvers, &inbox, |message| message, work) {
        sink(ProofEvent::Failed(error.into()));
        return Returned::default();
    }
    let mut timed_out = false;
    let mut told = Instant::now();
    loop {
        let left = job.limits.time.map(|time| time.saturating_sub(begun.elapsed()));
        if !timed_out && left == Some(Duration::ZERO) && !stop.is_stopped() {
            timed_out = true;
            stop.raise();
        }
        let silence = SILENCE.saturating_sub(told.elapsed());
        let limit = left.filter(|_| !stop.is_stopped());
        let message = messages.recv_timeout(limit.map_or(silence, |left| silence.min(left)));
        let elapsed = begun.elapsed();
        let event = match message {
            Ok(ProverMessage::News(news)) => ProofEvent::News(news, elapsed),
            Ok(ProverMessage::Rested(rested)) => {
                let (solvers, result) = *rested;
                sink(match result {
                    Ok(answer) => ProofEvent::Finished { answer, elapsed, timed_out },
                    Err(error) => ProofEvent::Failed(error),
                });
                return Returned { pool: None, solvers };
            }
            Err(_) if told.elapsed() >= SILENCE => ProofEvent::Heartbeat(elapsed),
            Err(_) => continue,
        };
        told = Instant::now();
        sink(event);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::Position;
    use crate::prove::task::Goal;

    #[test]
    fn the_time_of_a_question_counts_from_when_it_was_put() {
        let spent = Duration::from_millis(50);
        let root = Position::from_fen("8/8/8/7p/5p1p/1p1B1P2/ppp5/qkbR3K w - - 0 1").unwrap();
        let task = ProofTask { goal: Goal::Any, ..ProofTask::new(root) };
        let begun = Instant::now().checked_sub(spent).unwrap();
        let limits =
            ProofLimits { time: Some(spent), mebibytes: Some(1), ..ProofLimits::default() };
        let job = ProofJob { inquiry: Inquiry::Mate(task), begun, limits };
        let (sink, events) = mpsc::channel();
        // Whoever lets go of either stops the proof.
        let mut engine = Engine::new();
        let _running = engine.start_proof_into(job, move |event| drop(sink.send(event)));
        let end = events.iter().last();
        let Some(ProofEvent::Finished { elapsed, timed_out, .. }) = end else { panic!("{end:?}") };
        assert!(timed_out && elapsed >= spent, "{elapsed:?}");
    }
}
