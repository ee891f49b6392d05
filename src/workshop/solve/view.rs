//! What `solve` shows, and its line of JSON.

use std::path::PathBuf;

use serde::Serialize;
use serde_json::Value;

use super::{MateTally, Misses, SolveTotals};
use crate::ink::json::count;
use crate::ink::number::{counted, short, time_with_unit};
use crate::ink::{Align, Line, Page, Role, Settings, TextTable};
use crate::workshop::suite::LeftOut;
use crate::workshop::tool::{ToolAnswer, members};

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SolveAnswer {
    pub path: PathBuf,
    /// How many positions it has. Fewer were tried if it was stopped, or went on from a file of misses.
    pub size: usize,
    pub totals: SolveTotals,
    /// The file of misses that was written, if there was need of one.
    pub misses: Option<Misses>,
    /// The folder of proofs, and how many were saved there.
    pub proofs: Option<(PathBuf, usize)>,
    /// Records of the file that cannot be tried.
    pub left_out: LeftOut,
}

#[derive(Serialize)]
struct SolveLine<'a> {
    path: String,
    positions: usize,
    tried: usize,
    solved: usize,
    missed: usize,
    nodes: Value,
    time_ms: u64,
    stopped: bool,
    mates: Vec<MateLine>,
    misses: Option<String>,
    proofs: Option<usize>,
    #[serde(flatten)]
    left_out: &'a LeftOut,
}

#[derive(Serialize)]
struct MateLine {
    mate: u32,
    #[serde(flatten)]
    tally: MateTally,
}

impl ToolAnswer for SolveAnswer {
    fn line(&self) -> (&'static str, Value) {
        let SolveTotals { all, mates } = &self.totals;
        let mates = mates.iter().map(|(&mate, &tally)| MateLine { mate, tally });
        let line = SolveLine {
            path: self.path.display().to_string(),
            positions: self.size,
            tried: all.positions,
            solved: all.solved,
            missed: all.positions - all.solved,
            nodes: count(all.nodes),
            time_ms: all.elapsed.as_millis() as u64,
            stopped: all.stopped,
            mates: mates.collect(),
            misses: self.misses.as_ref().map(|misses| misses.path.display().to_string()),
            proofs: self.proofs.as_ref().map(|(_, saved)| *saved),
            left_out: &self.left_out,
        };
        ("solved", members(&line))
    }

    /// The mates by their length, then the whole of it.
    fn page(&self, settings: &Settings) -> Page {
        let totals = &self.totals;
        let mut page = Page::new();
        if !totals.mates.is_empty() {
            page.append(mates(totals, settings));
        }
        page.facts(self.facts(), settings, 2);
        let mut push = |name: &str, text: String| {
            let line = Line::named(name, text);
            page.wrapped(line, settings, 2);
        };
        if let Some(misses) =
            self.misses.as_ref().filter(|misses| misses.missed + misses.untried > 0)
        {
            let untried = match misses.untried {
                0 => String::new(),
                untried => format!(" and {untried} not tried"),
            };
            push(
                "for --from  ",
                format!("{} missed{untried}: {}", misses.missed, misses.path.display()),
            );
        }
        if let Some((folder, saved)) = &self.proofs {
            push("saved  ", format!("{} in {}", counted(*saved, "proof"), folder.display()));
        }
        page.append(self.left_out.page(settings));
        page
    }
}

impl SolveAnswer {
    fn facts(&self) -> Vec<Line> {
        let all = &self.totals.all;
        let missed = all.positions - all.solved;
        let of_all =
            if all.positions < self.size { format!(" of {}", self.size) } else { String::new() };
        let role = if missed == 0 { Role::Good } else { Role::Plain };
        let mut facts = vec![
            Line::of(Role::Strong, counted(all.positions, "position")).with(Role::Plain, of_all),
            Line::of(role, format!("{} solved", all.solved)),
        ];
        if missed > 0 {
            facts.push(Line::of(Role::Bad, format!("{missed} missed")));
        }
        if all.stopped {
            facts.push(Line::of(Role::Caution, "stopped before the end"));
        }
        facts.push(Line::plain(time_with_unit(all.elapsed)));
        facts
    }
}

/// Lengths of mates that share a row of the table: each by itself as long as they are short.
const BANDS: [(u32, u32); 12] = [
    (1, 1),
    (2, 2),
    (3, 3),
    (4, 4),
    (5, 5),
    (6, 7),
    (8, 10),
    (11, 15),
    (16, 20),
    (21, 30),
    (31, 50),
    (51, u32::MAX),
];

/// The table of mates. What was found was verified: there is no other way to find one.
fn mates(totals: &SolveTotals, settings: &Settings) -> Page {
    let wide = !settings.narrower_than(56);
    let columns = if wide { 7 } else { 4 };
    let mut table =
        TextTable::new(&[&[Align::Left][..], &[Align::Right].repeat(6)].concat()[..columns])
            .indented(1);
    let heads = ["mates", "tried", "verified", "best", "shortest", "nodes", "time each"];
    table.head(&heads[..columns]);
    let mut sum = MateTally::default();
    for (from, to) in BANDS {
        let mut band = MateTally::default();
        totals.mates.range(from..=to).for_each(|(_, tally)| band += *tally);
        if band.tried == 0 {
            continue;
        }
        let name = match (from, to) {
            (from, to) if from == to => format!("#{from}"),
            (from, u32::MAX) => format!("#{from}{}", settings.signs().dash),
            (from, to) => format!("#{from}{}{to}", settings.signs().dash),
        };
        table.row(mate_row(name, &band, columns, settings));
        sum += band;
    }
    table.row(mate_row("all".to_owned(), &sum, columns, settings));
    table.page(None)
}

fn mate_row(name: String, tally: &MateTally, columns: usize, settings: &Settings) -> Vec<Line> {
    let each = tally.time / tally.tried.max(1) as u32;
    let nodes = if settings.is_pretty() { short(tally.nodes) } else { tally.nodes.to_string() };
    let mut row = vec![
        Line::of(Role::Mate, name),
        Line::plain(tally.tried.to_string()),
        Line::plain(tally.found.to_string()),
        Line::of(Role::Strong, tally.best.to_string()),
        Line::plain(tally.shortest.to_string()),
        Line::plain(nodes),
        Line::plain(time_with_unit(each)),
    ];
    row.truncate(columns);
    row
}
