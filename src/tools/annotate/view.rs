//! What `annotate` answers: each game as it is done, and the whole.

use std::path::Path;

use schemars::JsonSchema;
use serde::Serialize;

use super::item::AnnotatedItem;
use super::page;
use crate::ink::json::{FilePath, Milliseconds};
use crate::ink::number::{counted, time_with_unit};
use crate::ink::{Answer, Line, Page, Role, Settings};
use crate::tools::tool::ToolEvent;

#[derive(Clone, Debug, Default, Serialize, JsonSchema)]
pub struct AnnotatedAnswer {
    /// The file they come from; `None` for the game on the board.
    pub path: Option<FilePath>,
    /// The file they were written into.
    pub to: Option<FilePath>,
    pub html: Option<FilePath>,
    #[serde(rename = "games")]
    pub done: usize,
    #[serde(rename = "of")]
    pub total: usize,
    /// Games that cannot be read, or are not as they should be: game, line and reason.
    pub damaged: Vec<String>,
    /// The games that were done before a stop are kept here.
    pub kept: Option<FilePath>,
    #[serde(rename = "time_ms")]
    pub elapsed: Milliseconds,
    pub stopped: bool,
    /// Those that are to be shown in a page.
    #[serde(skip)]
    pub shown: Vec<AnnotatedItem>,
}

impl AnnotatedAnswer {
    /// Returns the file of a page for a browser that is to be written, and the games on it: `render/` draws it.
    pub fn page_of_games(&self) -> Option<(&Path, &[AnnotatedItem])> {
        let page = self.html.as_ref().filter(|_| !self.shown.is_empty())?;
        Some((&page.0, &self.shown))
    }
}

impl Answer for AnnotatedAnswer {
    const TYPE: &str = "annotated";

    fn page(&self, settings: &Settings) -> Page {
        let of_all =
            if self.done < self.total { format!(" of {}", self.total) } else { String::new() };
        let games = Line::of(Role::Strong, counted(self.done, "game")).with(Role::Plain, of_all);
        let mut facts = vec![
            games.with(Role::Plain, " annotated"),
            Line::plain(time_with_unit(self.elapsed.0)),
        ];
        if self.stopped {
            let goes_on = if self.kept.is_some() { ": the same command goes on" } else { "" };
            facts.push(Line::of(Role::Caution, format!("stopped before the end{goes_on}")));
        }
        let mut page = Page::of_facts(facts, settings);
        let files = [
            ("in ", self.to.as_ref()),
            ("page ", self.html.as_ref().filter(|_| !self.shown.is_empty())),
            ("kept in ", self.kept.as_ref()),
        ];
        for (what, path) in files {
            if let Some(FilePath(path)) = path {
                let line = Line::named(what, path.display().to_string());
                page.wrapped(line, settings, 2);
            }
        }
        page
    }
}

/// A game that is done.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct AnnotatedEvent {
    #[serde(flatten)]
    pub item: AnnotatedItem,
    /// The games that are done.
    #[serde(skip)]
    pub done: usize,
}

impl Answer for AnnotatedEvent {
    const TYPE: &str = "annotated_game";

    fn page(&self, settings: &Settings) -> Page {
        page::game(&self.item, settings)
    }
}

impl ToolEvent for AnnotatedEvent {
    fn brief(&self) -> Option<(String, usize)> {
        Some((format!("games {}", self.done), 0))
    }
}
