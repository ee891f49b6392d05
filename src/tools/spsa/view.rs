//! What `tune spsa` shows: how far it is, each parameter, and the settings as they can be typed; and its line of JSON.

use std::path::PathBuf;
use std::time::Duration;

use serde::{Serialize, Serializer};
use serde_json::Value;

use crate::ink::number::{counted, time_with_unit};
use crate::ink::{Line, Page, Role, Settings};
use crate::tools::tool::{ToolAnswer, members, milliseconds, shown, stopped};

#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct SpsaAnswer {
    pub pairs: u32,
    pub of: u32,
    pub numbers: Vec<SpsaRow>,
    pub stopped: bool,
    #[serde(serialize_with = "shown")]
    pub path: PathBuf,
    #[serde(rename = "time_ms", serialize_with = "milliseconds")]
    pub elapsed: Duration,
}

#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct SpsaRow {
    pub name: String,
    pub before: i64,
    /// What it is now, not yet rounded.
    #[serde(serialize_with = "hundredths")]
    pub value: f64,
    pub rounded: i64,
}

fn hundredths<S: Serializer>(value: &f64, to: S) -> Result<S::Ok, S::Error> {
    to.serialize_f64((value * 100.0).round() / 100.0)
}

impl ToolAnswer for SpsaAnswer {
    fn line(&self) -> (&'static str, Value) {
        ("spsa", members(self))
    }

    fn page(&self, settings: &Settings) -> Page {
        let mut facts = vec![
            Line::of(Role::Strong, counted(self.pairs as usize, "pair"))
                .with(Role::Plain, format!(" of {}", self.of)),
            Line::plain(time_with_unit(self.elapsed)),
            Line::named("kept in ", self.path.display().to_string()),
        ];
        facts.extend(stopped(self.stopped));
        let mut page = Page::of_facts(facts, settings);
        for row in &self.numbers {
            let text = format!("{} {} {:.2}", row.before, settings.signs().arrow, row.value);
            page.push(Line::named(format!("{} ", row.name), text));
        }
        for row in &self.numbers {
            page.push(Line::plain(format!("set {} {}", row.name, row.rounded)));
        }
        page
    }
}
