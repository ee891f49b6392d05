//! What `tb make` shows, and its line of JSON.

use serde_json::Value;

use super::making::TablesMade;
use crate::ink::number::{counted, grouped, time_with_unit};
use crate::ink::{Line, Page, Role, Settings};
use crate::workshop::tables::longest;
use crate::workshop::tool::{ToolAnswer, members};

#[derive(Clone, PartialEq, Debug)]
pub struct TablesMadeAnswer(pub TablesMade);

impl ToolAnswer for TablesMadeAnswer {
    fn line(&self) -> (&'static str, Value) {
        ("tables-made", members(&self.0))
    }

    fn page(&self, settings: &Settings) -> Page {
        let made = &self.0;
        let mut page = Page::new();
        let mut facts = vec![
            Line::of(Role::Strong, made.folder.display().to_string()),
            Line::plain(format!("{} made", counted(made.rows.len(), "table"))),
            Line::plain(format!("{} there before", made.there)),
            Line::plain(format!("{} MiB of memory at most", made.memory >> 20)),
            Line::plain(time_with_unit(made.elapsed)),
        ];
        if made.missing > 0 {
            facts.push(Line::of(
                Role::Caution,
                format!(
                    "stopped, {} to go; asked again it goes on",
                    counted(made.missing, "table")
                ),
            ));
        }
        page.facts(facts, settings, 2);
        for row in &made.rows {
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
