//! The request for a search.

use super::strength::Strength;
use crate::chess::Game;
use crate::control::Limits;

#[derive(Clone, Debug)]
pub struct Job {
    pub game: Game,
    pub limits: Limits,
    /// How many lines; `None` for what the option `MultiPV` says.
    pub multi_pv: Option<usize>,
    /// Playing strength; `None` for full strength.
    pub strength: Option<Strength>,
}

impl Job {
    /// Returns a search at full strength with as many lines as the option `MultiPV` says.
    pub fn new(game: Game, limits: Limits) -> Job {
        Job { game, limits, multi_pv: None, strength: None }
    }
}
