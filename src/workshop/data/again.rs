//! Positions searched again: what a search says of each now, or what it evaluates on the way.
//!
//! A search also evaluates positions that nobody would play, such as those where a piece was just lost. A network trained on
//! games alone has never seen them. With `--tree`, a uniform sample of the positions that a search evaluates is kept, with
//! their static evaluation. They come from no game, so only the score is learned.

use quarterply::chess::{Game, Position};
use quarterply::control::{Limits, StopFlag};
use quarterply::engine::Options;
use quarterply::engine::evaluator::{EngineEvaluator, evaluator};
use quarterply::engine::random::Random;
use quarterply::engine::self_player::{NoTable, SelfPlayer};
use quarterply::eval::Evaluator;
use quarterply::tools::batch::{Batch, JobFlags};
use quarterply::units::Score;

use crate::positions::TrainingPosition;

/// Positions per work item. The results of an item depend only on its number, its positions and the settings.
pub const PIECE: usize = 256;

#[derive(Clone)]
pub struct SearchPlan {
    pub options: Options,
    pub limits: Limits,
    /// Sample size per search; `None` keeps the searched position itself.
    pub tree: Option<usize>,
    pub seed: u64,
    pub jobs: usize,
}

/// The results for one position; `None` for a mate, or a board that a record cannot hold.
pub type Searched = Vec<Option<TrainingPosition>>;

impl SearchPlan {
    /// Searches positions that are numbered from `first`. Returns the results in order; empty if stopped.
    pub fn search(
        &self,
        first: u64,
        positions: &[TrainingPosition],
        stop: &StopFlag,
    ) -> Result<Vec<Searched>, NoTable> {
        let pieces: Vec<&[TrainingPosition]> = positions.chunks(PIECE).collect();
        let found = Batch::of(pieces.len(), self.jobs, stop).all(
            |flags| {
                let sampler = EvaluationSampler::new(&self.options);
                Ok((
                    SelfPlayer::with_evaluator(&self.options, &flags.search, sampler)?,
                    flags.clone(),
                ))
            },
            |(player, flags): &mut (SelfPlayer<EvaluationSampler>, JobFlags), piece| {
                player.new_game();
                let number = first + u64::from(piece) * PIECE as u64;
                let starts = (number..).zip(pieces[piece as usize]);
                let searched: Vec<_> = starts
                    .map_while(|(number, start)| {
                        flags.search.lower();
                        (!flags.quit.is_stopped()).then(|| self.one(player, number, start))
                    })
                    .collect();
                Ok((!flags.quit.is_stopped()).then_some(searched))
            },
        )?;
        Ok(found.unwrap_or_default().concat())
    }

    fn one(
        &self,
        player: &mut SelfPlayer<EvaluationSampler>,
        number: u64,
        start: &TrainingPosition,
    ) -> Searched {
        let Some(position) = start.to_position() else { return Vec::new() };
        if let Some(most) = self.tree {
            // Positions in the transposition table would not be evaluated again.
            player.new_game();
            player.evaluator().begin(most, Random::new(self.seed, number));
        }
        let thought = player.think(&Game::new(position), self.limits.clone(), start.turn);
        if self.tree.is_none() {
            let score = thought.iteration.lines.first().map(|line| line.score);
            let score = score.filter(|score| !score.is_mate());
            return vec![score.map(|score| start.with_score(score.for_white(start.turn)))];
        }
        let kept = player.evaluator().kept.drain(..);
        kept.map(|(position, score)| {
            TrainingPosition::unplayed(&position, score.for_white(position.turn()))
        })
        .collect()
    }
}

/// An evaluator that samples the positions it evaluates.
struct EvaluationSampler {
    evaluator: EngineEvaluator,
    random: Random,
    asked: usize,
    most: usize,
    kept: Vec<(Position, Score)>,
}

impl EvaluationSampler {
    fn new(options: &Options) -> EvaluationSampler {
        let (evaluator, random) = (evaluator(options), Random::new(0, 0));
        EvaluationSampler { evaluator, random, asked: 0, most: 0, kept: Vec::new() }
    }

    /// Starts a sample of at most `most` positions.
    fn begin(&mut self, most: usize, random: Random) {
        (self.random, self.asked, self.most) = (random, 0, most);
        self.kept.clear();
    }
}

impl Evaluator for EvaluationSampler {
    fn evaluate(&mut self, position: &Position, ply: usize) -> Score {
        let score = self.evaluator.evaluate(position, ply);
        if self.most > 0 {
            // Reservoir sampling, Vitter's algorithm R.
            self.asked += 1;
            if self.kept.len() < self.most {
                self.kept.push((*position, score));
            } else if let Some(place) = self.kept.get_mut(self.random.below(self.asked)) {
                *place = (*position, score);
            }
        }
        score
    }
}
