//! Quarterply: a chess program for the terminal whose search thinks in quarters of a ply.
//!
//! `src/README.md` is the map of the house: which floor a module lives on and where a new line of code belongs.

pub mod chess;
pub mod control;
pub mod engine;
pub mod eval;
pub mod front;
pub mod layout;
pub mod memory;
pub mod oracle;
pub mod proof;
pub mod prove;
pub mod render;
pub mod search;
pub mod shell;
pub mod store;
pub mod units;
