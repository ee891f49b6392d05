//! What `tb make` shows, and its line of JSON.

use serde::Serialize;
use serde_json::Value;

use super::making::TablesMade;
use crate::chess::Color;
use crate::ink::number::{counted, grouped, time_with_unit};
use crate::ink::{Line, Page, Role, Settings};
use crate::workshop::tables::longest;
use crate::workshop::tool::{ToolAnswer, members};

#[derive(Clone, PartialEq, Debug)]
pub struct TablesMadeAnswer(pub TablesMade);

#[derive(Serialize)]
struct TablesMadeLine<'a> {
    folder: String,
    tables: Vec<MadeLine<'a>>,
    there: usize,
    missing: usize,
    memory: u64,
    time_ms: u64,
}

#[derive(Serialize)]
struct MadeLine<'a> {
    table: &'a str,
    slices: usize,
    bytes: u64,
    longest: [u8; 2],
    time_ms: u64,
}

impl ToolAnswer for TablesMadeAnswer {
    fn line(&self) -> (&'static str, Value) {
        let made = &self.0;
        let tables = made.rows.iter().map(|row| MadeLine {
            table: &row.name,
            slices: row.slices,
            bytes: row.bytes,
            longest: Color::ALL.map(|color| row.longest[color]),
            time_ms: row.elapsed.as_millis() as u64,
        });
        let line = TablesMadeLine {
            folder: made.folder.display().to_string(),
            tables: tables.collect(),
            there: made.there,
            missing: made.missing,
            memory: made.memory,
            time_ms: made.elapsed.as_millis() as u64,
        };
        ("tables-made", members(&line))
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
        page.push_facts(facts, settings.signs().dot, settings.width, 2);
        for row in &made.rows {
            let mut facts = vec![
                Line::plain(" ").and(Line::of(Role::Strong, row.name.as_str())),
                Line::plain(counted(row.slices, "slice")),
                Line::plain(format!("{} bytes", grouped(row.bytes))),
            ];
            facts.extend(longest(row.longest));
            facts.push(Line::plain(time_with_unit(row.elapsed)));
            page.push_facts(facts, settings.signs().dot, settings.width, 3);
        }
        page
    }
}
