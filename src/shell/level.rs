//! Levels of play (time controls, limits of a move, strength), and how a game against the engine ends.

use std::fmt;
use std::time::Duration;

use crate::chess::{Color, GameResult};
use crate::engine::Elo;

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Level {
    pub control: Option<TimeControl>,
    /// Time for each move; takes precedence over the clock.
    pub movetime: Option<Duration>,
    pub depth: Option<u32>,
    pub nodes: Option<u64>,
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut parts = Vec::new();
        match (self.movetime, self.control) {
            (Some(time), _) => parts.push(format!("{} s a move", time.as_secs_f64())),
            (None, Some(TimeControl { moves, base, increment })) => {
                let moves = match moves {
                    0 => String::new(),
                    moves => format!(" for {moves} moves"),
                };
                parts.push(format!(
                    "{}{moves} and {} s a move",
                    clock(base),
                    increment.as_secs_f64()
                ));
            }
            (None, None) => {}
        }
        parts.extend(self.depth.map(|depth| format!("depth {depth}")));
        parts.extend(self.nodes.map(|nodes| format!("{nodes} nodes a move")));
        match parts.is_empty() {
            true => f.write_str("five seconds a move"),
            false => f.write_str(&parts.join(", ")),
        }
    }
}

/// Strength that `play` sets for one game; overrides the options.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GivenStrength {
    Full,
    Elo(Elo),
}

/// Formats minutes and seconds as a clock shows them: `4:31` until the second has passed, `0:00` when the flag has fallen.
pub fn clock(left: Duration) -> String {
    let seconds = left.as_millis().div_ceil(1_000);
    format!("{}:{:02}", seconds / 60, seconds % 60)
}

pub const AFTERWARDS: &str =
    "`why` says where it turned, `annotate` goes through the game, `new` begins another";

/// A time control: base time for a number of moves, and an increment.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TimeControl {
    /// Moves after which the base is added again; 0 if it covers the whole game.
    pub moves: u32,
    pub base: Duration,
    pub increment: Duration,
}

/// How a game against the engine ended, if not by the rules.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PlayEnd {
    Resigned(Color),
    Agreed,
    FlagFell {
        loser: Color,
        /// The other side has no mating material: the game is drawn.
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
