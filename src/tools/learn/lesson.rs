//! A lesson: a game that was played at the prompt is learned from.

use std::path::PathBuf;
use std::time::Instant;

use super::td_leaf::{LAMBDA, LearnedGame, TdLeaf, TdLeafOptions};
use super::view::{WeightsAnswer, WeightsLearned};
use crate::chess::{Game, GameResult};
use crate::control::Limits;
use crate::engine::Options;
use crate::engine::self_player::player_options;
use crate::ink::json::Milliseconds;
use crate::store::learned_weights::LearnedWeights;
use crate::store::{MadeOf, StoreError};
use crate::tools::tool::files::WRITTEN_BY;
use crate::tools::tool::{ToolContext, ToolDone, ToolResult, ToolWork};

const NODES: u64 = 2_000;

/// How far weights go, in centipawns: one game is all there is.
const RATE: f64 = 10.0;

#[derive(Clone, Debug)]
pub struct Lesson {
    game: LearnedGame,
    path: PathBuf,
    options: Options,
}

impl Lesson {
    /// A lesson for the weights that are loaded.
    pub fn of_game(game: &Game, result: GameResult, options: &Options) -> ToolResult<Lesson> {
        let path = PathBuf::from(&options.weights_file.text);
        let game = LearnedGame::known(game.clone(), result);
        Ok(Lesson { game, path, options: player_options(options)? })
    }

    pub fn work(self) -> ToolWork {
        ToolWork::new(move |context| self.run(context))
    }

    fn run(self, context: &ToolContext<'_>) -> ToolResult {
        let begun = Instant::now();
        let made_of = self.options.made_of("", MadeOf::work("learn"));
        let made_of = made_of.and("lambda", LAMBDA).and("rate", RATE).and("nodes", NODES);
        // Read here, so that an error is shown also after a game at the prompt.
        let files = context.files.hold(&self.path)?;
        let mut weights = LearnedWeights::resume(&files, &self.path, WRITTEN_BY)?;
        weights.begin_lesson("a game at the prompt".to_owned(), made_of.to_string());
        let how =
            TdLeafOptions { lambda: LAMBDA, rate: RATE, limits: Limits::nodes(NODES), jobs: 1 };
        let mut learner = TdLeaf::new(&self.options, how, weights.values());
        let step = learner.learn(&[self.game], context.stop)?.ok_or(StoreError::Stopped)?;
        weights.learn(&learner.values, step.games, step.positions);
        weights.save(&files, &self.path)?;
        let learned = WeightsLearned { step, elapsed: Milliseconds(begun.elapsed()) };
        let answer = WeightsAnswer {
            learned: Some(learned),
            ..WeightsAnswer::new(self.path.clone(), &weights, &self.options, true)
        };
        Ok(ToolDone { changed: vec![self.path], ..answer.into() })
    }
}
