//! The reply of `solve`, and its line of JSON.

use std::path::PathBuf;

use serde::Serialize;

use super::{MateTally, Misses, SolveTotals};
use crate::commands::mates::sound::view::stopped;
use crate::commands::tools::suite::LeftOut;
use crate::ink::json::{Count, FilePath, Milliseconds, written_as};
use crate::ink::number::{counted, short, time_with_unit};
use crate::ink::{Answer, Line, Page, Role, Settings, TextTable};

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SolveAnswer {
    pub path: PathBuf,
    /// Number of positions in the file. Fewer were tried if the run was stopped or resumed.
    pub size: usize,
    pub totals: SolveTotals,
    /// The file of misses, if one was written.
    pub misses: Option<Misses>,
    /// The folder of proofs, and the number saved.
    pub proofs: Option<(PathBuf, usize)>,
    /// Unusable records of the file.
    pub left_out: LeftOut,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "solved"))]
struct SolvedForm {
    path: FilePath,
    positions: usize,
    tried: usize,
    solved: usize,
    missed: usize,
    /// Problems that a limit ended before everything was tested.
    undecided: usize,
    nodes: Count,
    time_ms: Milliseconds,
    stopped: bool,
    mates: Vec<MatesForm>,
    misses: Option<FilePath>,
    /// How many were saved.
    proofs: Option<usize>,
    #[serde(flatten)]
    left_out: LeftOut,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "mates"))]
struct MatesForm {
    /// Their length in moves.
    mate: u32,
    #[serde(flatten)]
    tally: MateTally,
}

written_as!(SolveAnswer as SolvedForm);

impl SolvedForm {
    fn of(answer: &SolveAnswer) -> SolvedForm {
        let SolveTotals { all, mates } = &answer.totals;
        SolvedForm {
            path: FilePath(answer.path.clone()),
            positions: answer.size,
            tried: all.positions,
            solved: all.solved,
            missed: all.missed(),
            undecided: all.undecided,
            nodes: all.nodes,
            time_ms: all.elapsed,
            stopped: all.stopped,
            mates: mates.iter().map(|(&mate, &tally)| MatesForm { mate, tally }).collect(),
            misses: answer.misses.as_ref().map(|misses| FilePath(misses.path.clone())),
            proofs: answer.proofs.as_ref().map(|(_, saved)| *saved),
            left_out: answer.left_out.clone(),
        }
    }
}

impl Answer for SolveAnswer {
    const TYPE: &str = "solved";

    /// Draws the mates by length, then the totals.
    fn page(&self, settings: &Settings) -> Page {
        let totals = &self.totals;
        let mut page = Page::new();
        if !totals.mates.is_empty() {
            page.append(mates(totals, settings));
        }
        page.facts(self.facts(), settings, 2);
        let mut push =
            |name: &str, text: String| page.wrapped(Line::named(name, text), settings, 2);
        if let Some(Misses { path, missed, untried }) = &self.misses
            && missed + untried > 0
        {
            let and =
                if *untried > 0 { format!(" and {untried} not tried") } else { String::new() };
            push("for --from  ", format!("{missed} missed{and}: {}", path.display()));
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
        let missed = all.missed();
        let of_all =
            if all.positions < self.size { format!(" of {}", self.size) } else { String::new() };
        let role = if missed + all.undecided == 0 { Role::Good } else { Role::Plain };
        let mut facts = vec![
            Line::of(Role::Strong, counted(all.positions, "position")).with(Role::Plain, of_all),
            Line::of(role, format!("{} solved", all.solved)),
        ];
        if missed > 0 {
            facts.push(Line::of(Role::Bad, format!("{missed} missed")));
        }
        if all.undecided > 0 {
            facts.push(Line::of(Role::Caution, format!("{} undecided", all.undecided)));
        }
        facts.extend(stopped(all.stopped));
        facts.push(Line::plain(time_with_unit(all.elapsed.0)));
        facts
    }
}

/// Lower bounds of the lengths in each row of the table.
const BANDS: [u32; 12] = [1, 2, 3, 4, 5, 6, 8, 11, 16, 21, 31, 51];

/// Draws the table of mates, all of which were verified.
fn mates(totals: &SolveTotals, settings: &Settings) -> Page {
    let heads = "mates|tried>|verified>|best>|shortest>|nodes>|time each>";
    let mut table =
        TextTable::headed(heads).at_most(if settings.narrower_than(56) { 4 } else { 7 });
    let mut sum = MateTally::default();
    let ends = BANDS[1..].iter().map(|next| next - 1).chain([u32::MAX]);
    for (from, to) in BANDS.into_iter().zip(ends) {
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
        table.row(mate_row(name, &band, settings));
        sum += band;
    }
    table.row(mate_row("all".to_owned(), &sum, settings));
    table.page(None)
}

fn mate_row(name: String, tally: &MateTally, settings: &Settings) -> Vec<Line> {
    let each = tally.time.0 / tally.tried.max(1) as u32;
    let nodes = tally.nodes.0;
    let nodes = if settings.is_pretty() { short(nodes) } else { nodes.to_string() };
    vec![
        Line::of(Role::Mate, name),
        Line::plain(tally.tried.to_string()),
        Line::plain(tally.found.to_string()),
        Line::of(Role::Strong, tally.best.to_string()),
        Line::plain(tally.shortest.to_string()),
        Line::plain(nodes),
        Line::plain(time_with_unit(each)),
    ]
}
