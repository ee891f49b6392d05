//! What `train` shows: a line for each epoch, and what was learned; and its lines of JSON.

use std::path::PathBuf;
use std::time::Duration;

use serde::Serialize;
use serde_json::{Value, json};

use super::TrainProgress;
use crate::ink::number::{counted, short, time_with_unit};
use crate::ink::{Line, Page, Role, Settings};
use crate::store::NetworkOrigin;
use crate::tools::tool::{ToolAnswer, ToolEvent, members, milliseconds, shown};

#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct TrainAnswer {
    #[serde(serialize_with = "shown")]
    pub path: PathBuf,
    /// Whether there is a network; not if it was stopped before the end.
    pub finished: bool,
    pub positions: u64,
    pub held_out: u64,
    /// The error of each epoch: on what was learned from, and on what was held out.
    pub errors: Vec<(f64, f64)>,
    /// The error of the network it continued from, on what was held out.
    pub begin_error: Option<f64>,
    pub positions_per_second: u64,
    #[serde(rename = "time_ms", serialize_with = "milliseconds")]
    pub elapsed: Duration,
    /// What is known of a network that is finished.
    pub scale: Option<i32>,
    pub classical_error: Option<f64>,
    pub agreement: Option<f64>,
    pub rounding: Option<RoundingErrors>,
    #[serde(serialize_with = "shown")]
    pub chart: PathBuf,
    pub origin: Value,
}

/// Centipawns by which rounding changes values.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct RoundingErrors {
    pub mean: f64,
    pub largest: f64,
}

/// Returns where a network comes from, as members of a line of JSON.
pub fn origin_members(origin: &NetworkOrigin) -> Value {
    let NetworkOrigin { generation, seed, positions, data, commands, written_by } = origin;
    json!({
        "generation": generation,
        "seed": seed.to_string(),
        "positions": positions,
        "data": data,
        "commands": commands,
        "written_by": written_by,
    })
}

impl ToolEvent for TrainProgress {
    fn line(&self) -> Option<(&'static str, Value)> {
        let (error, held_out_error) = self.losses?;
        let line = json!({
            "epoch": self.ended?,
            "error": error,
            "held_out_error": held_out_error,
            "positions_per_second": self.speed as u64,
        });
        Some(("epoch", line))
    }

    /// Returns a line for each epoch that ends; nothing in between.
    fn page(&self, settings: &Settings) -> Page {
        let mut page = Page::new();
        let (Some(epoch), Some((learned, held_out))) = (self.ended, self.losses) else {
            return page;
        };
        let facts = vec![
            Line::named("epoch ", epoch.to_string()),
            Line::named("error ", format!("{learned:.6}")),
            Line::of(Role::Dim, "held out ").with(Role::Strong, format!("{held_out:.6}")),
            Line::plain(format!("{} positions/s", short(self.speed as u64))),
        ];
        page.facts(facts, settings, 2);
        page
    }

    /// Returns `412k/s, held out 0.08123`.
    fn brief(&self) -> Option<(String, usize)> {
        let speed = format!("{}/s", short(self.speed as u64));
        let text = match self.losses {
            Some((_, held_out)) => format!("{speed}  held out {held_out:.5}"),
            None => speed,
        };
        Some((text, self.steps.0 as usize))
    }
}

impl ToolAnswer for TrainAnswer {
    fn line(&self) -> (&'static str, Value) {
        ("train", members(self))
    }

    fn page(&self, settings: &Settings) -> Page {
        let mut page = Page::new();
        let mut facts = match self.finished {
            true => vec![
                Line::of(Role::Good, "learned"),
                Line::of(Role::Dim, "network in ")
                    .with(Role::Strong, self.path.display().to_string()),
            ],
            false => vec![
                Line::of(Role::Caution, "stopped before the end"),
                Line::plain("the same line resumes"),
            ],
        };
        if let (Some(first), Some(last)) = (self.errors.first(), self.errors.last()) {
            let before =
                self.begin_error.map_or(String::new(), |error| format!("{error:.6} before, "));
            let text = format!(
                "held-out error {before}{:.6} after the first epoch, {:.6} after the last",
                first.1, last.1
            );
            facts.push(Line::plain(text));
            if self.begin_error.is_some_and(|before| last.1 >= before) {
                facts.push(Line::of(
                    Role::Caution,
                    "no better than before: more games or more decay may help",
                ));
            }
        }
        facts.extend([
            Line::plain(format!("{} learned from", counted(self.positions as usize, "position"))),
            Line::plain(format!("{} held out", self.held_out)),
            Line::plain(format!("{} positions/s", short(self.positions_per_second))),
            Line::plain(time_with_unit(self.elapsed)),
        ]);
        let found = (self.classical_error, self.scale, self.agreement, self.rounding);
        if let (Some(classical), Some(scale), Some(agreement), Some(rounding)) = found {
            facts.extend([
                Line::plain(format!("classical evaluation there {classical:.6}")),
                Line::plain(format!("scale {scale}, agreement with classical {agreement:.3}")),
                Line::plain(format!(
                    "rounding changes values by {:.2} centipawns, at most {:.1}",
                    rounding.mean, rounding.largest
                )),
            ]);
        }
        facts.push(Line::named("errors in ", self.chart.display().to_string()));
        page.facts(facts, settings, 2);
        page
    }
}
