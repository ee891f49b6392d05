//! Page and JSON line of `why`.

use serde_json::{Value, json};

use super::MoveReasons;
use crate::ink::json::{count, joined, mv};
use crate::ink::{Line, Page, Role, Settings, movetext};
use crate::tools::tool::ToolAnswer;

impl ToolAnswer for MoveReasons {
    fn line(&self) -> (&'static str, Value) {
        let MoveReasons { before, mv: played, worth, reasons, nodes } = self;
        let reasons = reasons.iter().map(|reason| {
            let (from, line) = reason.line(before);
            json!({
                "reason": reason.name(),
                "by": reason.shown_by(),
                "text": reason.sentence(before),
                "fen": from.to_fen(),
                "line": movetext::sans(&from, line),
            })
        });
        let value = json!({
            "fen": before.to_fen(),
            "worth": worth.members(before),
            "reasons": reasons.collect::<Vec<Value>>(),
            "nodes": count(*nodes),
        });
        ("why", joined(mv(before, *played, before.is_chess960()), value))
    }

    fn page(&self, settings: &Settings) -> Page {
        let MoveReasons { before, mv, worth, reasons, .. } = self;
        let name = movetext::numbered(before, *mv, settings);
        let mut page =
            Page::of_wrapped(Line::plain(" ").and(worth.shown(before, settings)), settings, 4);
        for reason in reasons {
            let line = Line::plain(" ").and(name.clone()).with(Role::Plain, " ");
            page.wrapped(line.with(Role::Plain, reason.sentence(before)), settings, 4);
        }
        if reasons.is_empty() {
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
