//! What positions are evaluated by: files of weights are read when they are named, and none is taken away that is in use.

use std::path::Path;
use std::sync::Arc;

use super::{OptionError, Options};
use crate::engine::evaluator::Evaluation;
use crate::eval::classical::ClassicalWeights;
use crate::store::SavedNetwork;
use crate::store::learned_weights::LearnedWeights;

impl Options {
    /// The same, but evaluating by these weights, which are in no file.
    pub fn with_learned(&self, weights: Arc<ClassicalWeights>) -> Options {
        let mut options = self.clone();
        options.values.learned = Some(weights);
        options.values.evaluation = Evaluation::Learned;
        options
    }

    /// The file of learned weights; empty if there is none.
    pub fn weights_file(&self) -> &str {
        &self.values.weights_file
    }

    /// Whether games at the prompt are learned from.
    pub fn learns(&self) -> bool {
        self.values.learns
    }

    /// Reads the weights of a network; no path goes back to the one that is built in.
    pub(super) fn load_network(&mut self, path: String) -> Result<(), OptionError> {
        let values = &mut self.values;
        values.network = if path.is_empty() {
            None
        } else {
            let refused = |reason| OptionError::unread("EvalFile", reason, &values.eval_file);
            let saved = SavedNetwork::load(Path::new(&path));
            Some(saved.map_err(|error| refused(error.to_string()))?.network)
        };
        values.eval_file = path;
        Ok(())
    }

    /// Reads learned weights; no path takes them away.
    pub(super) fn load_weights(&mut self, path: String) -> Result<(), OptionError> {
        let values = &mut self.values;
        let refused = |reason| OptionError::unread("WeightsFile", reason, &values.weights_file);
        values.learned = if !path.is_empty() {
            let read = LearnedWeights::load(Path::new(&path));
            Some(Arc::new(read.map_err(|error| refused(error.to_string()))?.rounded()))
        } else if values.evaluation == Evaluation::Learned || values.learns {
            let reason =
                "the weights are in use: set Evaluation to classical and Learn to false first";
            return Err(refused(reason.to_owned()));
        } else {
            None
        };
        values.weights_file = path;
        Ok(())
    }

    pub(super) fn learn_at_the_board(&mut self, learns: bool) -> Result<(), OptionError> {
        if learns && self.values.learned.is_none() {
            return Err(OptionError::NoWeights("Learn stays false"));
        }
        self.values.learns = learns;
        Ok(())
    }

    pub(super) fn evaluate_by(&mut self, evaluation: Evaluation) -> Result<(), OptionError> {
        if evaluation == Evaluation::Learned && self.values.learned.is_none() {
            let kept = match self.values.evaluation {
                Evaluation::Network => "Evaluation stays network",
                _ => "Evaluation stays classical",
            };
            return Err(OptionError::NoWeights(kept));
        }
        self.values.evaluation = evaluation;
        Ok(())
    }
}
