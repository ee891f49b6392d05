//! `compare`: the position on the board under every profile.

use serde_json::{Value, json};

use super::view::cell;
use super::{Opinion, ProfileNames, node_count, profiles, run};
use crate::chess::Position;
use crate::ink::json::{self, count, joined};
use crate::ink::number::{percent, short, time_with_unit};
use crate::ink::{Line, Page, Settings, TextTable, movetext};
use crate::workshop::tool::arguments::WordFault;
use crate::workshop::tool::{Tool, ToolAnswer, ToolDesk, ToolError, ToolText, ToolWork, tool_text};

#[derive(clap::Args, Clone, Debug)]
pub struct Compare {
    /// Nodes for each profile: 100k if nothing is said
    #[arg(value_name = "NODES")]
    words: Vec<String>,
    /// Profiles, with commas between them, or all
    #[arg(long, value_name = "A,B", default_value = "all", value_parser = profiles)]
    profiles: ProfileNames,
}

impl Tool for Compare {
    const TEXT: ToolText = tool_text!("compare", "[NODES] [--profiles A,B|all]":
        "search the position under every profile, and show side by side what each saw and at what cost",
        details: "Each has one thread and an empty table, so what it says is the same every time. `set profile NAME` goes on with \
                  one of them.",
        examples: &[("compare", "all profiles"),
            ("compare 1M --profiles quarterply,slow", "two of them, longer")]);

    fn check(&self) -> Result<(), WordFault> {
        node_count(&self.words).map(drop)
    }

    fn needs_position(&self) -> bool {
        true
    }

    fn begin(self, desk: &ToolDesk<'_>) -> Result<ToolWork, ToolError> {
        let nodes = node_count(&self.words).map_err(ToolError::from_word)?;
        let (options, position) = (desk.options.clone(), *desk.position);
        let chess960 = options.chess960 || position.is_chess960();
        Ok(ToolWork::new(move |context| {
            let ProfileNames(profiles) = &self.profiles;
            context.begin("compare", profiles.len());
            let mut tell = |done| context.done(done);
            let how = (&options, nodes);
            let opinions = run::compare(&position, profiles, how, context.stop, &mut tell)?;
            Ok(CompareAnswer { position, nodes, opinions, chess960 }.into())
        }))
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
