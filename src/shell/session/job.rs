//! Jobs: commands that are still under way when [`Session::execute`] returns.
//!
//! A job works on threads of its own, the engine's or one that is made here, and everything it reports comes as
//! [`JobMessage`]s through the one inbox of the conversation. [`Session::receive`] files what was found and says what is to
//! be shown. So the caller never waits, and a stop is a call, not a flag to be polled.

use std::sync::Arc;
use std::time::{Duration, Instant};

use super::news::Begun;
use super::{CommandError, Effect, News, Session};
use crate::chess::{Game, Position};
use crate::control::{Limits, StopFlag, guard};
use crate::engine::{Control, Engine, ProofJob};
use crate::ink::Answer;
use crate::prove::solvers::{Inquiry, ProblemTask};
use crate::search::{Iteration, Params};
use crate::shell::proof_answers::{Then, VerdictAnswer};
use crate::shell::reply::Reply;
use crate::store::WrittenFiles;
use crate::units::Score;

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

/// A question for the prover, what was known before if the answer is to be added to it, and what comes of the answer.
pub type Question = (ProofJob, Option<VerdictAnswer>, Then);

/// The search under way in a word, for the prompt.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Glimpse {
    pub depth: u32,
    /// Its score, White's view; `None` before the first.
    pub score: Option<Score>,
}

/// Time after which `quit` no longer waits for a move that only time ends.
const LONG: Duration = Duration::from_secs(1);

/// The jobs under way. Of those that need the engine there is one at most.
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

    /// Returns where the events of the engine go, for a job.
    pub fn sink<E>(&self, job: JobId, news: fn(E) -> News) -> impl FnMut(E) + Send + use<E> {
        let inbox = self.inbox.clone();
        move |event| inbox.put(job, JobMessage::News(news(event)))
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

    /// The search that follows the board.
    pub fn following(&self) -> Option<JobId> {
        self.search_for(Purpose::Follow).map(|(job, _)| job)
    }

    /// The search for the engine's move in a game.
    pub fn thinking(&self) -> Option<&SearchJob> {
        self.search_for(Purpose::Play).map(|(_, search)| search)
    }

    /// Returns whether the engine has thought about a move of a game for a second and only time ends that: `quit` then does
    /// not wait any longer.
    pub fn thinks_long(&self) -> bool {
        self.thinking().is_some_and(|search| {
            let limits = &search.limits;
            let by_time = limits.depth.is_none() && limits.nodes.is_none();
            by_time && search.since.elapsed() >= LONG
        })
    }

    /// The search whose end is a move.
    pub fn playing(&self) -> Option<JobId> {
        let plays = self.search_for(Purpose::Play).or_else(|| self.search_for(Purpose::Ponder));
        plays.map(|(job, _)| job)
    }

    /// Ends a job: it reports what it has and is done.
    pub fn stop(&mut self, job: JobId) {
        for running in self.running.iter_mut().filter(|running| running.id == job) {
            running.stop();
        }
    }

    pub fn stop_all(&mut self) {
        self.running.iter_mut().for_each(SessionJob::stop);
    }

    /// Ends a job and drops it, though it may still be at work until it notices the stop.
    pub fn abandon(&mut self, job: JobId) {
        self.stop(job);
        self.running.retain(|running| running.id != job);
    }

    pub fn abandon_all(&mut self) {
        self.stop_all();
        self.running.clear();
    }

    /// Drops what rests on the engine.
    pub fn drop_engine_jobs(&mut self) {
        self.running.retain(|job| matches!(job.work, Work::Task { .. }));
    }

    /// The search that follows the board ends unheard, until it may begin again.
    pub fn suspend_following(&mut self) {
        if let Some(job) = self.following() {
            self.abandon(job);
        }
    }

    /// The move that the engine is thinking about is not made.
    pub fn drop_thinking(&mut self) {
        if let Some(job) = self.playing() {
            self.abandon(job);
        }
    }

    /// Has a question answered under this number. What rests on the engine is dropped.
    pub fn prove(
        &mut self,
        engine: &mut Engine,
        id: JobId,
        (mut job, before, then): Question,
    ) -> News {
        match &mut job.inquiry {
            Inquiry::Mate(task) | Inquiry::Keys(task) => task.nodes = job.limits.nodes,
            Inquiry::Tries { nodes, .. }
            | Inquiry::SetPlay { nodes, .. }
            | Inquiry::Problem(ProblemTask { nodes, .. }) => *nodes = job.limits.nodes,
            Inquiry::MatedSide { .. } => {}
        }
        self.drop_engine_jobs();
        let news = News::ProofBegins(Box::new(job.inquiry.clone()));
        let stop = engine.start_proof_into(job.clone(), self.sink(id, News::Proof));
        let (job, before) = (Box::new(job), before.map(Box::new));
        self.add(id, Work::Proof { stop, job, before, then });
        news
    }

    /// If the board is where the engine thought it would be, its thinking counts from now on: the search begins anew, as
    /// far as others are concerned.
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

    /// The opponent played the expected move: the limits of the search under way hold from now on.
    pub fn ponder_hit(&self) {
        for job in &self.running {
            if let Work::Search { control, .. } = &job.work {
                control.ponderhit();
            }
        }
    }

    /// Keeps with the search whether it was to be endless, though it runs until there is nothing more to find.
    pub fn note_endless(&mut self, endless: bool) {
        for running in &mut self.running {
            if let Work::Search { search, .. } = &mut running.work {
                search.limits.infinite = endless;
            }
        }
    }

    pub fn glimpse(&self, board: &Position) -> Option<Glimpse> {
        // Of another position nothing is said beside this one, nor of a search that was stopped.
        let shown =
            self.running.iter().filter(|job| !job.stopped).find_map(|job| match &job.work {
                Work::Search { search, .. } => Some(&**search),
                _ => None,
            });
        let is_here = |search: &&SearchJob| search.game.position() == board;
        let search = shown.filter(is_here).filter(|search| search.begun.background)?;
        let turn = search.game.position().turn();
        let line = search.last.as_ref().and_then(|last| last.lines.first());
        Some(Glimpse {
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

    /// Number of jobs that are no searches.
    pub fn others(&self) -> usize {
        self.running.len() - self.searches().count()
    }

    /// Whether every job under way ends by itself.
    pub fn is_bounded(&self) -> bool {
        self.running.iter().all(|running| match &running.work {
            Work::Search { control, .. } => control.is_bounded(),
            Work::Proof { job, .. } => !job.limits.endless,
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
    ) -> Result<Effect, CommandError> {
        let id = self.jobs.next_id();
        let stop = StopFlag::new();
        let inbox = self.jobs.inbox.clone();
        let (files, stop_flag) = (self.files.written.clone(), stop.clone());
        let context = TaskContext { stop: stop_flag, files, job: id, inbox: inbox.clone() };
        let run = move || {
            // A panic was reported on standard error; it must not end the session.
            let done = guard::caught(|| work(&context)).unwrap_or_else(|_| {
                let why =
                    "the command ended with an internal error; please report the message above";
                Err(CommandError::Internal(why.to_owned()))
            });
            inbox.put(id, JobMessage::Done(done));
        };
        guard::builder("task").spawn(run).map_err(|error| {
            CommandError::refused(format!("the system gives no thread to work on: {error}"))
        })?;
        self.jobs.add(id, Work::Task { stop });
        Ok(Effect::Running { job: id, news: None })
    }

    /// Files what a job said, and returns what to show of it. Messages of dropped jobs are ignored.
    pub fn receive(&mut self, job: JobId, message: JobMessage) -> Vec<Heard> {
        match message {
            JobMessage::FlagFell => {
                let end = self.flag_falls().map(News::PlayEnded);
                end.into_iter().map(|end| Heard::News(job, end)).collect()
            }
            _ if !self.jobs.is_running(job) => Vec::new(),
            JobMessage::News(News::Search(event)) => self.search_said(job, event),
            JobMessage::News(News::Proof(event)) => self.proof_said(job, event),
            JobMessage::News(news) => vec![Heard::News(job, news)],
            JobMessage::Done(done) => {
                self.jobs.remove(job);
                vec![Heard::Done(done.and_then(|finding| (finding.0)(self)))]
            }
        }
    }

    pub fn abandon_all(&mut self) {
        self.analysis.follows = false;
        self.opponent.force(&mut self.jobs);
        self.jobs.abandon_all();
    }
}
