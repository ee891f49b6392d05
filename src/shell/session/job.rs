//! Jobs: commands that are still under way when [`Session::execute`] returns.
//!
//! A job works on threads of its own, the engine's or one that is made here, and everything it has to say comes as
//! [`JobMessage`]s through the one inbox of the conversation. [`Session::receive`] files what was found and says what is to
//! be shown. So the caller never waits, and a stop is a call, not a flag to be polled.

use std::panic::{self, AssertUnwindSafe};
use std::sync::Arc;
use std::time::Instant;

use super::news::Begun;
use super::{CommandError, Effect, News, Session};
use crate::chess::Game;
use crate::control::{Limits, StopFlag, guard};
use crate::engine::{Control, ProofJob};
use crate::ink::Answer;
use crate::search::{Iteration, Params};
use crate::shell::mates::{Then, VerdictAnswer};
use crate::shell::reply::Reply;
use crate::store::WrittenFiles;

/// The number of a job, from 1. It is never used again in a session.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct JobId(pub u64);

/// What the events of one job are shown with: its root, its table, its rows. It is reached only through the id of the job,
/// so that an event is never drawn with what belongs to another, and a job that was dropped leaves nothing behind.
#[derive(Debug)]
pub struct OfJob<T>(Option<(JobId, T)>);

impl<T> OfJob<T> {
    /// Shows the events of `job` with `shown` from here on, and those of any other job not at all.
    pub fn begin(&mut self, job: JobId, shown: T) {
        self.0 = Some((job, shown));
    }

    /// Returns what the events of `job` are shown with; `None` if it is not this job's turn.
    pub fn of(&mut self, job: JobId) -> Option<&mut T> {
        self.0.as_mut().filter(|(id, _)| *id == job).map(|(_, shown)| shown)
    }

    /// Returns what is shown now, whichever job it belongs to.
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

impl<T> Default for OfJob<T> {
    fn default() -> OfJob<T> {
        OfJob(None)
    }
}

/// Where messages of jobs go; it may be called from any thread and must not wait.
#[derive(Clone)]
pub struct JobInbox(Arc<dyn Fn(JobId, JobMessage) + Send + Sync>);

impl JobInbox {
    pub fn new(inbox: impl Fn(JobId, JobMessage) + Send + Sync + 'static) -> JobInbox {
        JobInbox(Arc::new(inbox))
    }

    pub fn put(&self, job: JobId, message: JobMessage) {
        (self.0)(job, message);
    }
}

impl Default for JobInbox {
    fn default() -> JobInbox {
        JobInbox::new(|_, _| {})
    }
}

pub enum JobMessage {
    News(News),
    Done(Result<Finding, CommandError>),
    /// The clock of the side to move has run down; it belongs to no job.
    FlagFell,
}

#[derive(Debug)]
pub enum Heard {
    /// Something on the way, and the job it is about: at the end of one search the next may begin.
    News(JobId, News),
    Done(Result<Reply, CommandError>),
}

/// What a job found, which only the session itself can file.
pub struct Finding(Box<Filing>);

type Filing = dyn FnOnce(&mut Session) -> Result<Reply, CommandError> + Send;

impl Finding {
    /// Found something to file; the answer follows from it.
    pub fn new(
        file: impl FnOnce(&mut Session) -> Result<Reply, CommandError> + Send + 'static,
    ) -> Finding {
        Finding(Box::new(file))
    }
}

impl From<Reply> for Finding {
    fn from(reply: Reply) -> Finding {
        Finding::new(move |_| Ok(reply))
    }
}

impl<A: Answer> From<A> for Finding {
    fn from(answer: A) -> Finding {
        Reply::from(answer).into()
    }
}

pub struct SessionJob {
    pub id: JobId,
    pub work: Work,
    /// It was stopped, and so is all that it would still begin.
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
    /// It finds what a player of limited strength would play.
    pub limited: bool,
    pub begun: Begun,
    pub last: Option<Iteration>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Purpose {
    /// `go`, `top`: what is found is the last analysis.
    Go,
    /// `analyze`: likewise, and it follows the board.
    Follow,
    /// A game: the best move is made.
    Play,
    /// Thinking on the opponent's time, as if the expected move had been played.
    Ponder,
    /// `threat`: what the other side would do; not kept.
    Threat,
}

pub enum Work {
    Search {
        control: Control,
        search: Box<SearchJob>,
    },
    Proof {
        stop: StopFlag,
        job: Box<ProofJob>,
        /// What was known before, if the answer is to be added to it.
        before: Option<Box<VerdictAnswer>>,
        then: Then,
    },
    Task {
        stop: StopFlag,
    },
}

/// A task's way to be heard, and to hear that it is to stop.
pub struct TaskContext {
    /// Raised when the task has to end: it reports what it has.
    pub stop: StopFlag,
    pub files: WrittenFiles,
    job: JobId,
    inbox: JobInbox,
}

impl TaskContext {
    pub fn tell(&self, news: News) {
        self.inbox.put(self.job, JobMessage::News(news));
    }
}

impl Session {
    pub fn next_job(&mut self) -> JobId {
        self.jobs_begun += 1;
        JobId(self.jobs_begun)
    }

    pub fn start_task(
        &mut self,
        work: impl FnOnce(&TaskContext) -> Result<Finding, CommandError> + Send + 'static,
    ) -> Result<Effect, CommandError> {
        let id = self.next_job();
        let stop = StopFlag::new();
        let inbox = self.inbox.clone();
        let (files, stop_flag) = (self.files.clone(), stop.clone());
        let context = TaskContext { stop: stop_flag, files, job: id, inbox: inbox.clone() };
        let run = move || {
            // A panic was reported on standard error; it must not end the session.
            let done = panic::catch_unwind(AssertUnwindSafe(|| work(&context))).unwrap_or(Err(
                CommandError::Internal(
                    "the command ended with an internal error; please report the message above"
                        .to_owned(),
                ),
            ));
            inbox.put(id, JobMessage::Done(done));
        };
        guard::builder("task").spawn(run).map_err(|error| {
            CommandError::refused(format!("the system gives no thread to work on: {error}"))
        })?;
        self.jobs.push(SessionJob { id, work: Work::Task { stop }, stopped: false });
        Ok(Effect::Running { job: id, news: None })
    }

    /// Returns where the events of the engine go, for a job.
    pub fn sink<E>(&self, job: JobId, news: fn(E) -> News) -> impl FnMut(E) + Send + use<E> {
        let inbox = self.inbox.clone();
        move |event| inbox.put(job, JobMessage::News(news(event)))
    }

    /// Files what a job said, and returns what to show of it. Jobs that are no longer known say nothing.
    pub fn receive(&mut self, job: JobId, message: JobMessage) -> Vec<Heard> {
        let place = self.jobs.iter().position(|running| running.id == job);
        match (message, place) {
            (JobMessage::FlagFell, _) => {
                let end = self.flag_falls().map(News::PlayEnded);
                end.into_iter().map(|end| Heard::News(job, end)).collect()
            }
            (_, None) => Vec::new(),
            (JobMessage::News(News::Search(event)), Some(place)) => self.search_said(place, event),
            (JobMessage::News(News::Proof(event)), Some(place)) => self.proof_said(place, event),
            (JobMessage::News(news), _) => vec![Heard::News(job, news)],
            (JobMessage::Done(done), Some(place)) => {
                self.jobs.remove(place);
                vec![Heard::Done(done.and_then(|finding| (finding.0)(self)))]
            }
        }
    }

    pub fn searches(&self) -> impl Iterator<Item = (JobId, &SearchJob)> {
        self.jobs.iter().filter_map(|job| match &job.work {
            Work::Search { search, .. } => Some((job.id, &**search)),
            _ => None,
        })
    }

    pub fn search_for(&self, purpose: Purpose) -> Option<(JobId, &SearchJob)> {
        self.searches().find(|(_, search)| search.purpose == purpose)
    }

    /// Ends a job: it reports what it has and is done.
    pub fn stop(&mut self, job: JobId) {
        for running in self.jobs.iter_mut().filter(|running| running.id == job) {
            running.stop();
        }
    }

    pub fn stop_all(&mut self) {
        self.jobs.iter_mut().for_each(SessionJob::stop);
    }

    /// Ends a job, and knows nothing of it any more, though it may still be at work: it has not noticed the stop.
    pub fn abandon(&mut self, job: JobId) {
        self.stop(job);
        self.jobs.retain(|running| running.id != job);
    }

    pub fn abandon_all(&mut self) {
        self.follows = false;
        self.force();
        self.stop_all();
        self.jobs.clear();
    }

    pub fn is_running(&self, job: JobId) -> bool {
        self.jobs.iter().any(|running| running.id == job)
    }

    pub fn engine_job(&self) -> Option<JobId> {
        let needs_engine = |job: &&SessionJob| !matches!(job.work, Work::Task { .. });
        self.jobs.iter().find(needs_engine).map(|running| running.id)
    }

    /// Whether every job under way ends by itself.
    pub fn is_bounded(&self) -> bool {
        self.jobs.iter().all(|running| match &running.work {
            Work::Search { control, .. } => control.is_bounded(),
            Work::Proof { job, .. } => !job.limits.endless,
            Work::Task { .. } => true,
        })
    }

    pub fn is_idle(&self) -> bool {
        self.jobs.is_empty()
    }
}
