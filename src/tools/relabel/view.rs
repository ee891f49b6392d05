//! What `relabel` shows, and its line of JSON.

use std::path::PathBuf;
use std::time::Duration;

use serde_json::{Value, json};

use crate::ink::number::{counted, time_with_unit};
use crate::ink::{Line, Page, Role, Settings};
use crate::tools::data::{DatasetStatistics, statistics_page};
use crate::tools::tool::ToolAnswer;

#[derive(Clone, PartialEq, Debug)]
pub struct RelabelAnswer {
    pub path: PathBuf,
    pub statistics: DatasetStatistics,
    /// How many were searched, of how many there are.
    pub searched: u64,
    pub positions: u64,
    pub elapsed: Duration,
    /// If it was stopped: the journal from which the same command goes on. No file was made then.
    pub kept: Option<PathBuf>,
}

impl ToolAnswer for RelabelAnswer {
    fn line(&self) -> (&'static str, Value) {
        let mut value = self.statistics.members();
        value["path"] = json!(self.path.display().to_string());
        value["searched"] = json!(self.searched);
        value["of"] = json!(self.positions);
        value["stopped"] = json!(self.kept.is_some());
        value["time_ms"] = json!(self.elapsed.as_millis() as u64);
        ("relabel", value)
    }

    fn page(&self, settings: &Settings) -> Page {
        let statistics = &self.statistics;
        let mut page = Page::new();
        let searched = format!("{} of {} searched", self.searched, self.positions);
        if let Some(kept) = &self.kept {
            let text =
                format!("stopped, {searched}; the same command goes on from {}", kept.display());
            page.wrapped(Line::of(Role::Caution, text), settings, 2);
            return page;
        }
        let title = Line::of(Role::Strong, counted(statistics.taken as usize, "position"))
            .with(Role::Dim, " in ")
            .with(Role::Plain, self.path.display().to_string());
        page.wrapped(title, settings, 2);
        let facts = vec![Line::plain(searched), Line::plain(time_with_unit(self.elapsed))];
        page.facts(facts, settings, 2);
        page.append(statistics_page(statistics, settings));
        page
    }
}
