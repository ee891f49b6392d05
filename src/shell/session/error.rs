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
use crate::tools::second::SecondError;
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
    Tool(#[from] ToolError),
    /// A setting that there is not, or a value that it does not take.
    #[error("{message}")]
    Setting {
        message: String,
        /// One that is written much alike.
        nearest: Option<String>,
    },
    /// A file that holds something else than was looked for.
    #[error("{0}")]
    BadFile(String),
    #[error("stopped")]
    Stopped,
    #[error("the search broke off: {0}")]
    Crashed(String),
    /// A mistake of the program, beside those of a search.
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

    /// Whether nothing is wrong but that it was stopped.
    pub fn is_stop(&self) -> bool {
        matches!(
            self,
            CommandError::Stopped
                | CommandError::Tool(ToolError::Stopped | ToolError::Store(StoreError::Stopped))
        )
    }

    /// Whether it is a check that failed rather than a command that could not be done.
    pub fn is_failed_check(&self) -> bool {
        matches!(self, CommandError::Tool(ToolError::Failed { .. }))
    }
}

/// Errors whose sentence is all there is to say, and those that are a tool's too.
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
