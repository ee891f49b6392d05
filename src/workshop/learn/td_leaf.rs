//! TD-leaf(λ): weights learned from games as they are played (Baxter, Tridgell and Weaver, "KnightCap", 1999; EXchess).
//!
//! Every position of a game is searched. The static evaluation at the end of the principal variation is the prediction for it,
//! which should match later predictions and finally the result: the error of a position is the sum of the later changes, weighted
//! by λⁿ at a distance of n plies. The weights active at the leaf follow the gradient of that error. Leaves in check, known
//! endings and mates are skipped.
//! down the slope of that error. What a search cannot resolve (a leaf in check, a known ending, a mate) teaches nothing.
//! Searches evaluate with the compiled weights; the prediction at a leaf uses the weights in training.
//! Searches evaluate with the compiled weights; what is expected at a leaf follows from those that learn.

use quarterply::chess::{Game, GameResult, Position};
use quarterply::commands::batch::{Batch, JobFlags};
use quarterply::control::{Limits, StopFlag};
use quarterply::engine::{NoTable, Options, SelfPlayer};

use super::fit::{SCALE, Sample, Weight, Witness, expectation, loss, score, slope};

/// Skipped plies at the beginning of a game that was not searched during play: they are book moves.
const OPENING: usize = 8;

#[derive(Clone, Debug)]
pub struct LearnedGame {
    pub game: Game,
    pub result: GameResult,
    /// Skipped plies at its beginning.
    pub skip: usize,
}

impl LearnedGame {
    /// Builds a game that was not searched during play.
    pub fn known(game: Game, result: GameResult) -> LearnedGame {
        LearnedGame { game, result, skip: OPENING }
    }
}

#[derive(Clone, PartialEq, Debug)]
pub struct TdLeafOptions {
    /// Weight of a change one ply later, relative to an immediate one: 0 to 1.
    pub lambda: f64,
    /// Step of a weight, in centipawns, that was active in all positions of a completely misjudged game.
    pub rate: f64,
    pub limits: Limits,
    /// Games processed in parallel.
    pub jobs: usize,
}

#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct TdLeafStep {
    pub games: u32,
    pub positions: u64,
    /// Mean squared error of the predictions, as a share of the point.
    pub error: f64,
}

#[derive(Clone, Debug)]
pub struct TdLeaf {
    /// Options of the searching player.
    pub player: Options,
    how: TdLeafOptions,
    /// Middle game and endgame value of every weight, in centipawns.
    pub values: Vec<Weight>,
}

impl TdLeaf {
    pub fn new(player: Options, how: TdLeafOptions, values: Vec<Weight>) -> TdLeaf {
        TdLeaf { player, how, values }
    }

    /// Takes one step from all of these games; `None` if stopped: then nothing was changed.
    pub fn learn(
        &mut self,
        games: &[LearnedGame],
        stop: &StopFlag,
    ) -> Result<Option<TdLeafStep>, NoTable> {
        let begin =
            |flags: &JobFlags| Ok((SelfPlayer::new(&self.player, &flags.search)?, flags.clone()));
        let work = |(player, flags): &mut (SelfPlayer, JobFlags), number: u32| {
            Ok(leaves(&games[number as usize], &self.how.limits, player, flags))
        };
        let read = Batch::of(games.len(), self.how.jobs, stop).all(begin, work)?;
        let Some(read) = read else { return Ok(None) };
        let (mut samples, mut witness) = (Vec::new(), Witness::new());
        for (game, leaves) in games.iter().zip(read) {
            samples.extend(self.samples(game, &leaves, &mut witness));
        }
        let step = TdLeafStep {
            games: games.len() as u32,
            positions: samples.len() as u64,
            error: loss(&self.values, &samples),
        };
        let slope = slope(&self.values, &samples);
        // The gradient is the mean over all positions: 1 / (2 · SCALE) for a completely misjudged game.
        let far = self.how.rate * 2.0 * SCALE * games.len() as f64;
        for (weight, slope) in self.values.iter_mut().zip(slope) {
            weight[0] -= far * slope[0];
            weight[1] -= far * slope[1];
        }
        Ok(Some(step))
    }

    /// Returns the leaves of a game as samples with their targets.
    fn samples(
        &self,
        game: &LearnedGame,
        leaves: &[Position],
        witness: &mut Witness,
    ) -> Vec<Sample> {
        let Some(white) = game.result.points() else { return Vec::new() };
        let mut samples: Vec<Sample> =
            leaves.iter().filter_map(|leaf| witness.sample(leaf)).collect();
        let expected = samples.iter().map(|sample| expectation(score(&self.values, sample)));
        let targets = lambda_returns(&expected.collect::<Vec<_>>(), white, self.how.lambda);
        for (sample, target) in samples.iter_mut().zip(targets) {
            sample.target = target as f32;
        }
        samples
    }
}

/// Returns the target of each position: the next prediction, mixed with the next target; at the last position, the result.
fn lambda_returns(expected: &[f64], result: f64, lambda: f64) -> Vec<f64> {
    let mut returns = vec![result; expected.len()];
    for at in (1..expected.len()).rev() {
        returns[at - 1] = (1.0 - lambda) * expected[at] + lambda * returns[at];
    }
    returns
}

/// Returns the leaves of a game's principal variations that can be evaluated; `None` if stopped.
fn leaves(
    learned: &LearnedGame,
    limits: &Limits,
    player: &mut SelfPlayer,
    flags: &JobFlags,
) -> Option<Vec<Position>> {
    let mut game = Game::new(*learned.game.start());
    let mut found = Vec::new();
    player.new_game();
    // A pass is not a move that was played.
    for (at, mv) in learned.game.played().iter().map_while(|step| step.mv()).enumerate() {
        if at >= learned.skip {
            flags.search.lower();
            if flags.quit.is_stopped() {
                return None;
            }
            let thought = player.think(&game, limits.clone(), game.position().turn());
            if let Some(line) = thought.iteration.lines.first()
                && !line.score.is_mate()
            {
                let leaf = line.pv.iter().fold(*game.position(), |board, &mv| board.play(mv));
                found.push(leaf);
            }
        }
        if game.play(mv).is_err() {
            break;
        }
    }
    (!flags.quit.is_stopped()).then_some(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_should_have_been_expected() {
        let expected = [0.5, 0.6, 0.9];
        let close = |found: Vec<f64>, right: [f64; 3]| {
            assert!(found.iter().zip(right).all(|(a, b)| (a - b).abs() < 1e-12), "{found:?}");
        };
        // λ = 1: the result everywhere. λ = 0: the next prediction.
        close(lambda_returns(&expected, 1.0, 1.0), [1.0; 3]);
        close(lambda_returns(&expected, 1.0, 0.0), [0.6, 0.9, 1.0]);
        // The sum of later changes, each weighted by another λ: 0.1 + 0.5 · 0.3 + 0.25 · 0.1.
        let [first, ..] = lambda_returns(&expected, 1.0, 0.5)[..] else { unreachable!() };
        assert!((first - expected[0] - 0.275).abs() < 1e-12, "{first}");
    }
}
