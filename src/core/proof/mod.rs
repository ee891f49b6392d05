//! The evidence for a mate: a strategy, and the check that turns it into a proof.
//!
//! This room uses only `chess/`, and nothing of what finds strategies: no search, no table, no prover. A [`Proof`] can be created
//! only by [`verify::verify`], so every reported proof has been checked.
//!
//! A strategy has the attacker's move for every position that the defender can reach, and the number of moves to mate: see
//! [`Proof`] for an example.

#[cfg(test)]
pub(crate) mod brute;
mod flaw;
#[doc(hidden)]
pub mod layout;
pub(crate) mod position_id;
mod refutation;
#[doc(hidden)]
pub mod stipulation;
mod strategy;
mod verify;

pub(crate) use flaw::Flaw;
pub use position_id::PositionId;
pub use refutation::{Refutation, SavingReply};
#[doc(inline)]
pub use stipulation::Aim;
#[doc(hidden)]
pub use stipulation::Stipulation;
pub use strategy::{Strategy, StrategyStep};
pub use verify::{Proof, Rules, verify};
