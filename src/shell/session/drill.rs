//! The drill of a session: a typed move answers the problem on the board. Any other change of the board ends the drill.

use std::path::PathBuf;
use std::time::SystemTime;

use super::job::Finding;
use super::{CommandError, Effect, Session, Sheet};
use crate::chess::Step;
use crate::shell::reply::Reply;
use crate::tools::drill::judge::DRILL_NODES;
use crate::tools::drill::{DrillDesk, DrillJudge, DrillOutcome, Drilling};
use crate::tools::tool::{ToolError, ToolResult};

#[derive(Default)]
pub struct Drill {
    /// File of the schedule; `None` if it is not saved.
    pub path: Option<PathBuf>,
    /// The drill, and the number of the game that is its problem.
    on: Option<(Drilling, usize)>,
    judge: Option<DrillJudge>,
    nodes: u64,
}

impl Drill {
    /// Whether an open problem of a drill is on the board.
    pub fn is_asking(&self, board: &Sheet) -> bool {
        let is_here = |(drilling, sheet): &(Drilling, usize)| {
            *sheet == board.number && drilling.question.position == *board.game().position()
        };
        self.on.as_ref().is_some_and(is_here)
    }

    pub fn drilling(&mut self, board: &Sheet) -> Option<&mut Drilling> {
        let is_asking = self.is_asking(board);
        self.on.as_mut().filter(|_| is_asking).map(|(drilling, _)| drilling)
    }

    /// Ends the drill and returns a note with its tally; `None` without a drill.
    pub fn end(&mut self) -> Option<String> {
        let tally = self.on.take()?.0.tally;
        let solved = tally.solved + tally.hinted;
        let why = "`drill` goes on with what is due";
        Some(format!("the drill has ended: {solved} solved, {} missed; {why}", tally.missed))
    }

    /// Ends the drill like [`Drill::end`] if the board no longer shows its problem.
    pub fn note(&mut self, board: &Sheet) -> Option<String> {
        if self.is_asking(board) { None } else { self.end() }
    }

    pub fn desk(&self) -> DrillDesk {
        DrillDesk { path: self.path.clone(), now: SystemTime::now() }
    }

    /// Sets the node limit of the judging searches; `None` for the default.
    pub fn set_nodes(&mut self, nodes: Option<u64>) {
        let nodes = nodes.unwrap_or(DRILL_NODES);
        self.judge = self.judge.take().filter(|_| self.nodes == nodes);
        self.nodes = nodes;
    }
}

impl Session {
    /// Runs `work` with the drill's judge on its own thread; `file` then makes the answer.
    pub fn drill_task<T: Send + 'static>(
        &mut self,
        work: impl FnOnce(&mut DrillJudge, &DrillDesk) -> ToolResult<T> + Send + 'static,
        file: impl FnOnce(&mut Session, T) -> Result<Reply, CommandError> + Send + 'static,
    ) -> Result<Effect, CommandError> {
        let (kept, nodes) = (self.drill.judge.take(), self.drill.nodes);
        let (options, tables) = (self.engine.options().clone(), self.engine.tables());
        let desk = self.drill.desk();
        self.start_task(move |task| {
            let mut judge = kept.unwrap_or_else(|| DrillJudge::new(&options, nodes, &tables));
            judge.begin(&task.stop);
            let done = work(&mut judge, &desk);
            Ok(Finding::new(move |session| {
                session.drill.judge = Some(judge);
                file(session, done?)
            }))
        })
    }

    /// Puts the problem on the board, drops a search of it and switches `analyze` off.
    pub fn show_drill(&mut self, drilling: Drilling) {
        self.jobs.suspend_following();
        self.analysis.follows = false;
        let asked = drilling.question.position.key();
        let told = self.jobs.searches().find(|(_, search)| search.game.position().key() == asked);
        let told = told.map(|(job, _)| job);
        told.into_iter().for_each(|job| self.jobs.abandon(job));
        self.begin(Sheet { drilled: true, ..Sheet::new(drilling.question.position) });
        self.drill.on = Some((drilling, self.timeline.now.number));
    }

    /// Runs a step of the drill in a task. `answer` receives its result and the drill after it.
    pub fn drill_step(
        &mut self,
        step: impl FnOnce(&mut Drilling, &mut DrillJudge, &DrillDesk) -> ToolResult<DrillOutcome>
        + Send
        + 'static,
        answer: impl FnOnce(&Session, &Drilling, DrillOutcome) -> Reply + Send + 'static,
    ) -> Result<Effect, CommandError> {
        let none = || CommandError::refused("no drill is under way; `drill FILE` begins one");
        let mut drilling = self.drill.drilling(&self.timeline.now).ok_or_else(none)?.clone();
        let asked = drilling.question.clone();
        let work = move |judge: &mut DrillJudge, desk: &DrillDesk| {
            let outcome = step(&mut drilling, judge, desk)?;
            Ok((drilling, outcome))
        };
        self.drill_task(work, move |session, (drilling, outcome)| {
            let board = &session.timeline.now;
            if session.drill.drilling(board).is_none_or(|drilling| drilling.question != asked) {
                // The board was changed during the judging.
                return Err(ToolError::Stopped.into());
            }
            let reply = answer(session, &drilling, outcome.clone());
            let is_made = outcome.done || outcome.mark.next.is_some();
            for &mv in outcome.mark.line.iter().filter(|_| is_made) {
                session.timeline.step(Step::Move(mv))?;
            }
            match &mut session.drill.on {
                on if outcome.ended => *on = None,
                Some((now, _)) if !outcome.done => *now = drilling,
                _ => session.show_drill(drilling),
            }
            Ok(reply)
        })
    }
}
