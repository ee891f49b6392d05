//! Whose game a record is: what stands above it wherever it is named.

use crate::chess::GameResult;

/// Whose game it is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameTitle {
    /// `White`, or `?`.
    pub white: String,
    /// `Black`, or `?`.
    pub black: String,
    /// `Event`, if it is known.
    pub event: Option<String>,
    /// `Date`, if it is known.
    pub date: Option<String>,
    /// How it ended.
    pub result: GameResult,
    /// Plies of its main line.
    pub plies: usize,
}
