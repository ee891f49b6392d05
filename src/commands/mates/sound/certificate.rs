//! The certificate of a puzzle: for each move of the solver, whether it is the only one, with the evidence.
//!
//! Only mates verified by `proof/` under problem rules count as proved; everything else names its evidence.

use serde::Serialize;

use crate::chess::{Color, Position};
use crate::commands::search::judge::JudgedMove;
use crate::ink::json::{Count, PlayedMove, SanLine};
use crate::settings::named;

named! {
    /// The verdict on a puzzle, or on a move of its solver; of two verdicts the later variant counts.
    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
    #[cfg_attr(test, derive(schemars::JsonSchema))]
    #[serde(rename_all = "lowercase")]
    pub enum Soundness {
        /// The solver's moves achieve the claim, and no other moves do.
        Sound = "sound",
        /// Undecided within the nodes.
        Open = "open",
        /// Another move achieves it too.
        Dual = "dual",
        /// The claim is false.
        Wrong = "wrong",
    }
}

/// A move of the solver.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "solver-move"))]
pub struct SolverMove {
    #[serde(flatten)]
    pub played: PlayedMove,
    #[serde(rename = "verdict")]
    pub soundness: Soundness,
    /// Whether it is to be avoided, and sound if it is bad.
    pub avoided: bool,
    /// The value of the move; `None` if unknown.
    pub worth: Option<JudgedMove>,
    /// Other moves that are as good or better.
    #[serde(rename = "others")]
    pub rivals: Vec<JudgedMove>,
    /// The move and the reply that refutes it, where it does not mate in time.
    pub refutation: SanLine,
}

/// whether a puzzle is what it is said to be, and each move of its solver the only one
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "certificate"))]
pub struct Certificate {
    #[serde(skip)]
    pub root: Position,
    #[serde(skip)]
    pub attacker: Color,
    #[serde(rename = "verdict")]
    pub soundness: Soundness,
    /// The weakest evidence among the moves.
    #[cfg_attr(test, schemars(extend("enum" = ["proof", "table", "search", null])))]
    pub by: Option<&'static str>,
    /// The length of the mate that is claimed, in moves of the attacker.
    #[serde(rename = "claimed_mate")]
    pub claimed: Option<u16>,
    /// The shortest mate that was proved.
    pub mate: Option<u16>,
    pub shortest: bool,
    /// Proved: no mate in this number of moves.
    #[serde(rename = "no_mate_in")]
    pub none_in: u16,
    /// The line that refutes the claimed length.
    pub refutation: SanLine,
    pub moves: Vec<SolverMove>,
    #[serde(rename = "certificate_nodes")]
    pub nodes: Count,
}

impl Certificate {
    pub(super) fn new(root: Position, attacker: Color, claimed: Option<u16>) -> Certificate {
        Certificate {
            root,
            attacker,
            soundness: Soundness::Open,
            by: None,
            claimed,
            mate: None,
            shortest: false,
            none_in: 0,
            refutation: SanLine { root, moves: Vec::new() },
            moves: Vec::new(),
            nodes: Count(0),
        }
    }

    pub(super) fn conclude(&mut self, nodes: u64) {
        let length = match self.has_claimed_length() {
            Some(true) => Soundness::Sound,
            Some(false) => Soundness::Wrong,
            None => Soundness::Open,
        };
        let worst = self.moves.iter().map(|found| found.soundness).max();
        self.soundness = length.max(worst.unwrap_or(Soundness::Open));
        let names =
            self.moves.iter().filter_map(|found| Some(found.worth.as_ref()?.evidence.name()));
        self.by = names
            .min_by_key(|name| ["search", "table", "proof"].iter().position(|other| other == name));
        self.shortest = self.mate.is_some_and(|mate| self.none_in + 1 >= mate);
        self.nodes = Count(nodes);
    }

    /// Returns whether the claimed length is right; true without a claim, `None` if undecided.
    pub(super) fn has_claimed_length(&self) -> Option<bool> {
        let Some(claimed) = self.claimed else { return Some(true) };
        match self.mate {
            Some(mate) if mate < claimed => Some(false),
            _ if self.none_in >= claimed => Some(false),
            Some(mate) if mate == claimed => Some(true),
            _ => None,
        }
    }
}
