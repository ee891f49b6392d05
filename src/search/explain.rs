//! Why a root move's line was searched deeper than another: the search done once more, with somebody taking notes.

use super::deepen::Task;
use super::report::Report;
use super::searcher::{Searcher, Shared};
use super::trace::{Explanation, Recorder};
use crate::chess::Move;
use crate::control::Stopped;
use crate::eval::Evaluator;

/// Searches the task again and tells what was decided along the line of a root move.
///
/// # Errors
/// If it was stopped before the move was looked at.
pub fn explain<E: Evaluator>(
    task: &Task,
    shared: &Shared,
    evaluator: E,
    mv: Move,
) -> Result<Explanation, Stopped> {
    let mut searcher = Searcher::new(shared.clone(), 0, evaluator, Recorder::new(mv));
    let mut depth = 0;
    let finished = searcher.run(task, &mut |report| {
        if let Report::Finished(iteration) = report {
            depth = iteration.depth;
        }
    });
    let moves = searcher.root.summary();
    let asked = *moves.iter().find(|row| row.mv == mv).ok_or(Stopped)?;
    let mut line = searcher.tracer.line();
    let first = line.first_mut().ok_or(Stopped)?;
    (first.score, first.bound) = (asked.score, asked.bound);
    let best = finished.iteration.lines.first().ok_or(Stopped)?.clone();
    Ok(Explanation {
        mv,
        depth: depth.max(finished.iteration.depth),
        score: asked.score,
        bound: asked.bound,
        best,
        line,
        moves,
        prunes: searcher.tracer.prunes(),
        extensions: searcher.tracer.extensions(),
    })
}
