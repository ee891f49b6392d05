//! Why the engine could not answer.

use thiserror::Error;

use super::guard::ThreadError;
use crate::chess::fen::SetupError;
use crate::search::quiescence_tree::TreeError;
use crate::search::table::TableError;

#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum EngineError {
    #[error("the search ended before it had looked at the move")]
    Stopped,
    #[error(
        "the search was told to leave that move out; explain one that it looked at, or search again with it"
    )]
    LeftOut,
    #[error(transparent)]
    Tree(#[from] TreeError),
    #[error(transparent)]
    Memory(#[from] TableError),
    #[error("position of the bench: {0}")]
    Position(#[from] SetupError),
    #[error("{0}")]
    Thread(String),
}

impl From<ThreadError> for EngineError {
    fn from(error: ThreadError) -> EngineError {
        EngineError::Thread(match error {
            ThreadError::Unavailable(_) => error.to_string(),
            ThreadError::Panicked(why) => {
                format!("the search ended with an internal error: {why}")
            }
        })
    }
}
