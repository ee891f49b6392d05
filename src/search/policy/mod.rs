//! Policies: what one search does otherwise than another and no number can say. Each is a type of its own, asked in one place.
//!
//! A profile (`profiles.rs`) is a set of numbers (`params.rs`), of weights of extensions (`extend.rs`), and of these. The
//! default profile's policies are named `Quarterly`, and their numbers are those of `params.rs`; the others are those of the
//! five engines that the program comes from, as far as their authors document them (EXchess's source, RDChess's manual,
//! Expositor's readme and source, Jonathan Kreuzer's page on extensions), and no number of the default profile counts in them. Facts and figures are theirs, the code is ours.

mod learning;
mod null_move;
mod order;
mod pruning;
mod quiescence;
mod reduction;
mod table;
#[cfg(test)]
mod tests;

pub use learning::LearningPolicy;
pub use null_move::{NullAsk, NullPolicy};
pub use order::{OrderPolicy, rdchess_quiet_score};
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
    /// What is learnt besides which moves fail high.
    pub learning: LearningPolicy,
}

impl Policies {
    /// Those of the default profile.
    pub const QUARTERLY: Policies = Policies {
        order: OrderPolicy::Quarterly,
        quiescence: QuiescencePolicy::Quarterly,
        reduction: ReductionPolicy::Quarterly,
        null_move: NullPolicy::Quarterly,
        pruning: PruningPolicy::Quarterly,
        table: TablePolicy::Scores,
        horizon: HorizonPolicy::Forced,
        learning: LearningPolicy::Outcomes,
    };

    /// Alpha-beta with captures at the end and a table; what an engine documents is put in their place.
    pub const BARE: Policies = Policies {
        order: OrderPolicy::VictimAttacker,
        quiescence: QuiescencePolicy::CapturesOnly,
        reduction: ReductionPolicy::Never,
        null_move: NullPolicy::Never,
        pruning: PruningPolicy::Never,
        table: TablePolicy::Scores,
        horizon: HorizonPolicy::Never,
        learning: LearningPolicy::Cutoffs,
    };
}
