//! The engine: options, the table and the threads behind one interface.
//!
//! [`Engine::start`] starts a search on other threads and returns at once; its results are sent as [`Event`]s. There is one
//! search at a time: starting another, a new game, or a change of anything that a search depends on first stops the running one.
//! Memory for the table is allocated at first use, so that the start is fast and a GUI can lower `Hash` in time. Nothing here
//! prints.

#[doc(hidden)]
pub mod bench;
mod beside;
#[doc(hidden)]
pub mod book;
mod control;
#[doc(hidden)]
pub mod evaluator;
mod fallback;
#[doc(hidden)]
mod job;
#[doc(hidden)]
pub mod limit_words;
mod lines;
#[doc(hidden)]
pub mod memory;
#[doc(hidden)]
pub mod options;
mod pool;
#[doc(hidden)]
pub(crate) mod proofs;
mod prover_thread;
#[doc(hidden)]
pub(crate) mod questions;
mod root_tables;
mod running;
mod schedule;
#[doc(hidden)]
pub(crate) mod self_player;
#[doc(hidden)]
pub(crate) mod strength;
mod supervisor;
mod teller;
#[cfg(test)]
mod tests;
mod vote;

use std::path::Path;
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver};
use std::time::Duration;

use beside::Beside;
use book::{BookFileError, OwnBook};
pub use control::Control;
pub use job::Job;
pub use options::{OptionError, Options};
use pool::WorkerPool;
pub use proofs::ProverError;
#[doc(hidden)]
pub use proofs::{ProofEvent, ProofLimits};
#[doc(hidden)]
pub use questions::OrderedMove;
use root_tables::RootTables;
use running::{Returned, Running};
#[doc(hidden)]
pub use self_player::{NoTable, SelfPlayer, player_options};
use strength::Limited;
pub use strength::{Elo, Strength};
use supervisor::{Mates, Plan, supervise, supervise_with_tables};
use thiserror::Error;

use crate::chess::GameResult;
use crate::control::Limits;
use crate::control::guard::{self, ThreadError};
pub use crate::eval::EvalReport;
use crate::oracle::Endgames;
pub(crate) use crate::oracle::tables::TableSet;
use crate::proof::Proof;
use crate::prove::solvers::{KnownMates, MateSearch, Solvers};
use crate::prove::task::ProofTask;
use crate::search::quiescence_tree::TreeError;
use crate::search::table::TableError;
use crate::search::work_words::WorkWords;
use crate::search::{Counters, Shared, Table, Task};
pub use crate::search::{EndReason, Event, Finished, Iteration, Progress, ScoredLine};
use crate::settings::{SettingKind, ValueError};

#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum NoRoom {
    #[error("no memory for a table of {asked} MiB; Hash stays {kept}")]
    Hash { asked: usize, kept: usize },
    #[error("no memory for {asked} threads; Threads stays {kept}")]
    Threads { asked: usize, kept: usize },
}

#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum EngineError {
    #[error("the search ended before it had looked at the move")]
    Stopped,
    #[error(
        "the search was told to leave that move out; explain one that it looked at, or search again with it"
    )]
    LeftOut,
    #[error(transparent)]
    Tree(#[from] TreeError),
    #[error(transparent)]
    Memory(#[from] TableError),
    #[error("{0}")]
    Thread(String),
}

impl From<ThreadError> for EngineError {
    fn from(error: ThreadError) -> EngineError {
        EngineError::Thread(match error {
            ThreadError::Unavailable(_) => error.to_string(),
            ThreadError::Panicked(why) => SearchCrash(why).to_string(),
        })
    }
}

/// A search ended with an internal error, whose message this is.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("the search ended with an internal error: {0}")]
pub struct SearchCrash(String);

/// A search under way, for the caller who started it.
#[derive(Debug)]
pub struct Handle {
    control: Control,
    events: Receiver<Event>,
}

impl Handle {
    /// Its events; the last is [`Event::Finished`] or [`Event::Crashed`].
    ///
    /// ```
    /// use quarterply_core::chess::Game;
    /// use quarterply_core::control::Limits;
    /// use quarterply_core::engine::{Engine, Event, Job};
    ///
    /// let mut engine = Engine::new();
    /// let handle = engine.start(Job::new(Game::default(), Limits::depth(4)));
    /// let mut depths = Vec::new();
    /// for event in handle.events() {
    ///     if let Event::Iteration(iteration) = event {
    ///         depths.push(iteration.depth);
    ///     }
    /// }
    /// assert_eq!(depths, [1, 2, 3, 4]);
    /// ```
    pub fn events(&self) -> &Receiver<Event> {
        &self.events
    }

    pub fn control(&self) -> Control {
        self.control.clone()
    }

    /// Ends the search; [`Handle::join`] returns what it has found.
    ///
    /// ```
    /// use quarterply_core::chess::Game;
    /// use quarterply_core::control::Limits;
    /// use quarterply_core::engine::{Engine, Job};
    ///
    /// let mut engine = Engine::new();
    /// let handle = engine.start(Job::new(Game::default(), Limits::default()));
    /// handle.stop();
    /// assert!(handle.join()?.best.is_some());
    /// # Ok::<(), quarterply_core::engine::SearchCrash>(())
    /// ```
    pub fn stop(&self) {
        self.control.stop();
    }

    /// Waits for the end and returns the result.
    ///
    /// # Errors
    /// If the search crashed, or its last event was taken from [`Handle::events`] before.
    pub fn join(self) -> Result<Finished, SearchCrash> {
        match self.events.iter().last() {
            Some(Event::Finished(finished)) => Ok(*finished),
            Some(Event::Crashed(why)) => Err(SearchCrash(why)),
            _ => Err(SearchCrash("its result was taken before".to_owned())),
        }
    }
}

#[derive(Default)]
pub struct Engine {
    options: Options,
    table: Option<Arc<Table>>,
    /// MiB of the last table that could be had.
    last_size: Option<usize>,
    /// Number of threads that last fitted into memory.
    last_threads: usize,
    pool: Option<WorkerPool>,
    running: Option<Running>,
    solvers: Option<Solvers>,
    /// The mates that were proved since the last new game.
    pub known_mates: Arc<KnownMates>,
    pub(crate) endgames: Arc<Endgames>,
    own_book: OwnBook,
}

impl Engine {
    /// An engine with every option at its default. Allocates nothing to speak of.
    pub fn new() -> Engine {
        Engine::default()
    }

    pub fn with(options: Options) -> Engine {
        let mut engine = Engine::new();
        engine.options = options;
        engine
    }

    pub fn options(&self) -> &Options {
        &self.options
    }

    /// Sets an option or a search parameter. A running search is stopped first.
    ///
    /// ```
    /// use quarterply_core::engine::Engine;
    ///
    /// let mut engine = Engine::new();
    /// engine.set_option("Hash", "16")?;
    /// assert_eq!(engine.options().get("Hash").as_deref(), Some("16"));
    /// let error = engine.set_option("Treads", "64").unwrap_err();
    /// assert_eq!(error.to_string(), "there is no option `Treads`; did you mean `Threads`?");
    /// # Ok::<(), quarterply_core::engine::OptionError>(())
    /// ```
    ///
    /// # Errors
    /// If the option is unknown or the value is invalid; the old value is kept.
    pub fn set_option(&mut self, name: &str, value: &str) -> Result<(), OptionError> {
        self.rest();
        let mut options = self.options.clone();
        options.set(name, value)?;
        let spec = options::find(name);
        if let Some(spec) = spec.filter(|spec| ["BookFile", "BookEdits"].contains(&&*spec.name)) {
            let opened = self.own_book.open(&options.book_file, &options.book_edits);
            let refused = |error: BookFileError| ValueError::Refused(error.to_string());
            opened.map_err(|error| OptionError::new(spec, refused(error), value, &self.options))?;
        }
        let before = std::mem::replace(&mut self.options, options);
        if spec.is_some_and(|spec| spec.kind == SettingKind::Button) {
            self.new_game();
        }
        // Data learned with other parameters, weights or tables would be wrong for the new ones.
        if !self.options.searches_like(&before) {
            self.forget_search();
            self.pool = None;
        }
        Ok(())
    }

    /// The books that the options name, open.
    #[doc(hidden)]
    pub fn own_book(&mut self) -> Result<&mut OwnBook, BookFileError> {
        self.own_book.open(&self.options.book_file, &self.options.book_edits)?;
        Ok(&mut self.own_book)
    }

    #[doc(hidden)]
    pub fn tables(&self) -> TableSet {
        let own = self.options.own_tables.then(|| Arc::clone(&self.endgames));
        TableSet { own, syzygy: self.options.syzygy() }
    }

    /// Keeps changes to the books in this file, unless the option `BookEdits` names another.
    #[doc(hidden)]
    pub fn keep_book_in(&mut self, path: &Path) {
        self.own_book.keep_in(path);
    }

    /// A game with the engine has ended so.
    #[doc(hidden)]
    pub fn game_ended(&mut self, result: GameResult) -> Result<(), BookFileError> {
        self.own_book.learn(result, &self.options)
    }

    /// Forgets everything that earlier searches learnt.
    pub fn new_game(&mut self) {
        self.own_book.new_game();
        self.forget();
    }

    fn forget(&mut self) {
        self.rest();
        self.known_mates.forget();
        self.forget_search();
        if let Some(solvers) = self.solvers.take() {
            // To give gigabytes back takes the system a while, and no caller should wait.
            guard::beside("discard", move || drop(solvers));
        }
    }

    fn forget_search(&mut self) {
        if let Some(table) = &self.table {
            table.forget();
        }
        if let Some(pool) = &mut self.pool {
            pool.forget();
        }
    }

    /// Share of the table in use by the last search, in thousandths.
    #[doc(hidden)]
    pub fn hashfull(&self) -> u32 {
        self.table.as_ref().map_or(0, |table| table.hashfull())
    }

    /// Allocates the table of size `Hash`, and checks that there is memory for `Threads`.
    ///
    /// # Errors
    /// If there is no memory: the old table is kept, or one of its size (or half, a quarter, …) is made, the number of threads is
    /// the last one, and the options are set to these values.
    #[doc(hidden)]
    pub fn prepare(&mut self) -> Result<(), NoRoom> {
        let table = self.prepare_table();
        table.and(self.prepare_threads())
    }

    /// As [`Engine::prepare`], without the table.
    #[doc(hidden)]
    pub fn prepare_threads(&mut self) -> Result<(), NoRoom> {
        let asked = self.options.threads;
        let there = self.pool.as_ref().map_or(1, WorkerPool::threads).max(1);
        let fits = |threads| threads <= there || memory::has_room_for_threads(threads - there);
        if fits(asked) {
            self.last_threads = asked;
            return Ok(());
        }
        let kept = if fits(self.last_threads) { self.last_threads.max(1) } else { there };
        self.options.threads = kept;
        Err(NoRoom::Threads { asked, kept })
    }

    fn prepare_table(&mut self) -> Result<(), NoRoom> {
        let asked = self.options.hash;
        if self.table.as_ref().is_some_and(|table| table.mebibytes() == asked) {
            return Ok(());
        }
        self.rest();
        let made = if memory::is_there(asked) { Table::new(asked).ok() } else { None };
        if let Some(table) = made {
            // Not only the table is dropped elsewhere: workers hold it as well until the next search.
            if let Some(old) = self.table.replace(Arc::new(table)) {
                let pool = self.pool.take();
                guard::beside("discard", move || drop((old, pool)));
            }
            self.last_size = Some(asked);
            return Ok(());
        }
        if self.table.is_none() {
            let before = self.last_size.unwrap_or_else(|| Options::default().hash);
            let smaller = std::iter::successors(Some(before), |size| Some(size / 2));
            let found = smaller.take_while(|&size| size > 0).find_map(|size| Table::new(size).ok());
            self.table = found.map(Arc::new);
        }
        let kept = self.table.as_ref().map_or(0, |table| table.mebibytes());
        self.options.hash = kept.max(1);
        Err(NoRoom::Hash { asked, kept })
    }

    pub fn start(&mut self, job: Job) -> Handle {
        let (teller, events) = mpsc::channel();
        // A dropped handle receives no events.
        let control = self.start_into(job, move |event| drop(teller.send(event)));
        Handle { control, events }
    }

    /// Like [`Engine::start`], with the events going to `sink`, which is called on a thread of the engine.
    #[doc(hidden)]
    pub fn start_into(
        &mut self,
        mut job: Job,
        mut sink: impl FnMut(Event) + Send + 'static,
    ) -> Control {
        let turn = job.game.position().turn();
        let inbox = mpsc::channel();
        let overhead = self.options.move_overhead();
        let control = Control::new(job.limits.clone(), turn, overhead, inbox.0.clone());
        self.rest();
        if let Some(finished) = self.own_book.answer(&job, &self.options, &mut sink) {
            sink(Event::Finished(Box::new(finished)));
            return control;
        }
        let lesson = self.own_book.lesson(&job, &self.options);
        let mut sink = move |event: Event| {
            let complaint = lesson.as_ref().and_then(|lesson| lesson.hear(&event));
            complaint.into_iter().chain([event]).for_each(&mut sink);
        };
        let limited = job.strength.map(|strength| Limited::new(strength, &job.game));
        let Some(table) = self.table_for(limited.is_some(), &mut sink) else {
            sink(Event::Crashed("there is no memory even for the smallest table".to_owned()));
            return control;
        };
        // As many as there is memory for, which the line above found out.
        let threads = if limited.is_some() { 1 } else { self.options.threads };
        table.begin_search();
        let mut lines = job.multi_pv.unwrap_or(self.options.multi_pv);
        let tables = RootTables::of(&job, self.tables(), lines);
        let shared = Shared {
            table,
            params: Arc::new(self.options.params.clone()),
            stop: control.search.clone(),
            counters: Arc::new(Counters::new(threads, self.options.show_line)),
            tables: None,
            work: WorkWords::new(threads).map(Arc::new),
        };
        if let Some(limited) = &limited {
            limited.restrict(&mut job.limits, &mut lines);
        }
        let known = if limited.is_some() { None } else { self.known_mate(&job, lines) };
        let mates = self.mates_for(&job, lines, control.until_hard());
        let mates = mates.map(|mates| (mates, self.solvers(self.options.hash)));
        let task = Task {
            root: *job.game.position(),
            history: job.game.history_keys().to_vec(),
            multi_pv: lines,
            clock: control.clock.clone(),
            limits: job.limits,
        };
        let pool = if limited.is_some() { None } else { self.pool.take() };
        let pool = WorkerPool::gather(pool, &shared, threads, &self.options);
        let plan = Plan { task, shared, control: control.clone(), mates, known, tables: None };
        let stop = control.clone();
        self.running = Running::start(
            move || stop.stop(),
            sink,
            |error| Event::Crashed(error.to_string()),
            move |sink| match limited {
                None => supervise_with_tables(tables, pool, plan, &inbox, sink),
                Some(limited) => {
                    let tell = |event| tell_limited(&limited, event, sink);
                    let returned = supervise(pool, plan, &inbox, &tell);
                    // The next search at full strength reuses the workers of the last one.
                    Returned { pool: None, ..returned }
                }
            },
        );
        control
    }

    /// The table of a search, a small new one if its strength is limited; `None` if there is no memory.
    fn table_for(&mut self, is_limited: bool, sink: &mut impl FnMut(Event)) -> Option<Arc<Table>> {
        if is_limited {
            return Table::new(strength::TABLE).ok().map(Arc::new);
        }
        if !self.options.persist {
            self.forget();
        }
        if let Err(error) = self.prepare() {
            sink(Event::Warning(error.to_string()));
        }
        self.table.clone()
    }

    /// Returns the mate of either side from a job's position that was proved before, if the job is for one line of all moves.
    fn known_mate(&self, job: &Job, lines: usize) -> Option<Proof> {
        let Limits { search_moves, excluded_moves, mate, .. } = &job.limits;
        let is_free = search_moves.is_empty() && excluded_moves.is_empty();
        if !is_free || lines != 1 || mate.is_some() {
            return None;
        }
        let task = ProofTask::in_game(&job.game);
        let other = task.clone().attacker(!task.attacker);
        let known = [task, other].iter().find_map(|task| self.known_mates.answer(task))?;
        Some(known.proof)
    }

    /// The mate search that accompanies a search with a hard limit of `time`, if any.
    fn mates_for(&self, job: &Job, lines: usize, time: Option<Duration>) -> Option<Mates> {
        if job.limits.mate.is_some() {
            let sought = MateSearch::for_limits(&job.game, &job.limits, lines)?;
            return Some(Mates::Sought(Box::new(sought)));
        }
        if !self.options.prove_mates {
            return None;
        }
        Some(Mates::Beside(Box::new(Beside::for_search(job, lines, time)?)))
    }

    /// Stops the search or the proof under way, if there is one, and waits until its threads rest.
    fn rest(&mut self) {
        if let Some(running) = self.running.take() {
            let returned = running.rest();
            self.pool = returned.pool.or(self.pool.take());
            self.solvers = returned.solvers.or(self.solvers.take());
        }
    }
}

/// Reports the result of a limited search: only the move that is played.
fn tell_limited(limited: &Limited, event: Event, sink: &dyn Fn(Event)) {
    match event {
        Event::Iteration(_) | Event::Bound(_) | Event::RootMove { .. } => {}
        Event::Finished(finished) => {
            let played = limited.played(*finished);
            if !played.iteration.lines.is_empty() {
                sink(Event::Iteration(played.iteration.clone()));
            }
            sink(Event::Finished(Box::new(played)));
        }
        other => sink(other),
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        self.rest();
    }
}
