//! Searching for mates on a thread of the engine.
//!
//! [`Engine::start_proof_into`] is to a proof what [`Engine::start_into`] is to a search: it returns at once, and results are
//! sent as [`ProofEvent`]s. A search and a proof never run at the same time. A limit of time or [`StopFlag::raise`] ends it; a
//! panic in the solvers ends the proof, not the program.

use std::sync::Arc;
use std::sync::mpsc;
use std::time::{Duration, Instant};

use super::Engine;
use super::memory;
pub use super::prover_thread::ProverError;
use super::prover_thread::{self, ProverMessage};
use super::running::{Returned, Running};
use crate::control::StopFlag;
use crate::control::guard::ThreadError;
use crate::prove::NoMemory;
use crate::prove::solvers::Solvers;
use crate::prove::task::{Outcome, ProofTask, ProverNews};

const SILENCE: Duration = Duration::from_secs(1);

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ProofLimits {
    pub time: Option<Duration>,
    pub nodes: Option<u64>,
    /// MiB for the prover's table; `None` for the option `Hash`.
    pub mebibytes: Option<usize>,
    pub endless: bool,
}

impl ProofLimits {
    pub fn is_ended(&self) -> bool {
        self.time.is_some() || self.nodes.is_some() || self.endless
    }
}

/// Something happened while a question about mates was answered. [`ProofEvent::Ended`] is the last one.
#[derive(Debug)]
pub enum ProofEvent<T> {
    /// What the prover found out, or that nothing was reported for a second; and the time since it began.
    News(Option<ProverNews>, Duration),
    Ended {
        answer: Result<T, ProverError>,
        elapsed: Duration,
        timed_out: bool,
    },
}

impl Engine {
    /// Begins to ask the solvers; what is under way is stopped first. The time counts from `begun`. The events go to `sink`,
    /// which is called on a thread of the engine. Raising the flag ends it: it reports what it knows and is done.
    #[doc(hidden)]
    pub fn start_proof_into<T: Send + 'static>(
        &mut self,
        (begun, limits): (Instant, ProofLimits),
        ask: impl FnOnce(&mut Solvers, &StopFlag, &mut dyn FnMut(ProverNews)) -> Result<T, NoMemory>
        + Send
        + 'static,
        sink: impl FnMut(ProofEvent<T>) + Send + 'static,
    ) -> StopFlag {
        self.rest();
        let solvers = self.solvers(limits.mebibytes.unwrap_or(self.options.hash));
        let stop = StopFlag::new();
        let (raised, flag) = (stop.clone(), stop.clone());
        self.running = Running::start(
            move || raised.raise(),
            sink,
            move |error| failed(begun, error),
            move |sink| supervise(solvers, (begun, limits), ask, &flag, sink),
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

/// The end without an answer.
fn failed<T>(begun: Instant, error: ThreadError) -> ProofEvent<T> {
    ProofEvent::Ended { answer: Err(error.into()), elapsed: begun.elapsed(), timed_out: false }
}

/// Forwards the solvers' messages, and raises the flag when the time is up.
fn supervise<T: Send + 'static>(
    solvers: Solvers,
    (begun, limits): (Instant, ProofLimits),
    ask: impl FnOnce(&mut Solvers, &StopFlag, &mut dyn FnMut(ProverNews)) -> Result<T, NoMemory>
    + Send
    + 'static,
    stop: &StopFlag,
    sink: &dyn Fn(ProofEvent<T>),
) -> Returned {
    let (inbox, messages) = mpsc::channel();
    let flag = stop.clone();
    let work =
        move |solvers: &mut Solvers, tell: &mut dyn FnMut(ProverNews)| ask(solvers, &flag, tell);
    if let Err(error) = prover_thread::start(solvers, &inbox, |message| message, work) {
        sink(failed(begun, error));
        return Returned::default();
    }
    let mut timed_out = false;
    let mut told = Instant::now();
    loop {
        let left = limits.time.map(|time| time.saturating_sub(begun.elapsed()));
        if !timed_out && left == Some(Duration::ZERO) && !stop.is_stopped() {
            timed_out = true;
            stop.raise();
        }
        let silence = SILENCE.saturating_sub(told.elapsed());
        let limit = left.filter(|_| !stop.is_stopped());
        let message = messages.recv_timeout(limit.map_or(silence, |left| silence.min(left)));
        let elapsed = begun.elapsed();
        let event = match message {
            Ok(ProverMessage::News(news)) => ProofEvent::News(Some(news), elapsed),
            Ok(ProverMessage::Rested(rested)) => {
                let (solvers, answer) = *rested;
                sink(ProofEvent::Ended { answer, elapsed, timed_out });
                return Returned { pool: None, solvers };
            }
            Err(_) if told.elapsed() >= SILENCE => ProofEvent::News(None, elapsed),
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
        let task = ProofTask::new(root).goal(Goal::Any);
        let begun = Instant::now().checked_sub(spent).unwrap();
        let limits =
            ProofLimits { time: Some(spent), mebibytes: Some(1), ..ProofLimits::default() };
        let ask =
            move |solvers: &mut Solvers, stop: &StopFlag, tell: &mut dyn FnMut(ProverNews)| {
                solvers.prove(&task, stop, tell)
            };
        let (sink, events) = mpsc::channel();
        // Dropping either stops the proof.
        let mut engine = Engine::new();
        let _running =
            engine.start_proof_into((begun, limits), ask, move |event| drop(sink.send(event)));
        let end = events.iter().last();
        let Some(ProofEvent::Ended { elapsed, timed_out, .. }) = end else { panic!("{end:?}") };
        assert!(timed_out && elapsed >= spent, "{elapsed:?}");
    }
}
