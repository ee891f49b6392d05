//! A proof as a page to walk about in: one file, no network, `page.html` filled in.

use super::super::json;
use super::super::markup::{escaped, filled};
use super::super::movetext;
use super::super::number::grouped;
use super::super::settings::Settings;
use super::export;
use super::pieces;
use super::verdict::rules;
use crate::layout::exhibit::Exhibit;

const PAGE: &str = include_str!("page.html");

/// The file's text.
pub(super) fn text(exhibit: &Exhibit) -> String {
    let proof = &exhibit.proof;
    let title = export::title(exhibit);
    let line = movetext::line(proof.root(), proof.line(), &Settings::default()).text();
    let facts = [
        (grouped(proof.positions() as u64), "positions, every reply to each answered"),
        (grouped(proof.mates() as u64), "moves that mate"),
    ];
    let mut list: String =
        facts.map(|(count, what)| format!("<li><b>{count}</b> {what}</li>")).concat();
    list.push_str(&format!("<li>{}</li>", escaped(rules(proof))));
    let footer = format!(
        "Found and checked by {}. <code>{}</code>",
        escaped(&export::program()),
        escaped(&proof.root().to_fen())
    );
    filled(
        PAGE,
        &[
            ("title", &escaped(&title)),
            ("men", &pieces::symbols()),
            ("kicker", &escaped(&export::known(exhibit))),
            ("heading", &escaped(&title)),
            ("facts", &list),
            ("mainline", &escaped(&line)),
            ("footer", &footer),
            ("data", &json::proof::page(exhibit)),
        ],
    )
}
