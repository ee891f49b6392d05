//! What a command needs: of the position on the board, and of what is under way. Every row of the table says it, and a
//! request carries it from the grammar to the session.
//!
//! Protocols have rows of their own, in their grammars: they are stricter.

/// What a command has to do with the position on the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BoardNeed {
    Free,
    /// It is about the position, and refused where there is none.
    Needs,
    /// It puts another one on the board.
    Sets,
}

/// When a command may be done while others are under way.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Manner {
    /// At once, whatever is under way.
    AtOnce,
    /// In its turn, beside a search in the background.
    Beside,
    /// In its turn, when nothing else uses the engine: what does is stopped.
    Alone,
    /// In its turn, when everything under way has ended by itself.
    After,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Terms {
    pub board: BoardNeed,
    pub manner: Manner,
    /// It has an answer of its own, which can be timed and drawn.
    pub answers: bool,
    /// It would move the board away from a game against the engine.
    pub walks: bool,
}

pub const fn free(manner: Manner) -> Terms {
    Terms { board: BoardNeed::Free, manner, answers: true, walks: false }
}

pub const fn needs(manner: Manner) -> Terms {
    Terms { board: BoardNeed::Needs, manner, answers: true, walks: false }
}

pub const fn sets(manner: Manner) -> Terms {
    Terms { board: BoardNeed::Sets, manner, answers: true, walks: false }
}

impl Terms {
    pub const fn silent(self) -> Terms {
        Terms { answers: false, ..self }
    }

    /// The same, but refused while a game is played against the engine.
    pub const fn walking(self) -> Terms {
        Terms { walks: true, ..self }
    }

    /// The same, but not out of its turn.
    pub fn in_turn(self) -> Terms {
        let manner = if self.manner == Manner::AtOnce { Manner::Beside } else { self.manner };
        Terms { manner, ..self }
    }
}
