//! Named sets of params: our own, Slow Chess's, and the search without extensions to compare them with.

use super::params::{Extensions, Params};

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

/// The default: Slow Chess's rules with weights by node kind, so that a line expected to fail is not looked at deeper for
/// nothing.
pub const QUARTERPLY: Params = Params::with(Extensions::quarters([
    [4, 3, 2], // check
    [4, 2, 1], // pawn to the seventh
    [3, 1, 0], // pawn to the sixth
    [3, 3, 2], // single reply
    [1, 1, 0], // two replies
    [2, 2, 1], // mate threat
    [2, 1, 0], // recapture
    [4, 4, 2], // pawn ending
    [2, 1, 0], // king attack
    [2, 2, 2], // singular
]));

/// Slow Chess Blitz WV's amounts, the same at every node. (Jonathan Kreuzer's page of implementation details.)
const SLOW: Params = Params::with(Extensions::quarters([
    [4; 3], // check
    [4; 3], // pawn to the seventh
    [4; 3], // pawn to the sixth
    [3; 3], // single reply
    [1; 3], // two replies
    [2; 3], // mate threat
    [3; 3], // recapture; one after a check
    [8; 3], // pawn ending
    [2; 3], // king attack: the source names no amount
    [0; 3], // singular: not Slow Chess's
]));

/// No extensions.
const PLAIN: Params = Params::with(Extensions::NONE);

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
