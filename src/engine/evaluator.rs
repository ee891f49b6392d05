//! Which evaluator the engine searches with. No other file of the engine names one for searching.

use crate::eval::ClassicalEvaluator;

/// The evaluator of a search thread.
pub(super) type EngineEvaluator = ClassicalEvaluator;

/// A new one, for one thread.
pub(super) fn evaluator() -> EngineEvaluator {
    ClassicalEvaluator::new()
}
