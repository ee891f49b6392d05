//! TD-leaf(λ): weights learned from games as they are played (Baxter, Tridgell and Weaver, "KnightCap", 1999; EXchess).
//!
//! Every position of a game is searched. The static evaluation at the end of the principal variation is the prediction for it,
//! which should match later predictions and finally the result: the error of a position is the sum of the later changes, weighted
//! by λⁿ at a distance of n plies. The weights active at the leaf follow the gradient of that error. Leaves in check, known
//! endings and mates are skipped. Searches evaluate with the compiled weights; the prediction at a leaf uses the weights in
//! training.

use quarterply::chess::{Game, GameResult, Position};
use quarterply::commands::batch::JobFlags;
use quarterply::control::Limits;
use quarterply::engine::SelfPlayer;

use super::fit::{Sample, Weight, Witness, expected};
use crate::data::lambda_returns;

/// How much a change n plies later counts: this, to the power of n.
const LAMBDA: f64 = 0.7;

#[derive(Clone, Debug)]
pub struct LearnedGame {
    pub game: Game,
    pub result: GameResult,
    /// Skipped plies at its beginning.
    pub skip: usize,
}

/// Returns the leaves of a game as samples with their targets: the prediction for the next leaf, mixed with that one's target; at
/// the last leaf the result.
pub fn samples(
    game: &LearnedGame,
    leaves: &[Position],
    weights: &[Weight],
    witness: &mut Witness,
) -> Vec<Sample> {
    let Some(white) = game.result.points() else { return Vec::new() };
    let mut samples: Vec<Sample> = leaves.iter().filter_map(|leaf| witness.sample(leaf)).collect();
    let expected: Vec<f64> = samples.iter().map(|sample| expected(weights, sample)).collect();
    let returns = lambda_returns(&expected, Some(white), LAMBDA);
    for (sample, target) in samples.iter_mut().zip(returns.into_iter().skip(1).chain([white])) {
        sample.target = target as f32;
    }
    samples
}

/// Returns the leaves of a game's principal variations that can be evaluated; `None` if stopped.
pub fn leaves(
    learned: &LearnedGame,
    limits: &Limits,
    (player, flags): &mut (SelfPlayer, JobFlags),
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
