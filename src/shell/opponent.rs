//! The engine as an opponent, as data: what it can be asked to do, how it may think, and how things stand.
//!
//! Grammar is `parse/opponent.rs`, doing it is `session/opponent.rs`.

use std::time::Duration;

use crate::chess::{ByColor, Color, GameResult};
use crate::engine::strength::Elo;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OpponentUse {
    /// Play this side from here on, at this level if one is given.
    Play {
        side: Color,
        level: Option<Level>,
    },
    /// A new game in which the engine plays Black, as deep as it may.
    NewGame,
    PlaySideToMove,
    /// Play the side that is not to move.
    PlayOtherSide,
    Force,
    /// Think like this from the next move on.
    Level(Level),
    /// At most so deep, in plies.
    Depth(Option<u32>),
    Clock {
        /// The engine's, or the opponent's.
        own: bool,
        left: Duration,
    },
    /// Think on the opponent's time, or not.
    Ponder(bool),
    MoveNow,
    OfferDraw,
    Resign,
    /// The program that keeps the game reports its result.
    Ended(GameResult),
    Show,
}

/// How the engine may think in a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Level {
    /// The clock it plays by.
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
    /// Time added for each move.
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
    pub const fn result(self) -> GameResult {
        match self {
            PlayEnd::Agreed | PlayEnd::FlagFell { drawn: true, .. } => GameResult::Draw,
            PlayEnd::Resigned(loser) | PlayEnd::FlagFell { loser, .. } => match loser {
                Color::White => GameResult::BlackWins,
                Color::Black => GameResult::WhiteWins,
            },
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OpponentReply {
    pub side: Option<Color>,
    pub level: Level,
    pub clocks: ByColor<Option<Duration>>,
    /// It thinks on the opponent's time.
    pub ponders: bool,
    /// How strongly it plays; `None` for all there is.
    pub strength: Option<Elo>,
    pub analysis_ended: bool,
}
