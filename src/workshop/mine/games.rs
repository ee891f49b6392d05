//! Games to look for problems in: played here, looked through, or recorded with their scores.

use super::options::MineOptions;
use super::problem_search::TABLE;
use crate::chess::game::Status;
use crate::chess::{Color, Game, Move, Position, Square, Step};
use crate::control::{Limits, StopFlag};
use crate::engine::random::Random;
use crate::engine::{Engine, Options};
use crate::oracle::book::{OpeningLines, openings};
use crate::store::records::GameRecord;
use crate::units::{Bound, Score};
use crate::workshop::suite::finish;

/// Games are left undecided after so many plies.
const LONGEST: usize = 240;

/// Moves played at random behind the book, at most.
const AT_RANDOM: usize = 4;

/// The weaker side has this share of the nodes …
const WEAKER: u64 = 8;

/// … and once in so many moves plays whatever comes to its mind.
const BLUNDERS: usize = 9;

#[derive(Clone, Debug)]
pub(super) struct GamePosition {
    pub name: String,
    /// Plies of the game before it.
    pub ply: usize,
    pub position: Position,
    /// Where the move before it took something.
    pub taken_on: Option<Square>,
    /// What a search said of it, if there was one.
    pub look: Option<SearchVerdict>,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct SearchVerdict {
    pub best: Move,
    pub score: Score,
    pub bound: Bound,
}

pub(super) struct Player {
    engine: Engine,
    seed: u64,
    nodes: u64,
    searches: bool,
}

impl Player {
    /// A player on one thread, with the seed and the nodes a move that are wanted.
    pub(super) fn new(options: &Options, wanted: &MineOptions) -> Player {
        let options = options.without_lookup().alone(TABLE, true);
        let searches = !wanted.kind.is_placed();
        let (seed, nodes) = (wanted.seed, wanted.nodes);
        Player { engine: Engine::with(options), seed, nodes, searches }
    }

    pub(super) fn play(&mut self, number: usize, stop: &StopFlag) -> Vec<GamePosition> {
        let mut random = Random::new(self.seed, number as u64);
        let mut game = opening(&mut random);
        let weaker = if random.once_in(2) { Color::White } else { Color::Black };
        let mut positions = Vec::new();
        let mut taken_on = None;
        self.engine.new_game();
        while game.ply() < LONGEST && matches!(game.status(), Status::Ongoing) {
            let position = *game.position();
            let is_weaker = position.turn() == weaker;
            let nodes = if is_weaker { self.nodes / WEAKER } else { self.nodes };
            let Some(look) = self.look(&game, nodes, stop) else { break };
            let ply = game.ply();
            let name = format!("self-play {}.{}.{ply}", self.seed, number + 1);
            positions.push(GamePosition { name, ply, position, taken_on, look: Some(look) });
            let blunders = is_weaker && random.once_in(BLUNDERS);
            let mv = if blunders { any_move(&position, &mut random) } else { look.best };
            taken_on = position.is_capture(mv).then_some(mv.to());
            if game.play(mv).is_err() {
                break;
            }
        }
        positions
    }

    /// The positions of a game, searched if it takes a search to find problems in them.
    pub(super) fn look_through(
        &mut self,
        name: &str,
        game: &Game,
        stop: &StopFlag,
    ) -> Vec<GamePosition> {
        let mut game = game.clone();
        let steps = game.steps().map(|(_, step)| step).collect::<Vec<Step>>();
        game.goto(0);
        let mut positions = walk(name, *game.position(), steps);
        if self.searches {
            self.engine.new_game();
            for place in &mut positions {
                game.goto(place.ply);
                place.look = self.look(&game, self.nodes, stop);
            }
        }
        positions
    }

    /// What a search says. `None` if there is no move, or it was told to stop.
    fn look(&mut self, game: &Game, nodes: u64, stop: &StopFlag) -> Option<SearchVerdict> {
        let finished = finish(&mut self.engine, game.clone(), Limits::nodes(nodes), stop);
        let finished = finished.filter(|_| !stop.is_raised())?;
        let line = finished.iteration.lines.first()?;
        Some(SearchVerdict { best: finished.best?, score: line.score, bound: line.bound })
    }
}

/// The positions of a recorded game, with the scores that stand in it.
pub(super) fn recorded(record: &GameRecord) -> Vec<GamePosition> {
    let steps = record.plies.iter().map(|ply| Step::Move(ply.mv));
    let mut positions = walk(&format!("record {}", record.number), record.start, steps);
    for (place, ply) in positions.iter_mut().zip(&record.plies) {
        place.look =
            ply.score.map(|score| SearchVerdict { best: ply.mv, score, bound: Bound::Exact });
    }
    positions
}

fn walk(name: &str, start: Position, steps: impl IntoIterator<Item = Step>) -> Vec<GamePosition> {
    let place = |ply: usize, position: Position, taken_on| GamePosition {
        name: format!("{name}, ply {ply}"),
        ply,
        position,
        taken_on,
        look: None,
    };
    let mut positions = vec![place(0, start, None)];
    let mut position = start;
    for (ply, step) in steps.into_iter().enumerate() {
        let taken_on = match step {
            Step::Move(mv) if position.is_capture(mv) => Some(mv.to()),
            _ => None,
        };
        position = step.apply(&position);
        positions.push(place(ply + 1, position, taken_on));
    }
    positions
}

/// A line of the book, left somewhere, and some moves at random.
fn opening(random: &mut Random) -> Game {
    // The lines are read by a test; if they could not be, every game would begin in the start position.
    let lines = openings().map(OpeningLines::lines).unwrap_or_default();
    let mut game =
        if lines.is_empty() { Game::default() } else { lines[random.below(lines.len())].game() };
    let kept = game.ply().min(4 + random.below(game.ply().max(1)));
    game.goto(kept);
    for _ in 0..random.below(AT_RANDOM + 1) {
        let mv = any_move(game.position(), random);
        if game.play(mv).is_err() || !game.position().has_legal_move() {
            game.undo(1);
            break;
        }
    }
    game
}

fn any_move(position: &Position, random: &mut Random) -> Move {
    let moves = position.legal_moves();
    moves[random.below(moves.len())].mv
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn openings_repeat_and_differ() {
        let ends = |seed| {
            let keys =
                (0..20).map(|number| opening(&mut Random::new(seed, number)).position().key());
            keys.collect::<Vec<_>>()
        };
        assert_eq!(ends(1), ends(1));
        let mut all: Vec<_> = ends(1).into_iter().chain(ends(2)).collect();
        all.sort_unstable();
        all.dedup();
        assert!(all.len() > 30, "{}", all.len());
    }
}
