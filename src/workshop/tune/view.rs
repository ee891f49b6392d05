//! What `tune` shows, and its line of JSON.

use std::path::PathBuf;

use serde::Serialize;
use serde_json::Value;

use crate::ink::{Line, Page, Role, Settings};
use crate::workshop::tool::{ToolAnswer, members, shown, shown_if};

#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct TuneAnswer {
    #[serde(serialize_with = "shown")]
    pub path: PathBuf,
    pub positions: usize,
    pub held_out: usize,
    /// The error on the held-out positions before and after.
    pub error_before: f64,
    pub error_after: f64,
    /// Where the weights were written.
    #[serde(serialize_with = "shown_if")]
    pub output: Option<PathBuf>,
}

impl ToolAnswer for TuneAnswer {
    fn line(&self) -> (&'static str, Value) {
        ("tune", members(self))
    }

    fn page(&self, settings: &Settings) -> Page {
        let (before, after) = (self.error_before, self.error_after);
        let verdict = if after < before {
            Line::of(Role::Good, "fits better")
        } else {
            Line::of(Role::Caution, "fits no better")
        };
        let count = |count: usize| settings.count(count as u64);
        let mut facts = vec![
            verdict,
            Line::plain(format!("held-out error {before:.6} before, {after:.6} after")),
            Line::plain(format!("{} positions learned from", count(self.positions))),
            Line::plain(format!("{} held out", count(self.held_out))),
        ];
        if let Some(path) = &self.output {
            facts.push(Line::plain(format!("weights in {}", path.display())));
        }
        Page::of_facts(facts, settings)
    }
}
