//! The value of a position of few men, with best play.

use std::fmt;

/// The value of a position with best play: the distance to mate, or a draw.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EndgameValue {
    Draw,
    /// Moves until the side to move mates.
    Mates(u16),
    /// Moves of the opponent until the side to move is mated; zero if it is mated already.
    Mated(u16),
}

impl fmt::Display for EndgameValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EndgameValue::Draw => f.write_str("draw"),
            EndgameValue::Mates(moves) => write!(f, "mate in {moves}"),
            EndgameValue::Mated(moves) => write!(f, "mated in {moves}"),
        }
    }
}

impl EndgameValue {
    /// Returns the value one move earlier, from the view of the side that moves into the position.
    pub(in crate::oracle) fn a_move_earlier(self) -> EndgameValue {
        match self {
            EndgameValue::Draw => EndgameValue::Draw,
            EndgameValue::Mates(moves) => EndgameValue::Mated(moves),
            EndgameValue::Mated(moves) => EndgameValue::Mates(moves + 1),
        }
    }

    pub(in crate::oracle) fn better(self, other: EndgameValue) -> EndgameValue {
        let worth = |known| match known {
            EndgameValue::Mates(moves) => i32::from(u16::MAX) - i32::from(moves),
            EndgameValue::Draw => 0,
            EndgameValue::Mated(moves) => i32::from(moves) - i32::from(u16::MAX),
        };
        if worth(self) >= worth(other) { self } else { other }
    }
}
