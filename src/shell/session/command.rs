//! Commands as parsed from a line, ready to execute.

use std::fmt;

use super::{CommandError, Effect, Session};
use crate::shell::parse::ParseError;
use crate::shell::terms::Terms;
use crate::store::written::NamedFiles;

/// A command with its arguments: its moves are legal where they stand, its numbers are in range. It does what was asked, or
/// begins it and returns the number of a job: it never waits. If it fails, nothing has changed.
pub type Command = Box<dyn FnOnce(&mut Session) -> Acted + Send>;

/// What becomes of a command.
pub type Acted = Result<Effect, CommandError>;

/// What the arguments of a command are.
pub type Parsed = Result<Command, ParseError>;

pub struct Request {
    pub command: Command,
    pub terms: Terms,
    /// The files of its line, if it may write one.
    pub files: Option<NamedFiles>,
    /// The answer may reveal the solution of a drill.
    pub reveals: bool,
}

impl Request {
    pub fn new(command: Command, terms: Terms) -> Request {
        Request { command, terms, files: None, reveals: false }
    }
}

impl fmt::Debug for Request {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut request = f.debug_struct("Request");
        request.field("terms", &self.terms).field("files", &self.files).finish_non_exhaustive()
    }
}
