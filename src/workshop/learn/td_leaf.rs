//! TD-leaf(λ): weights learned from games as they are played (Baxter, Tridgell and Weaver, "KnightCap", 1999; EXchess).
//!
//! Every position of a game is searched, and what the static evaluation says at the end of the principal variation is what
//! the program expected there. It should have expected what it came to expect later, and in the end the result: the error of
//! a position is the sum of the later changes, one that is n plies away counting λⁿ. The weights that spoke at the leaf go
//! down the slope of that error. What a search cannot resolve (a leaf in check, a known ending, a mate) teaches nothing.
//!
//! Searches evaluate with the compiled weights; what is expected at a leaf follows from those that learn.

use quarterply::chess::{Game, GameResult, Position};
use quarterply::control::{Limits, StopFlag};
use quarterply::engine::Options;
use quarterply::engine::self_player::{NoTable, SelfPlayer};
use quarterply::tools::batch::{Batch, JobFlags};

use super::fit::{SCALE, Sample, Weight, Witness, expectation, loss, score, slope};

/// Plies at the beginning of a game that was not searched when it was played: they are known by heart.
const OPENING: usize = 8;

#[derive(Clone, Debug)]
pub struct LearnedGame {
    pub game: Game,
    pub result: GameResult,
    /// Plies at its beginning that teach nothing.
    pub skip: usize,
}

impl LearnedGame {
    /// A game that was not searched when it was played.
    pub fn known(game: Game, result: GameResult) -> LearnedGame {
        LearnedGame { game, result, skip: OPENING }
    }
}

#[derive(Clone, PartialEq, Debug)]
pub struct TdLeafOptions {
    /// How much a change of mind one ply later counts of one that comes at once, 0 to 1.
    pub lambda: f64,
    /// Centipawns that a weight which spoke in all positions of a game goes if all of it was misjudged altogether.
    pub rate: f64,
    pub limits: Limits,
    /// Games looked at side by side.
    pub jobs: usize,
}

#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct TdLeafStep {
    pub games: u32,
    pub positions: u64,
    /// The mean squared error of what was expected there, as a share of the point.
    pub error: f64,
}

#[derive(Clone, Debug)]
pub struct TdLeaf {
    /// Who searches.
    pub player: Options,
    how: TdLeafOptions,
    /// The middle game and the endgame of every weight, in centipawns.
    pub values: Vec<Weight>,
}

impl TdLeaf {
    pub fn new(player: Options, how: TdLeafOptions, values: Vec<Weight>) -> TdLeaf {
        TdLeaf { player, how, values }
    }

    /// Goes one step, learning from all of these games at once; `None` if it was stopped: then nothing was learned.
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
        // The slope is the mean over all positions: of a game that was misjudged altogether it is 1 / (2 · SCALE).
        let far = self.how.rate * 2.0 * SCALE * games.len() as f64;
        for (weight, slope) in self.values.iter_mut().zip(slope) {
            weight[0] -= far * slope[0];
            weight[1] -= far * slope[1];
        }
        Ok(Some(step))
    }

    /// Returns the leaves of a game as samples, each with what should have been expected there.
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

/// What should have been expected at each place: what was expected one place later, mixed with what should have been
/// expected there; at the last place, the result.
fn lambda_returns(expected: &[f64], result: f64, lambda: f64) -> Vec<f64> {
    let mut returns = vec![result; expected.len()];
    for at in (1..expected.len()).rev() {
        returns[at - 1] = (1.0 - lambda) * expected[at] + lambda * returns[at];
    }
    returns
}

/// The ends of the principal variations of a game's positions, as far as they can be evaluated; `None` if stopped.
fn leaves(
    learned: &LearnedGame,
    limits: &Limits,
    player: &mut SelfPlayer,
    flags: &JobFlags,
) -> Option<Vec<Position>> {
    let mut game = Game::new(*learned.game.start());
    let mut found = Vec::new();
    player.new_game();
    // A passed move is none that was played.
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
        // λ = 1: the result everywhere. λ = 0: what was expected one place later.
        close(lambda_returns(&expected, 1.0, 1.0), [1.0; 3]);
        close(lambda_returns(&expected, 1.0, 0.0), [0.6, 0.9, 1.0]);
        // The sum of later changes, each weighed by λ once more: 0.1 + 0.5 · 0.3 + 0.25 · 0.1.
        let [first, ..] = lambda_returns(&expected, 1.0, 0.5)[..] else { unreachable!() };
        assert!((first - expected[0] - 0.275).abs() < 1e-12, "{first}");
    }
}
