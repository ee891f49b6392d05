//! What was found out about a puzzle: of each move of the solver whether it is the only one, and what shows it.
//!
//! A mate is said to be proved only if `proof/` verified it, by the rules of problems; what a search alone says is called so.

use serde::Serialize;
use serde_json::{Value, json};

use crate::chess::{Color, Move, Position};
use crate::ink::json::{count, joined, mv};
use crate::ink::movetext;
use crate::settings::named;
use crate::workshop::judge::JudgedMove;

named! {
    /// What a puzzle, or a move of its solver, turned out to be; the later one of two counts.
    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
    #[serde(rename_all = "lowercase")]
    pub enum Soundness {
        /// Every move of the solver does what is claimed, and no other move does.
        Sound = "sound",
        /// The nodes were not enough to know.
        Open = "open",
        /// Another move does it too.
        Dual = "dual",
        /// What is claimed does not hold.
        Wrong = "wrong",
    }
}

/// A move of the solver.
#[derive(Clone, PartialEq, Debug)]
pub struct SolverMove {
    pub position: Position,
    pub mv: Move,
    pub soundness: Soundness,
    /// What it is worth; `None` if that is not known.
    pub worth: Option<JudgedMove>,
    /// Other moves that do as well, or better.
    pub rivals: Vec<JudgedMove>,
    /// The move and the reply that refutes it, where it does not mate in time.
    pub refutation: Vec<Move>,
}

/// What is known of a puzzle.
#[derive(Clone, PartialEq, Debug)]
pub struct Certificate {
    pub root: Position,
    pub attacker: Color,
    pub soundness: Soundness,
    /// The length of the mate that is claimed, in moves of the attacker.
    pub claimed: Option<u16>,
    /// The shortest mate that was proved.
    pub mate: Option<u16>,
    /// There is no mate in so many moves: proved.
    pub none_in: u16,
    /// Shows that the mate takes another number of moves than is claimed.
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

    /// Whether the mate is proved to be as long as is claimed, if one is claimed; `None` if that is not known.
    pub(super) fn has_claimed_length(&self) -> Option<bool> {
        let Some(claimed) = self.claimed else { return Some(true) };
        match self.mate {
            Some(mate) if mate < claimed => Some(false),
            _ if self.none_in >= claimed => Some(false),
            Some(mate) if mate == claimed => Some(true),
            _ => None,
        }
    }

    /// Returns what shows that the puzzle is won, the weakest of its moves.
    pub fn shown_by(&self) -> Option<&'static str> {
        let order = ["search", "table", "proof"];
        let names =
            self.moves.iter().filter_map(|found| Some(found.worth.as_ref()?.evidence.name()));
        names.min_by_key(|name| order.iter().position(|other| other == name))
    }

    /// Returns its members in JSON.
    pub fn members(&self, chess960: bool) -> Value {
        let moves = self.moves.iter().map(|found| {
            let position = &found.position;
            let worth = found.worth.as_ref().map(|worth| worth.members(position));
            let others = found.rivals.iter().map(|rival| rival.members(position));
            let value = json!({
                "verdict": found.soundness,
                "worth": worth,
                "others": others.collect::<Vec<Value>>(),
                "refutation": movetext::sans(position, &found.refutation),
            });
            joined(mv(position, found.mv, chess960), value)
        });
        json!({
            "verdict": self.soundness,
            "by": self.shown_by(),
            "claimed_mate": self.claimed,
            "mate": self.mate,
            "shortest": self.is_shortest(),
            "no_mate_in": self.none_in,
            "refutation": movetext::sans(&self.root, &self.refutation),
            "moves": moves.collect::<Vec<Value>>(),
            "certificate_nodes": count(self.nodes),
        })
    }
}
