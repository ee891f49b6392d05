//! Messages of the threads of one search to its supervisor, in one inbox.

use super::evaluator::EngineEvaluator;
use super::guard::ThreadError;
use super::prover_thread::ProverMessage;
use crate::prove::solvers::MateFindings;
use crate::search::trace::Tally;
use crate::search::{Finished, Report, Searcher};

/// What one thread searches with; it keeps what it learnt between the searches of a game.
pub(super) type Worker = Searcher<EngineEvaluator, Tally>;

pub(super) enum EngineMessage {
    /// A stop was requested, or the opponent played the expected move.
    Steered,
    Search(usize, Report),
    /// The last word of the search thread of this number: it gives its worker back unless it panicked.
    Searched(usize, Result<Box<(Worker, Finished)>, ThreadError>),
    Prover(ProverMessage<MateFindings>),
}
