//! Searches of a single position from nothing: what is found follows from the position and the nodes alone.

use crate::chess::{Game, Move, Position};
use crate::control::{Limits, StopFlag};
use crate::engine::{Engine, Options};
use crate::units::{Bound, Score};
use crate::workshop::suite::{finish, watch};

/// MiB of the table. The options do not change it, so that the problems are the same on every machine.
pub(super) const TABLE: usize = 16;

/// The best move, and how much worse the second is.
#[derive(Clone, Copy, Debug)]
pub(super) struct BestTwo {
    pub key: Move,
    pub first: Score,
    pub second: Score,
}

/// Searches with one thread and a table of fixed size; the options change neither.
pub(super) struct ProblemSearch(Engine);

impl ProblemSearch {
    pub(super) fn new(options: &Options) -> ProblemSearch {
        ProblemSearch(Engine::with(options.without_lookup().alone(TABLE, false)))
    }

    /// Returns the move that a search plays; `None` if there is none, or it was told to stop.
    pub(super) fn best(
        &mut self,
        position: &Position,
        limits: Limits,
        stop: &StopFlag,
    ) -> Option<Move> {
        let finished = finish(&mut self.0, Game::new(*position), limits, stop);
        finished.filter(|_| !stop.is_raised())?.best
    }

    /// The two best moves by so many nodes; `None` if there are not two, their scores are mere bounds, or it was told to stop.
    pub(super) fn best_two(
        &mut self,
        position: &Position,
        nodes: u64,
        stop: &StopFlag,
    ) -> Option<BestTwo> {
        let game = (Game::new(*position), 2);
        let finished = watch(&mut self.0, game, Limits::nodes(nodes), stop, &mut |_| {});
        let finished = finished.filter(|_| !stop.is_raised())?;
        let [best, other] = &finished.iteration.lines[..] else { return None };
        let is_exact = best.bound == Bound::Exact && other.bound == Bound::Exact;
        let key = finished.best.filter(|mv| is_exact && best.pv.first() == Some(mv))?;
        Some(BestTwo { key, first: best.score, second: other.score })
    }
}
