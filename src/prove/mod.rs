//! Finding mates and strategies that prove them; nothing here is believed before `proof/` has checked it.
//!
//! | solver | for | how |
//! |---|---|---|
//! | [`mate_in_one`] | the last move | looks at checks only |
//! | [`exact`] | short mates, all keys, tries, set play | exhaustive search with a table |
//! | [`dfpn`] | one question about one length | depth-first proof-number search |
//! | [`restricted`] | long manoeuvres | retrograde analysis of a graph of few moves |
//! | [`prover`] | which lengths to ask about, and in which order | the three above |

pub mod dfpn;
pub mod exact;
pub mod mate_in_one;
#[cfg(test)]
mod positions;
pub mod prover;
pub mod restricted;
pub mod task;

pub use exact::NoMemory;
