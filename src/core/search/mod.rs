//! The search: iterative deepening over a principal-variation search in fractions of a ply, and quiescence search below it.
//!
//! Start with `node.rs`: the steps of one node, with `node_pruning.rs` (null move and ProbCut beside it), `moves.rs` and
//! `stack.rs`. Decisions are in `extend.rs`, `reduce.rs`, `prune.rs`, `picker.rs`. Threads, options and events are the engine's.

mod deepen;
pub(crate) mod explain;
pub(crate) mod extend;
mod frame;
pub mod history;
mod horizon;
mod lesser_threats;
mod mate_threat;
mod moves;
mod node;
mod node_pruning;
mod null_move;
pub mod params;
pub(crate) mod picker;
mod policy;
mod probcut;
pub(crate) mod profiles;
mod prune;
mod quiescence;
pub(crate) mod quiescence_tree;
mod reduce;
pub(crate) mod report;
mod root;
mod rule_names;
pub mod rule_reach;
mod scored_moves;
mod searcher;
mod shared;
mod singular;
mod stack;
pub mod table;
mod tablebase;
#[cfg(test)]
mod tests;
mod timing;
pub mod trace;
pub mod typed_rules;
pub(crate) mod work_words;

pub use explain::{Explanation, WithoutRule};
pub use extend::{KeepOn, Rule};
pub use params::Params;
pub use profiles::PROFILES;
pub use quiescence_tree::TreeBudget;
pub use report::{EndReason, Event, Finished, Iteration, Progress, ProverEffort, ScoredLine};
pub(crate) use searcher::Searcher;
pub(crate) use shared::{Counters, Shared, Task};
pub(crate) use table::Table;
