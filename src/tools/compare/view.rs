//! What `compare` shows, and its line of JSON.

use std::time::Duration;

use serde_json::{Value, json};

use crate::chess::Position;
use crate::ink::json::{self, count, joined};
use crate::ink::number::{percent, short, time_with_unit};
use crate::ink::{Line, Page, Role, Settings, TextTable, movetext};
use crate::search::ScoredLine;
use crate::tools::tool::ToolAnswer;

/// What a search under a profile says of the position, and what it cost.
#[derive(Clone, Debug)]
pub(super) struct Opinion {
    pub profile: &'static str,
    pub nodes: u64,
    pub elapsed: Duration,
    /// Iterations completed, and the nodes that those took.
    pub depth: (u32, u64),
    /// Beta cutoffs of the main search, and those by the first move searched.
    pub cutoffs: (u64, u64),
    /// The longest line searched, in plies.
    pub seldepth: u32,
    /// Its line; `None` if the game is over.
    pub line: Option<ScoredLine>,
}

impl Opinion {
    /// The effective branching factor: the number that, raised to the depth, is the nodes. `None` without a depth.
    fn branching(&self) -> Option<f64> {
        let (depth, nodes) = self.depth;
        (depth > 0 && nodes > 0).then(|| (nodes as f64).powf(1.0 / f64::from(depth)))
    }
}

/// The position on the board, under several profiles.
#[derive(Clone, Debug)]
pub(super) struct CompareAnswer {
    pub position: Position,
    pub nodes: u64,
    /// What each profile says; fewer than were asked if it was stopped.
    pub opinions: Vec<Opinion>,
    /// Castling in coordinates is king takes rook.
    pub chess960: bool,
}

impl CompareAnswer {
    fn opinion_line(&self, opinion: &Opinion) -> Value {
        let mut value = json!({
            "profile": opinion.profile,
            "depth": opinion.depth.0,
            "seldepth": opinion.seldepth,
            "nodes": count(opinion.nodes),
            "time_ms": opinion.elapsed.as_millis() as u64,
            "branching": opinion.branching(),
            "cutoffs": count(opinion.cutoffs.0),
            "first_cutoffs": count(opinion.cutoffs.1),
        });
        if let Some(line) = &opinion.line {
            let of = (line.score, line.bound);
            value = joined(value, json::line(&self.position, of, &line.pv, self.chess960));
        }
        value
    }

    fn row(&self, opinion: &Opinion, settings: &Settings) -> Vec<Line> {
        let position = &self.position;
        let (score, line) = match &opinion.line {
            Some(line) => (
                settings.bounded(line.score, line.bound, position.turn()),
                movetext::line(position, &line.pv, settings),
            ),
            None => (cell(None, settings), cell(None, settings)),
        };
        vec![
            Line::plain(opinion.profile),
            Line::plain(format!("{}/{}", opinion.depth.0, opinion.seldepth)),
            score,
            Line::plain(short(opinion.nodes)),
            Line::plain(time_with_unit(opinion.elapsed)),
            cell(opinion.branching().map(|factor| format!("{factor:.2}")), settings),
            Line::plain(percent(opinion.cutoffs.1, opinion.cutoffs.0)),
            line,
        ]
    }
}

impl ToolAnswer for CompareAnswer {
    fn line(&self) -> (&'static str, Value) {
        let profiles = self.opinions.iter().map(|opinion| self.opinion_line(opinion));
        let line = json!({
            "fen": self.position.to_fen(),
            "limit": count(self.nodes),
            "profiles": profiles.collect::<Value>(),
        });
        ("compare", line)
    }

    /// What each profile sees in the position, and at what cost.
    fn page(&self, settings: &Settings) -> Page {
        let heads = "profile|depth>|score>|nodes>|time>|branching>|first>|line";
        let mut table = TextTable::headed(heads);
        for opinion in &self.opinions {
            table.row(self.row(opinion, settings));
        }
        table.page(settings.width)
    }
}

/// Returns a cell of a table, which may be empty.
fn cell(text: Option<String>, settings: &Settings) -> Line {
    text.map_or_else(|| Line::of(Role::Dim, settings.signs().dash), Line::plain)
}
