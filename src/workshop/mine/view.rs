//! What `mine` shows of each problem and of the whole, and the lines of JSON.

use std::path::PathBuf;
use std::time::Duration;

use serde_json::{Value, json};

use super::{MineTotals, Problem, ProblemKind};
use crate::chess::notation;
use crate::ink::number::{counted, time_with_unit};
use crate::ink::{Line, Page, Role, Settings};
use crate::workshop::tool::{ToolAnswer, ToolEvent, stopped};

#[derive(Clone, Debug)]
pub struct MinedEvent {
    pub problem: Problem,
    pub found: usize,
}

impl ToolEvent for MinedEvent {
    fn line(&self) -> Option<(&'static str, Value)> {
        let problem = &self.problem;
        let line = json!({
            "fen": problem.position.to_fen(),
            "bm": notation::san(&problem.position, problem.key),
            "dm": problem.class.mate(),
            "id": problem.name,
            "c0": problem.checked,
        });
        Some(("mined", line))
    }

    /// Into a pipe its record, at a terminal nothing, since the bar counts it.
    fn page(&self, settings: &Settings) -> Page {
        match settings.is_pretty() {
            true => Page::new(),
            false => Page::of(Line::plain(self.problem.record().to_string())),
        }
    }

    fn brief(&self) -> Option<(String, usize)> {
        Some((format!("found {}", self.found), 0))
    }
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MineAnswer {
    pub path: PathBuf,
    pub kind: ProblemKind,
    /// Whether endgames were placed instead of games looked through.
    pub placed: bool,
    /// Records that it held before.
    pub known: usize,
    pub totals: MineTotals,
    pub elapsed: Duration,
    /// If it was stopped: the journal from which the same command goes on.
    pub kept: Option<PathBuf>,
}

impl ToolAnswer for MineAnswer {
    fn line(&self) -> (&'static str, Value) {
        let kept = self.totals.kept.iter().map(|(class, &problems)| {
            json!({ "class": class.to_string(), "mate": class.mate(), "problems": problems })
        });
        let line = json!({
            "path": self.path.display().to_string(),
            "kind": self.kind.name(),
            "known": self.known,
            "games": self.totals.games,
            "asked": self.totals.asked,
            "kept": kept.collect::<Value>(),
            "time_ms": self.elapsed.as_millis() as u64,
            "stopped": self.totals.stopped,
        });
        ("mine", line)
    }

    fn page(&self, settings: &Settings) -> Page {
        let totals = &self.totals;
        let kept = totals.kept.values().sum::<usize>();
        let mut facts = vec![
            Line::of(Role::Strong, counted(kept, "problem")),
            Line::plain(format!(
                "{}, {}",
                counted(totals.games, if self.placed { "placement" } else { "game" }),
                counted(totals.asked, "position")
            )),
            Line::plain(time_with_unit(self.elapsed)),
        ];
        facts.extend(stopped(totals.stopped));
        let mut page = Page::of_facts(facts, settings);
        let classes = totals.kept.iter().map(|(class, count)| {
            let role = if class.mate().is_some() { Role::Mate } else { Role::Strong };
            Line::of(role, class.to_string()).with(Role::Plain, format!(" {count}"))
        });
        if kept > 0 {
            page.facts(classes.collect::<Vec<Line>>(), settings, 2);
            let added = if self.known > 0 {
                format!(", behind {} that were there", self.known)
            } else {
                String::new()
            };
            let place = format!("{}{added}", self.path.display());
            page.wrapped(Line::named("in ", place), settings, 2);
        }
        if let Some(journal) = &self.kept {
            let text = format!("the same command goes on from {}", journal.display());
            page.wrapped(Line::plain(text), settings, 2);
        }
        page
    }
}
