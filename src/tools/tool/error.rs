//! Why a tool could not do its work.

use std::path::{Path, PathBuf};

use super::arguments::WordFault;
use crate::engine::OptionError;
use crate::engine::self_player::NoTable;
use crate::ink::AnyAnswer;
use crate::prove::NoMemory;
use crate::store::{FileError, StoreError};
use crate::tools::second::SecondError;

pub type ToolAnswer = Box<dyn AnyAnswer>;

#[derive(Debug, thiserror::Error)]
pub enum ToolError {
    #[error(transparent)]
    Option(#[from] OptionError),
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error("{}: {message}", path.display())]
    Content { path: PathBuf, message: String },
    #[error("{0}")]
    Memory(String),
    #[error("{0}")]
    Refused(String),
    #[error("stopped before anything was known")]
    Stopped,
    #[error("{message}")]
    Failed { message: String, answer: Option<ToolAnswer> },
    #[error("{message}")]
    BadRecords { message: String, answer: ToolAnswer },
}

impl ToolError {
    pub fn answer(&self) -> Option<&ToolAnswer> {
        match self {
            ToolError::Failed { answer, .. } => answer.as_ref(),
            ToolError::BadRecords { answer, .. } => Some(answer),
            _ => None,
        }
    }

    pub fn content(path: &Path, message: impl ToString) -> ToolError {
        ToolError::Content { path: path.to_owned(), message: message.to_string() }
    }
}

impl From<WordFault> for ToolError {
    fn from((_, why): WordFault) -> ToolError {
        ToolError::Refused(why)
    }
}

impl From<SecondError> for ToolError {
    fn from(error: SecondError) -> ToolError {
        match error {
            SecondError::Stopped => ToolError::Stopped,
            error => ToolError::Refused(error.to_string()),
        }
    }
}

impl From<NoTable> for ToolError {
    fn from(error: NoTable) -> ToolError {
        ToolError::Memory(error.to_string())
    }
}

impl From<NoMemory> for ToolError {
    fn from(error: NoMemory) -> ToolError {
        ToolError::Memory(format!("no memory to prove mates with: {error}"))
    }
}

impl From<FileError> for ToolError {
    fn from(error: FileError) -> ToolError {
        StoreError::from(error).into()
    }
}
