//! `openings`: how often each opening of `book/` occurs in a file of games.

use std::cmp::Reverse;
use std::collections::HashMap;
use std::io::BufReader;
use std::path::PathBuf;

use serde_json::{Value, json};

use crate::chess::pgn::PgnReader;
use crate::chess::{Position, Step};
use crate::ink::number::{counted, percent};
use crate::ink::{Align, Line, Page, Role, Settings, TextTable};
use crate::oracle::book::{Opening, openings};
use crate::workshop::tool::arguments::{number, path};
use crate::workshop::tool::files::{name_of, open};
use crate::workshop::tool::{
    Tool, ToolAnswer, ToolContext, ToolDesk, ToolError, ToolResult, ToolText, ToolWork, tool_text,
};

/// Plies that are looked at: no line of the book is longer.
const PLIES: usize = 60;

/// Games between two looks at the stop flag.
const GAMES_A_LOOK: usize = 256;

#[derive(clap::Args, Clone, Debug)]
pub struct Openings {
    /// Games in PGN
    #[arg(value_name = "FILE", value_parser = path)]
    file: PathBuf,
    /// The most openings that are listed
    #[arg(long, value_name = "N", default_value = "20", value_parser = number::<usize>(1..=10_000))]
    top: usize,
}

impl Tool for Openings {
    const TEXT: ToolText = tool_text!("openings", "FILE [--top N]":
        "how often each opening occurs in a file of games in PGN",
        details: "The opening of a game is the last of its positions that has a name in the book of lines, by whatever order of \
                  moves. Games from other start positions have none.",
        examples: &[("openings games.pgn --top 10", "the ten most frequent")]);

    fn begin(self, _desk: &ToolDesk<'_>) -> ToolResult<ToolWork> {
        Ok(ToolWork::new(move |context| self.run(context)))
    }
}

impl Openings {
    fn run(&self, context: &ToolContext<'_>) -> ToolResult {
        let mut reader = PgnReader::new(BufReader::new(open(&self.file)?));
        let (mut counts, mut games): (HashMap<Option<&Opening>, usize>, usize) = Default::default();
        context.begin(name_of(&self.file), 0);
        while let Some(record) =
            reader.record().map_err(|error| ToolError::content(&self.file, error))?
        {
            let mut opening = None;
            let mut plies = 0;
            record.each_step(false, |position, step| {
                let Step::Move(mv) = step else { return false };
                plies += 1;
                if plies == 1 && *position != Position::start() {
                    return false;
                }
                let named = openings().ok().and_then(|lines| lines.name(&position.play(mv)));
                opening = named.or(opening);
                plies < PLIES
            });
            *counts.entry(opening).or_default() += 1;
            games += 1;
            if games.is_multiple_of(GAMES_A_LOOK) {
                context.done(games);
                if context.stop.is_raised() {
                    break;
                }
            }
        }
        let mut rows: Vec<(Option<Opening>, usize)> =
            counts.into_iter().map(|(opening, count)| (opening.cloned(), count)).collect();
        let name = |opening: &Option<Opening>| {
            opening.as_ref().map(|opening| (opening.eco.clone(), opening.name.clone()))
        };
        rows.sort_by_cached_key(|(opening, count)| (Reverse(*count), name(opening)));
        let kinds = rows.len();
        rows.truncate(self.top);
        Ok(OpeningsAnswer { path: self.file.clone(), games, kinds, rows }.into())
    }
}

#[derive(Clone, PartialEq, Debug)]
pub struct OpeningsAnswer {
    pub path: PathBuf,
    pub games: usize,
    /// How many openings there are, those that are not listed among them.
    pub kinds: usize,
    /// The most frequent first; `None` are games whose opening has no name.
    pub rows: Vec<(Option<Opening>, usize)>,
}

impl ToolAnswer for OpeningsAnswer {
    fn line(&self) -> (&'static str, Value) {
        let openings = self.rows.iter().map(|(opening, games)| {
            let (eco, name) = opening.as_ref().map(|opening| (&opening.eco, &opening.name)).unzip();
            json!({ "eco": eco, "name": name, "games": games })
        });
        let line = json!({
            "path": self.path.display().to_string(),
            "games": self.games,
            "kinds": self.kinds,
            "openings": openings.collect::<Value>(),
        });
        ("openings", line)
    }

    fn page(&self, settings: &Settings) -> Page {
        let facts = vec![
            Line::of(Role::Strong, self.path.display().to_string()),
            Line::plain(counted(self.games, "game")),
            Line::plain(counted(self.kinds, "opening")),
        ];
        let mut page = Page::of_facts(facts, settings);
        let mut table =
            TextTable::new(&[Align::Right, Align::Right, Align::Left, Align::Left]).indented(1);
        for (opening, count) in &self.rows {
            let share = percent(*count as u64, self.games as u64);
            let (eco, name) = match opening {
                Some(opening) => (opening.eco.as_str(), opening.name.as_str()),
                None => ("", "no opening of the book"),
            };
            table.row(vec![
                Line::plain(count.to_string()),
                Line::of(Role::Dim, share),
                Line::of(Role::Dim, eco),
                Line::plain(name),
            ]);
        }
        page.append(table.page(settings.width));
        page
    }
}
