//! Finding mates and strategies that prove them; nothing here is believed before `proof/` has checked it.
//!
//! | solver | for | how |
//! |---|---|---|
//! | [`exact`] | short mates, all keys, tries, set play | exhaustive search with a table |
//! | [`dfpn`] | one question about one length | depth-first proof-number search |
//! | [`restricted`] | long manoeuvres | retrograde analysis of a graph of few moves |
//! | [`prover`] | which lengths to ask about, and in which order | the three above |
//! | [`solvers`] | every question about mates | whichever fits: endgame tables, [`exact`] or [`prover`] |
//!
//! The last move of each is decided by [`mod@crate::chess::mate_in_one`]. Endgame tables are asked through [`endings`].

#[doc(hidden)]
pub mod dfpn;
#[doc(hidden)]
pub mod endings;
#[doc(hidden)]
pub mod exact;
#[doc(hidden)]
pub mod prover;
#[doc(hidden)]
pub mod restricted;
#[doc(hidden)]
pub mod solvers;
pub mod task;

pub use exact::NoMemory;
pub use task::{Ended, Goal, Outcome, ProofTask, Restriction};
