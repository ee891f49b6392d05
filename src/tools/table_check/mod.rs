//! `tb check`: all endgame tables against each other, on the positions of a file.

pub mod check;

use std::io::BufReader;
use std::path::PathBuf;

use check::{TableCheck, check};
use serde::Serialize;
use serde_json::Value;

use crate::ink::number::counted;
use crate::ink::{Line, Page, Role, Settings};
use crate::tools::suite::read_records;
use crate::tools::tool::arguments::path;
use crate::tools::tool::files::open;
use crate::tools::tool::{
    Tool, ToolAnswer, ToolDesk, ToolDone, ToolError, ToolResult, ToolText, ToolWork, members,
    shown, stopped, tool_text,
};

#[derive(clap::Args, Clone, Debug)]
pub struct CheckTables {
    /// An EPD file to look up in all tables
    #[arg(value_name = "FILE", value_parser = path)]
    path: PathBuf,
}

impl Tool for CheckTables {
    const TEXT: ToolText = tool_text!("tb check", "FILE":
        "whether all tables, and a search, say the same of the positions of a file",
        details: "Every position is looked up in all tables and searched at depth 1. Fails, with status 4, where they differ.",
        examples: &[("tb check endings.epd", "do all say the same?")]);

    fn begin(self, desk: &ToolDesk<'_>) -> ToolResult<ToolWork> {
        let (tables, options, path) = (desk.tables.clone(), desk.options.clone(), self.path);
        Ok(ToolWork::new(move |context| {
            let read = read_records(BufReader::new(open(&path)?), |_, epd| Ok(Some(epd)));
            let (records, left_out) = read.map_err(|error| ToolError::content(&path, error))?;
            context.begin("tb check", records.len());
            let mut tell = |done| context.done(done);
            let check = check(&records, (&tables, &options), context.stop, &mut tell);
            let unlike = check.different.len();
            let unmet = (unlike > 0).then(|| format!("{unlike} positions are not told alike"));
            ToolDone::measured(TablesCheckedAnswer { path, check }, unmet, left_out.bad_records())
        }))
    }
}

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
        for different in &check.different {
            page.wrapped(
                Line::of(Role::Bad, " differs  ").with(Role::Plain, different.as_str()),
                settings,
                2,
            );
        }
        page
    }
}
