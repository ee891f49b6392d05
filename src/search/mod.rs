//! The search: iterative deepening over a principal-variation search in fractions of a ply, and a quiescing search below it.
//!
//! Read `node.rs` first: the steps of one node, with `settle.rs` and `moves.rs`. Its policies are next door: `extend.rs`, `reduce.rs`, `prune.rs`,
//! `order.rs`. Threads, options and events are the engine's.

pub mod deepen;
pub mod explain;
pub mod extend;
pub mod history;
mod moves;
mod node;
pub mod order;
pub mod params;
pub mod profiles;
pub mod prune;
pub mod reduce;
pub mod report;
pub mod resolve;
mod root;
pub mod searcher;
mod settle;
mod singular;
pub mod table;
#[cfg(test)]
mod tests;
pub mod trace;

pub use deepen::Task;
pub use extend::Rule;
pub use order::NodeKind;
pub use params::Params;
pub use report::{EndReason, Finished, Iteration, Line, Progress, ProverEffort, Report};
pub use searcher::{Counters, Searcher, Shared};
pub use table::Table;
