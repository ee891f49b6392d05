//! Suites: files of positions with a best move, a move to avoid or a mate to find, and how many of them are solved.
//!
//! Every position is a game of its own: nothing learnt on one helps with the next. With a limit of nodes or depth and one
//! thread the result is the same on every machine. `ablate` runs a suite again and again with extension rules switched off,
//! which shows what each is worth.

use std::io::BufRead;
use std::sync::mpsc::RecvTimeoutError;
use std::time::{Duration, Instant};

use thiserror::Error;

use super::{Engine, Event, Job, Options};
use crate::chess::epd::{Epd, EpdError, EpdFileError, EpdReader};
use crate::chess::{Game, Move, Position};
use crate::control::{Limits, StopFlag};
use crate::search::{Finished, Rule};
use crate::units::{Bound, Score, ScoreKind};

/// How often the flag is looked at while a search has nothing to tell.
const POLL: Duration = Duration::from_millis(5);

/// A position and what solves it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SuiteItem {
    /// Line of the file, from 1.
    pub line: usize,
    /// What it is called; empty if it has no name.
    pub id: String,
    /// The position.
    pub position: Position,
    /// What solves it.
    pub goal: Goal,
}

/// What solves a position. At least one of the three is there, and all that are must be met.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Goal {
    /// Play one of these.
    pub best: Vec<Move>,
    /// Play none of these.
    pub avoid: Vec<Move>,
    /// Announce a mate of at most so many moves; negative if it is the side to move that is mated.
    pub mate: Option<i32>,
}

/// A suite that cannot be read.
#[derive(Debug, Error)]
pub enum SuiteFileError {
    /// A line of the file.
    #[error(transparent)]
    File(#[from] EpdFileError),
    /// The moves of a record.
    #[error("line {line}: {error}")]
    Moves {
        /// Line of the file, from 1.
        line: usize,
        /// What is wrong with them.
        error: EpdError,
    },
}

/// What became of a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SuiteRow {
    /// Its place in the suite, from 0.
    pub index: usize,
    /// The move found.
    pub best: Option<Move>,
    /// Its score, view of the side to move.
    pub score: Score,
    /// Whether the goal was met.
    pub solved: bool,
    /// Whether a mate was announced for the side that the goal says, of whatever length.
    pub mate_found: bool,
    /// Iterations completed.
    pub depth: u32,
    /// Nodes spent.
    pub nodes: u64,
    /// Time spent.
    pub elapsed: Duration,
}

/// The sum of a run over a suite.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct SuiteTotals {
    /// Positions tried.
    pub positions: usize,
    /// Goals met.
    pub solved: usize,
    /// Mates announced, also longer ones than asked for, where the goal is a mate.
    pub mates_found: usize,
    /// Nodes of all of them.
    pub nodes: u64,
    /// Time of all of them.
    pub elapsed: Duration,
    /// It was stopped before the end.
    pub stopped: bool,
}

/// Which rules are switched off in a run of [`ablate`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Without {
    /// None: the options as they are.
    Nothing,
    /// One.
    Rule(Rule),
    /// All of them.
    AnyExtension,
}

impl Without {
    /// All runs of an ablation, in order.
    pub fn all() -> impl Iterator<Item = Without> {
        let rules = Rule::ALL.into_iter().map(Without::Rule);
        [Without::Nothing].into_iter().chain(rules).chain([Without::AnyExtension])
    }

    fn rules(self) -> Vec<Rule> {
        match self {
            Without::Nothing => Vec::new(),
            Without::Rule(rule) => vec![rule],
            Without::AnyExtension => Rule::ALL.to_vec(),
        }
    }
}

/// Reads a suite from EPD. Records without `bm`, `am` or `dm` have nothing to solve and are left out.
///
/// # Errors
/// At the first record that cannot be read.
pub fn read_file(file: impl BufRead) -> Result<Vec<SuiteItem>, SuiteFileError> {
    let mut items = Vec::new();
    for record in EpdReader::new(file) {
        let (line, epd) = record?;
        let goal = goal_of(&epd).map_err(|error| SuiteFileError::Moves { line, error })?;
        if goal != Goal::default() {
            items.push(SuiteItem {
                line,
                id: epd.id().unwrap_or_default(),
                position: epd.position,
                goal,
            });
        }
    }
    Ok(items)
}

fn goal_of(epd: &Epd) -> Result<Goal, EpdError> {
    Ok(Goal { best: epd.best_moves()?, avoid: epd.avoid_moves()?, mate: epd.mate_in() })
}

/// Tries every position with these options and limits. `tell` hears of each as it is done.
pub fn run(
    items: &[SuiteItem],
    options: &Options,
    limits: &Limits,
    stop: &StopFlag,
    tell: &mut dyn FnMut(&SuiteRow),
) -> SuiteTotals {
    let mut engine = Engine::with(options.clone());
    let mut totals = SuiteTotals::default();
    for (index, item) in items.iter().enumerate() {
        let begun = Instant::now();
        engine.new_game();
        let job = Job { game: Game::new(item.position), limits: limits.clone(), multi_pv: Some(1) };
        let finished = search(&mut engine, job, stop);
        totals.elapsed += begun.elapsed();
        // A search cut short has not had its chance.
        totals.stopped = stop.is_raised();
        if totals.stopped {
            break;
        }
        let row = judged(index, &item.goal, finished.as_ref(), begun.elapsed());
        totals.positions += 1;
        totals.solved += usize::from(row.solved);
        totals.mates_found += usize::from(row.mate_found);
        totals.nodes += row.nodes;
        tell(&row);
    }
    totals
}

/// Runs the suite as it is, without each extension rule in turn, and without any. `tell` hears of each run as it is done.
pub fn ablate(
    items: &[SuiteItem],
    options: &Options,
    limits: &Limits,
    stop: &StopFlag,
    tell: &mut dyn FnMut(Without, usize, Option<&SuiteTotals>),
) -> Vec<(Without, SuiteTotals)> {
    let mut runs = Vec::new();
    for without in Without::all() {
        let mut changed = options.clone();
        for rule in without.rules() {
            changed.switch_off(rule);
        }
        let totals =
            run(items, &changed, limits, stop, &mut |row| tell(without, row.index + 1, None));
        tell(without, totals.positions, Some(&totals));
        runs.push((without, totals));
        if totals.stopped {
            break;
        }
    }
    runs
}

/// Searches to the end, or until the flag is raised. `None` if the search crashed.
fn search(engine: &mut Engine, job: Job, stop: &StopFlag) -> Option<Finished> {
    let handle = engine.start(job);
    loop {
        if stop.is_raised() {
            handle.stop();
        }
        match handle.events().recv_timeout(POLL) {
            Ok(Event::Finished(finished)) => return Some(*finished),
            Ok(Event::Crashed(_)) | Err(RecvTimeoutError::Disconnected) => return None,
            Ok(_) | Err(RecvTimeoutError::Timeout) => {}
        }
    }
}

fn judged(index: usize, goal: &Goal, finished: Option<&Finished>, elapsed: Duration) -> SuiteRow {
    let best = finished.and_then(|finished| finished.best);
    let line = finished.and_then(|finished| finished.iteration.lines.first());
    let exact = line.filter(|line| line.bound == Bound::Exact);
    let mate = match exact.map(|line| line.score.kind()) {
        Some(ScoreKind::Mates(moves)) => Some(moves as i32),
        Some(ScoreKind::Mated(moves)) => Some(-(moves as i32)),
        Some(ScoreKind::Centipawns(_)) | None => None,
    };
    let right_side = |wanted: i32| mate.filter(|&found| (found > 0) == (wanted > 0));
    let played = |moves: &[Move]| best.is_some_and(|mv| moves.contains(&mv));
    let solved = best.is_some()
        && (goal.best.is_empty() || played(&goal.best))
        && !played(&goal.avoid)
        && goal.mate.is_none_or(|wanted| {
            right_side(wanted).is_some_and(|found| found.abs() <= wanted.abs())
        });
    let iteration = finished.map(|finished| &finished.iteration);
    SuiteRow {
        index,
        best,
        score: line.map_or(Score::DRAW, |line| line.score),
        solved,
        mate_found: goal.mate.is_some_and(|wanted| right_side(wanted).is_some()),
        depth: iteration.map_or(0, |iteration| iteration.depth),
        nodes: iteration.map_or(0, |iteration| iteration.progress.nodes),
        elapsed,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SUITE: &str = "\
        r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - bm Qxf7#; id \"scholar\";\n\
        7k/8/8/8/8/8/R7/1R2K3 w - - bm #2;\n\
        7k/8/8/8/8/8/R7/1R2K3 w - - am Ra8+; dm 1; id \"not in one\";\n\
        7k/8/8/8/8/8/R7/1R2K3 w - - id \"nothing to solve\";\n";

    #[test]
    fn goals_are_judged() {
        let items = read_file(SUITE.as_bytes()).unwrap();
        assert_eq!(items.len(), 3);
        assert_eq!((items[0].id.as_str(), items[2].line), ("scholar", 3));
        let mut rows = Vec::new();
        let stop = StopFlag::new();
        let totals = run(&items, &Options::default(), &Limits::depth(5), &stop, &mut |row| {
            rows.push(row.clone())
        });
        let solved: Vec<bool> = rows.iter().map(|row| row.solved).collect();
        assert_eq!(solved, [true, true, false]);
        assert_eq!(
            (totals.positions, totals.solved, totals.mates_found, totals.stopped),
            (3, 2, 2, false)
        );
        assert_eq!(totals.nodes, rows.iter().map(|row| row.nodes).sum::<u64>());
    }

    #[test]
    fn an_ablation_has_a_row_for_each_rule() {
        let items = read_file(SUITE.lines().next().unwrap_or_default().as_bytes()).unwrap();
        let stop = StopFlag::new();
        let runs = ablate(&items, &Options::default(), &Limits::depth(3), &stop, &mut |_, _, _| {});
        assert_eq!(runs.len(), Rule::COUNT + 2);
        assert!(runs.iter().all(|(_, totals)| totals.solved == 1));
        stop.raise();
        let runs = ablate(&items, &Options::default(), &Limits::depth(3), &stop, &mut |_, _, _| {});
        assert_eq!(runs.len(), 1);
        assert!(runs[0].1.stopped);
    }

    #[test]
    fn illegal_moves_are_named_with_their_line() {
        let text = "\n7k/8/8/8/8/8/R7/1R2K3 w - - bm Rc8;\n";
        let error = read_file(text.as_bytes()).unwrap_err().to_string();
        assert!(error.starts_with("line 2: bm: no white rook can reach c8"), "{error}");
    }
}
