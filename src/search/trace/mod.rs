//! Watching a search without paying for it.
//!
//! The search calls a [`Tracer`] at every decision. [`NoTrace`] is empty and vanishes; [`Tally`] counts what each
//! extension did; [`Recorder`] keeps what `explain` shows; [`TreeRecorder`] keeps the tree that `resolve` shows. None of them
//! can change what is searched, for none of them answers: the bench signature is the same with each (a test).

mod recorder;
mod steps;
mod tally;
mod tracer;
mod tree_recorder;

pub use recorder::Recorder;
pub use steps::{
    Depth64, Ledger, LineExtension, Prune, ResolveMove, ResolveNode, RootMove, RuleUse, Skip,
    TracedStep,
};
pub use tally::Tally;
pub use tracer::{NoTrace, Tracer};
pub use tree_recorder::TreeRecorder;
