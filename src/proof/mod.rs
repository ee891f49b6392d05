//! The evidence for a mate: a strategy, and the check that makes a proof of it.
//!
//! This room stands directly above `chess/` and knows nothing of whoever found the strategy: no search, no table, no
//! prover. A [`Proof`] can only be had from [`verify::verify`], so whatever announces a proof has one that was checked.
//!
//! A strategy says what the attacker plays wherever the defender can lead it, and how many moves of its own it will take:
//!
//! ```
//! use quarterply::chess::{Position, parse_move};
//! use quarterply::proof::{Flaw, Rules, StrategyStep, Strategy, verify};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let root = Position::from_fen("6k1/5ppp/8/8/8/8/8/R6K w - - 0 1")?;
//! let mut strategy = Strategy::new(root, root.turn());
//! strategy.insert(&root, StrategyStep { mv: parse_move(&root, "Ra8")?, mate: 1 });
//! let proof = verify(&strategy, Rules::Problem)?;
//! assert_eq!((proof.mate(), proof.line().len()), (1, 1));
//!
//! // With luft for the king, 1.Ra8+ leaves a reply that the strategy does not answer.
//! let root = Position::from_fen("6k1/5pp1/7p/8/8/8/8/R6K w - - 0 1")?;
//! let mut strategy = Strategy::new(root, root.turn());
//! strategy.insert(&root, StrategyStep { mv: parse_move(&root, "Ra8")?, mate: 1 });
//! let flaw: Flaw = verify(&strategy, Rules::Problem).unwrap_err();
//! println!("{flaw}");
//! # Ok(())
//! # }
//! ```

#[cfg(test)]
pub(crate) mod brute;
pub mod position_id;
pub mod refutation;
pub mod stipulation;
pub mod strategy;
pub mod verify;

pub use position_id::PositionId;
pub use refutation::{Refutation, SavingReply};
pub use stipulation::{Aim, Stipulation};
pub use strategy::{Strategy, StrategyStep};
pub use verify::{Proof, Rules, verify};

/// Why a strategy is no proof, or a refutation does not hold.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0}")]
pub struct Flaw(String);
