//! Commands as parsed from a line, ready to execute.

use std::any::Any;
use std::fmt;

use super::{CommandError, Effect, Session};
use crate::ink::answer::Done;
use crate::shell::terms::Terms;
use crate::store::written::NamedFiles;

/// A command with its arguments: moves are legal in their positions, numbers are in range.
pub trait Act: Any + fmt::Debug + Send {
    /// Executes the command, or starts it and returns the number of a job. Never blocks.
    ///
    /// # Errors
    /// After an error nothing has changed.
    fn act(self: Box<Self>, session: &mut Session) -> Result<Effect, CommandError>;

    /// What the command needs of the position and of running jobs; `None` for the terms of its row.
    fn terms(&self) -> Option<Terms> {
        None
    }
}

pub type Doing = fn(&mut Session) -> Result<Effect, CommandError>;

impl Act for Doing {
    fn act(self: Box<Self>, session: &mut Session) -> Result<Effect, CommandError> {
        self(session)
    }
}

pub fn plain(act: Doing) -> Command {
    Box::new(act)
}

/// A command and its argument.
#[derive(Debug)]
pub struct With<T>(pub T, pub fn(&mut Session, T) -> Result<Effect, CommandError>);

impl<T: fmt::Debug + Send + 'static> Act for With<T> {
    fn act(self: Box<Self>, session: &mut Session) -> Result<Effect, CommandError> {
        let With(given, act) = *self;
        act(session, given)
    }
}

/// A command with other terms than those of its row.
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
    /// The files of its line, if it may write one.
    pub files: Option<NamedFiles>,
    /// The answer may reveal the solution of a drill.
    pub tells: bool,
}

impl Request {
    pub fn new(command: impl Into<Command>, terms: Terms) -> Request {
        Request { command: command.into(), terms, files: None, tells: false }
    }
}
