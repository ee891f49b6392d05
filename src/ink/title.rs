//! The players of a game and its opening, in one line.

use super::number::plural;
use super::settings::Settings;
use super::style::Role;
use super::text::{Line, Page};
use crate::chess::pgn::GameTitle;
use crate::oracle::Opening;

/// Formats players, place, date and result of a game: `Morphy – Karl`, ….
pub fn title(title: &GameTitle, settings: &Settings) -> Page {
    let mut facts = vec![Line::of(Role::Strong, format!("{} - {}", title.white, title.black))];
    facts.extend(title.event.iter().chain(&title.date).map(|fact| Line::plain(fact.as_str())));
    facts.push(Line::plain(title.result.to_string()));
    facts.push(Line::plain(plural(title.plies, "ply", "plies")));
    Page::of_facts(facts, settings)
}

/// Formats an opening's name and ECO code.
pub fn opening(opening: &Opening) -> Line {
    Line::plain(opening.name.as_str()).with(Role::Dim, format!(" {}", opening.eco))
}
