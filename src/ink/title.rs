//! Whose game it is, in a line.

use super::number::plural;
use super::settings::Settings;
use super::style::Role;
use super::text::{Line, Page};
use crate::chess::pgn::GameTitle;

/// Whose game it is: `Morphy – Karl`, where, when, how it ended.
pub fn title(title: &GameTitle, settings: &Settings) -> Page {
    let mut facts = vec![Line::of(Role::Strong, format!("{} - {}", title.white, title.black))];
    facts.extend(title.event.iter().chain(&title.date).map(|fact| Line::plain(fact.as_str())));
    facts.push(Line::plain(title.result.to_string()));
    facts.push(Line::plain(plural(title.plies, "ply", "plies")));
    Page::of_facts(facts, settings)
}
