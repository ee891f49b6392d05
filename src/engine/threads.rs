//! Searching on several threads at once, and watching over them.
//!
//! Lazy SMP: every thread searches the same position, they help each other through the table alone, and the first one
//! reports. A supervisor starts them, passes on what the first one tells (lines confirmed by [`LineKeeper`]), gives a
//! sign of life after a second of silence, and holds the result of an endless search back until somebody asks for it. A
//! panic in a search ends the search, not the program.

use std::any::Any;
use std::panic::{self, AssertUnwindSafe};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use super::event::Event;
use super::hunt::{self, Hunt, Quarry};
use super::lines::LineKeeper;
use super::no_thread;
use super::scout::{self, Scout};
use super::solvers::Solvers;
use crate::chess::Color;
use crate::control::{Clock, Limits, StopFlag};
use crate::eval::ClassicalEvaluator;
use crate::search::trace::Tally;
use crate::search::{Finished, Iteration, Progress, Report, Searcher, Shared, Task};
use crate::units::Score;

/// Selective lines are long and every ply has a move list on the stack; this is several times what the longest needs.
pub(super) const STACK: usize = 32 << 20;

/// After so much silence there is a sign of life.
const SILENCE: Duration = Duration::from_secs(1);

/// What one thread searches with.
type Worker = Searcher<ClassicalEvaluator, Tally>;

/// The threads' minds: what they learnt stays with them between the searches of a game.
pub(super) struct Crew(Vec<Worker>);

impl Crew {
    /// So many workers for the next search: those there were, as many as are wanted, and new ones.
    pub(super) fn gather(old: Option<Crew>, shared: &Shared, threads: usize) -> Crew {
        let mut workers = old.map_or_else(Vec::new, |crew| crew.0);
        workers.truncate(threads);
        for worker in &mut workers {
            worker.share(shared.clone());
        }
        for number in workers.len()..threads {
            let evaluator = ClassicalEvaluator::new();
            workers.push(Searcher::new(shared.clone(), number, evaluator, Tally::default()));
        }
        Crew(workers)
    }
}

/// How a running search is stopped, or told that the opponent played the expected move. Clones steer the same search.
#[derive(Clone, Debug)]
pub struct Control {
    /// Ends the threads' search; they raise it themselves when a limit is reached.
    search: StopFlag,
    /// Somebody asked for the result: it is not held back any longer.
    asked: StopFlag,
    pondering: Arc<AtomicBool>,
    clock: Arc<Mutex<Clock>>,
    limits: Arc<Limits>,
    turn: Color,
    overhead: Duration,
}

impl Control {
    /// For a search from now on.
    pub(super) fn new(limits: Limits, turn: Color, overhead: Duration) -> Control {
        Control {
            search: StopFlag::new(),
            asked: StopFlag::new(),
            pondering: Arc::new(AtomicBool::new(limits.ponder)),
            clock: Arc::new(Mutex::new(Clock::start(&limits, turn, overhead))),
            limits: Arc::new(limits),
            turn,
            overhead,
        }
    }

    /// The flag that the threads look at.
    pub(super) fn search_flag(&self) -> StopFlag {
        self.search.clone()
    }

    /// The clock that the first thread looks at.
    pub(super) fn clock(&self) -> Arc<Mutex<Clock>> {
        self.clock.clone()
    }

    /// Ends the search: it tells what it has and is done.
    pub fn stop(&self) {
        // In this order: a hunt that has just ended lowers the one and then looks at the other.
        self.asked.raise();
        self.search.raise();
    }

    /// The opponent played the expected move: the limits hold from now on. Nothing happens if it did not ponder.
    pub fn ponderhit(&self) {
        if self.pondering.load(Ordering::Relaxed) {
            let mut clock = self.clock.lock().unwrap_or_else(PoisonError::into_inner);
            clock.ponderhit(&self.limits, self.turn, self.overhead);
            drop(clock);
            self.pondering.store(false, Ordering::Relaxed);
            self.asked.wake();
        }
    }

    /// Whether the search ends by itself.
    pub fn is_bounded(&self) -> bool {
        self.limits.is_bounded()
    }

    /// Whether the result has to wait for `stop` or `ponderhit`.
    fn is_held(&self) -> bool {
        self.limits.infinite || self.pondering.load(Ordering::Relaxed)
    }

    /// Whether somebody asked for the result.
    pub(super) fn is_asked(&self) -> bool {
        self.asked.is_raised()
    }

    /// Time until the plan says to come to an end; `None` without a plan.
    pub(super) fn left(&self) -> Option<Duration> {
        self.clock.lock().unwrap_or_else(PoisonError::into_inner).left()
    }

    /// Time since the start.
    pub(super) fn elapsed(&self) -> Duration {
        self.clock.lock().unwrap_or_else(PoisonError::into_inner).elapsed()
    }
}

/// Everything that one search needs beside the crew.
pub(super) struct Plan {
    pub task: Task,
    pub shared: Shared,
    pub control: Control,
    /// Mates that are looked for first, and who looks for them.
    pub first: Option<(First, Solvers)>,
}

/// What comes before a search, or between two parts of it.
pub(super) enum First {
    /// `go mate`.
    Hunt(Hunt),
    /// An analysis.
    Scout(Scout),
}

impl Plan {
    /// The same search for a short time. Its end is nobody's business but the supervisor's.
    fn briefly(&self, time: Duration) -> Plan {
        let limits = Limits::movetime(time);
        let clock = Clock::start(&limits, self.task.root.turn(), Duration::ZERO);
        let task = Task { limits, clock: Arc::new(Mutex::new(clock)), ..self.task.clone() };
        Plan { task, shared: self.shared.clone(), control: self.control.clone(), first: None }
    }
}

/// What threads bring back when they rest, unless they panicked.
#[derive(Default)]
pub(super) struct Rested {
    pub crew: Option<Crew>,
    pub solvers: Option<Solvers>,
}

/// A search under way.
pub(super) struct Running {
    pub control: Control,
    supervisor: JoinHandle<Rested>,
}

impl Running {
    /// Sets a crew to work. `None` if the system gives no thread for it; `sink` has been told then.
    pub(super) fn start(
        crew: Crew,
        plan: Plan,
        sink: impl FnMut(Event) + Send + 'static,
    ) -> Option<Running> {
        let control = plan.control.clone();
        // Shared only so that it can still be told if there is no thread to take it along.
        let sink = Arc::new(Mutex::new(sink));
        let told = sink.clone();
        let tell = move |event| told.lock().unwrap_or_else(PoisonError::into_inner)(event);
        let named = thread::Builder::new().name("supervisor".to_owned());
        match named.spawn(move || supervise(crew, plan, &tell)) {
            Ok(supervisor) => Some(Running { control, supervisor }),
            Err(error) => {
                sink.lock().unwrap_or_else(PoisonError::into_inner)(Event::Crashed(no_thread(
                    &error,
                )));
                None
            }
        }
    }

    /// Stops it and waits until every thread rests.
    pub(super) fn rest(self) -> Rested {
        self.control.stop();
        self.supervisor.join().unwrap_or_default()
    }
}

/// What the threads tell their supervisor.
enum Message {
    Report(Report),
    Finished(Box<Finished>),
    Crashed(String),
}

fn supervise(crew: Crew, mut plan: Plan, sink: &dyn Fn(Event)) -> Rested {
    match plan.first.take() {
        None => {
            let (crew, last) = search(crew, &plan, sink);
            conclude(&plan, last, sink);
            Rested { crew, solvers: None }
        }
        Some((First::Hunt(hunt), solvers)) => hunted(crew, plan, (hunt, solvers), sink),
        Some((First::Scout(scout), solvers)) => scouted(crew, &plan, (scout, solvers), sink),
    }
}

/// `go mate`: what the solvers do not find, the search does not speak of.
fn hunted(
    crew: Crew,
    mut plan: Plan,
    (hunt, solvers): (Hunt, Solvers),
    sink: &dyn Fn(Event),
) -> Rested {
    let (quarry, solvers) = hunt.run(solvers, &plan.task.limits, &plan.control, sink);
    match quarry {
        Quarry::Caught(finished) => {
            conclude(&plan, Event::Finished(finished), sink);
            Rested { crew: Some(crew), solvers }
        }
        Quarry::Lost(limits) => {
            plan.task.limits = limits;
            let sink = |event| sink(hunt::without_mates(event));
            let (crew, last) = search(crew, &plan, &sink);
            conclude(&plan, last, &sink);
            Rested { crew, solvers }
        }
    }
}

/// An analysis: a glance at mates, a short search, a longer look at mates, and the search.
fn scouted(
    crew: Crew,
    plan: &Plan,
    (scout, mut solvers): (Scout, Solvers),
    sink: &dyn Fn(Event),
) -> Rested {
    let shares = scout.shares();
    let turn = plan.task.root.turn();
    let look = scout.look(&mut solvers, turn, shares.glance, &plan.control, sink);
    if let Some(finished) = look.finished {
        conclude(plan, Event::Finished(finished), sink);
        return Rested { crew: Some(crew), solvers: look.sound.then_some(solvers) };
    }
    let glanced = look.nodes;
    let news = |event| sink(scout::after(event, glanced));
    let (crew, last) = search(crew, &plan.briefly(shares.search), &news);
    let last = scout::after(last, glanced);
    let (Some(crew), Event::Finished(early)) = (crew, &last) else {
        conclude(plan, last, sink);
        return Rested::default();
    };
    // The flag is lowered for what follows. Whoever says stop raises `asked` first, so that a word that comes at this
    // very moment is not lost.
    plan.control.search.lower();
    if plan.control.is_asked() || !look.sound {
        conclude(plan, last, sink);
        return Rested { crew: Some(crew), solvers: look.sound.then_some(solvers) };
    }
    let (known, before) = (early.iteration.depth, early.iteration.progress.nodes);
    let score = early.iteration.lines.first().map_or(Score::DRAW, |line| line.score);
    let (attacker, share) = scout.suspect(score);
    let look = scout.look(&mut solvers, attacker, share, &plan.control, sink);
    let solvers = look.sound.then_some(solvers);
    if let Some(finished) = look.finished {
        conclude(plan, Event::Finished(finished), sink);
        return Rested { crew: Some(crew), solvers };
    }
    let spent = before + look.nodes;
    // What the short search told already is not told again.
    let news = |event: Event| match &event {
        Event::Report(report) if depth_of(report) <= known => {}
        _ => sink(scout::after(event, spent)),
    };
    let (crew, last) = search(crew, plan, &news);
    conclude(plan, scout::after(last, spent), sink);
    Rested { crew, solvers }
}

/// Tells the end, when somebody wants to hear it.
fn conclude(plan: &Plan, last: Event, sink: &dyn Fn(Event)) {
    if matches!(last, Event::Finished(_)) {
        plan.control.asked.sleep_while(|| plan.control.is_held());
    }
    sink(last);
}

/// Searches on all threads. The crew comes back unless one of it panicked; the end is not told yet.
fn search(mut crew: Crew, plan: &Plan, sink: &dyn Fn(Event)) -> (Option<Crew>, Event) {
    let last = thread::scope(|scope| {
        let (teller, listener) = mpsc::channel();
        for (number, worker) in crew.0.iter_mut().enumerate() {
            let teller = teller.clone();
            let named = thread::Builder::new().name(format!("search-{number}")).stack_size(STACK);
            let spawned = named.spawn_scoped(scope, move || work(number, worker, plan, &teller));
            match spawned {
                Ok(_) => {}
                Err(error) if number == 0 => return Event::Crashed(no_thread(&error)),
                Err(error) => {
                    sink(Event::Warning(format!("searching on {number} threads: {error}")));
                    break;
                }
            }
        }
        drop(teller);
        let last = listen(&listener, plan, sink);
        // The others end with the first, which may be long before the result is wanted.
        plan.control.search.raise();
        last
    });
    let sound = matches!(last, Event::Finished(_));
    (sound.then_some(crew), last)
}

/// One thread's search. Only the first tells anything but a crash.
fn work(number: usize, worker: &mut Worker, plan: &Plan, teller: &Sender<Message>) {
    // Whoever listens may have gone; then nobody wants to know.
    let tell = |message| drop(teller.send(message));
    let searched = panic::catch_unwind(AssertUnwindSafe(|| {
        worker.run(&plan.task, &mut |report| {
            if number == 0 {
                tell(Message::Report(report));
            }
        })
    }));
    match searched {
        Ok(finished) if number == 0 => tell(Message::Finished(Box::new(finished))),
        Ok(_) => {}
        Err(payload) => tell(Message::Crashed(message_of(&*payload))),
    }
}

/// Passes on what the threads tell until the first is done; what it said last is returned, not yet told.
fn listen(listener: &Receiver<Message>, plan: &Plan, sink: &dyn Fn(Event)) -> Event {
    let mut keeper = LineKeeper::new(plan.task.root, plan.task.history.clone());
    let mut depth = 0;
    let mut told = Instant::now();
    loop {
        match listener.recv_timeout(SILENCE.saturating_sub(told.elapsed())) {
            Ok(Message::Report(report)) => {
                depth = depth_of(&report);
                told = Instant::now();
                sink(Event::Report(confirmed(report, &mut keeper)));
            }
            Ok(Message::Finished(mut finished)) => {
                settle(&mut finished.iteration, &mut keeper);
                return Event::Finished(finished);
            }
            Ok(Message::Crashed(message)) => {
                return Event::Crashed(message);
            }
            Err(RecvTimeoutError::Timeout) => {
                told = Instant::now();
                if let Some(report) = plan.shared.counters.root_move() {
                    sink(Event::Report(report));
                }
                sink(Event::Heartbeat(progress(plan, depth)));
            }
            Err(RecvTimeoutError::Disconnected) => {
                return Event::Crashed("the search ended without a result".to_owned());
            }
        }
    }
}

fn progress(plan: &Plan, depth: u32) -> Progress {
    Progress {
        depth,
        seldepth: plan.shared.counters.seldepth(),
        nodes: plan.shared.counters.nodes(),
        elapsed: plan.control.elapsed(),
        hashfull: plan.shared.table.hashfull(),
    }
}

fn depth_of(report: &Report) -> u32 {
    match report {
        Report::Finished(iteration) | Report::Failed(iteration) => iteration.depth,
        Report::RootMove { depth, .. } => *depth,
    }
}

fn confirmed(mut report: Report, keeper: &mut LineKeeper) -> Report {
    if let Report::Finished(iteration) | Report::Failed(iteration) = &mut report {
        settle(iteration, keeper);
    }
    report
}

fn settle(iteration: &mut Iteration, keeper: &mut LineKeeper) {
    for line in &mut iteration.lines {
        *line = keeper.settle(line.clone());
    }
}

/// What a panic said.
pub(super) fn message_of(payload: &(dyn Any + Send)) -> String {
    let text = payload.downcast_ref::<&str>().map(|text| (*text).to_owned());
    text.or_else(|| payload.downcast_ref::<String>().cloned())
        .unwrap_or_else(|| "a panic without words".to_owned())
}
