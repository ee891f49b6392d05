//! The quiescence search of one position with its tree, for `resolve`.

use super::params::Params;
use super::report::EndReason;
use super::searcher::Searcher;
use super::shared::{Shared, Task};
use super::table::{Table, TableError};
use super::trace::{ResolveNode, TreeRecorder};
use crate::chess::{Game, Position};
use crate::control::{Clock, Limits, StopFlag, Stopped};
use crate::eval::Evaluator;
use crate::units::Window;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TreeBudget {
    /// Maximum number of nodes; with more there is no answer.
    pub(crate) nodes: u64,
    /// Maximum number of recorded moves, tried and skipped together; deeper ones are only counted. The moves of the position
    /// itself are always recorded.
    pub(crate) kept: usize,
}

impl Default for TreeBudget {
    /// Some seconds and some twenty megabytes.
    fn default() -> TreeBudget {
        TreeBudget { nodes: 5_000_000, kept: 200_000 }
    }
}

#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum TreeError {
    #[error(transparent)]
    Memory(#[from] TableError),
    #[error("stopped")]
    Stopped,
    #[error(
        "the captures and checks here have no end within {0} nodes; with fewer checks there is less to search: try `set resolve.checks 0`"
    )]
    TooLarge(u64),
}

/// The tree of the quiescence search from a position, with the whole window and an empty table.
pub(crate) fn quiescence_tree<E: Evaluator>(
    position: &Position,
    params: &Params,
    evaluator: E,
    budget: TreeBudget,
    stop: &StopFlag,
) -> Result<ResolveNode, TreeError> {
    let game = Game::new(*position);
    let task = Task::new(&game, Limits::nodes(budget.nodes), Clock::unlimited());
    let shared = Shared::new(Table::new(1)?, params, stop);
    let mut searcher = Searcher::new(shared, 0, evaluator, TreeRecorder::keeping(budget.kept));
    searcher.prepare(&task);
    // There is no iteration to wait for: a stop is obeyed at once.
    searcher.has_iteration = true;
    let ended = searcher.quiescence(position, 0, 0, Window::FULL);
    match (ended, searcher.ended_by) {
        (Err(Stopped), EndReason::Nodes) => Err(TreeError::TooLarge(budget.nodes)),
        (Err(Stopped), _) => Err(TreeError::Stopped),
        (Ok(_), _) => searcher.tracer.root.ok_or(TreeError::Stopped),
    }
}
