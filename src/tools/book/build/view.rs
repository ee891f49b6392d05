//! What `book build` shows, and its line of JSON.

use std::path::PathBuf;
use std::time::Duration;

use serde::Serialize;
use serde_json::Value;

use crate::ink::number::{counted, grouped, time_with_unit};
use crate::ink::{Line, Page, Role, Settings};
use crate::tools::tool::{ToolAnswer, members, milliseconds, shown};

#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct BookBuilt {
    pub games: u64,
    /// Of these, games that were read before, by a build that was stopped.
    #[serde(rename = "games_before")]
    pub before: u64,
    /// Games without a result, which say how often a move is played and nothing else: they count as drawn.
    pub without_result: u64,
    /// Games that were left out.
    pub damaged: u64,
    /// The first of them, each with its file, number, line, and what is wrong.
    pub named: Vec<String>,
    /// Positions and moves of the book; none if it was stopped.
    pub positions: u64,
    pub moves: u64,
    /// Runs that were written to the disk.
    pub runs: usize,
    pub bytes: u64,
    #[serde(rename = "reading_ms", serialize_with = "milliseconds")]
    pub reading: Duration,
    /// How long all of it took.
    #[serde(rename = "time_ms", serialize_with = "milliseconds")]
    pub elapsed: Duration,
    /// The most memory that the program ever took, in bytes, where the system reports it.
    #[serde(rename = "peak_bytes")]
    pub peak: Option<u64>,
    /// It was stopped before the end: the same command goes on from there.
    pub stopped: bool,
}

#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct BookBuiltAnswer {
    #[serde(serialize_with = "shown")]
    pub path: PathBuf,
    #[serde(flatten)]
    pub built: BookBuilt,
}

impl ToolAnswer for BookBuiltAnswer {
    fn line(&self) -> (&'static str, Value) {
        ("book-built", members(self))
    }

    fn page(&self, settings: &Settings) -> Page {
        let BookBuiltAnswer { path, built } = self;
        let mut page = Page::new();
        let mut facts = match built.stopped {
            true => vec![Line::of(Role::Caution, "stopped; the same command goes on from here")],
            false => vec![
                Line::named("saved ", path.display().to_string()),
                Line::of(Role::Strong, format!("{} moves", grouped(built.moves))),
                Line::plain(format!("{} positions", grouped(built.positions))),
            ],
        };
        let games = format!("{} games", grouped(built.games));
        facts.push(Line::plain(match built.before {
            0 => games,
            before => format!("{games}, {} of them read before", grouped(before)),
        }));
        if built.without_result > 0 {
            facts.push(Line::plain(format!("{} without a result", grouped(built.without_result))));
        }
        if built.damaged > 0 {
            facts.push(Line::of(Role::Bad, format!("{} left out", grouped(built.damaged))));
        }
        page.facts(facts, settings, 2);
        let megabytes = built.bytes as f64 / 1e6;
        let speed = megabytes / built.reading.as_secs_f64().max(1e-3);
        let mut facts = vec![
            Line::plain(format!("{megabytes:.1} MB read at {speed:.1} MB/s")),
            Line::plain(counted(built.runs, "run")),
            Line::plain(time_with_unit(built.elapsed)),
        ];
        if let Some(peak) = built.peak {
            facts.push(Line::plain(format!("{} MiB of memory at most", peak >> 20)));
        }
        page.facts(facts, settings, 2);
        for named in &built.named {
            page.wrapped(
                Line::of(Role::Bad, " left out  ").with(Role::Plain, named.as_str()),
                settings,
                2,
            );
        }
        page
    }
}
