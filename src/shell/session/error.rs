//! Why a command failed, and what is valid.
//!
//! An error has a variant if a dialect treats it specially; all others are [`CommandError::Refused`] with a message written where
//! the error is raised.

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
use crate::tools::second::SecondError;
use crate::tools::tool::ToolError;

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
    Tool(#[from] ToolError),
    /// An unknown setting or an invalid value.
    #[error("{message}")]
    Setting {
        message: String,
        /// The setting with the closest spelling.
        nearest: Option<String>,
    },
    /// A file with other contents than expected.
    #[error("{0}")]
    BadFile(String),
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
        ToolError::Failed { message, answer: Some(Box::new(answer)) }.into()
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
            CommandError::Tool(error) => error.answer(),
            _ => None,
        }
    }

    /// Whether the command was only stopped.
    pub fn is_stop(&self) -> bool {
        matches!(
            self,
            CommandError::Stopped
                | CommandError::Tool(ToolError::Stopped | ToolError::Store(StoreError::Stopped))
        )
    }

    /// Whether a check failed, as opposed to a command that could not be executed.
    pub fn is_failed_check(&self) -> bool {
        matches!(self, CommandError::Tool(ToolError::Failed { .. }))
    }
}

/// Errors with nothing but a message, and those that tools raise, too.
macro_rules! errors {
    ($($error:ty => $make:ident),*) => {$(
        impl From<$error> for CommandError {
            fn from(error: $error) -> CommandError {
                $make(error)
            }
        }
    )*};
}
errors!(
    EngineError => refusal, TableError => refusal, BookFileError => refusal, NoMemory => refusal,
    OptionError => of_tool, StoreError => of_tool, SecondError => of_tool
);

fn refusal(error: impl ToString) -> CommandError {
    CommandError::refused(error.to_string())
}

fn of_tool(error: impl Into<ToolError>) -> CommandError {
    CommandError::Tool(error.into())
}
