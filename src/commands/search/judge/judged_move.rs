//! The worth of a move with the line that shows it, and its evidence: a verified proof, an endgame table or a search.

use serde::Serialize;

use crate::chess::{Move, Position};
use crate::ink::json::{SanLine, SidedScore, written_as};
use crate::ink::{Line, Role, Settings, movetext};
use crate::oracle::TableVerdict;
use crate::oracle::tables::TableValue;
use crate::units::{Score, expected_score};

#[derive(Clone, Copy, PartialEq, Debug)]
pub enum MoveEvidence {
    /// Proved to mate in this number of moves, including this one.
    Mate(u16),
    Table(TableValue),
    Search(Score),
}

impl MoveEvidence {
    /// Returns the expected points of the side that plays the move.
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

    /// Returns the score of the side that plays the move.
    pub fn score(self) -> Score {
        match self {
            MoveEvidence::Mate(moves) => Score::mate_in(i32::from(moves)),
            MoveEvidence::Table(TableValue { verdict, mate, .. }) => match (verdict, mate) {
                (TableVerdict::Win, Some(moves)) => Score::mate_in(i32::from(moves)),
                (TableVerdict::Loss, Some(moves)) => Score::mate_in(-i32::from(moves)),
                (TableVerdict::Win, None) => Score::table_win_at(1),
                (TableVerdict::Loss, None) => -Score::table_win_at(1),
                _ => Score::DRAW,
            },
            MoveEvidence::Search(score) => score,
        }
    }

    /// Returns whether the move mates by force (`true`) or its side is mated (`false`); `None` if neither is known.
    pub fn forces(self) -> Option<bool> {
        let is_mate = match self {
            MoveEvidence::Mate(_) => true,
            MoveEvidence::Table(value) => value.mate.is_some(),
            MoveEvidence::Search(score) => score.is_mate(),
        };
        is_mate.then(|| self.points()).filter(|&points| points != 0.5).map(|points| points > 0.5)
    }

    pub fn mates(self) -> bool {
        self.forces() == Some(true)
    }

    pub fn is_mated(self) -> bool {
        self.forces() == Some(false)
    }

    pub const fn name(self) -> &'static str {
        match self {
            MoveEvidence::Mate(_) => "proof",
            MoveEvidence::Table(_) => "table",
            MoveEvidence::Search(_) => "search",
        }
    }
}

#[derive(Clone, PartialEq, Debug)]
pub struct JudgedMove {
    pub before: Position,
    pub evidence: MoveEvidence,
    pub line: Vec<Move>,
}

/// what shows the worth of a move: a verified proof, an endgame table or a search; the line begins with it
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "judged-move"))]
struct JudgedForm {
    #[cfg_attr(test, schemars(extend("enum" = ["proof", "table", "search"])))]
    by: &'static str,
    line: SanLine,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, schemars(extend("enum" = ["win", "cursed win", "draw", "blessed loss", "loss"])))]
    table: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    mate: Option<Option<u16>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    score: Option<SidedScore>,
}

written_as!(JudgedMove as JudgedForm);

impl JudgedForm {
    fn of(JudgedMove { before, evidence, line }: &JudgedMove) -> JudgedForm {
        let line = SanLine { root: *before, moves: line.clone() };
        let form = JudgedForm { by: evidence.name(), line, table: None, mate: None, score: None };
        match *evidence {
            MoveEvidence::Mate(moves) => JudgedForm { mate: Some(Some(moves)), ..form },
            MoveEvidence::Table(known) => {
                JudgedForm { table: Some(known.verdict.name()), mate: Some(known.mate), ..form }
            }
            MoveEvidence::Search(score) => {
                JudgedForm { score: Some(SidedScore::exact(score, before.turn())), ..form }
            }
        }
    }
}

impl JudgedMove {
    pub(in crate::commands) fn mating(
        before: &Position,
        moves: u16,
        line: Vec<Move>,
    ) -> JudgedMove {
        JudgedMove { before: *before, evidence: MoveEvidence::Mate(moves), line }
    }

    /// Returns its line and what it is worth: `1.Qg6 fxg6 2.Nxg6# (proof: mate in 2)`.
    pub fn shown(&self, settings: &Settings) -> Line {
        let worth = match self.evidence {
            MoveEvidence::Mate(moves) => Line::of(Role::Mate, format!("mate in {moves}")),
            MoveEvidence::Table(known) => Line::plain(known.verdict.name()),
            MoveEvidence::Search(score) => settings.score(score, self.before.turn()),
        };
        movetext::line(&self.before, &self.line, settings)
            .with(Role::Dim, format!(" ({}: ", self.evidence.name()))
            .and(worth)
            .with(Role::Dim, ")")
    }
}
