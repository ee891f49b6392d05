//! Why a command failed, and what is valid.
//!
//! An error has a variant if a dialect treats it specially; all others are [`CommandError::Refused`] with a message written where
//! the error is raised.

use std::borrow::Cow;
use std::path::Path;

use crate::chess::MoveError;
use crate::chess::game::StepError;
use crate::chess::movetext::MovetextError;
use crate::engine::book::BookFileError;
use crate::engine::{EngineError, NoTable, OptionError, ProverError};
use crate::ink::{Answer, Spoken};
use crate::prove::NoMemory;
use crate::search::table::TableError;
use crate::shell::parse::{Fault, ParseError};
use crate::shell::reply::Reply;
use crate::shell::second::SecondError;
use crate::store::FileError;

#[derive(Debug, thiserror::Error)]
pub enum CommandError {
    /// The command is not possible at the moment.
    #[error("{0}")]
    Refused(Cow<'static, str>),
    #[error(transparent)]
    Parse(#[from] ParseError),
    /// A protocol sent an invalid position.
    #[error("{0}")]
    NoSuchPosition(String),
    #[error("there is no position: the last one was refused; give another, or `new`")]
    NoPosition,
    #[error("unknown command: {0} (help lists them)")]
    UnknownWord(String),
    #[error("line too long ({bytes} bytes), skipped")]
    LongLine { bytes: usize },
    #[error(transparent)]
    Step(#[from] StepError),
    #[error("no game is being played (`play` begins one)")]
    NoGame,
    #[error("no search yet; try `go`")]
    NoAnalysis,
    #[error("the last search was of another position; `pv` still shows its lines")]
    OtherPosition,
    #[error("the line ends here; `go` looks further")]
    LineEnds,
    #[error(transparent)]
    Option(#[from] OptionError),
    #[error(transparent)]
    File(#[from] FileError),
    #[error("{0}")]
    Memory(String),
    /// A check or a measurement did not come out as it should.
    #[error("{message}")]
    Failed { message: String, answer: Option<Reply> },
    #[error("{message}")]
    BadRecords { message: String, answer: Reply },
    #[error("stopped before anything was known")]
    NothingKnown,
    /// A setting that there is not, or a value that it does not take.
    #[error("{message}")]
    Setting {
        message: String,
        /// The setting with the closest spelling.
        nearest: Option<String>,
    },
    #[error("stopped")]
    Stopped,
    #[error("the search broke off: {0}")]
    Crashed(String),
    /// An internal error outside of the search.
    #[error("{0}")]
    Internal(String),
}

impl CommandError {
    pub fn refused(why: impl Into<Cow<'static, str>>) -> CommandError {
        CommandError::Refused(why.into())
    }

    pub fn failed(message: String, answer: impl Answer) -> CommandError {
        CommandError::Failed { message, answer: Some(answer.into()) }
    }

    pub fn content(path: &Path, message: impl ToString) -> CommandError {
        FileError::content(path, message.to_string()).into()
    }

    pub fn broke_off(why: &str) -> CommandError {
        CommandError::Internal(format!(
            "internal error: {why}; please report it. Running work was stopped; the session continues"
        ))
    }

    /// Formats the message; legal moves in it are in words if moves are spoken so.
    pub fn text(&self, spoken: Spoken) -> String {
        let text = self.to_string();
        let CommandError::Parse(ParseError { fault, .. }) = self else { return text };
        match fault {
            Fault::Move(MoveError::Refused { near: Some(near), .. })
            | Fault::Movetext(MovetextError {
                fault: MoveError::Refused { near: Some(near), .. },
                ..
            }) if spoken.in_words() => {
                text.replace(&near.to_string(), &near.text(", ", Spoken::unsigned))
            }
            _ => text,
        }
    }

    pub fn refuses_position(&self) -> bool {
        match self {
            CommandError::NoSuchPosition(_) => true,
            CommandError::Parse(error) => error.refuses_position(),
            _ => false,
        }
    }

    pub fn reply(&self) -> Option<&Reply> {
        match self {
            CommandError::Failed { answer, .. } => answer.as_ref(),
            CommandError::BadRecords { answer, .. } => Some(answer),
            _ => None,
        }
    }

    /// Whether the command was only stopped.
    pub fn is_stop(&self) -> bool {
        matches!(
            self,
            CommandError::Stopped
                | CommandError::NothingKnown
                | CommandError::File(FileError::Stopped)
        )
    }

    /// Whether a check failed, as opposed to a command that could not be executed.
    pub fn is_failed_check(&self) -> bool {
        matches!(self, CommandError::Failed { .. })
    }
}

/// Errors whose sentence is all there is to say.
macro_rules! refusals {
    ($($error:ty),*) => {$(
        impl From<$error> for CommandError {
            fn from(error: $error) -> CommandError {
                CommandError::refused(error.to_string())
            }
        }
    )*};
}
refusals!(EngineError, TableError, BookFileError);

impl From<SecondError> for CommandError {
    fn from(error: SecondError) -> CommandError {
        match error {
            SecondError::Stopped => CommandError::NothingKnown,
            error => CommandError::refused(error.to_string()),
        }
    }
}

impl From<NoTable> for CommandError {
    fn from(error: NoTable) -> CommandError {
        CommandError::Memory(error.to_string())
    }
}

impl From<ProverError> for CommandError {
    fn from(error: ProverError) -> CommandError {
        match error {
            ProverError::Failed(message) => CommandError::Memory(message),
            ProverError::Crashed(message) => {
                CommandError::Internal(format!("the proof broke off: {message}"))
            }
        }
    }
}

impl From<NoMemory> for CommandError {
    fn from(error: NoMemory) -> CommandError {
        CommandError::Memory(format!("no memory to prove mates with: {error}"))
    }
}
