//! Which evaluator the engine searches with. No other file of the engine names one for searching.

use std::sync::Arc;

use super::options::Options;
use crate::chess::Position;
use crate::eval::classical::ClassicalWeights;
use crate::eval::{ClassicalEvaluator, EvalReport, Evaluator, Explains, NetworkEvaluator};
use crate::settings::choice;
use crate::units::Score;

choice! {
    /// What a search can be told to evaluate with.
    Evaluation {
        /// By themes and tuned weights.
        Classical = "classical",
        /// By themes and the learned weights that are loaded.
        Learned = "learned",
        /// By the network that is loaded.
        Network = "network",
    }
}

pub enum EngineEvaluator {
    Classical(ClassicalEvaluator),
    Learned(ClassicalEvaluator<Arc<ClassicalWeights>>),
    Network(NetworkEvaluator),
}

pub fn evaluator(options: &Options) -> EngineEvaluator {
    match (options.network(), options.learned()) {
        (Some(network), _) => EngineEvaluator::Network(NetworkEvaluator::new(network)),
        (None, Some(weights)) => {
            EngineEvaluator::Learned(ClassicalEvaluator::with_weights(weights.clone()))
        }
        (None, None) => classical(),
    }
}

/// A new one that does not depend on options: for judgements that need not be fine.
pub(super) fn classical() -> EngineEvaluator {
    EngineEvaluator::Classical(ClassicalEvaluator::new())
}

impl Evaluator for EngineEvaluator {
    #[inline]
    fn evaluate(&mut self, position: &Position, ply: usize) -> Score {
        match self {
            EngineEvaluator::Classical(evaluator) => evaluator.evaluate(position, ply),
            EngineEvaluator::Learned(evaluator) => evaluator.evaluate(position, ply),
            EngineEvaluator::Network(evaluator) => evaluator.evaluate(position, ply),
        }
    }
}

impl Explains for EngineEvaluator {
    fn report(&mut self, position: &Position) -> EvalReport {
        match self {
            EngineEvaluator::Classical(evaluator) => evaluator.report(position),
            EngineEvaluator::Learned(evaluator) => evaluator.report(position),
            EngineEvaluator::Network(evaluator) => evaluator.report(position),
        }
    }
}
