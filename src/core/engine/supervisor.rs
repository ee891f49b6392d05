//! Supervises one search: its threads, the concurrent prover, the time, and the reports.
//!
//! The supervisor waits on one inbox for messages of the search threads, the prover and [`Control`], at most until something is
//! due: a heartbeat, the end of a turn, the hard limit of time. There is one search from start to end, paused for the prover's
//! turns. The result of an endless search is held until `stop`. A panic in a search ends the search, not the program.

use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender};
use std::time::Duration;

use super::beside::Beside;
use super::control::Control;
use super::fallback::{self, FallbackSearch};
use super::guard::ThreadError;
use super::lines::{LineKeeper, announced};
use super::pool::{EngineMessage, Worker, WorkerPool};
use super::prover_thread::{self, ProverError, ProverMessage};
use super::root_tables::RootTables;
use super::running::Returned;
use super::teller::Teller;
use super::vote::HelperResults;
use crate::control::StopFlag;
use crate::oracle::tables::LookUpError;
use crate::proof::Proof;
use crate::prove::solvers::{MateFindings, MateSearch, Solvers};
use crate::prove::task::ProverNews;
use crate::search::{EndReason, Event, Finished, Iteration, Progress, ProverEffort, Shared, Task};

pub(super) struct Plan {
    pub(crate) task: Task,
    pub(crate) shared: Shared,
    pub(crate) control: Control,
    pub(crate) mates: Option<(Mates, Solvers)>,
    /// A mate from the root that was proved before.
    pub(crate) known: Option<Proof>,
    /// `go mate`: the endgame tables that may have the mate where no proof is drawn in time.
    pub(crate) tables: Option<RootTables>,
}

pub(super) enum Mates {
    /// `go mate`: before anything is searched.
    Sought(Box<MateSearch>),
    /// In an analysis: beside the search.
    Beside(Box<Beside>),
}

pub(super) type EngineInbox = (Sender<EngineMessage>, Receiver<EngineMessage>);

pub(super) fn supervise_with_tables(
    tables: RootTables,
    mut pool: WorkerPool,
    mut plan: Plan,
    inbox: &EngineInbox,
    sink: &dyn Fn(Event),
) -> Returned {
    let stop = plan.shared.stop.clone();
    let moves = tables.moves(&stop, sink).unwrap_or_else(|error| {
        if error != LookUpError::Stopped {
            sink(Event::Warning(error.to_string()));
        }
        Vec::new()
    });
    if moves.is_empty() {
        plan.shared.tables = tables.for_nodes(&stop).map(Arc::new);
        plan.tables = Some(tables);
        pool.share(&plan.shared);
        return supervise(pool, plan, inbox, sink);
    }
    // If the mate is known, a bounded search need not begin.
    if tables.limits.is_bounded()
        && let Some(finished) = tables.mate(&moves, plan.control.active(), &stop)
    {
        sink(Event::Iteration(finished.iteration.clone()));
        sink(Event::Finished(Box::new(finished)));
        let solvers = plan.mates.take().map(|(_, solvers)| solvers);
        return Returned { pool: Some(pool), solvers };
    }
    plan.task.limits.search_moves = tables.keep(&moves);
    plan.shared.counters.count_table_hits(0, moves.len() as u64);
    pool.share(&plan.shared);
    let endless = StopFlag::new();
    supervise(pool, plan, inbox, &|event| sink(tables.amend(event, &moves, &endless)))
}

pub(super) fn supervise(
    pool: WorkerPool,
    mut plan: Plan,
    inbox: &EngineInbox,
    sink: &dyn Fn(Event),
) -> Returned {
    match plan.mates.take() {
        None => Supervisor::new(plan, inbox, sink).search(pool, None),
        Some((Mates::Beside(mut beside), solvers)) => {
            beside.solvers = Some(solvers);
            Supervisor::new(plan, inbox, sink).search(pool, Some(*beside))
        }
        Some((Mates::Sought(mates), solvers)) => {
            seek_mates(pool, plan, (*mates, solvers), inbox, sink)
        }
    }
}

/// `go mate`: reports no mate that neither the solvers proved nor endgame tables have. If the caller stops early, it gets the
/// result of a short search beside the solvers.
fn seek_mates(
    pool: WorkerPool,
    plan: Plan,
    (mates, solvers): (MateSearch, Solvers),
    inbox: &EngineInbox,
    sink: &dyn Fn(Event),
) -> Returned {
    let mut fallback = FallbackSearch::start(pool, &plan.task, &plan.shared, &inbox.0);
    let mut supervisor = Supervisor::new(plan, inbox, sink);
    let (found, solvers) = supervisor.seek(mates.clone(), solvers, &mut fallback);
    if let Some(finished) = supervisor.mate(&found, mates.most) {
        fallback.stop.raise();
        let report = Event::Iteration(finished.iteration.clone());
        supervisor.teller.report(report, ProverEffort::default());
        while supervisor.plan.control.is_held() {
            // After every message, check again whether the result is still held.
            supervisor.hear_fallback(&mut fallback);
        }
        supervisor.concluded = true;
        supervisor.teller.finish(Box::new(finished), ProverEffort::default());
    }
    while fallback.is_searching {
        if supervisor.plan.control.is_asked() {
            fallback.stop.raise();
        }
        supervisor.hear_fallback(&mut fallback);
    }
    let (mut pool, finished) = fallback.end();
    if supervisor.concluded {
        return Returned { pool: Some(pool), solvers };
    }
    let turn = mates.task.root.turn();
    for attacker in [turn, !turn] {
        let moves = found.refuted[attacker].min(mates.most);
        if moves > 0 {
            supervisor.teller.send(Event::Refuted { attacker, moves });
        }
    }
    let mut plan = supervisor.plan;
    let sink = |event| sink(fallback::counted(event, found.nodes));
    if let Some(mut finished) = finished.filter(|_| plan.control.is_asked()) {
        finished.iteration.progress.elapsed = plan.control.elapsed();
        let mut supervisor = Supervisor::new(plan, inbox, &sink);
        supervisor.teller.finish(Box::new(finished), ProverEffort::default());
        return Returned { pool: Some(pool), solvers };
    }
    plan.task.limits = fallback::limits_left(&plan.task.limits, found.nodes);
    pool.share(&plan.shared);
    let returned = Supervisor::new(plan, inbox, &sink).search(pool, None);
    Returned { solvers, ..returned }
}

struct Supervisor<'a> {
    plan: Plan,
    inbox: &'a EngineInbox,
    teller: Teller<'a>,
    beside: Option<Beside>,
    searching: usize,
    returned: Vec<(usize, Worker)>,
    helpers: HelperResults,
    finished: Option<Box<Finished>>,
    /// Why it ends early: its time is up, or the proved mate is the shortest.
    ending: Option<EndReason>,
    concluded: bool,
}

impl<'a> Supervisor<'a> {
    fn new(plan: Plan, inbox: &'a EngineInbox, sink: &'a dyn Fn(Event)) -> Supervisor<'a> {
        let keeper = LineKeeper::new(plan.task.root, plan.task.history.clone());
        Supervisor {
            plan,
            inbox,
            teller: Teller::new(sink, keeper),
            beside: None,
            searching: 0,
            returned: Vec::new(),
            helpers: HelperResults::default(),
            finished: None,
            ending: None,
            concluded: false,
        }
    }

    /// Searches on all threads, with a prover beside it or without, until the end is reported and every thread rests.
    fn search(mut self, pool: WorkerPool, beside: Option<Beside>) -> Returned {
        self.beside = beside;
        if let Some(proof) = self.plan.known.take() {
            self.proved(&proof);
        }
        let (threads, fewer) = pool.start(&self.plan.task, &self.inbox.0);
        self.searching = threads;
        match fewer {
            Some(error) if threads == 0 => self.fail(&error),
            Some(error) => {
                let text = format!("searching on {threads} threads: {error}");
                self.teller.send(Event::Warning(text));
            }
            None => {}
        }
        while !self.is_over() {
            self.take_turns();
            self.conclude();
            if self.is_over() {
                break;
            }
            if let Some(message) = self.next(self.due()) {
                self.hear(message);
            }
        }
        let solvers = self.beside.and_then(|beside| beside.solvers);
        Returned { pool: Some(WorkerPool::of_returned(self.returned)), solvers }
    }

    fn is_over(&self) -> bool {
        let proving = self.beside.as_ref().is_some_and(|beside| beside.running.is_some());
        self.concluded && self.searching == 0 && !proving
    }

    /// Runs or pauses the search and the prover as the schedule says.
    fn take_turns(&mut self) {
        let comes_to_an_end = self.comes_to_an_end();
        let Some(beside) = &mut self.beside else { return };
        if comes_to_an_end {
            beside.stop();
            return;
        }
        let control = &self.plan.control;
        let now = control.elapsed();
        let followed = beside.follow(now, self.teller.score, &self.inbox.0);
        let pauses = *followed.as_ref().unwrap_or(&false);
        if pauses {
            self.plan.shared.stop.pause();
            control.clock().pause();
        } else {
            control.clock().resume();
            self.plan.shared.stop.resume();
        }
        if let Err(error) = followed {
            self.teller.send(Event::Warning(error.to_string()));
        }
    }

    fn due(&self) -> Option<Duration> {
        let due = self.beside.as_ref()?.schedule.due?;
        (!self.comes_to_an_end()).then(|| due.saturating_sub(self.plan.control.elapsed()))
    }

    fn comes_to_an_end(&self) -> bool {
        self.concluded || self.ending.is_some() || self.plan.control.is_asked()
    }

    /// Waits for a message, at most so long. Meanwhile there are signs of life, and the flag is raised at the hard limit.
    /// `None` if something was due.
    fn next(&mut self, due: Option<Duration>) -> Option<EngineMessage> {
        // While a result is held, and after it was reported, there is nothing to report.
        let quiet = self.concluded || (self.finished.is_some() && due.is_none());
        let silence = (!quiet).then(|| self.teller.silence_left());
        let limit = self.plan.control.until_hard().filter(|_| self.ending.is_none());
        let patience = [due, silence, limit].into_iter().flatten().min();
        let heard = match patience {
            Some(patience) => self.inbox.1.recv_timeout(patience),
            None => self.inbox.1.recv().map_err(|_| RecvTimeoutError::Disconnected),
        };
        if let Ok(message) = heard {
            return Some(message);
        }
        if self.ending.is_none() && self.plan.control.until_hard() == Some(Duration::ZERO) {
            self.end(EndReason::Time);
        }
        if !quiet && self.teller.silence_left().is_zero() {
            let progress = self.progress();
            self.teller.heartbeat(self.plan.shared.counters.root_move(), progress);
        }
        None
    }

    fn hear(&mut self, message: EngineMessage) {
        match message {
            // The loop looks at what has changed.
            EngineMessage::Steered => {}
            EngineMessage::Search(0, report) => self.report(report),
            EngineMessage::Search(helper, report) => self.helper_report(helper, report),
            EngineMessage::Searched(number, Ok(ended)) => {
                let (worker, finished) = *ended;
                self.searching -= 1;
                self.returned.push((number, worker));
                if number == 0 {
                    // The helpers stop with it, perhaps long before the result is reported.
                    self.finished = Some(Box::new(finished));
                    self.plan.shared.stop.raise();
                    if let Some(beside) = &mut self.beside {
                        beside.schedule.search_ended();
                    }
                }
            }
            EngineMessage::Searched(_, Err(error)) => {
                self.searching -= 1;
                self.fail(&error);
            }
            EngineMessage::Prover(message) => self.hear_prover(message),
        }
    }

    fn report(&mut self, report: Event) {
        if self.concluded {
            return;
        }
        let effort = self.effort();
        let exact = matches!(report, Event::Iteration(_));
        self.teller.report(report, effort);
        if exact && let Some(beside) = &mut self.beside {
            beside.schedule.iteration();
        }
    }

    /// Another thread finished an iteration: it has a vote at the end, which is now if no deeper one is asked for.
    fn helper_report(&mut self, helper: usize, report: Event) {
        if let Event::Iteration(iteration) = report {
            if self.plan.task.limits.depth.is_some_and(|asked| iteration.depth >= asked) {
                self.plan.shared.stop.raise();
            }
            self.helpers.keep(helper, iteration);
        }
    }

    /// The result of the thread that is elected to answer takes the place of the first one's.
    fn elect(&self, finished: &mut Finished) {
        let asked = self.plan.task.limits.depth;
        let Some(elected) = self.helpers.elect(&finished.iteration, asked) else { return };
        if asked.is_some_and(|asked| elected.depth >= asked) {
            finished.reason = EndReason::Depth;
        }
        finished.best = elected.first_move();
        finished.iteration = Iteration { progress: finished.iteration.progress, ..elected };
        finished.ledger.line.clear();
    }

    fn hear_prover(&mut self, message: ProverMessage<MateFindings>) {
        let Some(beside) = &mut self.beside else { return };
        match message {
            ProverMessage::News(ProverNews::Status(status)) => beside.current = status.nodes,
            ProverMessage::News(ProverNews::Proved(proof)) => self.proved(&proof),
            ProverMessage::News(ProverNews::Refuted(_)) => {}
            ProverMessage::Rested(rested) => {
                let (solvers, result) = *rested;
                let nodes = result.as_ref().map_or(0, |found| found.nodes);
                let ended = beside.rested(solvers, nodes);
                match result {
                    // The shortest mate is proved: a search that ends by itself is at its end.
                    Ok(found) if ended && found.is_shortest() => {
                        if self.plan.task.limits.is_bounded() {
                            self.end(EndReason::Mate);
                        }
                    }
                    Ok(_) => {}
                    Err(error) if !self.concluded => {
                        self.teller.send(Event::Warning(error.to_string()));
                    }
                    Err(_) => {}
                }
            }
        }
    }

    fn proved(&mut self, proof: &Proof) {
        if self.concluded {
            return;
        }
        let progress = self.progress();
        let task = &self.plan.task;
        let Some(mate) = announced(&task.root, &task.history, proof, progress) else { return };
        self.teller.proved(mate.iteration);
        if let Some(beside) = &mut self.beside {
            beside.schedule.proved(proof.attacker());
        }
    }

    fn end(&mut self, reason: EndReason) {
        self.ending = Some(reason);
        self.plan.shared.stop.raise();
    }

    /// Sends the final event, if the search has ended and a listener is attached.
    fn conclude(&mut self) {
        if self.concluded || self.plan.control.is_held() {
            return;
        }
        let Some(mut finished) = self.finished.take() else { return };
        self.concluded = true;
        self.elect(&mut finished);
        if let Some(reason) = self.ending
            && (reason == EndReason::Mate || finished.reason == EndReason::Stopped)
        {
            finished.reason = reason;
        }
        self.plan.shared.stop.raise();
        if let Some(beside) = &self.beside {
            beside.stop();
        }
        let effort = self.effort();
        self.teller.finish(finished, effort);
    }

    fn fail(&mut self, error: &ThreadError) {
        self.plan.shared.stop.raise();
        if !self.concluded {
            self.concluded = true;
            self.teller.send(Event::Crashed(error.to_string()));
        }
    }

    fn effort(&self) -> ProverEffort {
        let now = self.plan.control.elapsed();
        self.beside.as_ref().map_or_else(ProverEffort::default, |beside| beside.effort(now))
    }

    fn progress(&self) -> Progress {
        let Plan { shared, control, .. } = &self.plan;
        Progress { prover: self.effort(), ..shared.progress(0, control.active()) }
    }

    /// Waits for a message while a search to fall back on is under way or a result is held back.
    fn hear_fallback(&mut self, fallback: &mut FallbackSearch) {
        if let Ok(EngineMessage::Searched(_, ended)) = self.inbox.1.recv()
            && let Err(error) = fallback.hear(ended)
        {
            self.fail(&error);
        }
    }

    /// Has the solvers look for a mate on their thread, as long as there is time and no request is waiting.
    fn seek(
        &mut self,
        mates: MateSearch,
        solvers: Solvers,
        fallback: &mut FallbackSearch,
    ) -> (MateFindings, Option<Solvers>) {
        let flag = StopFlag::new();
        let stop = flag.clone();
        let started = prover_thread::start(
            solvers,
            &self.inbox.0,
            EngineMessage::Prover,
            move |solvers, tell| mates.run(solvers, &stop, tell),
        );
        if let Err(error) = started {
            self.teller.send(Event::Warning(error.to_string()));
            return (MateFindings::default(), None);
        }
        let mut progress = Progress::default();
        loop {
            let due = self.seeking_left();
            if self.plan.control.is_asked() || due.is_some_and(|due| due.is_zero()) {
                flag.raise();
            }
            let due = due.filter(|_| !flag.is_stopped());
            let silence = self.teller.silence_left();
            let patience = due.map_or(silence, |due| due.min(silence));
            match self.inbox.1.recv_timeout(patience) {
                Ok(EngineMessage::Prover(ProverMessage::News(ProverNews::Status(status)))) => {
                    progress.depth = u32::from(status.asked) * 2;
                    progress.seldepth = progress.depth.max(status.line.len() as u32);
                    progress.nodes = status.nodes;
                    progress.hashfull = status.fill;
                }
                Ok(EngineMessage::Prover(ProverMessage::Rested(rested))) => {
                    let (solvers, result) = *rested;
                    let found = result.unwrap_or_else(|error: ProverError| {
                        self.teller.send(Event::Warning(error.to_string()));
                        MateFindings::default()
                    });
                    return (MateFindings { fill: progress.hashfull, ..found }, solvers);
                }
                Ok(EngineMessage::Searched(_, ended)) => {
                    if let Err(error) = fallback.hear(ended) {
                        flag.raise();
                        self.fail(&error);
                    }
                }
                Ok(_) | Err(_) => {}
            }
            if self.teller.silence_left().is_zero() {
                progress.elapsed = self.plan.control.elapsed();
                self.teller.send(Event::Heartbeat(progress));
            }
        }
    }

    /// Time left for finding mates; `None` without a plan.
    fn seeking_left(&self) -> Option<Duration> {
        let Plan { control, .. } = &self.plan;
        Some(control.left()?.saturating_sub(fallback::reserve(control.elapsed())))
    }

    /// Returns the mate within `most` moves that was found, or that tables have.
    fn mate(&self, found: &MateFindings, most: u16) -> Option<Finished> {
        let Plan { task, control, tables, .. } = &self.plan;
        let elapsed = control.elapsed();
        let Some(proof) = &found.proof else {
            return tables.as_ref()?.mate_within(most, elapsed);
        };
        let spent =
            Progress { nodes: found.nodes, hashfull: found.fill, elapsed, ..Progress::default() };
        let told = |proof| announced(&task.root, &task.history, proof, spent);
        let mut mate = told(proof)?;
        let others = found.others.iter().filter_map(told);
        mate.iteration.lines.extend(others.flat_map(|other| other.iteration.lines));
        Some(mate)
    }
}
