//! What `relabel` shows, and its line of JSON.

use std::path::PathBuf;
use std::time::Duration;

use serde::Serialize;
use serde_json::Value;

use crate::ink::number::{counted, time_with_unit};
use crate::ink::{Line, Page, Role, Settings};
use crate::workshop::data::{DatasetStatistics, StatisticsLine, statistics_page};
use crate::workshop::tool::{ToolAnswer, members};

#[derive(Clone, PartialEq, Debug)]
pub struct RelabelAnswer {
    pub path: PathBuf,
    /// What is known of what they became.
    pub statistics: DatasetStatistics,
    /// How many were searched, of how many there are.
    pub searched: u64,
    pub positions: u64,
    /// How long it took this time.
    pub elapsed: Duration,
    /// If it was stopped: the journal from which the same command goes on. No file was made then.
    pub kept: Option<PathBuf>,
}

#[derive(Serialize)]
struct RelabelLine {
    #[serde(flatten)]
    statistics: StatisticsLine,
    path: String,
    searched: u64,
    of: u64,
    stopped: bool,
    time_ms: u64,
}

impl ToolAnswer for RelabelAnswer {
    fn line(&self) -> (&'static str, Value) {
        let line = RelabelLine {
            statistics: (&self.statistics).into(),
            path: self.path.display().to_string(),
            searched: self.searched,
            of: self.positions,
            stopped: self.kept.is_some(),
            time_ms: self.elapsed.as_millis() as u64,
        };
        ("relabel", members(&line))
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
