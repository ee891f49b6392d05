//! Explains why a root move's line was searched deeper than another, by repeating the search with a recorder.

use super::extend::Rule;
use super::report::{Event, ScoredLine};
use super::searcher::Searcher;
use super::shared::{Shared, Task};
use super::trace::{Depth64, Prune, Recorder, RootMove, TracedStep};
use crate::chess::Move;
use crate::control::Stopped;
use crate::eval::Evaluator;
use crate::units::{Bound, Depth, Score};

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Explanation {
    pub mv: Move,
    pub depth: u32,
    pub score: Score,
    pub bound: Bound,
    /// The best line that this search found, whichever move was asked about.
    pub best: ScoredLine,
    /// Decisions along its line, the root move first.
    pub line: Vec<TracedStep>,
    /// All root moves, in the order of the last iteration.
    pub moves: Vec<RootMove>,
    /// Pruning below this move, by kind, most frequent first.
    pub prunes: Vec<(Prune, u64)>,
    /// Extensions below this move, by rule: how often, and the sum added in sixty-fourths.
    pub extensions: Vec<(Rule, u64, Depth64)>,
    /// The first depth from which on this move was best and mated or gained much; `None` if it does neither.
    pub found_at: Option<u32>,
    /// The result at that depth without each rule that extended the line there.
    pub found_by: Vec<WithoutRule>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct WithoutRule {
    pub rule: Rule,
    pub score: Score,
    pub bound: Bound,
    pub missed: bool,
}

/// Centipawns: a move that scores this much above the static evaluation is a tactic, and a score this much lower misses it.
const TACTIC: i32 = 150;

impl Explanation {
    /// Returns whether `score` is about as good as this one: also a mate, or less than a tactic lower.
    fn is_seen_by(&self, score: Score) -> bool {
        if self.score.is_win() { score.is_win() } else { score.raw() + TACTIC > self.score.raw() }
    }

    /// Returns the rules that extended the line, each once.
    pub(crate) fn rules(&self) -> Vec<Rule> {
        let mut rules = Vec::new();
        for step in self.line.iter().filter(|step| step.extension > Depth::ZERO) {
            let most = step.fired.iter().map(|&(_, amount)| amount).max();
            let counted = step.fired.iter().find(|&&(_, amount)| Some(amount) == most);
            rules.extend(counted.map(|&(rule, _)| rule).filter(|rule| !rules.contains(rule)));
        }
        rules
    }

    pub(crate) fn compare(&mut self, rule: Rule, without: &Explanation) {
        let Explanation { score, bound, .. } = *without;
        self.found_by.push(WithoutRule { rule, score, bound, missed: !self.is_seen_by(score) });
    }
}

/// Searches the task again and returns what was decided along the line of a root move.
pub(crate) fn explain<E: Evaluator>(
    task: &Task,
    shared: &Shared,
    evaluator: E,
    mv: Move,
) -> Result<Explanation, Stopped> {
    let mut searcher = Searcher::new(shared.clone(), 0, evaluator, Recorder::new(mv));
    let mut iterations: Vec<(u32, ScoredLine)> = Vec::new();
    let finished = searcher.run(task, &mut |report| {
        if let Event::Iteration(iteration) = report {
            iterations.push((iteration.depth, iteration.lines[0].clone()));
        }
    });
    let depth = iterations.last().map_or(0, |&(depth, _)| depth);
    let moves = searcher.root.summary();
    let asked = *moves.iter().find(|row| row.mv == mv).ok_or(Stopped)?;
    let mut line = searcher.tracer.line();
    let first = line.first_mut().ok_or(Stopped)?;
    (first.score, first.bound) = (asked.score, asked.bound);
    let best = finished.iteration.lines.first().ok_or(Stopped)?.clone();
    let mut explanation = Explanation {
        mv,
        depth: depth.max(finished.iteration.depth),
        score: asked.score,
        bound: asked.bound,
        best,
        line,
        moves,
        prunes: searcher.tracer.prunes(),
        extensions: searcher.tracer.extensions(),
        found_at: None,
        found_by: Vec::new(),
    };
    let eval = searcher.evaluator.evaluate(&task.root, 0).score;
    if asked.score.raw() >= eval.raw() + TACTIC {
        let sees =
            |line: &ScoredLine| line.pv.first() == Some(&mv) && explanation.is_seen_by(line.score);
        let seen = iterations.iter().rev().take_while(|(_, line)| sees(line)).last();
        explanation.found_at = seen.map(|&(depth, _)| depth);
    }
    Ok(explanation)
}
