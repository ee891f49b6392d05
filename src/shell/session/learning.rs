//! Networks and learned weights at the prompt: which ones evaluate, and learning from games that are played there.

use std::path::{Path, PathBuf};
use std::sync::mpsc;

use super::{CommandError, Session};
use crate::chess::GameResult;
use crate::shell::learning::{Learning, NetworkReply};
use crate::shell::reply::Reply;
use crate::store::learned_weights::LearnedWeights;
use crate::store::{SavedNetwork, built_in_network, learned_weights};
use crate::tools::learn::Lesson;
use crate::tools::learn::view::WeightsAnswer;
use crate::tools::tool::ToolDone;

impl Session {
    pub(super) fn learning(&mut self, what: Learning) -> Result<Reply, CommandError> {
        match what {
            Learning::Load(path)
                if path.extension().is_some_and(|end| end == learned_weights::EXTENSION) =>
            {
                self.load_weights(path)
            }
            Learning::Load(path) => {
                self.engine.set_option("EvalFile", &path.to_string_lossy())?;
                self.engine.set_option("Evaluation", "network")?;
                self.network(Some(path), None)
            }
            Learning::Show { path, neuron } => self.network(path, neuron),
        }
    }

    /// What is known of a network; of the one that would evaluate now if none is named.
    fn network(&self, path: Option<PathBuf>, neuron: Option<usize>) -> Result<Reply, CommandError> {
        let options = self.engine.options();
        let loaded = &options.eval_file.text;
        let path = path.or_else(|| (!loaded.is_empty()).then(|| PathBuf::from(loaded)));
        let saved = match &path {
            Some(path) => SavedNetwork::load(path)?,
            None => built_in_network().clone(),
        };
        let width = saved.network.width();
        if let Some(number) = neuron.filter(|&number| number > width) {
            let message =
                format!("there is no neuron {number}: this network has {width} of them, from 1");
            return Err(CommandError::Failed { message, reply: None });
        }
        let in_use = options.network() == Some(&saved.network);
        Ok(Reply::Network(Box::new(NetworkReply { path, saved, in_use, neuron })))
    }

    fn load_weights(&mut self, path: PathBuf) -> Result<Reply, CommandError> {
        let weights = LearnedWeights::load(&path)?;
        self.engine.set_option("WeightsFile", &path.to_string_lossy())?;
        self.engine.set_option("Evaluation", "learned")?;
        let answer = WeightsAnswer::new(path, &weights, self.engine.options(), false);
        Ok(Reply::Tool(ToolDone::from(answer).answer))
    }

    pub(super) fn learn_from_game(&mut self, result: GameResult) {
        let options = self.engine.options();
        if !options.learn || result == GameResult::Unknown {
            return;
        }
        let lesson = Lesson::of_game(self.game(), result, options);
        let (_, no_records) = mpsc::channel();
        // A file that cannot be read or written does not keep the user from the next game: the job reports it.
        let _ = lesson.map(|lesson| self.begin_work(lesson.work(), no_records));
    }

    /// If the weights of this file are loaded, those that it holds now are taken.
    pub(super) fn take_up(&mut self, path: &Path) -> Result<(), CommandError> {
        if Path::new(&self.engine.options().weights_file.text) == path {
            self.engine.set_option("WeightsFile", &path.to_string_lossy())?;
        }
        Ok(())
    }
}
