//! The reply of `why`.

use serde::Serialize;

use crate::chess::notation::line_san;
use crate::chess::{Move, Position};
use crate::commands::search::judge::JudgedMove;
use crate::commands::search::judge::reason::Reason;
use crate::ink::json::{Count, Fen, PlayedMove, SanLine, written_as};
use crate::ink::{Answer, Line, Page, Role, Settings, movetext};

/// The reasons for and against a move.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct MoveReasons {
    #[serde(flatten)]
    pub mv: PlayedMove,
    /// The position before the move.
    pub fen: Fen,
    pub worth: JudgedMove,
    pub reasons: Vec<Reason>,
    pub nodes: Count,
    /// Minimum points of a reason.
    #[serde(skip)]
    pub margin: f64,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "reason"))]
struct ReasonForm {
    #[cfg_attr(test, schemars(extend("enum" = ["mates", "misses", "only", "threatens", "worse", "allows", "hangs", "gives-up"])))]
    reason: &'static str,
    #[cfg_attr(test, schemars(extend("enum" = ["rules", "proof", "table", "search", "evaluation"])))]
    by: &'static str,
    text: String,
    /// Where the line begins.
    fen: Fen,
    line: SanLine,
}

written_as!(Reason as ReasonForm);

impl ReasonForm {
    fn of(reason: &Reason) -> ReasonForm {
        let (from, line, by) = reason.shown();
        ReasonForm {
            reason: reason.name(),
            by,
            text: reason.sentence(line_san),
            fen: Fen(from),
            line: SanLine { root: from, moves: line.to_vec() },
        }
    }
}

impl Answer for MoveReasons {
    const TYPE: &str = "why";

    fn page(&self, settings: &Settings) -> Page {
        let name = movetext::numbered(&self.fen.0, self.mv.mv, settings);
        let worth = Line::plain(" ").and(self.worth.shown(settings));
        let mut page = Page::of_wrapped(worth, settings, 4);
        let written =
            |from: &Position, moves: &[Move]| movetext::line(from, moves, settings).text();
        for reason in &self.reasons {
            let line = Line::plain(" ").and(name.clone()).with(Role::Plain, " ");
            page.wrapped(line.with(Role::Plain, reason.sentence(written)), settings, 4);
        }
        if self.reasons.is_empty() {
            let line = Line::of(Role::Dim, " nothing about ").and(name);
            page.wrapped(line.with(Role::Dim, self.size()), settings, 4);
        }
        page
    }
}

impl MoveReasons {
    /// Formats the margin that no reason reached, and what to try.
    fn size(&self) -> String {
        let percent = 100.0 * self.margin;
        let less = (percent / 3.0).floor();
        let smaller =
            if less >= 1.0 { format!("--margin {less}") } else { "more nodes".to_owned() };
        format!(" is worth {percent} % of a point or more; try {smaller}")
    }
}
