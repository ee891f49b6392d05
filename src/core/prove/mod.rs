//! Finding mates and their strategies; every result is checked by `proof/`.
//!
//! | solver | for | how |
//! |---|---|---|
//! | [`exact`] | short mates, all keys, tries, set play | exhaustive search with a table |
//! | [`dfpn`] | one question about one length | depth-first proof-number search |
//! | [`restricted`] | long manoeuvres | retrograde analysis of a graph of few moves |
//! | [`prover`] | which lengths to ask about, and in which order | the three above |
//! | [`parts`] | what others found out about parts of a question | proof numbers, with jobs as leaves |
//! | [`solvers`] | every question about mates | whichever fits: endgame tables, [`exact`] or [`prover`] |
//!
//! The last move of each is decided by [`crate::chess::mate_in_one`]. Endgame tables are probed through [`endings`].

#[doc(hidden)]
mod dfpn;
#[doc(hidden)]
mod endings;
#[doc(hidden)]
pub(crate) mod exact;
#[doc(hidden)]
pub mod parts;
#[doc(hidden)]
pub(crate) mod prover;
#[doc(hidden)]
mod restricted;
#[doc(hidden)]
pub mod solvers;
pub(crate) mod task;

#[doc(hidden)]
pub use exact::{Exact, NoMemory, SetLine, Try};
#[doc(hidden)]
pub use prover::Prover;
pub use task::{Ended, Goal, Outcome, ProofTask, ProverNews, ProverStatus, Restriction};
