//! Whose game it is, and which opening, in a line.

use super::number::plural;
use super::settings::Settings;
use super::style::Role;
use super::text::{Line, Page};
use crate::chess::pgn::GameTitle;
use crate::oracle::Opening;

/// Whose game it is: `Morphy – Karl`, where, when, how it ended.
pub fn title(title: &GameTitle, settings: &Settings) -> Page {
    let mut facts = vec![Line::of(Role::Strong, format!("{} - {}", title.white, title.black))];
    facts.extend(title.event.iter().chain(&title.date).map(|fact| Line::plain(fact.as_str())));
    facts.push(Line::plain(title.result.to_string()));
    facts.push(Line::plain(plural(title.plies, "ply", "plies")));
    Page::of_facts(facts, settings)
}

/// Its name and its ECO code.
pub fn opening(opening: &Opening) -> Line {
    Line::plain(opening.name.as_str()).with(Role::Dim, format!(" {}", opening.eco))
}
