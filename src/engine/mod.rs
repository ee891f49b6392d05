//! The engine: options, the table and the threads behind one door.
//!
//! [`Engine::start`] hands a search to threads of its own and returns at once; what they find comes as [`Event`]s. There is
//! one search at a time: starting another, a new game or anything that changes what a search rests on first stops the one
//! under way. Memory for the table is asked for when it is first needed, so that a start costs nothing and a GUI can lower
//! `Hash` in time. Nobody here prints.

mod announce;
pub mod bench;
pub mod event;
mod hunt;
pub mod lines;
pub mod mine;
pub mod options;
pub mod perft;
pub mod perft_suite;
pub mod proofs;
pub mod questions;
mod scout;
mod share;
pub mod solve;
pub mod solvers;
pub mod suite;
#[cfg(test)]
mod tests;
mod threads;
pub mod tune;

use std::io;
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver};

pub use event::Event;
use hunt::Hunt;
pub use options::{OptionError, OptionId, Options};
use proofs::Proving;
pub use proofs::{ProofEvent, ProofHandle, ProofJob};
use scout::Scout;
use solvers::Solvers;
use thiserror::Error;
pub use threads::Control;
use threads::{Crew, First, Plan, Running};

use crate::chess::game::Game;
use crate::control::Limits;
use crate::oracle::Endgames;
use crate::search::{Counters, Shared, Table, Task};
use options::Change;

/// What to search.
#[derive(Clone, Debug)]
pub struct Job {
    /// The position, and the game that led to it.
    pub game: Game,
    /// When to end.
    pub limits: Limits,
    /// How many lines; `None` for what the option `MultiPV` says.
    pub multi_pv: Option<usize>,
}

/// There was not enough memory for the table.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("no memory for a table of {asked} MiB; Hash stays {kept}")]
pub struct NoMemory {
    /// MiB asked for.
    pub asked: usize,
    /// MiB in use.
    pub kept: usize,
}

/// A search under way, for whoever started it.
#[derive(Debug)]
pub struct Handle {
    id: u64,
    control: Control,
    events: Receiver<Event>,
}

impl Handle {
    /// The number of the search, from 1.
    pub fn id(&self) -> u64 {
        self.id
    }

    /// What it tells; the last event is [`Event::Finished`] or [`Event::Crashed`].
    pub fn events(&self) -> &Receiver<Event> {
        &self.events
    }

    /// What steers it, for another thread.
    pub fn control(&self) -> Control {
        self.control.clone()
    }

    /// Ends it: it tells what it has and is done.
    pub fn stop(&self) {
        self.control.stop();
    }

    /// The opponent played the expected move.
    pub fn ponderhit(&self) {
        self.control.ponderhit();
    }

    /// Waits for the end and returns the last event; `None` if it has been taken already.
    pub fn join(self) -> Option<Event> {
        self.events.iter().last()
    }
}

/// Options, table and threads.
#[derive(Default)]
pub struct Engine {
    options: Options,
    table: Option<Arc<Table>>,
    /// The size of the last table that could be had.
    sound: Option<usize>,
    crew: Option<Crew>,
    running: Option<Running>,
    solvers: Option<Solvers>,
    endgames: Arc<Endgames>,
    proving: Option<Proving>,
    searches: u64,
}

impl Engine {
    /// An engine with every option at its default. Allocates nothing to speak of.
    pub fn new() -> Engine {
        Engine::default()
    }

    /// An engine with these options.
    pub fn with(options: Options) -> Engine {
        let mut engine = Engine::new();
        engine.options = options;
        engine
    }

    /// The options in force.
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// Sets an option or a search parameter. A search under way is stopped first.
    ///
    /// # Errors
    /// If there is no such option or the value will not do; the old value stands.
    pub fn set_option(&mut self, name: &str, value: &str) -> Result<(), OptionError> {
        self.rest();
        match self.options.set(name, value)? {
            Change::Pressed(OptionId::ClearHash) => self.new_game(),
            Change::Value(OptionId::Threads | OptionId::Profile | OptionId::Extension(_))
            | Change::Params => self.crew = None,
            Change::Value(_) | Change::Pressed(_) => {}
        }
        Ok(())
    }

    /// Forgets everything that earlier searches learnt.
    pub fn new_game(&mut self) {
        self.rest();
        // The next search finds fresh memory, which the system hands out zeroed at no cost.
        self.table = None;
        self.crew = None;
        self.solvers = None;
    }

    /// Share of the table in use by the last search, in thousandths.
    pub fn hashfull(&self) -> u32 {
        self.table.as_ref().map_or(0, |table| table.hashfull())
    }

    /// Makes the table as large as the option says.
    ///
    /// # Errors
    /// If there is no memory for it: the table that was there is kept, or one of its size made (or half of it, a quarter, …),
    /// and the option says so.
    pub fn prepare(&mut self) -> Result<(), NoMemory> {
        let asked = self.options.hash();
        if self.table.as_ref().is_some_and(|table| table.mebibytes() == asked) {
            return Ok(());
        }
        self.rest();
        if let Ok(table) = Table::new(asked) {
            self.table = Some(Arc::new(table));
            self.sound = Some(asked);
            return Ok(());
        }
        if self.table.is_none() {
            let before = self.sound.unwrap_or_else(|| Options::default().hash());
            let smaller = std::iter::successors(Some(before), |size| Some(size / 2));
            let found = smaller.take_while(|&size| size > 0).find_map(|size| Table::new(size).ok());
            self.table = found.map(Arc::new);
        }
        let kept = self.table.as_ref().map_or(0, |table| table.mebibytes());
        self.options.correct_hash(kept.max(1));
        Err(NoMemory { asked, kept })
    }

    /// Begins a search; one under way is stopped first.
    pub fn start(&mut self, job: Job) -> Handle {
        let (teller, events) = mpsc::channel();
        // Whoever dropped the handle wants to know no more.
        let control = self.start_into(job, move |event| drop(teller.send(event)));
        Handle { id: self.searches, control, events }
    }

    /// Like [`Engine::start`], with the events going to `sink`, which is called on a thread of the engine.
    pub fn start_into(
        &mut self,
        job: Job,
        mut sink: impl FnMut(Event) + Send + 'static,
    ) -> Control {
        let root = *job.game.position();
        let control = Control::new(job.limits.clone(), root.turn(), self.options.move_overhead());
        self.rest();
        self.searches += 1;
        if !self.options.persist() {
            self.new_game();
        }
        if let Err(error) = self.prepare() {
            sink(Event::Warning(error.to_string()));
        }
        let Some(table) = self.table.clone() else {
            sink(Event::Crashed("there is no memory even for the smallest table".to_owned()));
            return control;
        };
        table.begin_search();
        let shared = Shared {
            table,
            params: Arc::new(self.options.params().clone()),
            stop: control.search_flag(),
            counters: Arc::new(Counters::new(self.options.threads())),
        };
        let first = self.first_for(&job);
        let first = first.map(|first| (first, self.solvers(self.options.hash())));
        let task = Task {
            root,
            history: job.game.history_keys().to_vec(),
            multi_pv: job.multi_pv.unwrap_or_else(|| self.options.multi_pv()),
            clock: control.clock(),
            limits: job.limits,
        };
        let crew = Crew::gather(self.crew.take(), &shared, self.options.threads());
        let plan = Plan { task, shared, control: control.clone(), first };
        self.running = Running::start(crew, plan, sink);
        control
    }

    /// What is looked for before anything is searched.
    fn first_for(&self, job: &Job) -> Option<First> {
        if job.limits.mate.is_some() {
            return self.hunt_for(job).map(First::Hunt);
        }
        if !self.options.proves_mates() {
            return None;
        }
        let lines = job.multi_pv.unwrap_or_else(|| self.options.multi_pv());
        let (root, history) = (*job.game.position(), job.game.history_keys());
        Scout::for_search(root, history, &job.limits, lines).map(First::Scout)
    }

    /// What `go mate` looks for before anything is searched.
    fn hunt_for(&self, job: &Job) -> Option<Hunt> {
        let root = *job.game.position();
        let most = u16::try_from(job.limits.mate?).unwrap_or(u16::MAX);
        if !root.has_legal_move() {
            return None;
        }
        let Limits { search_moves, excluded_moves, .. } = &job.limits;
        let moves = if search_moves.is_empty() && excluded_moves.is_empty() {
            Vec::new()
        } else {
            let legal = root.legal_moves().into_iter().map(|legal| legal.mv);
            legal
                .filter(|mv| search_moves.is_empty() || search_moves.contains(mv))
                .filter(|mv| !excluded_moves.contains(mv))
                .collect()
        };
        let history = job.game.history_keys().to_vec();
        Some(Hunt { root, history, most, moves, nodes: job.limits.nodes })
    }

    /// Stops the search or the proof under way, if there is one, and waits until its threads rest.
    fn rest(&mut self) {
        if let Some(running) = self.running.take() {
            let rested = running.rest();
            self.crew = rested.crew;
            self.solvers = rested.solvers.or(self.solvers.take());
        }
        if let Some(proving) = self.proving.take() {
            self.solvers = proving.rest();
        }
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        self.rest();
    }
}

/// What is said when the system gives no thread.
fn no_thread(error: &io::Error) -> String {
    format!("the system gives no thread to search with: {error}")
}
