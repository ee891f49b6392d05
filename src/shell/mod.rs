//! The shell: the session and its jobs, replies as data, and the readers that all grammars of commands share.

pub mod level;
pub mod parse;
pub mod proof_answers;
pub mod reply;
pub mod second;
pub mod session;
pub mod terms;
#[cfg(test)]
pub(crate) mod tests;

pub use parse::ParseError;
pub use reply::Reply;
pub use session::command::{self, Acted, Command, Parsed, Request};
pub use session::{CommandError, Effect, Session};
