//! The front: the main loop in one of four dialects.
//!
//! `conversation/` is the loop: lines and events come through one inbox, one [`Session`] executes commands in order, and the
//! [`Dialect`](dialect::Dialect) parses and prints in its own format: people's and JSON's (`screen.rs`, `human.rs`, `json/`),
//! UCI's (`uci/`), xboard's (`xboard/`). Lines come from the prompt (`repl/`), from standard input (`input.rs`) and from scripts
//! (`script.rs`).
//!
//! [`Session`]: crate::shell::Session

pub mod arguments;
pub mod conversation;
pub mod dialect;
pub mod guard;
pub mod human;
mod input;
pub mod interrupt;
pub mod journal;
pub mod json;
pub mod launch;
pub mod lines;
pub mod manual;
pub mod message;
pub mod pager;
pub mod progress;
pub mod repl;
pub mod screen;
pub mod script;
pub mod status;
pub mod terminal;
#[cfg(test)]
mod tests;
pub mod uci;
pub mod xboard;
