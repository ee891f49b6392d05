//! Selects the evaluator for searches. No other file of the engine names one.

use super::options::Options;
use crate::chess::Position;
use crate::eval::{
    Cached, ClassicalEvaluator, EvalReport, Evaluation, Evaluator, NetworkEvaluator,
};

/// The evaluator of a search, with its cache.
pub type EngineEvaluator = Cached<AnyEvaluator>;

pub enum AnyEvaluator {
    Classical(ClassicalEvaluator),
    Network(NetworkEvaluator),
}

pub fn evaluator(options: &Options) -> EngineEvaluator {
    Cached::new(match options.network() {
        Some(network) => AnyEvaluator::Network(NetworkEvaluator::new(network)),
        None => AnyEvaluator::Classical(ClassicalEvaluator::new()),
    })
}

impl Evaluator for AnyEvaluator {
    #[inline]
    fn evaluate(&mut self, position: &Position, ply: usize) -> Evaluation {
        match self {
            AnyEvaluator::Classical(evaluator) => evaluator.evaluate(position, ply),
            AnyEvaluator::Network(evaluator) => evaluator.evaluate(position, ply),
        }
    }
}

impl AnyEvaluator {
    pub(super) fn report(&mut self, position: &Position) -> EvalReport {
        match self {
            AnyEvaluator::Classical(evaluator) => evaluator.report(position),
            AnyEvaluator::Network(evaluator) => evaluator.report(position),
        }
    }
}
