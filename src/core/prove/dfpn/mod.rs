//! Depth-first proof-number search for a mate within a given number of moves (df-pn: Nagai 2002; the bound and the two
//! lengths kept of a position: KomoringHeights).
//!
//! It answers one question about one length. `prover/` decides which lengths to ask about, and in which order.

mod estimate;
mod extract;
mod look;
mod numbers;
mod search;
mod table;
#[cfg(test)]
mod tests;
mod virtual_numbers;

pub(super) use estimate::after_attack;
pub use look::MateFacts;
pub(super) use numbers::{LONGEST, NodeVerdict, Numbers};
pub(super) use search::{Glance, Interrupts, Search, SearchConfig};
pub(super) use table::DfpnTable;
