//! The players of a game and its opening, in one line.

use serde::Serialize;

use super::number::plural;
use super::settings::Settings;
use super::style::Role;
use super::text::{Line, Page};
use crate::chess::pgn::PgnGame;
use crate::oracle::Opening;

/// whose game it is
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "title"))]
pub struct GameTitle {
    pub white: String,
    pub black: String,
    pub event: Option<String>,
    pub date: Option<String>,
    pub result: String,
    pub plies: usize,
}

impl GameTitle {
    /// Returns the title from the headers of a record; an unknown player is `?`.
    pub fn of(record: &PgnGame) -> GameTitle {
        let is_told = |value: &&str| value.contains(char::is_alphanumeric);
        let known = |name| record.tag(name).filter(is_told).map(str::to_owned);
        let player = |name| known(name).unwrap_or_else(|| "?".to_owned());
        GameTitle {
            white: player("White"),
            black: player("Black"),
            event: known("Event"),
            date: known("Date"),
            result: record.result().to_string(),
            plies: record.game().ply(),
        }
    }
}

/// Formats players, place, date and result of a game: `Morphy – Karl`, ….
pub fn title(title: &GameTitle, settings: &Settings) -> Page {
    let mut facts = vec![Line::of(Role::Strong, format!("{} - {}", title.white, title.black))];
    facts.extend(title.event.iter().chain(&title.date).map(|fact| Line::plain(fact.as_str())));
    facts.push(Line::plain(title.result.as_str()));
    facts.push(Line::plain(plural(title.plies, "ply", "plies")));
    Page::of_facts(facts, settings)
}

/// Formats an opening's name and ECO code.
pub fn opening(opening: &Opening) -> Line {
    Line::plain(opening.name.as_str()).with(Role::Dim, format!(" {}", opening.eco))
}
