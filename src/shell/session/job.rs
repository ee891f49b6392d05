//! Jobs: commands that are still running when [`Session::execute`] returns.
//!
//! A job works on threads of the engine or on its own, and reports through [`News`] in the one inbox of the conversation.
//! [`Session::receive`] stores the results and returns what to show. So the caller never blocks, and a stop is a call.

use std::sync::Arc;
use std::sync::mpsc::Sender;
use std::time::{Duration, Instant};

use super::command::Acted;
use super::news::{Begun, Finding, Progress, TaskEvent};
use super::{CommandError, Effect, News, Session};
use crate::chess::{Game, Position};
use crate::control::{Limits, StopFlag, guard};
use crate::engine::{Control, ProofLimits};
use crate::search::{Iteration, Params};
use crate::store::WrittenFiles;
use crate::units::Score;

/// Number of a job, from 1; unique within a session.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct JobId(pub u64);

/// State for showing the events of one job: its root, its table, its rows. It is accessed by the id of the job only, so that an
/// event is never drawn with the state of another job, and a dropped job leaves nothing behind.
#[derive(Debug)]
pub struct JobState<T>(Option<(JobId, T)>);

impl<T> JobState<T> {
    /// Shows the events of `job` with `shown` from now on, and those of no other job.
    pub fn begin(&mut self, job: JobId, shown: T) {
        self.0 = Some((job, shown));
    }

    /// Returns the state for `job`; `None` if another job is shown.
    pub fn of(&mut self, job: JobId) -> Option<&mut T> {
        self.0.as_mut().filter(|(id, _)| *id == job).map(|(_, shown)| shown)
    }

    /// Returns the current state, whichever job it belongs to.
    pub fn current(&self) -> Option<&T> {
        self.0.as_ref().map(|(_, shown)| shown)
    }

    pub fn current_mut(&mut self) -> Option<&mut T> {
        self.0.as_mut().map(|(_, shown)| shown)
    }

    pub fn end(&mut self) {
        self.0 = None;
    }
}

impl<T> Default for JobState<T> {
    fn default() -> JobState<T> {
        JobState(None)
    }
}

/// Receives the news of jobs. It may be called from any thread and must not block.
#[derive(Clone)]
pub struct JobInbox(Arc<dyn Fn(JobId, News) + Send + Sync>);

impl JobInbox {
    pub fn new(inbox: impl Fn(JobId, News) + Send + Sync + 'static) -> JobInbox {
        JobInbox(Arc::new(inbox))
    }

    pub fn put(&self, job: JobId, news: News) {
        (self.0)(job, news);
    }
}

impl Default for JobInbox {
    fn default() -> JobInbox {
        JobInbox::new(|_, _| {})
    }
}

pub struct SessionJob {
    pub id: JobId,
    pub work: Work,
    /// The job was stopped, with everything that it would still start.
    pub stopped: bool,
}

impl SessionJob {
    fn stop(&mut self) {
        self.stopped = true;
        match &self.work {
            Work::Search { control, .. } => control.stop(),
            Work::Proof { stop, .. } | Work::Task { stop } => stop.raise(),
        }
    }
}

pub struct SearchJob {
    pub game: Game,
    pub limits: Limits,
    pub params: Params,
    pub since: Instant,
    pub purpose: Purpose,
    /// The search has limited strength.
    pub limited: bool,
    pub begun: Begun,
    pub last: Option<Iteration>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Purpose {
    /// `go`, `top`: the result becomes the last analysis.
    Go,
    /// `analyze`: likewise, and the search follows the board.
    Follow,
    /// A game: the best move is played.
    Play,
    /// Pondering, as if the expected move had been played.
    Ponder,
    /// `threat`: a search for the other side; not kept.
    Threat,
}

pub enum Work {
    Search {
        control: Control,
        search: Box<SearchJob>,
    },
    Proof {
        stop: StopFlag,
        limits: ProofLimits,
        /// Its progress is shown.
        shown: bool,
    },
    Task {
        stop: StopFlag,
    },
}

/// How a task reports, and the flag that stops it.
pub struct TaskContext {
    /// Raised when the task must end; it then reports its results so far.
    pub stop: StopFlag,
    pub files: WrittenFiles,
    job: JobId,
    inbox: JobInbox,
}

impl TaskContext {
    pub fn tell(&self, news: News) {
        self.inbox.put(self.job, news);
    }

    pub fn working(&self, what: &'static str) {
        self.tell(News::Progress(Progress::Working(what)));
    }

    /// Tells how many items there are to do, and what they are of.
    pub fn begin(&self, what: impl Into<String>, items: usize) {
        self.tell(News::Progress(Progress::Begin { what: what.into(), items }));
    }

    pub fn more(&self, items: usize) {
        self.tell(News::Progress(Progress::More(items)));
    }

    pub fn done(&self, items: usize) {
        self.tell(News::Progress(Progress::Done(items)));
    }

    pub fn found(&self, event: impl TaskEvent + 'static) {
        self.tell(News::Found(Arc::new(event)));
    }
}

/// A line of standard input that is a record, and not a command.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RecordLine {
    pub number: usize,
    /// Its text; of a line too long to be a record only how many bytes it had.
    pub text: Result<String, usize>,
}

/// Where lines of standard input go that are records; when it is dropped there are no more.
pub type RecordFeed = Sender<RecordLine>;

/// Summary of the running search, for the prompt.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SearchSummary {
    pub depth: u32,
    /// White's view; `None` before the first score.
    pub score: Option<Score>,
}

/// Time after which `quit` no longer waits for a move that only the clock ends.
const LONG: Duration = Duration::from_secs(1);

/// Running jobs. At most one of them uses the engine.
#[derive(Default)]
pub struct Jobs {
    running: Vec<SessionJob>,
    begun: u64,
    inbox: JobInbox,
}

impl Jobs {
    pub fn new(inbox: JobInbox) -> Jobs {
        Jobs { inbox, ..Jobs::default() }
    }

    pub fn next_id(&mut self) -> JobId {
        self.begun += 1;
        JobId(self.begun)
    }

    pub fn inbox(&self) -> JobInbox {
        self.inbox.clone()
    }

    pub fn add(&mut self, id: JobId, work: Work) {
        self.running.push(SessionJob { id, work, stopped: false });
    }

    pub fn remove(&mut self, job: JobId) -> Option<SessionJob> {
        let place = self.running.iter().position(|running| running.id == job)?;
        Some(self.running.remove(place))
    }

    pub fn get_mut(&mut self, job: JobId) -> Option<&mut SessionJob> {
        self.running.iter_mut().find(|running| running.id == job)
    }

    pub fn all(&self) -> impl Iterator<Item = &SessionJob> {
        self.running.iter()
    }

    pub fn searches(&self) -> impl Iterator<Item = (JobId, &SearchJob)> {
        self.running.iter().filter_map(|job| match &job.work {
            Work::Search { search, .. } => Some((job.id, &**search)),
            _ => None,
        })
    }

    pub fn search_for(&self, purpose: Purpose) -> Option<(JobId, &SearchJob)> {
        self.searches().find(|(_, search)| search.purpose == purpose)
    }

    pub fn following(&self) -> Option<JobId> {
        self.search_for(Purpose::Follow).map(|(job, _)| job)
    }

    /// Returns the search for the engine's move in a game.
    pub fn thinking(&self) -> Option<&SearchJob> {
        self.search_for(Purpose::Play).map(|(_, search)| search)
    }

    /// Whether the engine has thought about a move for a second and only the clock ends that: `quit` then stops waiting.
    pub fn thinks_long(&self) -> bool {
        self.thinking().is_some_and(|search| {
            let limits = &search.limits;
            let by_time = limits.depth.is_none() && limits.nodes.is_none();
            by_time && search.since.elapsed() >= LONG
        })
    }

    /// Returns the search that ends with a move in a game.
    pub fn playing(&self) -> Option<JobId> {
        let plays = self.search_for(Purpose::Play).or_else(|| self.search_for(Purpose::Ponder));
        plays.map(|(job, _)| job)
    }

    /// Stops a job: it reports its results so far and ends.
    pub fn stop(&mut self, job: JobId) {
        for running in self.running.iter_mut().filter(|running| running.id == job) {
            running.stop();
        }
    }

    pub fn stop_all(&mut self) {
        self.running.iter_mut().for_each(SessionJob::stop);
    }

    /// Stops and drops a job, even if its thread still runs until it polls the flag.
    pub fn abandon(&mut self, job: JobId) {
        self.stop(job);
        self.running.retain(|running| running.id != job);
    }

    pub fn abandon_all(&mut self) {
        self.stop_all();
        self.running.clear();
    }

    /// Drops the job that uses the engine.
    pub fn drop_engine_jobs(&mut self) {
        self.running.retain(|job| matches!(job.work, Work::Task { .. }));
    }

    /// Drops the search that follows the board until it may start again.
    pub fn suspend_following(&mut self) {
        if let Some(job) = self.following() {
            self.abandon(job);
        }
    }

    /// Drops the search for the engine's move.
    pub fn drop_thinking(&mut self) {
        if let Some(job) = self.playing() {
            self.abandon(job);
        }
    }

    /// Counts the search as thinking from now on if the board has the expected position. For the other components it is a new
    /// search.
    pub fn ponder_hits(&mut self, id: JobId, board: &Position) -> Option<News> {
        let Work::Search { control, search } = &mut self.get_mut(id)?.work else { return None };
        if search.purpose != Purpose::Ponder || search.game.position() != board {
            return None;
        }
        search.purpose = Purpose::Play;
        search.begun.ponders = false;
        control.ponderhit();
        Some(News::SearchBegins(search.begun))
    }

    /// The opponent played the expected move: the search's limits apply from now on.
    pub fn ponder_hit(&self) {
        for job in &self.running {
            if let Work::Search { control, .. } = &job.work {
                control.ponderhit();
            }
        }
    }

    /// Records whether the search was meant to be endless, though it ends when there is nothing more to find.
    pub fn note_endless(&mut self, endless: bool) {
        for running in &mut self.running {
            if let Work::Search { search, .. } = &mut running.work {
                search.limits.infinite = endless;
            }
        }
    }

    pub fn glimpse(&self, board: &Position) -> Option<SearchSummary> {
        // A search of another position, or a stopped one, is not shown beside this position.
        let shown =
            self.running.iter().filter(|job| !job.stopped).find_map(|job| match &job.work {
                Work::Search { search, .. } => Some(&**search),
                _ => None,
            });
        let is_here = |search: &&SearchJob| search.game.position() == board;
        let search = shown.filter(is_here).filter(|search| search.begun.background)?;
        let turn = search.game.position().turn();
        let line = search.last.as_ref().and_then(|last| last.lines.first());
        Some(SearchSummary {
            depth: search.last.as_ref().map_or(0, |last| last.depth),
            score: line.map(|line| line.score.for_white(turn).score()),
        })
    }

    pub fn is_running(&self, job: JobId) -> bool {
        self.running.iter().any(|running| running.id == job)
    }

    pub fn engine_job(&self) -> Option<JobId> {
        let needs_engine = |job: &&SessionJob| !matches!(job.work, Work::Task { .. });
        self.running.iter().find(needs_engine).map(|running| running.id)
    }

    /// Number of jobs that are not searches.
    pub fn others(&self) -> usize {
        self.running.len() - self.searches().count()
    }

    /// Whether every running job ends by itself.
    pub fn is_bounded(&self) -> bool {
        self.running.iter().all(|running| match &running.work {
            Work::Search { control, .. } => control.is_bounded(),
            Work::Proof { limits, .. } => !limits.endless,
            Work::Task { .. } => true,
        })
    }

    pub fn is_idle(&self) -> bool {
        self.running.is_empty()
    }
}

impl Session {
    pub fn start_task(
        &mut self,
        work: impl FnOnce(&TaskContext) -> Result<Finding, CommandError> + Send + 'static,
    ) -> Acted {
        let id = self.jobs.next_id();
        let stop = StopFlag::new();
        let inbox = self.jobs.inbox.clone();
        let (files, stop_flag) = (self.files.written.clone(), stop.clone());
        let context = TaskContext { stop: stop_flag, files, job: id, inbox: inbox.clone() };
        let run = move || {
            // The panic was reported on standard error; the session goes on.
            let done = guard::caught(|| work(&context)).unwrap_or_else(|_| {
                let why =
                    "the command ended with an internal error; please report the message above";
                Err(CommandError::Internal(why.to_owned()))
            });
            inbox.put(id, News::Finding(done.unwrap_or_else(|error| Finding::new(|_| Err(error)))));
        };
        guard::builder("task").spawn(run).map_err(|error| {
            CommandError::refused(format!("the system gives no thread to work on: {error}"))
        })?;
        self.jobs.add(id, Work::Task { stop });
        Ok(Effect::Running { job: id, news: None })
    }

    /// Stores the results in the news of a job and returns what to show. News of dropped jobs are ignored.
    pub fn receive(&mut self, job: JobId, news: News) -> Vec<News> {
        match news {
            News::FlagFell => self.flag_falls().map(News::PlayEnded).into_iter().collect(),
            _ if !self.jobs.is_running(job) => Vec::new(),
            News::Search(event) => self.search_said(job, event),
            News::Finding(Finding(file)) => {
                let Some(SessionJob { work, stopped, .. }) = self.jobs.remove(job) else {
                    return Vec::new();
                };
                let ends = matches!(work, Work::Proof { shown: true, .. });
                let next = file(self).unwrap_or_else(|error| News::Done(Err(error)));
                // Another part may run under the same number.
                if stopped {
                    self.jobs.stop(job);
                }
                ends.then_some(News::ProofEnds).into_iter().chain([next]).collect()
            }
            news => vec![news],
        }
    }

    pub fn abandon_all(&mut self) {
        self.analysis.follows = false;
        self.opponent.force(&mut self.jobs);
        self.jobs.abandon_all();
    }
}
