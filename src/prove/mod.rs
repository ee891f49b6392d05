//! Finding mates and strategies that prove them; nothing here is believed before `proof/` has checked it.

pub mod dfpn;
pub mod exact;
pub mod exhibit;
pub mod graph;
pub mod line;
pub mod mate_in_one;
pub mod net;
#[cfg(test)]
mod positions;
pub mod prover;
pub mod task;
pub mod tree;

pub use exact::NoMemory;
