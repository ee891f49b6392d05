//! The certificate of a puzzle: for each move of the solver whether it is the only one, with the evidence.
//!
//! Only mates verified by `proof/`, under the rules of problems, count as proved; everything else names its evidence.

use schemars::JsonSchema;
use serde::Serialize;

use crate::chess::{Color, Move, Position};
use crate::ink::json::{Count, PlayedMove, SanLine, written_as};
use crate::settings::named;
use crate::tools::judge::JudgedMove;

named! {
    /// The verdict on a puzzle, or on a move of its solver; of two verdicts the later variant counts.
    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, JsonSchema)]
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
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
#[schemars(rename = "solver_move")]
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

#[derive(Clone, PartialEq, Debug)]
pub struct Certificate {
    pub root: Position,
    pub attacker: Color,
    pub soundness: Soundness,
    /// The length of the mate that is claimed, in moves of the attacker.
    pub claimed: Option<u16>,
    /// The shortest mate that was proved.
    pub mate: Option<u16>,
    /// Proved: no mate in this number of moves.
    pub none_in: u16,
    /// The line that refutes the claimed length.
    pub refutation: Vec<Move>,
    pub moves: Vec<SolverMove>,
    pub nodes: u64,
}

impl Certificate {
    pub(super) fn new(root: Position, attacker: Color, claimed: Option<u16>) -> Certificate {
        Certificate {
            root,
            attacker,
            soundness: Soundness::Open,
            claimed,
            mate: None,
            none_in: 0,
            refutation: Vec::new(),
            moves: Vec::new(),
            nodes: 0,
        }
    }

    pub fn is_shortest(&self) -> bool {
        self.mate.is_some_and(|mate| self.none_in + 1 >= mate)
    }

    /// Returns whether the claimed length is proved right, or true if none is claimed; `None` if undecided.
    pub(super) fn has_claimed_length(&self) -> Option<bool> {
        let Some(claimed) = self.claimed else { return Some(true) };
        match self.mate {
            Some(mate) if mate < claimed => Some(false),
            _ if self.none_in >= claimed => Some(false),
            Some(mate) if mate == claimed => Some(true),
            _ => None,
        }
    }

    /// Returns the weakest evidence among the moves.
    pub fn shown_by(&self) -> Option<&'static str> {
        let order = ["search", "table", "proof"];
        let names =
            self.moves.iter().filter_map(|found| Some(found.worth.as_ref()?.evidence.name()));
        names.min_by_key(|name| order.iter().position(|other| other == name))
    }
}

#[derive(Serialize, JsonSchema)]
#[schemars(
    rename = "certificate",
    description = "whether a puzzle is what it is said to be, and each move of its solver the only one"
)]
struct CertificateForm {
    verdict: Soundness,
    #[schemars(extend("enum" = ["proof", "table", "search", null]))]
    by: Option<&'static str>,
    claimed_mate: Option<u16>,
    mate: Option<u16>,
    shortest: bool,
    no_mate_in: u16,
    refutation: SanLine,
    moves: Vec<SolverMove>,
    certificate_nodes: Count,
}

written_as!(Certificate as CertificateForm);

impl CertificateForm {
    fn of(found: &Certificate) -> CertificateForm {
        CertificateForm {
            verdict: found.soundness,
            by: found.shown_by(),
            claimed_mate: found.claimed,
            mate: found.mate,
            shortest: found.is_shortest(),
            no_mate_in: found.none_in,
            refutation: SanLine { root: found.root, moves: found.refutation.clone() },
            moves: found.moves.clone(),
            certificate_nodes: Count(found.nodes),
        }
    }
}
