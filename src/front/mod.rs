//! Fronts: who reads what is typed or piped, has it done, and hands the answers to `render/`.
//!
//! Exactly one front reads standard input and writes standard output at a time. They share one [`Session`], so that `uci`
//! typed at the prompt goes on with the same engine.
//!
//! [`Session`]: crate::shell::Session

mod bar_line;
pub mod driver;
pub mod interrupt;
pub mod launch;
pub mod lines;
pub mod manual;
pub mod progress;
pub mod repl;
pub mod screen;
pub mod script;
pub mod status;
pub mod terminal;
pub mod uci;
