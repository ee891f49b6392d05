//! What a move is worth, with the line that shows it: by a verified proof, by endgame tables, or by a search, and called so.

use serde_json::{Value, json};

use crate::chess::{Move, Position};
use crate::ink::json::exact;
use crate::ink::{Line, Role, Settings, movetext};
use crate::oracle::TableVerdict;
use crate::oracle::tables::TableValue;
use crate::units::{Score, expected_score};

/// The evidence for the value of a move.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum MoveEvidence {
    /// Proved to mate in this number of moves, including itself.
    Mate(u16),
    Table(TableValue),
    /// The score of a search.
    Search(Score),
}

impl MoveEvidence {
    /// Returns the points that the side which plays the move can expect.
    pub fn points(self) -> f64 {
        match self {
            MoveEvidence::Mate(_) => 1.0,
            MoveEvidence::Table(value) => match value.verdict {
                TableVerdict::Win => 1.0,
                TableVerdict::Loss => 0.0,
                _ => 0.5,
            },
            MoveEvidence::Search(score) => expected_score(score),
        }
    }

    pub const fn name(self) -> &'static str {
        match self {
            MoveEvidence::Mate(_) => "proof",
            MoveEvidence::Table(_) => "table",
            MoveEvidence::Search(_) => "search",
        }
    }
}

/// A move with its evidence; `line` begins with the move.
#[derive(Clone, PartialEq, Debug)]
pub struct JudgedMove {
    pub evidence: MoveEvidence,
    pub line: Vec<Move>,
}

impl JudgedMove {
    /// Returns its members in JSON; the position is the one before the move.
    pub fn members(&self, position: &Position) -> Value {
        let mut value = json!({
            "by": self.evidence.name(),
            "line": movetext::sans(position, &self.line),
        });
        match self.evidence {
            MoveEvidence::Mate(moves) => value["mate"] = json!(moves),
            MoveEvidence::Table(known) => {
                value["table"] = json!(known.verdict.name());
                value["mate"] = json!(known.mate);
            }
            MoveEvidence::Search(score) => value["score"] = exact(score, position.turn()),
        }
        value
    }

    /// Returns its line and what it is worth: `1.Qg6 fxg6 2.Nxg6# (proof: mate in 2)`.
    pub fn shown(&self, position: &Position, settings: &Settings) -> Line {
        let worth = match self.evidence {
            MoveEvidence::Mate(moves) => Line::of(Role::Mate, format!("mate in {moves}")),
            MoveEvidence::Table(known) => Line::plain(known.verdict.name()),
            MoveEvidence::Search(score) => settings.score(score, position.turn()),
        };
        movetext::line(position, &self.line, settings)
            .with(Role::Dim, format!(" ({}: ", self.evidence.name()))
            .and(worth)
            .with(Role::Dim, ")")
    }
}
