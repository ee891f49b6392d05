//! When a command may be done, and what it has to do with the position on the board.
//!
//! What it does is `session/`'s; a protocol may be stricter than what stands here.

use super::command::Command;
use super::learning::Learning;
use super::mates::ProofUse;
use super::opponent::OpponentUse;

/// When a command may be done while others are under way.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Manner {
    /// At once, whatever is under way.
    AtOnce,
    /// In its turn, beside a search in the background.
    Beside,
    /// In its turn, when nothing else rests on the engine: what does is told to stop.
    Alone,
    /// In its turn, when everything under way has ended by itself.
    After,
}

impl Manner {
    /// The same, but not out of its turn.
    fn in_turn(self) -> Manner {
        if self == Manner::AtOnce { Manner::Beside } else { self }
    }
}

impl Command {
    /// The command that this one is about.
    fn wrapped(&self) -> Option<&Command> {
        match self {
            Command::Timed(inner) | Command::Picture(inner, _) => Some(inner),
            _ => None,
        }
    }

    /// Whether it is about the position on the board.
    pub fn needs_position(&self) -> bool {
        use Command as C;
        if let Some(inner) = self.wrapped() {
            return inner.needs_position();
        }
        !self.sets_position()
            && !matches!(
                self,
                C::Nothing
                    | C::Opponent(_)
                    | C::Analyze(_)
                    | C::Stop
                    | C::Wait
                    | C::Watch
                    | C::Status
                    | C::Ready
                    | C::PonderHit
                    | C::Extensions
                    | C::Set { .. }
                    | C::SetOption { .. }
                    | C::Learning(_)
                    | C::Get(_)
                    | C::PerftSuite { .. }
                    | C::Bench(_)
                    | C::Suite { .. }
                    | C::Solve(_)
                    | C::Stream(_)
                    | C::Lab(_)
                    | C::Mine(_)
                    | C::SelfPlay(_)
                    | C::Tune { .. }
                    | C::Info
                    | C::Clear
                    | C::Help(_)
                    | C::Source(_)
                    | C::Echo(_)
                    | C::Alias(_)
                    | C::Log(_)
                    | C::Auto { .. }
                    | C::Speak(_)
                    | C::Quit
            )
    }

    /// Whether it puts another position on the board.
    pub fn sets_position(&self) -> bool {
        if let Some(inner) = self.wrapped() {
            return inner.sets_position();
        }
        matches!(
            self,
            Command::New(_)
                | Command::SetUp(_)
                | Command::Load(_)
                | Command::Restore(_)
                | Command::Undo(_)
                | Command::Redo(_)
                | Command::Goto(_)
                | Command::Opponent(OpponentUse::NewGame)
        )
    }

    /// When it may be done, for people: protocols are stricter.
    pub fn manner(&self) -> Manner {
        match self {
            Command::Learning(what) if matches!(**what, Learning::Load(_)) => Manner::Alone,
            Command::Timed(inner) | Command::Picture(inner, _) => inner.manner().in_turn(),
            // What is analysed ends first.
            Command::Opponent(OpponentUse::Play { .. }) => Manner::Alone,
            Command::Nothing
            | Command::Stop
            | Command::Ready
            | Command::PonderHit
            | Command::Status
            | Command::Hint
            | Command::Opponent(_)
            | Command::Quit => Manner::AtOnce,
            Command::Go(_)
            | Command::Threat(_)
            | Command::Proof(ProofUse::Find(_) | ProofUse::Resume(_) | ProofUse::SetPlay { .. })
            | Command::Tries(_)
            | Command::New(_)
            | Command::Set { .. }
            | Command::Auto { .. }
            | Command::SetOption { .. }
            | Command::Clear
            | Command::Restore(_)
            | Command::Speak(_) => Manner::Alone,
            _ => Manner::Beside,
        }
    }
}
