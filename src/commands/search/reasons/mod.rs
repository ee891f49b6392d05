//! Reasons: what the program thinks of a move or a position, in plain sentences, each with the line that shows it.
//!
//! This is the only place with such opinions: `why`, `annotate`, drills, hints and the comparison with the second engine ask it.
//! `scale.rs` has the scale and the margin, `evidence.rs` the searches and proofs, `opinion.rs` decides what is said of a move,
//! `position.rs` of a position, and `sentence.rs` is a sentence. With the same nodes the answers are the same on every machine.

mod effect;
mod evidence;
mod idea;
mod motif;
mod opinion;
mod position;
pub mod scale;
mod sentence;
mod table;
#[cfg(test)]
mod tests;

pub(in crate::commands) use evidence::Reasoner;
pub use sentence::{Opinion, Sentence, it, paragraph, reasons};

/// Default nodes of each longer search and proof.
pub(in crate::commands) const NODES: u64 = 200_000;
