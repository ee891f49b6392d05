//! Questions that are answered on the spot: what a position is worth, how it quiets down, why a move was looked at as it was.
//!
//! They rest on the options in force and leave the table and everything learnt alone.

use std::sync::{Arc, Mutex};

use thiserror::Error;

use super::evaluator::evaluator;
use super::guard::{self, ThreadError};
use super::{Engine, Job};
use crate::chess::{Move, Position};
use crate::control::{Clock, StopFlag};
use crate::eval::{EvalReport, Explains};
use crate::search::explain::{Explanation, explain};
use crate::search::history::{History, QuietKeys};
use crate::search::picker::{MovePicker, MoveSet};
use crate::search::quiescence_tree::{TreeBudget, TreeError, quiescence_tree};
use crate::search::table::{Entry, TableError};
use crate::search::trace::ResolveNode;
use crate::search::{Counters, Params, Shared, Table, Task};

/// MiB for the table of a search that is done only to be explained.
const TABLE: usize = 64;

#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum ExplainError {
    #[error("the search ended before it had looked at the move")]
    Stopped,
    #[error(
        "the search was told to leave that move out; explain one that it looked at, or search again with it"
    )]
    LeftOut,
    #[error(transparent)]
    Memory(#[from] TableError),
    #[error("{0}")]
    Thread(String),
}

#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum ResolveError {
    #[error(transparent)]
    Tree(#[from] TreeError),
    #[error("{0}")]
    Thread(String),
}

impl From<ThreadError> for ResolveError {
    fn from(error: ThreadError) -> ResolveError {
        ResolveError::Thread(error.in_words())
    }
}

impl From<ThreadError> for ExplainError {
    fn from(error: ThreadError) -> ExplainError {
        ExplainError::Thread(error.in_words())
    }
}

impl Engine {
    /// What the transposition table knows of a position.
    pub fn known(&self, position: &Position) -> Option<Entry> {
        self.table.as_ref()?.probe(position.key())
    }

    /// The legal moves in the order in which a search that has learnt nothing but what is in the table tries them.
    pub fn move_order(&self, position: &Position) -> Vec<Move> {
        let table = self.known(position).and_then(|entry| entry.mv);
        let mut picker = MovePicker::new(position, MoveSet::All, table, [None; 3]);
        let (history, keys) = (History::new(), QuietKeys::new(position, [None; 3]));
        let next = || picker.next(position, &history, &keys).map(|legal| legal.mv);
        std::iter::from_fn(next).collect()
    }

    /// What a position is worth without looking ahead, term by term.
    pub fn evaluate(&self, position: &Position) -> EvalReport {
        evaluator(self.options()).report(position)
    }

    /// The tree of the quiescence search, within a budget. Raising `stop` ends it.
    ///
    /// # Errors
    /// If it is stopped, grows beyond its budget of nodes, or there is no memory for its small table.
    pub fn resolve(
        &self,
        position: &Position,
        budget: TreeBudget,
        stop: &StopFlag,
    ) -> Result<ResolveNode, ResolveError> {
        let options = self.options();
        let params = &options.params;
        // The search needs more stack than the caller may have.
        let work = || quiescence_tree(position, params, evaluator(options), budget, stop);
        Ok(guard::run("resolve", work)??)
    }

    /// Does a search with these parameters on one thread, from an empty table, and tells what was decided along the line of a
    /// root move. Raising `stop` ends it early.
    ///
    /// # Errors
    /// If the job leaves the move out, if it ended before the move was looked at, or could not be done.
    pub fn explain(
        &self,
        job: &Job,
        params: &Params,
        mv: Move,
        stop: &StopFlag,
    ) -> Result<Explanation, ExplainError> {
        if !job.limits.admits(mv) {
            return Err(ExplainError::LeftOut);
        }
        if stop.is_raised() {
            return Err(ExplainError::Stopped);
        }
        let shared = Shared {
            table: Arc::new(Table::new(TABLE)?),
            params: Arc::new(params.clone()),
            stop: stop.clone(),
            counters: Arc::new(Counters::new(1)),
            tables: None,
        };
        let root = *job.game.position();
        let clock = Clock::start(&job.limits, root.turn(), self.options().move_overhead());
        let task = Task {
            root,
            history: job.game.history_keys().to_vec(),
            limits: job.limits.clone(),
            multi_pv: 1,
            clock: Arc::new(Mutex::new(clock)),
        };
        // The search needs more stack than the caller may have.
        let options = self.options();
        guard::run("explain", || explain(&task, &shared, evaluator(options), mv))?
            .map_err(|_| ExplainError::Stopped)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::{Game, parse_move};
    use crate::control::Limits;

    #[test]
    fn a_move_is_explained_even_if_it_is_not_the_best() {
        let position = Position::start();
        let job = Job {
            game: Game::new(position),
            limits: Limits::depth(4),
            multi_pv: None,
            strength: None,
        };
        for text in ["e4", "a3"] {
            let mv = parse_move(&position, text).unwrap();
            let explained =
                Engine::new().explain(&job, &Params::default(), mv, &StopFlag::new()).unwrap();
            assert_eq!((explained.mv, explained.moves.len()), (mv, 20));
        }
    }

    #[test]
    fn a_raised_flag_ends_an_explanation() {
        let position = Position::start();
        let job = Job {
            game: Game::new(position),
            limits: Limits::default(),
            multi_pv: None,
            strength: None,
        };
        let stop = StopFlag::new();
        stop.raise();
        let mv = parse_move(&position, "a3").unwrap();
        let explained = Engine::new().explain(&job, &Params::default(), mv, &stop);
        assert_eq!(explained, Err(ExplainError::Stopped));
    }
}
