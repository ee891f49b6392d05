//! Policies: what one search does otherwise than another and no number can say. Each is a type of its own, asked in one place.
//!
//! A profile (`profiles.rs`) is a set of numbers (`params.rs`), of weights of extensions (`extend.rs`), and of these. The
//! policy of the house stands where the search itself does, and is named `Quarterly` everywhere; the others are those of the
//! five engines that the program comes from, as far as they are documented (the study seeds.md, whose sections are named
//! at each). Facts and figures are theirs, the code is ours.

mod null_move;
mod order;
mod pruning;
mod quiescence;
mod reduction;
mod table;
#[cfg(test)]
mod tests;

pub use null_move::{NullAsk, NullPolicy};
pub use order::OrderPolicy;
pub use pruning::PruningPolicy;
pub use quiescence::QuiescencePolicy;
pub use reduction::{LateMove, ReductionPolicy};
pub use table::{HorizonPolicy, TablePolicy};

/// One policy of each kind.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Policies {
    /// In which order moves are tried.
    pub order: OrderPolicy,
    /// Which moves the quiescence search looks at, and when it ends.
    pub quiescence: QuiescencePolicy,
    /// How much less deep late moves are searched.
    pub reduction: ReductionPolicy,
    /// Whether and how passing is tried.
    pub null_move: NullPolicy,
    /// The margins of pruning.
    pub pruning: PruningPolicy,
    /// What the transposition table is used for.
    pub table: TablePolicy,
    /// When the main search goes on though its depth is spent.
    pub horizon: HorizonPolicy,
}

impl Policies {
    /// Those of the house.
    pub const QUARTERLY: Policies = Policies {
        order: OrderPolicy::Quarterly,
        quiescence: QuiescencePolicy::Quarterly,
        reduction: ReductionPolicy::Quarterly,
        null_move: NullPolicy::Quarterly,
        pruning: PruningPolicy::Quarterly,
        table: TablePolicy::Scores,
        horizon: HorizonPolicy::Forced,
    };
}
