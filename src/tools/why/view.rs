//! What `why` answers.

use schemars::JsonSchema;
use serde::Serialize;

use crate::ink::json::{Count, Fen, PlayedMove, SanLine, written_as};
use crate::ink::{Answer, Line, Page, Role, Settings, movetext};
use crate::tools::judge::JudgedMove;
use crate::tools::judge::reason::Reason;

/// The reasons for and against a move.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct MoveReasons {
    #[serde(flatten)]
    pub mv: PlayedMove,
    /// The position before the move.
    pub fen: Fen,
    pub worth: JudgedMove,
    pub reasons: Vec<Reason>,
    pub nodes: Count,
}

#[derive(Serialize, JsonSchema)]
#[schemars(rename = "reason")]
struct ReasonForm {
    #[schemars(extend("enum" = ["mates", "only", "threatens", "worse", "allows", "hangs", "gives-up"]))]
    reason: &'static str,
    #[schemars(extend("enum" = ["rules", "proof", "table", "search", "evaluation"]))]
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
            text: reason.sentence(),
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
        for reason in &self.reasons {
            let line = Line::plain(" ").and(name.clone()).with(Role::Plain, " ");
            page.wrapped(line.with(Role::Plain, reason.sentence()), settings, 4);
        }
        if self.reasons.is_empty() {
            let line = Line::plain(" ").and(name);
            page.wrapped(
                line.with(Role::Dim, " has no reason of that size (see --margin)"),
                settings,
                4,
            );
        }
        page
    }
}
