//! What `compare` shows, and its line of JSON.

use serde_json::{Value, json};

use super::trial::Trial;
use crate::chess::Position;
use crate::ink::json::{self, count, joined};
use crate::ink::number::{percent, short, time_with_unit};
use crate::ink::{Line, Page, Role, Settings, TextTable, movetext};
use crate::search::ScoredLine;
use crate::tools::tool::ToolAnswer;

#[derive(Clone, Debug)]
pub(super) struct Opinion {
    pub profile: &'static str,
    pub trial: Trial,
    /// The longest line searched, in plies.
    pub seldepth: u32,
    /// Its line; `None` if the game is over.
    pub line: Option<ScoredLine>,
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
        let (position, trial) = (&self.position, &opinion.trial);
        let mut value = json!({
            "profile": opinion.profile,
            "depth": trial.depth.0,
            "seldepth": opinion.seldepth,
            "nodes": count(trial.nodes),
            "time_ms": trial.elapsed.as_millis() as u64,
            "branching": trial.branching(),
            "cutoffs": count(trial.cutoffs.0),
            "first_cutoffs": count(trial.cutoffs.1),
        });
        if let Some(line) = &opinion.line {
            let of = (line.score, line.bound);
            value = joined(value, json::line(position, of, &line.pv, self.chess960));
        }
        value
    }

    fn row(&self, opinion: &Opinion, settings: &Settings) -> Vec<Line> {
        let (position, trial) = (&self.position, &opinion.trial);
        let (score, line) = match &opinion.line {
            Some(line) => (
                settings.bounded(line.score, line.bound, position.turn()),
                movetext::line(position, &line.pv, settings),
            ),
            None => (cell(None, settings), cell(None, settings)),
        };
        vec![
            Line::plain(opinion.profile),
            Line::plain(format!("{}/{}", trial.depth.0, opinion.seldepth)),
            score,
            Line::plain(short(trial.nodes)),
            Line::plain(time_with_unit(trial.elapsed)),
            cell(trial.branching().map(|factor| format!("{factor:.2}")), settings),
            Line::plain(percent(trial.cutoffs.1, trial.cutoffs.0)),
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
