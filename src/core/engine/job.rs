//! The request for a search.

use super::strength::Strength;
use crate::chess::Game;
use crate::control::Limits;

/// A search to start: a game, limits and what departs from the options.
///
/// ```
/// use quarterply_core::chess::Game;
/// use quarterply_core::control::Limits;
/// use quarterply_core::engine::{Engine, Job};
///
/// let job = Job { multi_pv: Some(3), ..Job::new(Game::default(), Limits::depth(4)) };
/// let lines = Engine::new().start(job).join()?.iteration.lines;
/// assert!(lines.len() == 3 && lines[0].score >= lines[2].score);
/// # Ok::<(), quarterply_core::engine::SearchCrash>(())
/// ```
#[derive(Clone, Debug)]
pub struct Job {
    pub game: Game,
    pub limits: Limits,
    /// Number of lines; `None` for the option `MultiPV`.
    pub multi_pv: Option<usize>,
    /// Playing strength; `None` for full strength.
    pub strength: Option<Strength>,
}

impl Job {
    /// Creates a search at full strength with the option `MultiPV`.
    pub fn new(game: Game, limits: Limits) -> Job {
        Job { game, limits, multi_pv: None, strength: None }
    }
}
