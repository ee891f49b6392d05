//! What `tb check` shows, and its lines of JSON.

use std::path::PathBuf;

use serde::Serialize;
use serde_json::Value;

use super::file::TableCheck;
use super::verify::TableVerified;
use crate::ink::number::{counted, grouped};
use crate::ink::{Line, Page, Role, Settings};
use crate::tools::tables::longest;
use crate::tools::tool::{ToolAnswer, members, shown, stopped};

/// Tables that were held against each other.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct TablesCheckedAnswer {
    #[serde(serialize_with = "shown")]
    pub path: PathBuf,
    #[serde(flatten)]
    pub check: TableCheck,
}

impl ToolAnswer for TablesCheckedAnswer {
    fn line(&self) -> (&'static str, Value) {
        ("tables-checked", members(self))
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
        facts.extend(stopped(check.stopped));
        let mut page = Page::of_facts(facts, settings);
        push_different(&mut page, &check.different, settings);
        page
    }
}

impl ToolAnswer for TableVerified {
    fn line(&self) -> (&'static str, Value) {
        ("table-verified", members(self))
    }

    fn page(&self, settings: &Settings) -> Page {
        let mut facts = vec![
            Line::of(Role::Strong, self.name.as_str()),
            Line::plain(format!("{} bytes", grouped(self.bytes))),
        ];
        facts.extend(longest(self.longest));
        facts.push(Line::plain(counted(self.positions, "position")));
        facts.push(Line::plain(format!("{} in Syzygy tables", self.syzygy)));
        facts.push(match self.different.len() {
            0 => Line::of(Role::Good, "all follow from their moves"),
            different => Line::of(Role::Bad, format!("{different} do not follow")),
        });
        facts.extend(stopped(self.stopped));
        let mut page = Page::of_facts(facts, settings);
        push_different(&mut page, &self.different, settings);
        page
    }
}

fn push_different(page: &mut Page, different: &[String], settings: &Settings) {
    for different in different {
        page.wrapped(
            Line::of(Role::Bad, " differs  ").with(Role::Plain, different.as_str()),
            settings,
            2,
        );
    }
}
