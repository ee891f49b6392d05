//! Things worth knowing about how an input was understood. A note never stops anything: what stops is an error.

use thiserror::Error;

use crate::chess::GameResult;
use crate::chess::notation::SmallB;

#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum Note {
    /// Moves that begin with `1.` were taken as a new game, though the board was not at its beginning.
    #[error("move 1 again: this is a new game (undo brings the old one back)")]
    NewGame,
    #[error("the text says move {written}, the board is at move {actual}")]
    MoveNumber { written: u32, actual: u32 },
    /// A game or a variation could be read only so far.
    #[error("read as far as it is good: {0}")]
    ReadSoFar(String),
    /// Something beside the moves is odd, and was left out or decided.
    #[error("{0}")]
    Doubt(String),
    #[error(
        "this begins a variation, the old continuation stays; `variation` lists, promotes and deletes"
    )]
    Variation,
    #[error("the game has ended {0}; the engine does not answer (`play` goes on from here)")]
    PlayOver(GameResult),
    #[error("this ends the game against the engine (`play` begins one from here)")]
    PlayLeft,
    #[error("a board alone: White is to move (add b for Black)")]
    WhiteToMove,
    /// A small `b` was taken for a pawn where a bishop could be meant, or for a bishop.
    #[error("{} was taken for the {}", .0.text, match .0.other.as_ref() {
        Some(bishops) => format!("pawn's move {}; the bishop's is {bishops}", .0.taken),
        None => format!("bishop's move {}", .0.taken),
    })]
    SmallB(SmallB),
    /// Something about a position is odd, and was left out or left as it is.
    #[error("{0}")]
    Odd(String),
    #[error("{name} is not restored: {why}")]
    NotRestored { name: String, why: String },
}

impl serde::Serialize for Note {
    fn serialize<S: serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(self)
    }
}

impl schemars::JsonSchema for Note {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "note".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({"type": "string", "description": "something to know about how an input was read"})
    }
}
