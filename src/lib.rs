//! Quarterply: a chess program for the terminal whose search thinks in quarters of a ply.
//!
//! `src/README.md` is the map of the house: which floor a module lives on and where a new line of code belongs.

pub mod chess;
pub mod control;
pub mod eval;
pub mod layout;
pub mod memory;
pub mod oracle;
pub mod proof;
pub mod prove;
pub mod search;
pub mod settings;
pub mod store;
pub mod units;

// The program's own rooms: the library has no promise about them, and their names have to speak for themselves.
#[allow(missing_docs)]
pub mod engine;
#[allow(missing_docs)]
pub mod front;
#[allow(missing_docs)]
pub mod ink;
#[allow(missing_docs)]
pub mod render;
#[allow(missing_docs)]
pub mod shell;
#[allow(missing_docs)]
pub mod workshop;
