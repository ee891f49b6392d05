//! The thread of the solvers: their messages while they work, and their return.

use std::sync::mpsc::Sender;

use thiserror::Error;

use super::guard::{self, ThreadError};
use crate::prove::NoMemory;
use crate::prove::solvers::Solvers;
use crate::prove::task::ProverNews;

pub(super) enum ProverMessage<T> {
    News(ProverNews),
    /// The solvers for reuse (`None` if they panicked), and their result.
    Rested(Box<(Option<Solvers>, Result<T, ProverError>)>),
}

/// Why there is no answer.
#[derive(Clone, Debug, Error)]
pub enum ProverError {
    #[error("{0}")]
    Failed(String),
    #[error("the prover ended with an internal error: {0}")]
    Crashed(String),
}

impl From<ThreadError> for ProverError {
    fn from(error: ThreadError) -> ProverError {
        match error {
            ThreadError::Unavailable(_) => ProverError::Failed(error.to_string()),
            ThreadError::Panicked(message) => ProverError::Crashed(message),
        }
    }
}

/// Runs `work` on a thread that owns the solvers. Their messages are sent to the inbox, converted by `wrap`.
pub(super) fn start<T: Send + 'static, M: Send + 'static>(
    solvers: Solvers,
    inbox: &Sender<M>,
    wrap: fn(ProverMessage<T>) -> M,
    work: impl FnOnce(&mut Solvers, &mut dyn FnMut(ProverNews)) -> Result<T, NoMemory> + Send + 'static,
) -> Result<(), ThreadError> {
    let work = move |inbox: &Sender<M>| {
        let mut solvers = solvers;
        // The listener may have gone; then the event is dropped.
        let mut tell = |news| drop(inbox.send(wrap(ProverMessage::News(news))));
        let worked = work(&mut solvers, &mut tell);
        (solvers, worked)
    };
    guard::spawn("prover", inbox, work, move |worked| {
        wrap(ProverMessage::Rested(Box::new(match worked {
            Ok((solvers, result)) => {
                (Some(solvers), result.map_err(|error| ProverError::Failed(error.to_string())))
            }
            Err(error) => (None, Err(error.into())),
        })))
    })
}
