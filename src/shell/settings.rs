//! Settings and the table of extensions, as `get`, `set` and `extensions` answer them.

use crate::chess::Position;
use crate::search::Rule;
use crate::search::trace::{Ledger, RuleUse};
use crate::units::Depth;
use crate::workshop::measured::RuleFigures;

#[derive(Clone, PartialEq, Debug)]
pub struct ExtensionsReply {
    /// The profile the weights began from.
    pub profile: String,
    /// One row a rule, in the order of the table.
    pub rows: Vec<ExtensionRow>,
    pub last: Option<(Position, Ledger)>,
}

#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ExtensionRow {
    pub rule: Rule,
    /// What it adds at a PV node, a cut node and an all node; zero is off.
    pub weights: [Depth; 3],
    /// The same in the profile, unchanged.
    pub defaults: [Depth; 3],
    /// What it did in the last search.
    pub used: Option<RuleUse>,
    /// What it was measured to bring with the profile's own weights; `None` under another profile.
    pub measured: Option<&'static RuleFigures>,
}

/// One setting of the engine, the search or the prompt.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Setting {
    pub name: String,
    pub value: String,
    pub default: String,
    /// `MiB`, `quarters`, `ms` …; empty if there is none.
    pub unit: &'static str,
    /// What is allowed, for people: `1–1048576`, `on or off`, `quarterply, slow, plain`.
    pub range: String,
    pub summary: String,
}
