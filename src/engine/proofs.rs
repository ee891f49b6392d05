//! Looking for mates on a thread of the engine.
//!
//! [`Engine::start_proof`] is to a proof what [`Engine::start`] is to a search: it returns at once, and what is found comes
//! as [`ProofEvent`]s. A search and a proof never run at the same time. A limit of time or a [`ProofHandle::stop`] raises the
//! flag that the solvers look at; a panic in them ends the proof, not the program.

use std::panic::{self, AssertUnwindSafe};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use super::solvers::{Answer, Inquiry, ProofEnd, Solvers};
use super::threads::{STACK, message_of};
use super::{Engine, no_thread};
use crate::control::StopFlag;
use crate::proof::Proof;
use crate::prove::task::{News, Status};

/// After so much silence there is a sign of life.
const SILENCE: Duration = Duration::from_secs(1);

/// What to find out, and when to give up.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ProofJob {
    /// The question.
    pub inquiry: Inquiry,
    /// For so long; `None` for as long as it takes.
    pub time: Option<Duration>,
    /// MiB for the prover's table; `None` for what the option `Hash` says.
    pub mebibytes: Option<usize>,
}

/// Something happened while a mate was looked for. [`ProofEvent::Finished`], [`ProofEvent::Failed`] or
/// [`ProofEvent::Crashed`] is the last one.
#[derive(Clone, Debug)]
pub enum ProofEvent {
    /// Where the prover stands, and the time since it began.
    Status(Box<Status>, Duration),
    /// Nothing was told for a second: the time since it began.
    Heartbeat(Duration),
    /// A mate, shorter than any before, and when it was found.
    Proved(Box<Proof>, Duration),
    /// There is no mate in so many moves.
    Refuted(u16, Duration),
    /// It has ended.
    Finished(Box<ProofEnd>),
    /// It could not be done: why.
    Failed(String),
    /// It ended by a mistake of the program: what it said.
    Crashed(String),
}

impl ProofEvent {
    /// Whether nothing comes after it.
    pub fn is_last(&self) -> bool {
        matches!(self, ProofEvent::Finished(_) | ProofEvent::Failed(_) | ProofEvent::Crashed(_))
    }
}

/// A proof under way, for whoever began it.
#[derive(Debug)]
pub struct ProofHandle {
    stop: StopFlag,
    events: Receiver<ProofEvent>,
}

impl ProofHandle {
    /// What it tells.
    pub fn events(&self) -> &Receiver<ProofEvent> {
        &self.events
    }

    /// Ends it: it tells what it knows and is done.
    pub fn stop(&self) {
        self.stop.raise();
    }

    /// Waits for the end and returns the last event; `None` if it has been taken already.
    pub fn join(self) -> Option<ProofEvent> {
        self.events.iter().last()
    }
}

/// A proof under way, for the engine.
pub(super) struct Proving {
    stop: StopFlag,
    supervisor: JoinHandle<Option<Solvers>>,
}

impl Proving {
    /// Stops it and waits until its thread rests. The solvers come back unless they panicked.
    pub(super) fn rest(self) -> Option<Solvers> {
        self.stop.raise();
        self.supervisor.join().ok().flatten()
    }
}

impl Engine {
    /// Begins to look for a mate; what is under way is stopped first.
    pub fn start_proof(&mut self, job: ProofJob) -> ProofHandle {
        let (teller, events) = mpsc::channel();
        // Whoever dropped the handle wants to know no more.
        let stop = self.start_proof_into(job, move |event| drop(teller.send(event)));
        ProofHandle { stop, events }
    }

    /// Like [`Engine::start_proof`], with the events going to `sink`, which is called on a thread of the engine. Raising the
    /// flag ends it: it tells what it knows and is done.
    pub fn start_proof_into(
        &mut self,
        job: ProofJob,
        sink: impl FnMut(ProofEvent) + Send + 'static,
    ) -> StopFlag {
        self.rest();
        let mebibytes = job.mebibytes.unwrap_or(self.options.hash());
        let solvers = self.solvers(mebibytes);
        let stop = StopFlag::new();
        let flag = stop.clone();
        // Shared only so that it can still be told if there is no thread to take it along.
        let sink = Arc::new(Mutex::new(sink));
        let told = sink.clone();
        let tell = move |event| told.lock().unwrap_or_else(PoisonError::into_inner)(event);
        let named = thread::Builder::new().name("proof".to_owned());
        match named.spawn(move || supervise(solvers, &job, &flag, &tell)) {
            Ok(supervisor) => self.proving = Some(Proving { stop: stop.clone(), supervisor }),
            Err(error) => {
                let failed = ProofEvent::Failed(no_thread(&error));
                sink.lock().unwrap_or_else(PoisonError::into_inner)(failed);
            }
        }
        stop
    }

    /// The solvers, taken out: those that there were, or new ones.
    pub(super) fn solvers(&mut self, mebibytes: usize) -> Solvers {
        let threads = self.options.threads();
        let mut solvers = self
            .solvers
            .take()
            .unwrap_or_else(|| Solvers::new(mebibytes, threads, Arc::clone(&self.endgames)));
        solvers.resize(mebibytes, threads);
        solvers
    }
}

/// What the solvers' thread tells its supervisor.
enum Message {
    Status(Box<Status>),
    Proved(Box<Proof>),
    Refuted(u16),
    Finished(Box<Answer>),
    Failed(String),
    Crashed(String),
}

fn supervise(
    mut solvers: Solvers,
    job: &ProofJob,
    stop: &StopFlag,
    tell: &dyn Fn(ProofEvent),
) -> Option<Solvers> {
    let begun = Instant::now();
    let sound = thread::scope(|scope| {
        let (teller, listener) = mpsc::channel();
        let named = thread::Builder::new().name("prover".to_owned()).stack_size(STACK);
        let (mind, inquiry) = (&mut solvers, &job.inquiry);
        let spawned = named.spawn_scoped(scope, move || work(mind, inquiry, stop, &teller));
        if let Err(error) = spawned {
            tell(ProofEvent::Failed(no_thread(&error)));
            return true;
        }
        listen(&listener, job, begun, stop, tell)
    });
    sound.then_some(solvers)
}

fn work(solvers: &mut Solvers, inquiry: &Inquiry, stop: &StopFlag, teller: &Sender<Message>) {
    // Whoever listens may have gone; then nobody wants to know.
    let tell = |message| drop(teller.send(message));
    let answered = panic::catch_unwind(AssertUnwindSafe(|| {
        solvers.answer(inquiry, stop, &mut |news| {
            tell(match news {
                News::Status(status) => Message::Status(Box::new((*status).clone())),
                News::Proved(proof) => Message::Proved(Box::new((*proof).clone())),
                News::Refuted(moves) => Message::Refuted(*moves),
            });
        })
    }));
    tell(match answered {
        Ok(Ok(answer)) => Message::Finished(Box::new(answer)),
        Ok(Err(error)) => Message::Failed(error.to_string()),
        Err(payload) => Message::Crashed(message_of(&*payload)),
    });
}

/// Passes on what the solvers tell, raises the flag when the time is up, and returns whether they may be used again.
fn listen(
    listener: &Receiver<Message>,
    job: &ProofJob,
    begun: Instant,
    stop: &StopFlag,
    tell: &dyn Fn(ProofEvent),
) -> bool {
    let mut timed_out = false;
    let mut told = Instant::now();
    loop {
        let left = job.time.map(|time| time.saturating_sub(begun.elapsed()));
        if !timed_out && left == Some(Duration::ZERO) && !stop.is_raised() {
            timed_out = true;
            stop.raise();
        }
        let silence = SILENCE.saturating_sub(told.elapsed());
        let patience = left.filter(|_| !timed_out).map_or(silence, |left| silence.min(left));
        let message = match listener.recv_timeout(patience) {
            Ok(message) => message,
            Err(RecvTimeoutError::Timeout) => {
                if told.elapsed() >= SILENCE {
                    told = Instant::now();
                    tell(ProofEvent::Heartbeat(begun.elapsed()));
                }
                continue;
            }
            Err(RecvTimeoutError::Disconnected) => {
                tell(ProofEvent::Crashed("the prover ended without a word".to_owned()));
                return false;
            }
        };
        told = Instant::now();
        let elapsed = begun.elapsed();
        match message {
            Message::Status(status) => tell(ProofEvent::Status(status, elapsed)),
            Message::Proved(proof) => tell(ProofEvent::Proved(proof, elapsed)),
            Message::Refuted(moves) => tell(ProofEvent::Refuted(moves, elapsed)),
            Message::Finished(answer) => {
                let end = ProofEnd { answer: *answer, elapsed, timed_out };
                tell(ProofEvent::Finished(Box::new(end)));
                return true;
            }
            Message::Failed(message) => {
                tell(ProofEvent::Failed(message));
                return true;
            }
            Message::Crashed(message) => {
                tell(ProofEvent::Crashed(message));
                return false;
            }
        }
    }
}
