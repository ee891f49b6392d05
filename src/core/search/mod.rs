//! The search: iterative deepening over a principal-variation search in fractions of a ply, and quiescence search below it.
//!
//! Read `node.rs` first: the steps of one node, with `node_pruning.rs` (null move and ProbCut beside it) and `moves.rs`, and
//! `stack.rs`, the one way down the tree. What decides is next door: `extend.rs`, `reduce.rs`, `prune.rs`, `picker.rs`.
//! Threads, options and events are the engine's.

pub mod deepen;
pub mod explain;
pub mod extend;
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
pub mod picker;
pub mod policy;
mod probcut;
pub mod profiles;
pub mod prune;
mod quiescence;
pub mod quiescence_tree;
pub mod reduce;
pub mod report;
mod root;
mod rule_names;
mod scored_moves;
pub mod searcher;
pub mod shared;
mod singular;
mod stack;
pub mod table;
mod tablebase;
#[cfg(test)]
mod tests;
mod timing;
pub mod trace;
pub mod typed_rules;
pub mod work_words;

pub use extend::Rule;
pub use params::Params;
pub use report::{EndReason, Event, Finished, Iteration, Progress, ProverEffort, ScoredLine};
pub use searcher::Searcher;
pub use shared::{Counters, Shared, Task};
pub use table::Table;
