//! What `tb check` shows, and its lines of JSON.

use std::path::PathBuf;

use serde::Serialize;
use serde_json::Value;

use super::file::TableCheck;
use super::verify::TableVerified;
use crate::chess::Color;
use crate::ink::number::{counted, grouped};
use crate::ink::{Line, Page, Role, Settings};
use crate::workshop::tables::longest;
use crate::workshop::tool::{ToolAnswer, members};

/// Tables that were held against each other.
#[derive(Clone, PartialEq, Debug)]
pub struct TablesCheckedAnswer {
    pub path: PathBuf,
    pub check: TableCheck,
}

/// A table that was held against itself.
#[derive(Clone, PartialEq, Debug)]
pub struct TableVerifiedAnswer(pub TableVerified);

#[derive(Serialize)]
struct TablesCheckedLine<'a> {
    path: String,
    positions: usize,
    own: usize,
    syzygy: usize,
    known: usize,
    different: &'a [String],
    stopped: bool,
}

#[derive(Serialize)]
struct TableVerifiedLine<'a> {
    table: &'a str,
    bytes: u64,
    longest: [u8; 2],
    positions: usize,
    syzygy: usize,
    different: &'a [String],
    stopped: bool,
}

impl ToolAnswer for TablesCheckedAnswer {
    fn line(&self) -> (&'static str, Value) {
        let TableCheck { positions, own, syzygy, known, ref different, stopped } = self.check;
        let path = self.path.display().to_string();
        let line = TablesCheckedLine { path, positions, own, syzygy, known, different, stopped };
        ("tables-checked", members(&line))
    }

    fn page(&self, settings: &Settings) -> Page {
        let check = &self.check;
        let mut facts = vec![
            Line::of(Role::Strong, self.path.display().to_string()),
            Line::plain(counted(check.positions, "position")),
            Line::plain(format!("{} in tables of our own", check.own)),
            Line::plain(format!("{} in Syzygy tables", check.syzygy)),
            Line::plain(format!("{} with a mate in the file", check.known)),
            match check.different.len() {
                0 => Line::of(Role::Good, "all are told alike"),
                different => Line::of(Role::Bad, format!("{different} are not")),
            },
        ];
        if check.stopped {
            facts.push(Line::of(Role::Caution, "stopped before the end"));
        }
        let mut page = Page::new();
        page.push_facts(facts, settings.signs().dot, settings.width, 2);
        push_different(&mut page, &check.different, settings);
        page
    }
}

impl ToolAnswer for TableVerifiedAnswer {
    fn line(&self) -> (&'static str, Value) {
        let found = &self.0;
        let line = TableVerifiedLine {
            table: &found.name,
            bytes: found.bytes,
            longest: Color::ALL.map(|color| found.longest[color]),
            positions: found.positions,
            syzygy: found.syzygy,
            different: &found.different,
            stopped: found.stopped,
        };
        ("table-verified", members(&line))
    }

    fn page(&self, settings: &Settings) -> Page {
        let found = &self.0;
        let mut facts = vec![
            Line::of(Role::Strong, found.name.as_str()),
            Line::plain(format!("{} bytes", grouped(found.bytes))),
        ];
        facts.extend(longest(found.longest));
        facts.push(Line::plain(counted(found.positions, "position")));
        facts.push(Line::plain(format!("{} in Syzygy tables", found.syzygy)));
        facts.push(match found.different.len() {
            0 => Line::of(Role::Good, "all follow from their moves"),
            different => Line::of(Role::Bad, format!("{different} do not follow")),
        });
        if found.stopped {
            facts.push(Line::of(Role::Caution, "stopped before the end"));
        }
        let mut page = Page::new();
        page.push_facts(facts, settings.signs().dot, settings.width, 2);
        push_different(&mut page, &found.different, settings);
        page
    }
}

fn push_different(page: &mut Page, different: &[String], settings: &Settings) {
    for different in different {
        page.push_wrapped(
            Line::of(Role::Bad, " differs  ").with(Role::Plain, different.as_str()),
            settings.width,
            2,
        );
    }
}
