//! Steps of a drill: a task judges, and the session stores the result.

use jiff::Timestamp;
use std::any::Any;

use super::drilling::{DrillOutcome, Drilling};
use super::judge::{DRILL_NODES, DrillJudge};
use super::schedule::DrillDesk;
use crate::chess::{Position, Step};
use crate::shell::session::Sheet;
use crate::shell::session::drill::DrillState;
use crate::shell::session::news::Finding;
use crate::shell::{Acted, CommandError, Reply, Session};

#[derive(Default)]
struct KeptDrill {
    /// The drill, and the game number of its problem.
    on: Option<(Drilling, usize)>,
    judge: Option<DrillJudge>,
    nodes: u64,
}

impl DrillState for KeptDrill {
    fn asked(&self) -> Option<(Position, usize)> {
        let asking = self.on.as_ref().filter(|(drilling, _)| !drilling.rests);
        asking.map(|(drilling, sheet)| (drilling.question.position, *sheet))
    }

    fn resting(&self) -> Option<usize> {
        self.on.as_ref().filter(|(drilling, _)| drilling.rests).map(|&(_, sheet)| sheet)
    }

    fn end(&mut self) -> Option<String> {
        let tally = self.on.take()?.0.tally;
        let solved = tally.solved + tally.hinted;
        let why = "`drill` goes on with what is due";
        Some(format!("the drill has ended: {solved} solved, {} missed; {why}", tally.missed))
    }
}

/// Calls `does` with the drill's state in the session.
fn with_kept<T>(session: &mut Session, does: impl FnOnce(&mut KeptDrill) -> T) -> T {
    let state = session.drill.state.get_or_insert_with(|| Box::new(KeptDrill::default()));
    let state: &mut dyn Any = &mut **state;
    match state.downcast_mut() {
        Some(kept) => does(kept),
        None => does(&mut KeptDrill::default()),
    }
}

/// Calls `does` with the drill, if its problem is on the board, asked or done.
pub(super) fn with_drilling<T>(
    session: &mut Session,
    does: impl FnOnce(&mut Drilling) -> T,
) -> Option<T> {
    let (drill, board) = (&session.drill, &session.timeline.now);
    let is_on = drill.is_asking(board) || drill.is_resting(board);
    with_kept(session, |kept| kept.on.as_mut().filter(|_| is_on).map(|(on, _)| does(on)))
}

pub(super) fn desk(session: &mut Session) -> DrillDesk {
    let file = with_kept(session, |kept| kept.on.as_ref().and_then(|(on, _)| on.file.clone()));
    DrillDesk { path: session.drill.path.clone(), now: Timestamp::now(), file }
}

/// Sets the nodes of the judging searches; `None` for the default.
pub(super) fn set_nodes(session: &mut Session, nodes: Option<u64>) {
    let nodes = nodes.unwrap_or(DRILL_NODES);
    with_kept(session, |kept| {
        kept.judge = kept.judge.take().filter(|_| kept.nodes == nodes);
        kept.nodes = nodes;
    });
}

/// Runs `work` with the drill's judge in a task; `file` makes the reply from its result.
pub(super) fn start<T: Send + 'static>(
    session: &mut Session,
    work: impl FnOnce(&mut DrillJudge, &DrillDesk) -> Result<T, CommandError> + Send + 'static,
    file: impl FnOnce(&mut Session, T) -> Result<Reply, CommandError> + Send + 'static,
) -> Acted {
    let (kept, nodes) = with_kept(session, |kept| (kept.judge.take(), kept.nodes));
    let (options, tables) = (session.engine.options().clone(), session.engine.tables());
    let desk = desk(session);
    session.start_task(move |task| {
        let mut judge = kept.unwrap_or_else(|| DrillJudge::new(&options, nodes, &tables));
        judge.begin(&task.stop);
        let done = work(&mut judge, &desk);
        Ok(Finding::new(move |session| {
            with_kept(session, |kept| kept.judge = Some(judge));
            file(session, done?)
        }))
    })
}

/// Puts the problem on the board, and ends a search of it and `analyze`, which would reveal the solution.
pub(super) fn show(session: &mut Session, drilling: Drilling) {
    session.jobs.suspend_following();
    session.analysis.follows = false;
    let asked = drilling.question.position.key();
    let told = session.jobs.searches().find(|(_, search)| search.game.position().key() == asked);
    let told = told.map(|(job, _)| job);
    told.into_iter().for_each(|job| session.jobs.abandon(job));
    session.begin(Sheet { drilled: true, ..Sheet::new(drilling.question.position) });
    let number = session.timeline.now.number;
    with_kept(session, |kept| kept.on = Some((drilling, number)));
}

/// Runs a step of the drill in a task. `answer` makes the reply from its result and the updated drill.
pub(super) fn step(
    session: &mut Session,
    step: impl FnOnce(&mut Drilling, &mut DrillJudge, &DrillDesk) -> Result<DrillOutcome, CommandError>
    + Send
    + 'static,
    answer: impl FnOnce(&Session, &Drilling, DrillOutcome) -> Reply + Send + 'static,
) -> Acted {
    let none = || CommandError::refused("no drill is under way; `drill FILE` begins one");
    let mut drilling = with_drilling(session, |drilling| drilling.clone()).ok_or_else(none)?;
    let asked = drilling.question.clone();
    let work = move |judge: &mut DrillJudge, desk: &DrillDesk| {
        let outcome = step(&mut drilling, judge, desk)?;
        Ok((drilling, outcome))
    };
    start(session, work, move |session, (drilling, outcome)| {
        if with_drilling(session, |drilling| drilling.question == asked) != Some(true) {
            // The board changed while the answer was being judged.
            return Err(CommandError::NothingKnown);
        }
        let reply = answer(session, &drilling, outcome.clone());
        let is_made = outcome.done || outcome.mark.next.is_some();
        for &mv in outcome.mark.line.iter().filter(|_| is_made) {
            session.timeline.step(Step::Move(mv))?;
        }
        let shown = with_kept(session, |kept| match &mut kept.on {
            on if outcome.ended => {
                *on = None;
                None
            }
            Some((now, _)) if !outcome.done || drilling.rests => {
                *now = drilling;
                None
            }
            _ => Some(drilling),
        });
        shown.into_iter().for_each(|drilling| show(session, drilling));
        Ok(reply)
    })
}
