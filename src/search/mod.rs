//! The search: iterative deepening over a principal-variation search in fractions of a ply, and a quiescing search below it.

pub mod extend;
pub mod order;
pub mod report;
pub mod trace;

pub use extend::Rule;
pub use order::NodeKind;
pub use report::{EndReason, Finished, Iteration, Line, Progress, Report};
