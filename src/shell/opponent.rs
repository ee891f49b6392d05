//! The engine as an opponent, as data: how it may think, and how a game ends.

use std::time::Duration;

use schemars::JsonSchema;
use serde::Serialize;

use crate::chess::{Color, GameResult};

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Level {
    pub control: Option<TimeControl>,
    /// Time for each move; goes before the clock.
    pub movetime: Option<Duration>,
    /// At most so deep, in plies.
    pub depth: Option<u32>,
    /// Maximum number of nodes a move.
    pub nodes: Option<u64>,
}

/// A clock: so much time for so many moves, and more for each.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TimeControl {
    /// Moves after which the base is added again; 0 if it is for the whole game.
    pub moves: u32,
    pub base: Duration,
    pub increment: Duration,
}

/// How a game against the engine has ended, where the rules did not end it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PlayEnd {
    Resigned(Color),
    Agreed,
    FlagFell {
        loser: Color,
        /// The other side has nothing to mate with: the game is drawn.
        drawn: bool,
    },
}

impl PlayEnd {
    pub fn result(self) -> GameResult {
        GameResult::of(match self {
            PlayEnd::Agreed | PlayEnd::FlagFell { drawn: true, .. } => None,
            PlayEnd::Resigned(loser) | PlayEnd::FlagFell { loser, .. } => Some(!loser),
        })
    }
}

/// Whether the engine agrees to a draw.
#[derive(Clone, Copy, Debug, Serialize, JsonSchema)]
pub struct DrawAnswer {
    pub accepted: bool,
}
