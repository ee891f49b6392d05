//! Why a root move's line was searched deeper than another: the search done once more, with a recorder.

use super::extend::Rule;
use super::report::{Line, Report};
use super::searcher::Searcher;
use super::shared::Shared;
use super::task::Task;
use super::trace::{Depth64, Prune, Recorder, RootMove, TracedStep};
use crate::chess::Move;
use crate::control::Stopped;
use crate::eval::Evaluator;
use crate::units::{Bound, Score};

/// What `explain` tells about one root move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Explanation {
    /// The move asked about.
    pub mv: Move,
    /// Nominal depth of the search explained.
    pub depth: u32,
    /// What it came to.
    pub score: Score,
    /// What that score promises.
    pub bound: Bound,
    /// The best line that this search found, whichever move was asked about.
    pub best: Line,
    /// Decisions along its line, the root move first.
    pub line: Vec<TracedStep>,
    /// All root moves, in the order of the last iteration.
    pub moves: Vec<RootMove>,
    /// Pruning below this move, by kind, most frequent first.
    pub prunes: Vec<(Prune, u64)>,
    /// Extensions below this move, by rule: how often, and the sum added in sixty-fourths.
    pub extensions: Vec<(Rule, u64, Depth64)>,
}

/// Searches the task again and tells what was decided along the line of a root move.
///
/// # Errors
/// If it was stopped before the move was searched.
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
