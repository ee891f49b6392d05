//! What a line asks for, read and ready to be done.

use std::any::Any;
use std::fmt;

use super::{CommandError, Effect, Session};
use crate::ink::answer::Done;
use crate::shell::terms::Terms;
use crate::store::written::NamedFiles;

/// A command with its arguments: its moves are legal where they stand, its numbers are in range.
pub trait Act: Any + fmt::Debug + Send {
    /// Does it, or begins it and returns the number of a job. Nothing here waits.
    ///
    /// # Errors
    /// Says what was wrong; nothing has changed then.
    fn act(self: Box<Self>, session: &mut Session) -> Result<Effect, CommandError>;

    /// What it needs of the position on the board and of what is under way; what its row says if it says nothing.
    fn terms(&self) -> Option<Terms> {
        None
    }
}

/// A command that has no arguments.
pub type Doing = fn(&mut Session) -> Result<Effect, CommandError>;

impl Act for Doing {
    fn act(self: Box<Self>, session: &mut Session) -> Result<Effect, CommandError> {
        self(session)
    }
}

pub fn plain(act: Doing) -> Command {
    Box::new(act)
}

/// A command and what it is given.
#[derive(Debug)]
pub struct With<T>(pub T, pub fn(&mut Session, T) -> Result<Effect, CommandError>);

impl<T: fmt::Debug + Send + 'static> Act for With<T> {
    fn act(self: Box<Self>, session: &mut Session) -> Result<Effect, CommandError> {
        let With(given, act) = *self;
        act(session, given)
    }
}

/// A command whose needs are not those that its row says.
#[derive(Debug)]
pub struct Needing(pub Terms, pub Command);

impl Act for Needing {
    fn act(self: Box<Self>, session: &mut Session) -> Result<Effect, CommandError> {
        self.1.act(session)
    }

    fn terms(&self) -> Option<Terms> {
        Some(self.0)
    }
}

/// An empty line or a comment.
#[derive(Debug)]
pub struct Nothing;

impl Act for Nothing {
    fn act(self: Box<Self>, _: &mut Session) -> Result<Effect, CommandError> {
        Ok(Done.into())
    }
}

pub type Command = Box<dyn Act>;

impl<A: Act> From<A> for Command {
    fn from(act: A) -> Command {
        Box::new(act)
    }
}

impl dyn Act {
    pub fn is<A: Act>(&self) -> bool {
        (self as &dyn Any).is::<A>()
    }
}

#[derive(Debug)]
pub struct Request {
    pub command: Command,
    pub terms: Terms,
    /// Those of its line, if it may write one.
    pub files: Option<NamedFiles>,
    /// Its answer may tell the solution of the problem that a drill asks.
    pub tells: bool,
}

impl Request {
    pub fn new(command: impl Into<Command>, terms: Terms) -> Request {
        Request { command: command.into(), terms, files: None, tells: false }
    }
}
