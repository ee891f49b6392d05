//! The reply of `compare`, and its line of JSON.

use serde::Serialize;

use crate::ink::json::{Count, Fen, Milliseconds, SearchedLine};
use crate::ink::number::{percent, short, time_with_unit};
use crate::ink::{Answer, Line, Page, Role, Settings, TextTable, movetext};

/// What a search under a profile says of the position, and what it cost.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Opinion {
    /// The profile, or the name of the second engine.
    pub profile: String,
    /// Iterations completed.
    pub depth: u32,
    /// The longest line searched, in plies.
    pub seldepth: u32,
    pub nodes: Count,
    #[serde(rename = "time_ms")]
    pub elapsed: Milliseconds,
    /// The effective branching factor: the number that, raised to the depth, is the nodes. `None` without a depth.
    pub branching: Option<f64>,
    /// Beta cutoffs of the main search.
    pub cutoffs: Count,
    /// Those by the first move searched.
    pub first_cutoffs: Count,
    /// `None` if the game is over.
    #[serde(flatten)]
    pub line: Option<SearchedLine>,
}

/// The position on the board, under several profiles.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct CompareAnswer {
    pub fen: Fen,
    /// Nodes for each profile.
    pub limit: Count,
    /// What each profile says; fewer than were asked if it was stopped.
    #[serde(rename = "profiles")]
    pub opinions: Vec<Opinion>,
    /// The row of the second engine.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub second: Option<Opinion>,
}

impl Opinion {
    fn row(&self, settings: &Settings) -> Vec<Line> {
        let (score, line) = match &self.line {
            Some(SearchedLine { root, score: (score, bound), pv, .. }) => {
                (settings.bounded(*score, *bound, root.turn()), movetext::line(root, pv, settings))
            }
            None => (cell(None, settings), cell(None, settings)),
        };
        vec![
            Line::plain(self.profile.as_str()),
            Line::plain(format!("{}/{}", self.depth, self.seldepth)),
            score,
            Line::plain(short(self.nodes.0)),
            Line::plain(time_with_unit(self.elapsed.0)),
            cell(self.branching.map(|factor| format!("{factor:.2}")), settings),
            cell(
                (self.cutoffs.0 > 0).then(|| percent(self.first_cutoffs.0, self.cutoffs.0)),
                settings,
            ),
            line,
        ]
    }
}

impl Answer for CompareAnswer {
    const TYPE: &str = "compare";

    fn page(&self, settings: &Settings) -> Page {
        let heads = "profile|depth>|score>|nodes>|time>|branching>|first>|line";
        let mut table = TextTable::headed(heads);
        for opinion in self.opinions.iter().chain(&self.second) {
            table.row(opinion.row(settings));
        }
        table.page(settings.width)
    }
}

fn cell(text: Option<String>, settings: &Settings) -> Line {
    text.map_or_else(|| Line::of(Role::Dim, settings.signs().dash), Line::plain)
}
