//! What `tb make` shows, and its line of JSON.

use serde_json::Value;

use super::making::TablesMade;
use crate::ink::number::{counted, grouped, time_with_unit};
use crate::ink::{Line, Page, Role, Settings};
use crate::tools::tables::longest;
use crate::tools::tool::{ToolAnswer, members};

impl ToolAnswer for TablesMade {
    fn line(&self) -> (&'static str, Value) {
        ("tables-made", members(self))
    }

    fn page(&self, settings: &Settings) -> Page {
        let mut page = Page::new();
        let mut facts = vec![
            Line::of(Role::Strong, self.folder.display().to_string()),
            Line::plain(format!("{} made", counted(self.rows.len(), "table"))),
            Line::plain(format!("{} there before", self.there)),
            Line::plain(format!("{} MiB of memory at most", self.memory >> 20)),
            Line::plain(time_with_unit(self.elapsed)),
        ];
        if self.missing > 0 {
            facts.push(Line::of(
                Role::Caution,
                format!(
                    "stopped, {} to go; asked again it goes on",
                    counted(self.missing, "table")
                ),
            ));
        }
        page.facts(facts, settings, 2);
        for row in &self.rows {
            let mut facts = vec![
                Line::plain(" ").and(Line::of(Role::Strong, row.name.as_str())),
                Line::plain(counted(row.slices, "slice")),
                Line::plain(format!("{} bytes", grouped(row.bytes))),
            ];
            facts.extend(longest(row.longest));
            facts.push(Line::plain(time_with_unit(row.elapsed)));
            page.facts(facts, settings, 3);
        }
        page
    }
}
