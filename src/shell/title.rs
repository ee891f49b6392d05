//! Whose game a record is: what stands above it wherever it is named.

use crate::chess::GameResult;
use crate::chess::pgn::PgnGame;

/// Whose game it is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameTitle {
    pub white: String,
    pub black: String,
    /// `Event`, if it is known.
    pub event: Option<String>,
    /// `Date`, if it is known.
    pub date: Option<String>,
    pub result: GameResult,
    /// Plies of its main line.
    pub plies: usize,
}

impl GameTitle {
    /// What the headers of a record say.
    pub fn of(record: &PgnGame) -> GameTitle {
        let known = |name| {
            let told =
                record.tag(name).filter(|value| value.contains(|c: char| c.is_alphanumeric()));
            told.map(str::to_owned)
        };
        let player = |name| known(name).unwrap_or_else(|| "?".to_owned());
        GameTitle {
            white: player("White"),
            black: player("Black"),
            event: known("Event"),
            date: known("Date"),
            result: record.result(),
            plies: record.game().ply(),
        }
    }
}
