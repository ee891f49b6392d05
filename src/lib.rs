//! The modules of the program, for its tests and for the laboratory, with those of [`quarterply_core`] re-exported. Other
//! programs use [`quarterply_core`] itself.
//!
//! `src/README.md` is the map: the floor of each module, and where to add new code.

pub use quarterply_core::{
    chess, control, engine, eval, oracle, proof, prove, search, settings, store, units,
};

pub mod commands;
pub mod files;
#[cfg(test)]
mod fixtures;
pub mod front;
pub mod ink;
pub mod shell;
