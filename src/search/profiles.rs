//! Named sets of params: our own, Slow Chess's, and the search without extensions to compare them with.

use super::extend::{Extensions, Rule};
use super::params::Params;

/// A named set of params.
#[derive(Clone, Copy, Debug)]
pub struct Profile {
    /// What `set Profile NAME` takes.
    pub name: &'static str,
    /// What it is for.
    pub summary: &'static str,
    params: &'static Params,
}

impl Profile {
    /// Its params.
    pub fn params(&self) -> Params {
        self.params.clone()
    }
}

/// The default: Slow Chess's rules with weights by node kind, so that a line expected to fail is not searched deeper for
/// nothing. Own; the singular rule at half a ply from Win At Chess, and worth +37 [+8, +67] Elo at 12,000 nodes a move
/// (b6432b6); the other weights are unmeasured.
pub const QUARTERPLY: Params = Params::with(
    Extensions::NONE
        .with(Rule::Check, [4, 3, 2])
        .with(Rule::PawnSeventh, [4, 2, 1])
        .with(Rule::PawnSixth, [3, 1, 0])
        .with(Rule::SingleReply, [3, 3, 2])
        .with(Rule::TwoReplies, [1, 1, 0])
        .with(Rule::MateThreat, [2, 2, 1])
        .with(Rule::Recapture, [2, 1, 0])
        .with(Rule::PawnEnding, [4, 4, 2])
        .with(Rule::KingAttack, [2, 1, 0])
        .with(Rule::Singular, [2, 2, 2]),
);

/// Slow Chess Blitz WV's amounts, the same at every node (Jonathan Kreuzer's page of implementation details). It names no
/// amount for attacks on the king, and has no singular extension; a recapture after a check gets a quarter.
const SLOW: Params = Params::with(
    Extensions::NONE
        .with_all(Rule::Check, 4)
        .with_all(Rule::PawnSeventh, 4)
        .with_all(Rule::PawnSixth, 4)
        .with_all(Rule::SingleReply, 3)
        .with_all(Rule::TwoReplies, 1)
        .with_all(Rule::MateThreat, 2)
        .with_all(Rule::Recapture, 3)
        .with_all(Rule::PawnEnding, 8)
        .with_all(Rule::KingAttack, 2),
);

/// No extensions.
const PLAIN: Params = Params::with(Extensions::NONE);

/// The profile `quarterply`.
impl Default for Params {
    fn default() -> Params {
        QUARTERPLY
    }
}

/// All profiles, the default first.
pub const PROFILES: &[Profile] = &[
    Profile {
        name: "quarterply",
        summary: "our own weights, by kind of node",
        params: &QUARTERPLY,
    },
    Profile { name: "slow", summary: "Slow Chess Blitz WV's amounts at every node", params: &SLOW },
    Profile {
        name: "plain",
        summary: "no extensions: what the others are measured against",
        params: &PLAIN,
    },
];

/// The params of a profile by name.
pub fn params_of(name: &str) -> Option<Params> {
    PROFILES.iter().find(|profile| profile.name == name).map(Profile::params)
}
