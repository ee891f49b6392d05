//! Games to look for mates in: played here, or looked through.

use super::super::random::Random;
use super::super::suite::finish;
use super::super::{Engine, Job, Options};
use super::MineOptions;
use crate::chess::game::Status;
use crate::chess::{Color, Game, Move, Position};
use crate::control::{Limits, StopFlag};
use crate::oracle::book::{OpeningLines, openings};
use crate::units::{Bound, Score, ScoreKind};

/// Games are left undecided after so many plies.
const LONGEST: usize = 240;

/// Moves played at random behind the book, at most.
const AT_RANDOM: usize = 4;

/// The weaker side has this share of the nodes …
const WEAKER: u64 = 8;

/// … and once in so many moves plays whatever comes to its mind.
const BLUNDERS: usize = 9;

/// So far ahead that the prover is asked though the search announces nothing.
const WINNING: Score = Score::cp(500);

/// A position of a game that may hold a mate for the side to move.
#[derive(Clone, Debug)]
pub(super) struct Spot {
    /// Where in which game.
    pub name: String,
    /// Plies of the game before it.
    pub ply: usize,
    /// The position.
    pub position: Position,
    /// The moves to mate that the search announced.
    pub mate: Option<u16>,
}

/// Plays and looks through games.
pub(super) struct Player {
    engine: Engine,
    seed: u64,
    nodes: u64,
}

impl Player {
    /// A player on one thread, with the seed and the nodes a move that are wanted.
    pub fn new(options: &Options, wanted: &MineOptions) -> Player {
        let mut options = options.without_lookup();
        for (name, value) in [("Threads", "1"), ("Hash", "16"), ("Persist", "true")] {
            // These values are always taken.
            let _ = options.set(name, value);
        }
        Player { engine: Engine::with(options), seed: wanted.seed, nodes: wanted.nodes }
    }

    /// Plays a game and returns its spots.
    pub fn play(&mut self, number: usize, stop: &StopFlag) -> Vec<Spot> {
        let mut random = Random::new(self.seed, number as u64);
        let mut game = opening(&mut random);
        let weaker = if random.once_in(2) { Color::White } else { Color::Black };
        let mut spots = Vec::new();
        self.engine.new_game();
        while game.ply() < LONGEST && matches!(game.status(), Status::Ongoing) {
            let position = *game.position();
            let is_weaker = position.turn() == weaker;
            let nodes = if is_weaker { self.nodes / WEAKER } else { self.nodes };
            let Some((best, spot)) = self.look(&game, nodes, stop) else { break };
            if let Some(mate) = spot {
                let ply = game.ply();
                let name = format!("self-play {}.{}.{ply}", self.seed, number + 1);
                spots.push(Spot { name, ply, position, mate });
            }
            let blunders = is_weaker && random.once_in(BLUNDERS);
            let mv = if blunders { any_move(&position, &mut random) } else { best };
            if game.play(mv).is_err() {
                break;
            }
        }
        spots
    }

    /// Searches every position of a game and returns its spots.
    pub fn look_through(&mut self, name: &str, game: &Game, stop: &StopFlag) -> Vec<Spot> {
        let mut spots = Vec::new();
        self.engine.new_game();
        let mut game = game.clone();
        for ply in 0..=game.played().len() {
            game.goto(ply);
            let looked = self.look(&game, self.nodes, stop);
            if let Some((_, Some(mate))) = looked {
                let name = format!("{name}, ply {ply}");
                spots.push(Spot { name, ply, position: *game.position(), mate });
            }
        }
        spots
    }

    /// The best move, and whether the prover should be asked, with the mate that was announced. `None` if there is no
    /// move, or it was told to stop.
    fn look(
        &mut self,
        game: &Game,
        nodes: u64,
        stop: &StopFlag,
    ) -> Option<(Move, Option<Option<u16>>)> {
        let job = Job {
            game: game.clone(),
            limits: Limits::nodes(nodes),
            multi_pv: Some(1),
            strength: None,
        };
        let finished = finish(&mut self.engine, job, stop).filter(|_| !stop.is_raised())?;
        let line = finished.iteration.lines.first()?;
        let spot = match line.score.kind() {
            ScoreKind::Mates(moves) if line.bound == Bound::Exact => {
                Some(Some(u16::try_from(moves).unwrap_or(u16::MAX)))
            }
            _ if line.score >= WINNING && line.bound != Bound::Upper => Some(None),
            _ => None,
        };
        Some((finished.best?, spot))
    }
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
