//! The human grammar: how a line typed at the prompt, or a line of a script, becomes a command.

use crate::chess::Position;

/// Reads the words of a command, in the light of a position.
#[derive(Debug)]
pub struct Reader<'a> {
    /// The whole line.
    pub line: &'a str,
    /// Where the board is.
    pub position: &'a Position,
}

/// Why a line is no command.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{message}")]
pub struct ParseError {
    /// What was wrong and what would be right.
    pub message: String,
}
