//! What `annotate` answers: each game as it is done, and the whole.

use std::path::{Path, PathBuf};
use std::time::Duration;

use serde::Serialize;
use serde_json::Value;

use super::item::AnnotatedItem;
use super::page;
use crate::ink::number::{counted, time_with_unit};
use crate::ink::{Line, Page, Role, Settings};
use crate::tools::tool::{ToolAnswer, ToolEvent, members, milliseconds, shown_if};

#[derive(Clone, Debug, Default, Serialize)]
pub struct AnnotatedAnswer {
    /// The file they come from; `None` for the game on the board.
    #[serde(serialize_with = "shown_if")]
    pub path: Option<PathBuf>,
    /// The file they were written into.
    #[serde(serialize_with = "shown_if")]
    pub to: Option<PathBuf>,
    #[serde(serialize_with = "shown_if")]
    pub html: Option<PathBuf>,
    #[serde(serialize_with = "shown_if")]
    pub svg: Option<PathBuf>,
    #[serde(rename = "games")]
    pub done: usize,
    #[serde(rename = "of")]
    pub total: usize,
    /// Games that cannot be read, or are not as they should be: game, line and reason.
    pub damaged: Vec<String>,
    /// The games that were done before a stop are kept here.
    #[serde(serialize_with = "shown_if")]
    pub kept: Option<PathBuf>,
    #[serde(rename = "time_ms", serialize_with = "milliseconds")]
    pub elapsed: Duration,
    pub stopped: bool,
    /// Those that are to be shown in a page or a picture.
    #[serde(skip)]
    pub shown: Vec<AnnotatedItem>,
}

impl ToolAnswer for AnnotatedAnswer {
    fn line(&self) -> (&'static str, Value) {
        ("annotated", members(self))
    }

    fn page(&self, settings: &Settings) -> Page {
        let of_all =
            if self.done < self.total { format!(" of {}", self.total) } else { String::new() };
        let games = Line::of(Role::Strong, counted(self.done, "game")).with(Role::Plain, of_all);
        let mut facts =
            vec![games.with(Role::Plain, " annotated"), Line::plain(time_with_unit(self.elapsed))];
        if self.stopped {
            let goes_on = if self.kept.is_some() { ": the same command goes on" } else { "" };
            facts.push(Line::of(Role::Caution, format!("stopped before the end{goes_on}")));
        }
        let mut page = Page::of_facts(facts, settings);
        let files = [
            ("in ", self.to.as_ref()),
            ("page ", self.html.as_ref().filter(|_| !self.shown.is_empty())),
            ("picture ", self.svg.as_ref().filter(|_| !self.shown.is_empty())),
            ("kept in ", self.kept.as_ref()),
        ];
        for (what, path) in files {
            if let Some(path) = path {
                let line = Line::named(what, path.display().to_string());
                page.wrapped(line, settings, 2);
            }
        }
        page
    }

    fn page_of_games(&self) -> Option<(&Path, &[AnnotatedItem])> {
        self.html.as_deref().filter(|_| !self.shown.is_empty()).map(|path| (path, &self.shown[..]))
    }
}

#[derive(Clone, Debug)]
pub struct AnnotatedEvent {
    pub item: AnnotatedItem,
    pub done: usize,
}

impl ToolEvent for AnnotatedEvent {
    fn line(&self) -> Option<(&'static str, Value)> {
        Some(("annotated_game", self.item.members()))
    }

    fn page(&self, settings: &Settings) -> Page {
        page::game(&self.item, settings)
    }

    fn brief(&self) -> Option<(String, usize)> {
        Some((format!("games {}", self.done), 0))
    }
}
