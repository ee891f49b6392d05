//! Fronts: who reads what is typed or piped, has it done, and hands the answers to `render/`.
//!
//! Exactly one front reads standard input and writes standard output at a time.

pub mod lines;
pub mod status;
pub mod uci;
