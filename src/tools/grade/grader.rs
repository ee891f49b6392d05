//! How hard a problem is for a person, estimated from searches.
//!
//! The grade is a sum of parts with round weights; fitted weights did no better on unseen puzzles. `tests/clients/drill.py`
//! compares it with the ratings of a file of Lichess's puzzles.

use serde::Serialize;

use crate::chess::{Game, Move, Position};
use crate::control::{Limits, StopFlag};
use crate::engine::{Engine, OptionError, Options};
use crate::oracle::tables::TableSet;
use crate::search::{Report, Rule};
use crate::tools::drill::{DrillJudge, Question};
use crate::tools::puzzle::Puzzle;
use crate::tools::suite::watch;
use crate::tools::tool::ToolResult;

/// MiB of the table of each search.
const TABLE: usize = 8;

/// The depth that counts if the move is not found.
const DEEPEST: u32 = 12;

/// what makes a problem hard for a person
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "grade_parts"))]
pub struct GradeParts {
    /// Moves of the solver.
    pub moves: u32,
    /// Quiet moves among them: no check, capture or promotion.
    pub quiet: u32,
    /// The depth from which `quarterply` plays the first move; null if not within the nodes.
    pub seen: Option<u32>,
    /// The same of `diablo`, which extends nothing.
    pub seen_plainly: Option<u32>,
    /// Extensions without which `quarterply` finds the first move later or not.
    pub extensions: Vec<&'static str>,
    /// Which of `diablo` and `rdchess` would play another move at depth 1.
    pub tempted: Vec<&'static str>,
}

struct Watcher(Engine);

impl Watcher {
    fn of(options: &Options, profile: &str, without: Option<Rule>) -> Result<Watcher, OptionError> {
        let mut options = options.without_lookup().alone(TABLE, false);
        options.set("Profile", profile)?;
        without.into_iter().for_each(|rule| options.switch_off(rule));
        Ok(Watcher(Engine::with(options)))
    }

    /// Returns the best move of depth 1, and the depth from which on it is one of `best`.
    fn see(
        &mut self,
        position: &Position,
        best: &[Move],
        nodes: u64,
        stop: &StopFlag,
    ) -> (Option<Move>, Option<u32>) {
        let (mut first, mut since) = (None, None);
        let mut hear = |report: Report| {
            let Report::Finished(iteration) = report else { return };
            let Some(&mv) = iteration.lines.first().and_then(|line| line.pv.first()) else {
                return;
            };
            first.get_or_insert(mv);
            since = since.or(Some(iteration.depth)).filter(|_| best.contains(&mv));
        };
        watch(&mut self.0, Game::new(*position), Limits::nodes(nodes), stop, &mut hear);
        (first, since)
    }
}

pub struct Grader {
    judge: DrillJudge,
    usual: Watcher,
    plain: Vec<(&'static str, Watcher)>,
    without: Vec<(Rule, Watcher)>,
    nodes: u64,
}

impl Grader {
    pub fn new(options: &Options, nodes: u64, tables: &TableSet) -> ToolResult<Grader> {
        let plain = ["diablo", "rdchess"].map(|name| Ok((name, Watcher::of(options, name, None)?)));
        let rules =
            Rule::ALL.map(|rule| Ok((rule, Watcher::of(options, "quarterply", Some(rule))?)));
        Ok(Grader {
            judge: DrillJudge::new(options, nodes, tables),
            usual: Watcher::of(options, "quarterply", None)?,
            plain: plain.into_iter().collect::<Result<_, OptionError>>()?,
            without: rules.into_iter().collect::<Result<_, OptionError>>()?,
            nodes,
        })
    }

    pub fn grade(&mut self, puzzle: &Puzzle, stop: &StopFlag) -> ToolResult<Option<GradeParts>> {
        self.judge.begin(stop);
        let question = Question::of(puzzle);
        let line = self.judge.solution(&question)?;
        let best = if question.best.is_empty() {
            line.get(..1).unwrap_or_default()
        } else {
            &question.best[..]
        };
        let root = question.position;
        let nodes = self.nodes;
        let (_, seen) = self.usual.see(&root, best, nodes, stop);
        let (mut tempted, mut seen_plainly) = (Vec::new(), None);
        for (name, watcher) in &mut self.plain {
            let (first, since) = watcher.see(&root, best, nodes, stop);
            tempted.extend((!first.is_some_and(|first| best.contains(&first))).then_some(*name));
            if *name == "diablo" {
                seen_plainly = since;
            }
        }
        let mut extensions = Vec::new();
        for (rule, watcher) in self.without.iter_mut().filter(|_| seen.is_some()) {
            let (_, since) = watcher.see(&root, best, nodes, stop);
            extensions.extend((depth(since) > depth(seen)).then(|| rule.name()));
        }
        if stop.is_raised() {
            return Ok(None);
        }
        let (moves, quiet) = solver_moves(root, &line);
        Ok(Some(GradeParts { moves, quiet, seen, seen_plainly, extensions, tempted }))
    }
}

fn solver_moves(mut position: Position, line: &[Move]) -> (u32, u32) {
    let (mut moves, mut quiet) = (0, 0);
    for (ply, &mv) in line.iter().enumerate() {
        let after = position.play(mv);
        if ply % 2 == 0 {
            moves += 1;
            let is_quiet = !after.in_check() && !position.is_capture(mv) && mv.promoted().is_none();
            quiet += u32::from(is_quiet);
        }
        position = after;
    }
    (moves, quiet)
}

/// Returns a depth from 1 to the deepest.
fn depth(seen: Option<u32>) -> u32 {
    seen.unwrap_or(DEEPEST).clamp(1, DEEPEST)
}

impl GradeParts {
    /// Returns how hard the problem is, from 0 to 100: 10 for each move of the solver after the first, 30 at most; 10 for each quiet
    /// one, 20 at most; one for each ply beyond the first of the depths at which `quarterply` and `diablo` see the first
    /// move, 20 at most for both; 5 for each profile that is tempted; 5 for each extension that must fire, 20 at most.
    pub fn grade(&self) -> u32 {
        let deeper = depth(self.seen) + depth(self.seen_plainly) - 2;
        let parts = [
            (10 * self.moves.saturating_sub(1)).min(30),
            (10 * self.quiet).min(20),
            deeper.min(20),
            5 * self.tempted.len() as u32,
            (5 * self.extensions.len() as u32).min(20),
        ];
        parts.iter().sum()
    }
}
