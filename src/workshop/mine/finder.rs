//! What makes a problem of a position.

use super::collection::ProblemCollection;
use super::games::GamePosition;
use super::mined_game::MinedGame;
use super::problem::Problem;
use crate::control::StopFlag;

/// The largest number of problems from one game: neighbours are much alike.
pub(super) const FROM_A_GAME: usize = 3;

/// Plies between two problems of one game, where they are not mates of different lengths.
pub(super) const APART: usize = 10;

/// Makes problems of the positions of a game, and adds them to the collection.
pub(super) trait ProblemFinder {
    fn problems(
        &mut self,
        positions: &[GamePosition],
        collection: &mut ProblemCollection,
        stop: &StopFlag,
    ) -> MinedGame;
}

/// Makes a problem of a position, if it is one, whatever the others of its game are.
pub(super) trait PlaceFinder {
    /// Whether the position at this index of its game is worth looking into.
    fn is_promising(&self, game: &[GamePosition], index: usize) -> bool;

    fn problem(
        &mut self,
        place: &GamePosition,
        collection: &ProblemCollection,
        stop: &StopFlag,
    ) -> Option<Problem>;
}

impl<F: PlaceFinder> ProblemFinder for F {
    fn problems(
        &mut self,
        positions: &[GamePosition],
        collection: &mut ProblemCollection,
        stop: &StopFlag,
    ) -> MinedGame {
        let (mut game, mut next) = (MinedGame::default(), 0);
        for (index, place) in positions.iter().enumerate() {
            if stop.is_raised() || game.problems.len() >= FROM_A_GAME || collection.is_full() {
                break;
            }
            if place.ply < next || !self.is_promising(positions, index) {
                continue;
            }
            game.asked += 1;
            let problem = self.problem(place, collection, stop);
            if let Some(problem) = problem.filter(|problem| collection.take(problem)) {
                game.problems.push(problem);
                next = place.ply + APART;
            }
        }
        game
    }
}
