//! The shell: the session, what it is asked and what it answers, and what the grammars of commands share.

pub mod level;
pub mod parse;
pub mod proof_answers;
pub mod reply;
pub mod session;
pub mod terms;
#[cfg(test)]
mod tests;

pub use parse::ParseError;
pub use reply::Reply;
pub use session::command::{self, Act, Command, Request};
pub use session::{CommandError, Effect, Session};
