//! The account of extensions: how often each rule fired and what it cost.

use crate::chess::Move;
use crate::search::extend::Rule;
use crate::units::Depth;

/// Where the extensions of one search went.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Ledger {
    /// One row for each rule, in the order of [`Rule::ALL`].
    pub rules: Vec<RuleUse>,
    pub nodes: u64,
    /// Nodes below no extended move.
    pub plain_nodes: u64,
    /// How often the cap on ply or the budget of a line denied an extension.
    pub denied: u64,
    /// How often a move failed high in the main search.
    pub cutoffs: u64,
    pub first_cutoffs: u64,
    /// Extensions along the principal variation: its ply (0 = the first move), the rule, the amount.
    pub line: Vec<LineExtension>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RuleUse {
    pub rule: Rule,
    /// How often it was the largest that fired, and extended.
    pub fired: u64,
    /// Nodes whose nearest extended ancestor move was extended by it.
    pub nodes: u64,
    pub added: Depth64,
}

/// A sum of depths, in sixty-fourths of a ply: too large for [`Depth`].
pub type Depth64 = i64;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LineExtension {
    /// Its place on the line, 0 = the first move.
    pub ply: usize,
    pub mv: Move,
    pub rule: Rule,
    pub amount: Depth,
}
