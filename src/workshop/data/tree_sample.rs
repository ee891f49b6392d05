//! Positions that a search evaluates, with their static evaluation.
//!
//! A search also evaluates positions that no game reaches, such as those where a piece was just lost. A network trained on games
//! alone has never seen them. They have no game result, so only the score is learned.

use quarterply::chess::{Game, Position, SplitMix};
use quarterply::commands::batch::{Batch, JobFlags};
use quarterply::control::{Limits, StopFlag};
use quarterply::engine::evaluator::{EngineEvaluator, evaluator};
use quarterply::engine::{NoTable, Options, SelfPlayer};
use quarterply::eval::{Evaluation, Evaluator};
use quarterply::units::Score;

use crate::positions::TrainingPosition;

/// Roots per work item. The results of an item depend only on its number, its roots and the settings.
pub const PIECE: usize = 256;

#[derive(Clone)]
pub struct TreeSampling {
    pub options: Options,
    pub limits: Limits,
    /// Sample size per search.
    pub most: usize,
    pub seed: u64,
    pub jobs: usize,
}

impl TreeSampling {
    /// Searches roots that are numbered from `first`. Returns a sample for each, in order; empty if stopped.
    pub fn sample(
        &self,
        first: u64,
        roots: &[TrainingPosition],
        stop: &StopFlag,
    ) -> Result<Vec<Vec<TrainingPosition>>, NoTable> {
        let pieces: Vec<&[TrainingPosition]> = roots.chunks(PIECE).collect();
        let found = Batch::of(pieces.len(), self.jobs, stop).all(
            |flags| {
                let sampler = EvaluationSampler::new(&self.options);
                Ok((
                    SelfPlayer::with_evaluator(&self.options, &flags.search, sampler)?,
                    flags.clone(),
                ))
            },
            |(player, flags): &mut (SelfPlayer<EvaluationSampler>, JobFlags), piece| {
                let number = first + u64::from(piece) * PIECE as u64;
                let roots = (number..).zip(pieces[piece as usize]);
                player.new_game();
                let samples: Vec<_> = roots
                    .map_while(|(number, root)| {
                        flags.search.lower();
                        (!flags.quit.is_stopped()).then(|| self.one(player, number, root))
                    })
                    .collect();
                Ok((!flags.quit.is_stopped()).then_some(samples))
            },
        )?;
        Ok(found.unwrap_or_default().concat())
    }

    fn one(
        &self,
        player: &mut SelfPlayer<EvaluationSampler>,
        number: u64,
        root: &TrainingPosition,
    ) -> Vec<TrainingPosition> {
        let Some(position) = root.to_position() else { return Vec::new() };
        // Positions in the transposition table would not be evaluated again.
        player.new_position();
        player.evaluator().begin(self.most, SplitMix::stream(self.seed, number));
        player.think(&Game::new(position), self.limits.clone(), root.turn);
        let kept = player.evaluator().kept.drain(..);
        kept.filter_map(|(position, score)| {
            TrainingPosition::unplayed(&position, score.for_white(position.turn()))
        })
        .collect()
    }
}

/// An evaluator that keeps a uniform sample of the positions it evaluates.
struct EvaluationSampler {
    evaluator: EngineEvaluator,
    random: SplitMix,
    asked: usize,
    most: usize,
    kept: Vec<(Position, Score)>,
}

impl EvaluationSampler {
    fn new(options: &Options) -> EvaluationSampler {
        let (evaluator, random) = (evaluator(options), SplitMix::stream(0, 0));
        EvaluationSampler { evaluator, random, asked: 0, most: 0, kept: Vec::new() }
    }

    /// Starts a sample of at most `most` positions.
    fn begin(&mut self, most: usize, random: SplitMix) {
        (self.random, self.asked, self.most) = (random, 0, most);
        self.kept.clear();
    }
}

impl Evaluator for EvaluationSampler {
    fn evaluate(&mut self, position: &Position, ply: usize) -> Evaluation {
        let evaluation = self.evaluator.evaluate(position, ply);
        let score = evaluation.score;
        // Reservoir sampling, Vitter's algorithm R.
        self.asked += 1;
        if self.kept.len() < self.most {
            self.kept.push((*position, score));
        } else if let Some(place) = self.kept.get_mut(self.random.below(self.asked)) {
            *place = (*position, score);
        }
        evaluation
    }
}
