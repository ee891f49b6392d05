//! Quarterply: a chess program for the terminal whose search thinks in quarters of a ply.
//!
//! `src/README.md` is the map of the house: which floor a module lives on and where a new line of code belongs.

pub mod chess;
pub mod proof;
pub mod search;
pub mod units;

// The other rooms: the library has no promise about them, and their names have to speak for themselves.
#[allow(missing_docs)]
pub mod control;
#[allow(missing_docs)]
pub mod engine;
#[allow(missing_docs)]
pub mod eval;
#[allow(missing_docs)]
pub mod front;
#[allow(missing_docs)]
pub mod ink;
#[allow(missing_docs)]
pub mod layout;
#[allow(missing_docs)]
pub mod memory;
#[allow(missing_docs)]
pub mod oracle;
#[allow(missing_docs)]
pub mod prove;
#[allow(missing_docs)]
pub mod render;
#[allow(missing_docs)]
pub mod settings;
#[allow(missing_docs)]
pub mod shell;
#[allow(missing_docs)]
pub mod store;
#[allow(missing_docs)]
pub mod workshop;
