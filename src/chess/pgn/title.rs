//! Whose game a record is, as lists and headings name it.

use super::PgnGame;
use crate::chess::GameResult;

/// Whose game it is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameTitle {
    /// The player of White, `?` if it is not known.
    pub white: String,
    /// The player of Black, `?` if it is not known.
    pub black: String,
    /// `Event`, if it is known.
    pub event: Option<String>,
    /// `Date`, if it is known.
    pub date: Option<String>,
    /// How it ended, as the record says.
    pub result: GameResult,
    /// Plies of its main line.
    pub plies: usize,
}

impl GameTitle {
    /// Returns what the headers of a record say.
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
