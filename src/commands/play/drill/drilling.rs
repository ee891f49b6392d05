//! The problems of a drill: the current one, the queue and the tally.

use std::collections::VecDeque;
use std::path::PathBuf;
use std::sync::Arc;

use serde::Serialize;

use super::judge::{DrillJudge, DrillMark, DrillVerdict, Question};
use super::schedule::{DrillDesk, DrillRating, DrillSchedule};
use crate::chess::{Move, Piece, Square};
use crate::commands::mates::puzzle::Puzzle;
use crate::shell::CommandError;

/// The tally of a drill; a repeated problem counts each time.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[cfg_attr(
    test,
    schemars(rename = "drill-tally", description = "how the problems of a drill went")
)]
pub struct DrillTally {
    /// At the first answer, without a hint.
    pub solved: usize,
    /// At the first answer, after a hint.
    pub hinted: usize,
    pub missed: usize,
}

#[derive(Clone, Debug)]
pub struct Drilling {
    pub puzzle: Arc<Puzzle>,
    pub question: Question,
    waiting: VecDeque<Arc<Puzzle>>,
    /// Number of hints for this move, and whether this problem had any.
    hints: (usize, bool),
    /// Whether the problem was missed, which the schedule already contains.
    missed: bool,
    /// A problem that is done rests on the board until the next one is asked for; else that follows at once.
    pauses: bool,
    /// The problem is done.
    pub rests: bool,
    /// File of the problems; `None` for those that are due, of any file.
    pub file: Option<PathBuf>,
    pub tally: DrillTally,
    /// Number of the problem in this drill, from 1.
    pub number: usize,
}

#[derive(Clone, PartialEq, Debug)]
pub struct DrillOutcome {
    pub mark: DrillMark,
    pub done: bool,
    pub ended: bool,
    /// The problem was done before.
    pub rested: bool,
}

impl Drilling {
    pub fn begin(
        problems: Vec<Arc<Puzzle>>,
        pauses: bool,
        judge: &mut DrillJudge,
    ) -> Result<Option<Drilling>, CommandError> {
        let Some(puzzle) = problems.first().map(Arc::clone) else { return Ok(None) };
        let mut drilling = Drilling {
            question: Question::of(&puzzle),
            puzzle,
            waiting: problems.into(),
            hints: (0, false),
            missed: false,
            pauses,
            rests: false,
            file: None,
            tally: DrillTally::default(),
            number: 0,
        };
        drilling.advance(judge)?;
        Ok(Some(drilling))
    }

    /// Returns the number of problems after this one.
    pub fn left(&self) -> usize {
        self.waiting.len()
    }

    /// Judges a move. After a right one, goes on to the next move, or at the end of the solution to the next problem.
    pub fn answer(
        &mut self,
        judge: &mut DrillJudge,
        mv: Move,
        desk: &DrillDesk,
    ) -> Result<DrillOutcome, CommandError> {
        let mut mark = judge.mark(&self.question, mv)?;
        if judge.is_stopped() {
            return Err(CommandError::NothingKnown);
        }
        if mark.verdict == DrillVerdict::Wrong {
            mark.reasons = judge.reasons(&self.question.position, mv, true)?;
            self.miss(desk)?;
        }
        if let Some(question) = &mark.next {
            self.question = question.clone();
            self.hints.0 = 0;
        } else if mark.verdict == DrillVerdict::Right {
            // The reason is that of the whole solution.
            let (root, line) = (self.puzzle.item.position, self.puzzle.line());
            let whole = line.first().filter(|_| root != self.question.position);
            let (root, first) = whole.map_or((self.question.position, mv), |&first| (root, first));
            mark.reasons = judge.reasons(&root, first, false)?;
            self.solve(desk)?;
            return self.finish(judge, mark);
        }
        Ok(DrillOutcome { mark, done: false, ended: false, rested: false })
    }

    /// The problem is done: it rests, or the next one follows.
    fn finish(
        &mut self,
        judge: &mut DrillJudge,
        mark: DrillMark,
    ) -> Result<DrillOutcome, CommandError> {
        self.rests = self.pauses;
        let ended = !self.rests && !self.advance(judge)?;
        Ok(DrillOutcome { mark, done: true, ended, rested: false })
    }

    /// Leaves the problem. Giving up counts as missed, and shows the solution; skipping counts neither way. Either goes on from a
    /// problem that is done.
    pub fn leave(
        &mut self,
        judge: &mut DrillJudge,
        desk: &DrillDesk,
        verdict: DrillVerdict,
    ) -> Result<DrillOutcome, CommandError> {
        let rested = std::mem::take(&mut self.rests);
        let mut mark = DrillMark::left(verdict);
        if verdict == DrillVerdict::GivenUp && !rested {
            mark.line = judge.solution(&self.question)?;
            if let Some(&first) = mark.line.first() {
                mark.reasons = judge.reasons(&self.question.position, first, false)?;
            }
            self.miss(desk)?;
            return self.finish(judge, mark);
        }
        Ok(DrillOutcome { mark, done: true, ended: !self.advance(judge)?, rested })
    }

    /// Returns the piece that moves and, from the second hint on, its target square. `None` without a known solution.
    pub fn hint(&mut self) -> Option<(Piece, Option<Square>)> {
        let mv = *self.question.line.first()?;
        self.hints = (self.hints.0 + 1, true);
        Some((self.question.position.moved(mv), (self.hints.0 > 1).then(|| mv.to())))
    }

    fn miss(&mut self, desk: &DrillDesk) -> Result<(), CommandError> {
        if !self.missed {
            DrillSchedule::rate(desk, &self.puzzle, DrillRating::Missed)?;
            self.missed = true;
            self.tally.missed += 1;
        }
        Ok(())
    }

    fn solve(&mut self, desk: &DrillDesk) -> Result<(), CommandError> {
        if self.missed {
            return Ok(());
        }
        let (rating, count) = match self.hints.1 {
            false => (DrillRating::Solved, &mut self.tally.solved),
            true => (DrillRating::Hinted, &mut self.tally.hinted),
        };
        *count += 1;
        DrillSchedule::rate(desk, &self.puzzle, rating)
    }

    /// Goes to the next problem, and queues a missed one again. Returns `false` at the end.
    fn advance(&mut self, judge: &mut DrillJudge) -> Result<bool, CommandError> {
        if self.missed {
            self.waiting.push_back(Arc::clone(&self.puzzle));
        }
        let Some(puzzle) = self.waiting.pop_front() else { return Ok(false) };
        self.question = Question::of(&puzzle);
        if self.question.line.is_empty() {
            // Hints need a solution.
            self.question.line = judge.solution(&self.question)?;
        }
        self.puzzle = puzzle;
        (self.hints, self.missed) = ((0, false), false);
        self.number += 1;
        Ok(true)
    }
}
