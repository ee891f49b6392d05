//! What `lab` shows, and its line of JSON. The plot is `plot.rs`.

use std::path::PathBuf;
use std::time::Duration;

use serde::{Serialize, Serializer};
use serde_json::{Value, json};

use super::{LabSetup, RungTally, SetupTally};
use crate::ink::json::count;
use crate::ink::number::{counted, percent, short, time_with_unit};
use crate::ink::{Line, Page, Role, Settings, TextTable};
use crate::search::Rule;
use crate::tools::suite::view::left_out;
use crate::tools::suite::{LeftOut, Without};
use crate::tools::tool::{ToolAnswer, exact_count, members, milliseconds, shown, shown_if};

#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct LabAnswer {
    #[serde(serialize_with = "shown")]
    pub path: PathBuf,
    pub positions: usize,
    #[serde(rename = "limit", serialize_with = "exact_count")]
    pub nodes: u64,
    #[serde(serialize_with = "setup_lines")]
    pub setups: Vec<SetupResult>,
    #[serde(serialize_with = "shown")]
    pub table: PathBuf,
    /// Trials that the table held before.
    pub resumed: usize,
    #[serde(serialize_with = "shown_if")]
    pub plot: Option<PathBuf>,
    #[serde(rename = "time_ms", serialize_with = "milliseconds")]
    pub elapsed: Duration,
    pub stopped: bool,
    /// Records of the file that cannot be tried.
    #[serde(flatten)]
    pub left_out: LeftOut,
}

#[derive(Clone, PartialEq, Debug)]
pub struct SetupResult {
    pub setup: LabSetup,
    pub tally: SetupTally,
    pub rungs: Vec<RungTally>,
}

fn setup_lines<S: Serializer>(setups: &[SetupResult], to: S) -> Result<S::Ok, S::Error> {
    to.collect_seq(setups.iter().map(setup_line))
}

fn setup_line(SetupResult { setup, tally, rungs }: &SetupResult) -> Value {
    let rules = Rule::ALL.into_iter().map(|rule| (rule, tally.rules[rule.index()]));
    let rules = rules.filter(|(_, nodes)| *nodes > 0);
    let rules = rules.map(|(rule, nodes)| json!({ "rule": rule.name(), "nodes": count(nodes) }));
    json!({
        "profile": setup.profile,
        "without": setup.without.name(),
        "tried": tally.tried,
        "solved": tally.solved,
        "nodes": count(tally.nodes),
        "time_ms": tally.elapsed.as_millis() as u64,
        "solution_nodes": tally.median_solution().map(count),
        "solution_time_ms": tally.solution_time.as_millis() as u64,
        "depth": tally.depth(),
        "branching": tally.branching(),
        "cutoffs": count(tally.cutoffs.0),
        "first_cutoffs": count(tally.cutoffs.1),
        "rules": rules.collect::<Value>(),
        "rungs": rungs,
    })
}

impl ToolAnswer for LabAnswer {
    fn line(&self) -> (&'static str, Value) {
        ("lab", members(self))
    }

    /// What the trials of each setup add up to, and where the nodes of each profile went.
    fn page(&self, settings: &Settings) -> Page {
        let mut page = Page::new();
        let mut title = Line::named("lab ", self.path.display().to_string()).with(
            Role::Dim,
            format!(
                "  {}, {} nodes a trial",
                counted(self.positions, "position"),
                short(self.nodes)
            ),
        );
        if self.stopped {
            title.push(Role::Caution, "  stopped before the end; the same command goes on");
        }
        page.wrapped(title, settings, 2);
        page.append(tallies(self, settings));
        page.append(ladder(self));
        page.append(shares(self));
        let mut files = vec![Line::named(
            "trials ",
            format!(
                "{}{}",
                self.table.display(),
                match self.resumed {
                    0 => String::new(),
                    held => format!(" ({held} were there)"),
                }
            ),
        )];
        if let Some(plot) = &self.plot {
            files.push(Line::named("plot ", plot.display().to_string()));
        }
        files.push(Line::plain(time_with_unit(self.elapsed)));
        page.facts(files, settings, 2);
        page
    }
}

fn tallies(answer: &LabAnswer, settings: &Settings) -> Page {
    let heads = "profile|solved>|to solution>|nodes>|time>|depth>|branching>|first>|extended>";
    let mut table =
        TextTable::headed(heads).at_most(if settings.narrower_than(76) { 4 } else { 9 });
    for SetupResult { setup, tally, .. } in &answer.setups {
        table.row(vec![
            name(setup),
            Line::of(Role::Strong, format!("{}/{}", tally.solved, tally.tried)),
            cell(tally.median_solution().map(short), settings),
            Line::plain(short(tally.nodes)),
            Line::plain(time_with_unit(tally.elapsed)),
            cell(tally.depth().map(|depth| format!("{depth:.1}")), settings),
            cell(tally.branching().map(|factor| format!("{factor:.2}")), settings),
            Line::plain(percent(tally.cutoffs.1, tally.cutoffs.0)),
            Line::plain(percent(tally.extended(), tally.nodes)),
        ]);
    }
    table.page(None)
}

fn name(setup: &LabSetup) -> Line {
    let indented = left_out(setup.without).map(|without| Line::plain("  ").and(without));
    indented.unwrap_or_else(|| Line::plain(setup.profile))
}

/// Returns a cell of a table, which may be empty.
pub(crate) fn cell(text: Option<String>, settings: &Settings) -> Line {
    text.map_or_else(|| Line::of(Role::Dim, settings.signs().dash), Line::plain)
}

/// What each setup solves of each rung, and gains or loses beside the one that it is measured against; nothing where the suite
/// has one rung only.
fn ladder(answer: &LabAnswer) -> Page {
    let first = answer.setups.iter().take(1).flat_map(|first| &first.rungs);
    let names: Vec<&str> = first.map(|rung| rung.name.as_str()).collect();
    if names.len() < 2 {
        return Page::new();
    }
    let mut table = TextTable::headed(&format!("rung|{}>", names.join(">|")));
    for (number, result) in answer.setups.iter().enumerate() {
        let mut row = vec![name(&result.setup)];
        row.extend(result.rungs.iter().map(|rung| {
            let solved = Line::of(Role::Strong, format!("{}/{}", rung.solved, rung.tried));
            let beside = format!(" {:+} ±{:.0}", rung.gain(), rung.error());
            if number == 0 { solved } else { solved.with(Role::Dim, beside) }
        }));
        table.row(row);
    }
    let mut page = Page::of(Line::new());
    page.append(table.page(None));
    page
}

/// Share of each profile's nodes below each rule; rules that fired nowhere are left out.
fn shares(answer: &LabAnswer) -> Page {
    let is_whole = |result: &&SetupResult| result.setup.without == Without::Nothing;
    let whole: Vec<&SetupResult> = answer.setups.iter().filter(is_whole).collect();
    let rules: Vec<Rule> = Rule::ALL
        .into_iter()
        .filter(|rule| whole.iter().any(|result| result.tally.rules[rule.index()] > 0))
        .collect();
    if rules.is_empty() {
        return Page::new();
    }
    let profiles: Vec<&str> = whole.iter().map(|result| result.setup.profile).collect();
    let mut table = TextTable::headed(&format!("nodes below|{}>", profiles.join(">|")));
    for rule in rules {
        let share = |SetupResult { tally, .. }: &&SetupResult| {
            Line::plain(percent(tally.rules[rule.index()], tally.nodes))
        };
        let mut row = vec![Line::of(Role::Extension, rule.name())];
        row.extend(whole.iter().map(share));
        table.row(row);
    }
    let mut page = Page::of(Line::new());
    page.append(table.page(None));
    page
}
