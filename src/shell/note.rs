//! Things worth knowing about how an input was understood. A note never stops anything: what stops is an error.

use std::fmt;

use crate::chess::GameResult;
use crate::chess::notation::SmallB;
use crate::chess::setup::SetupWarning;

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Note {
    /// Moves that begin with `1.` were taken as a new game, though the board was not at its beginning.
    NewGame,
    /// A move number in the text is not the one on the board.
    MoveNumber {
        written: u32,
        actual: u32,
    },
    /// A game or a variation could be read only so far.
    ReadSoFar(String),
    /// Something beside the moves is odd, and was left out or decided.
    Doubt(String),
    /// A move stands beside others, and is not the main one.
    Variation,
    /// The game against the engine has ended so; moves are made without it.
    PlayOver(GameResult),
    /// The game against the engine was left for another position.
    PlayLeft,
    WhiteToMove,
    /// A small `b` was taken for a pawn where a bishop could be meant, or for a bishop.
    SmallB(SmallB),
    /// Something about a position is odd, and was left out or left as it is.
    Odd(SetupWarning),
    /// A setting of a saved sitting could not be made as it was.
    NotRestored {
        name: String,
        why: String,
    },
}

impl fmt::Display for Note {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Note::NewGame => {
                f.write_str("move 1 again: this is a new game (undo brings the old one back)")
            }
            Note::MoveNumber { written, actual } => {
                write!(f, "the text says move {written}, the board is at move {actual}")
            }
            Note::ReadSoFar(fault) => write!(f, "read as far as it is good: {fault}"),
            Note::Doubt(doubt) => f.write_str(doubt),
            Note::Variation => f.write_str(
                "this begins a variation, the old continuation stays; `variation` lists, promotes and deletes",
            ),
            Note::PlayOver(result) => write!(
                f,
                "the game has ended {result}; the engine does not answer (`play` goes on from here)"
            ),
            Note::PlayLeft => f.write_str(
                "this ends the game against the engine (`play` begins one from here)",
            ),
            Note::WhiteToMove => f.write_str("a board alone: White is to move (add b for Black)"),
            Note::SmallB(SmallB { text, taken, other: Some(other) }) => {
                write!(f, "{text} was taken for the pawn's move {taken}; the bishop's is {other}")
            }
            Note::SmallB(SmallB { text, taken, other: None }) => {
                write!(f, "{text} was taken for the bishop's move {taken}")
            }
            Note::Odd(warning) => warning.fmt(f),
            Note::NotRestored { name, why } => write!(f, "{name} is not restored: {why}"),
        }
    }
}
