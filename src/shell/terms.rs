//! Preconditions of a command: a position on the board, and which jobs may run. Every row of the table has them, and a request
//! carries them from the grammar to the session.
//!
//! Protocols have rows of their own, in their grammars: they are stricter.

/// How a command uses the position on the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BoardNeed {
    Free,
    /// Uses the position; refused if there is none.
    Needs,
    /// Sets up a position.
    Sets,
}

/// When a command may be executed while jobs are running.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Scheduling {
    /// Immediately.
    AtOnce,
    /// In order, with a search in the background.
    Concurrent,
    /// In order, when nothing else uses the engine: the job that does is stopped.
    Alone,
    /// In order, when every running job has ended by itself.
    After,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Terms {
    pub board: BoardNeed,
    pub scheduling: Scheduling,
    /// Has an answer that can be timed and drawn.
    pub answers: bool,
    /// Moves the board away from a game against the engine.
    pub walks: bool,
    /// It ends the session.
    pub ends: bool,
}

pub const fn free(scheduling: Scheduling) -> Terms {
    Terms { board: BoardNeed::Free, scheduling, answers: true, walks: false, ends: false }
}

pub const fn needs(scheduling: Scheduling) -> Terms {
    Terms { board: BoardNeed::Needs, scheduling, answers: true, walks: false, ends: false }
}

pub const fn sets(scheduling: Scheduling) -> Terms {
    Terms { board: BoardNeed::Sets, scheduling, answers: true, walks: false, ends: false }
}

impl Terms {
    pub const fn silent(self) -> Terms {
        Terms { answers: false, ..self }
    }

    /// Refused while a game against the engine is played.
    pub const fn walking(self) -> Terms {
        Terms { walks: true, ..self }
    }

    pub const fn ending(self) -> Terms {
        Terms { ends: true, ..self }
    }

    /// Executed in order instead of immediately.
    pub fn in_turn(self) -> Terms {
        let scheduling = if self.scheduling == Scheduling::AtOnce {
            Scheduling::Concurrent
        } else {
            self.scheduling
        };
        Terms { scheduling, ..self }
    }
}
