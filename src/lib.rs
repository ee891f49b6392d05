//! The rooms of the program Quarterply, for its tests and for the laboratory. Programs of others build on
//! [`quarterply_core`], whose rooms are named here as if they were the program's own.
//!
//! `src/README.md` is the map of the house: which floor a module lives on and where a new line of code belongs.

pub use quarterply_core::{
    chess, control, engine, eval, memory, oracle, proof, prove, search, settings, store, units,
};

pub mod commands;
pub mod files;
#[cfg(test)]
mod fixtures;
pub mod front;
pub mod ink;
pub mod shell;
pub mod tools;
