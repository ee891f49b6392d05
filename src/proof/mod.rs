//! The evidence for a mate: a strategy, and the check that makes a proof of it.
//!
//! This room stands directly above `chess/` and knows nothing of whoever found the strategy: no search, no table, no
//! prover. A [`Proof`] can only be had from [`verify::verify`], so whatever announces a proof has one that was checked.

#[cfg(test)]
pub(crate) mod brute;
pub mod position_id;
pub mod strategy;
pub mod verify;

pub use position_id::PositionId;
pub use strategy::{Step, Strategy};
pub use verify::{Flaw, Proof, Rules, verify};
