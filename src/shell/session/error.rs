//! Why a command failed: what was wrong and what would be right.
//!
//! A kind is here if a dialect treats it in a way of its own; whatever else cannot be done is [`CommandError::Refused`] with
//! its sentence, which stands where it is made.

use std::borrow::Cow;

use crate::chess::game::StepError;
use crate::engine::EngineError;
use crate::engine::OptionError;
use crate::engine::book::BookFileError;
use crate::ink::Answer;
use crate::prove::NoMemory;
use crate::search::table::TableError;
use crate::shell::parse::ParseError;
use crate::shell::reply::Reply;
use crate::store::StoreError;
use crate::tools::tool::ToolError;

#[derive(Debug, thiserror::Error)]
pub enum CommandError {
    /// It cannot be done here and now.
    #[error("{0}")]
    Refused(Cow<'static, str>),
    #[error(transparent)]
    Parse(#[from] ParseError),
    /// A protocol named a position that there cannot be.
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
    /// A setting that there is not, or a value that it does not take.
    #[error("{message}")]
    Setting {
        message: String,
        /// One that is written much alike.
        nearest: Option<String>,
    },
    /// A file that cannot be read or written, or holds something else.
    #[error("{0}")]
    BadFile(String),
    #[error("{0}")]
    NoMemory(String),
    #[error("stopped")]
    Stopped,
    #[error("the search broke off: {0}")]
    Crashed(String),
    /// A mistake of the program, beside those of a search.
    #[error("{0}")]
    Internal(String),
    /// A check that failed, with what was found.
    #[error("{message}")]
    Failed { message: String, reply: Option<Reply> },
    #[error("{message}")]
    BadRecords { message: String, reply: Reply },
}

impl CommandError {
    pub fn refused(why: impl Into<Cow<'static, str>>) -> CommandError {
        CommandError::Refused(why.into())
    }

    pub fn failed(message: String, answer: impl Answer) -> CommandError {
        CommandError::Failed { message, reply: Some(answer.into()) }
    }

    pub fn broke_off(why: &str) -> CommandError {
        CommandError::Internal(format!(
            "internal error: {why}; please report it. Running work was stopped; the session continues"
        ))
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
            CommandError::Failed { reply, .. } => reply.as_ref(),
            CommandError::BadRecords { reply, .. } => Some(reply),
            _ => None,
        }
    }

    /// Whether it is a check that failed rather than a command that could not be done.
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

refusals!(EngineError, TableError, BookFileError, NoMemory);

impl From<StoreError> for CommandError {
    fn from(error: StoreError) -> CommandError {
        CommandError::BadFile(error.to_string())
    }
}

impl From<ToolError> for CommandError {
    fn from(error: ToolError) -> CommandError {
        match error {
            ToolError::Option(error) => CommandError::Option(error),
            ToolError::Store(_) | ToolError::Content { .. } => {
                CommandError::BadFile(error.to_string())
            }
            ToolError::Memory(why) => CommandError::NoMemory(why),
            ToolError::Refused(why) => CommandError::refused(why),
            ToolError::Failed { message, answer } => {
                CommandError::Failed { message, reply: answer }
            }
            ToolError::BadRecords { message, answer } => {
                CommandError::BadRecords { message, reply: answer }
            }
        }
    }
}
