//! The evidence for a mate: a strategy, and the check that makes a proof of it.
//!
//! This room stands directly above `chess/` and knows nothing of whoever found the strategy: no search, no table, no
//! prover. A [`Proof`] can only be had from [`verify::verify`], so whatever announces a proof has one that was checked.
//!
//! A strategy says what the attacker plays wherever the defender can lead it, and how many moves of its own it will take: see
//! [`Proof`] for one.

#[cfg(test)]
pub(crate) mod brute;
pub mod flaw;
#[doc(hidden)]
pub mod layout;
pub mod position_id;
pub mod refutation;
pub mod stipulation;
pub mod strategy;
pub mod verify;

pub use flaw::Flaw;
pub use position_id::PositionId;
pub use refutation::{Refutation, SavingReply};
pub use stipulation::{Aim, Stipulation};
pub use strategy::{Strategy, StrategyStep};
pub use verify::{Proof, Rules, verify};
