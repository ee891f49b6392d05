//! Records that come one at a time from somebody who hands work out: a line in, an answer out, and nothing is remembered.
//!
//! So the same line has the same answer whoever is asked, in whatever order, and an engine for work on many machines
//! (Dask, Spark, GNU parallel) can give a line to another worker when one is lost. Nodes bound each line; there is no clock.
//! Suites from files, several positions at a time, are `solve.rs` and `suite.rs`.

use std::sync::Arc;

use super::solve::{Effort, SolveError, Solver};
use super::suite::{self, SuiteItem, SuiteRow, finish};
use super::{Engine, Job, Options};
use crate::chess::epd::{Epd, EpdFileError, is_no_record};
use crate::chess::{Game, Move, Position};
use crate::control::{Limits, StopFlag};
use crate::oracle::Endgames;
use crate::units::{Bound, Score};

/// What is done with each record.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StreamWork {
    /// Its `bm`, `am` or `dm` is looked for.
    Solve,
    /// Its position is searched.
    Label,
}

/// A line, answered.
#[derive(Clone, Debug)]
pub struct StreamAnswer {
    /// Its number, from 1.
    pub line: usize,
    /// What came of it, or what is wrong with it, the line named.
    pub outcome: Result<StreamOutcome, String>,
}

/// What came of a line.
#[derive(Clone, Debug)]
pub enum StreamOutcome {
    /// An empty line, or a comment.
    Skipped,
    /// It was tried.
    Solved(Box<(SuiteItem, SuiteRow)>),
    /// It was searched.
    Labelled(Box<Label>),
}

/// What a search says of a position.
#[derive(Clone, Debug)]
pub struct Label {
    /// The position.
    pub position: Position,
    /// What the record is called; empty if it has no name.
    pub id: String,
    /// The move; `None` where the game is over.
    pub best: Option<Move>,
    /// Its score, view of the side to move.
    pub score: Score,
    /// What the score promises.
    pub bound: Bound,
    /// Iterations completed; 0 where the game is over.
    pub depth: u32,
    /// Nodes searched.
    pub nodes: u64,
}

/// Answers records.
pub struct StreamWorker {
    work: StreamWork,
    limits: Limits,
    engine: Engine,
    solver: Solver,
}

impl StreamWorker {
    /// A worker that gives so many nodes to each record, on one thread.
    ///
    /// # Errors
    /// If these options cannot be had on one thread.
    pub fn new(
        work: StreamWork,
        options: &Options,
        nodes: u64,
    ) -> Result<StreamWorker, super::OptionError> {
        let mut options = options.without_lookup();
        options.set("Threads", "1")?;
        let effort = Effort { nodes: Some(nodes), ..Effort::default() };
        let solver = Solver::new(&options, effort, &Arc::new(Endgames::new()));
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        Ok(StreamWorker { work, limits, engine: Engine::with(options), solver })
    }

    /// Answers a line. `None` if the flag was raised before it was done.
    ///
    /// # Errors
    /// If there is not enough memory.
    pub fn answer(
        &mut self,
        line: usize,
        text: &str,
        stop: &StopFlag,
    ) -> Result<Option<StreamAnswer>, SolveError> {
        let outcome = match read(line, text) {
            Ok(None) => Ok(StreamOutcome::Skipped),
            Ok(Some(epd)) => match self.work {
                StreamWork::Solve => self.solve(line, &epd, stop)?,
                StreamWork::Label => self.label(&epd, stop),
            },
            Err(error) => Err(error),
        };
        Ok((!stop.is_raised()).then_some(StreamAnswer { line, outcome }))
    }

    fn solve(
        &mut self,
        line: usize,
        epd: &Epd,
        stop: &StopFlag,
    ) -> Result<Result<StreamOutcome, String>, SolveError> {
        let item = match suite::item_of(line, epd) {
            Ok(Some(item)) => SuiteItem { number: line, ..item },
            Ok(None) => {
                let fault = format!("line {line}: neither bm, am nor dm, so nothing to solve");
                return Ok(Err(fault));
            }
            Err(error) => return Ok(Err(error.to_string())),
        };
        let row = self.solver.attempt(0, &item, stop)?;
        Ok(Ok(StreamOutcome::Solved(Box::new((item, row)))))
    }

    fn label(&mut self, epd: &Epd, stop: &StopFlag) -> Result<StreamOutcome, String> {
        let position = epd.position;
        self.engine.new_game();
        let job = Job {
            game: Game::new(position),
            limits: self.limits.clone(),
            multi_pv: Some(1),
            strength: None,
        };
        let Some(finished) = finish(&mut self.engine, job, stop) else {
            return Err("the search broke off by a mistake of the program".to_owned());
        };
        let line = finished.iteration.lines.first();
        let over = if position.in_check() { Score::mated_at(0) } else { Score::DRAW };
        Ok(StreamOutcome::Labelled(Box::new(Label {
            position,
            id: epd.id().unwrap_or_default(),
            best: finished.best,
            score: line.map_or(over, |line| line.score),
            bound: line.map_or(Bound::Exact, |line| line.bound),
            depth: finished.iteration.depth,
            nodes: finished.iteration.progress.nodes,
        })))
    }
}

/// The record of a line; `None` if there is none.
fn read(line: usize, text: &str) -> Result<Option<Epd>, String> {
    if is_no_record(text) {
        return Ok(None);
    }
    Epd::parse(text).map(Some).map_err(|error| {
        let column = text[..error.span.start].chars().count() + 1;
        EpdFileError::Record { line, column, error }.to_string()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn worker(work: StreamWork) -> StreamWorker {
        let mut options = Options::default();
        options.set("Hash", "1").unwrap();
        StreamWorker::new(work, &options, 1_000).unwrap()
    }

    fn answer(worker: &mut StreamWorker, line: usize, text: &str) -> StreamAnswer {
        worker.answer(line, text, &StopFlag::new()).unwrap().unwrap()
    }

    #[test]
    fn a_line_has_the_same_answer_whatever_came_before() {
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        let other = "r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - id \"other\";";
        let facts = |answer: StreamAnswer| {
            let Ok(StreamOutcome::Labelled(label)) = answer.outcome else { panic!() };
            (label.best, label.score, label.bound, label.depth, label.nodes, label.id)
        };
        let mut worker = worker(StreamWork::Label);
        let first = facts(answer(&mut worker, 1, start));
        let mate = facts(answer(&mut worker, 2, other));
        assert_eq!((mate.1, mate.5.as_str()), (Score::mates_at(1), "other"));
        assert_eq!(facts(answer(&mut worker, 3, start)), first);
    }

    #[test]
    fn the_end_of_a_game_is_labelled_too() {
        let mut worker = worker(StreamWork::Label);
        let mated = "R5k1/5ppp/8/8/8/8/8/6K1 b - -";
        let StreamAnswer { outcome: Ok(StreamOutcome::Labelled(label)), .. } =
            answer(&mut worker, 1, mated)
        else {
            panic!()
        };
        assert_eq!((label.best, label.score), (None, Score::mated_at(0)));
    }

    #[test]
    fn a_bad_line_is_named_and_the_next_is_answered() {
        let mut worker = worker(StreamWork::Solve);
        for (line, text, fault) in [
            (1, "8/8/8 w - -", "line 1, column 1: "),
            (2, "7k/8/8/8/8/8/R7/1R2K3 w - - id \"nothing\";", "line 2: neither bm"),
            (3, "7k/8/8/8/8/8/R7/1R2K3 w - - bm Rh9;", "line 3: bm: "),
        ] {
            let error = answer(&mut worker, line, text).outcome.unwrap_err();
            assert!(error.starts_with(fault), "{error}");
        }
        assert!(matches!(answer(&mut worker, 4, " ").outcome, Ok(StreamOutcome::Skipped)));
        assert!(matches!(
            answer(&mut worker, 5, "# a comment").outcome,
            Ok(StreamOutcome::Skipped)
        ));
        let good = answer(&mut worker, 6, "7k/8/8/8/8/8/R7/1R2K3 w - - bm #2;").outcome;
        assert!(matches!(good, Ok(StreamOutcome::Solved(done)) if done.1.solved));
    }

    #[test]
    fn a_raised_flag_leaves_a_line_without_an_answer() {
        let stop = StopFlag::new();
        stop.raise();
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        assert!(worker(StreamWork::Label).answer(1, start, &stop).unwrap().is_none());
    }
}
