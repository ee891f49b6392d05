//! What `selfplay` shows: how a match is going, in one line of facts, and its result; and its lines of JSON.

use std::path::PathBuf;
use std::time::Duration;

use serde_json::{Value, json};

use super::{MatchResult, Sprt, Standing};
use crate::ink::json::joined;
use crate::ink::number::{counted, percent, time_with_unit};
use crate::ink::{Line, Page, Role, Settings};
use crate::tools::tool::{ToolAnswer, ToolEvent, stopped};

#[derive(Clone, PartialEq, Debug)]
pub struct SelfPlayNews {
    pub standing: Standing,
    pub sprt: Option<Sprt>,
    /// Worth a line of its own, also where there is no bar that shows it.
    pub is_milestone: bool,
}

#[derive(Clone, PartialEq, Debug)]
pub struct SelfPlayAnswer {
    pub played: MatchResult,
    pub sprt: Option<Sprt>,
    /// Games that the file of records held before.
    pub known: u32,
    pub elapsed: Duration,
    /// The file of records and its size in bytes.
    pub records: Option<(PathBuf, u64)>,
    pub pgn: Option<PathBuf>,
}

fn standing_members(standing: &Standing, sprt: Option<Sprt>) -> Value {
    let [won, drawn, lost] = standing.results;
    let (elo, elo_error) = standing.pairs.elo().unzip();
    let tenths = |elo: f64| (elo * 10.0).round() / 10.0;
    let ratio = |test| (standing.pairs.likelihood_ratio(test) * 100.0).round() / 100.0;
    json!({
        "match": standing.is_match(),
        "games": standing.games,
        "won": won,
        "drawn": drawn,
        "lost": lost,
        "pairs": standing.pairs.0,
        "elo": elo.map(tenths),
        "elo_error": elo_error.map(tenths),
        "llr": sprt.map(ratio),
        "plies": standing.plies,
        "searched": standing.searched,
    })
}

impl ToolEvent for SelfPlayNews {
    fn line(&self) -> Option<(&'static str, Value)> {
        Some(("selfplayed", standing_members(&self.standing, self.sprt)))
    }

    fn page(&self, settings: &Settings) -> Page {
        let mut page = Page::new();
        if self.is_milestone {
            let facts = facts(&self.standing, self.sprt);
            page.facts(facts, settings, 2);
        }
        page
    }

    fn brief(&self) -> Option<(String, usize)> {
        let facts = facts(&self.standing, self.sprt);
        let texts: Vec<String> = facts.iter().skip(1).map(Line::text).collect();
        Some((texts.join(" "), self.standing.games as usize))
    }
}

impl ToolAnswer for SelfPlayAnswer {
    fn line(&self) -> (&'static str, Value) {
        let standing = &self.played.standing;
        let causes = standing.causes.iter();
        let causes = causes.map(|(cause, games)| json!({ "cause": cause.name(), "games": games }));
        let records = self.records.as_ref();
        let more = json!({
            "accepted": self.played.decision,
            "stopped": self.played.stopped,
            "known": self.known,
            "causes": causes.collect::<Value>(),
            "time_ms": self.elapsed.as_millis() as u64,
            "records": records.map(|(path, bytes)| json!({ "path": path.display().to_string(), "bytes": bytes })),
            "pgn": self.pgn.as_ref().map(|path| path.display().to_string()),
        });
        ("selfplay", joined(standing_members(standing, self.sprt), more))
    }

    fn page(&self, settings: &Settings) -> Page {
        let played = &self.played;
        let mut facts = facts(&played.standing, self.sprt);
        if let Some(accepted) = played.decision {
            facts.push(match accepted {
                true => Line::of(Role::Good, "accepted"),
                false => Line::of(Role::Bad, "refused"),
            });
        }
        facts.extend(stopped(played.stopped));
        let mut page = Page::of_facts(facts, settings);
        page.facts(effort(self, settings), settings, 2);
        let ends = played.standing.causes.iter();
        let ends =
            ends.map(|(cause, count)| Line::named(format!("{} ", cause.name()), count.to_string()));
        page.facts(ends, settings, 2);
        if let Some((path, bytes)) = &self.records {
            let bytes = settings.count(*bytes);
            let text = format!("{}, {bytes} bytes", path.display());
            page.wrapped(Line::named("records in ", text), settings, 2);
        }
        if let Some(path) = &self.pgn {
            let text = path.display().to_string();
            page.wrapped(Line::named("games in ", text), settings, 2);
        }
        page
    }
}

fn effort(answer: &SelfPlayAnswer, settings: &Settings) -> Vec<Line> {
    let standing = &answer.played.standing;
    let new = standing.games - answer.known;
    let mut facts = vec![
        Line::plain(format!(
            "{} searched of {} plies",
            settings.count(standing.searched),
            settings.count(standing.plies)
        )),
        Line::plain(time_with_unit(answer.elapsed)),
    ];
    if answer.known > 0 {
        facts.push(Line::plain(format!("{} were there", counted(answer.known as usize, "game"))));
    }
    let seconds = answer.elapsed.as_secs_f64();
    if new > 0 && seconds > 0.0 {
        facts.push(Line::plain(format!("{:.2} games/s", f64::from(new) / seconds)));
    }
    facts
}

/// Games, results, the difference and the test.
fn facts(standing: &Standing, sprt: Option<Sprt>) -> Vec<Line> {
    let [won, drawn, lost] = standing.results;
    let games = u64::from(standing.games);
    let score = 2 * u64::from(won) + u64::from(drawn);
    let who = if standing.is_match() { "a" } else { "white" };
    let mut facts = vec![
        Line::of(Role::Strong, counted(standing.games as usize, "game")),
        Line::named(
            format!("{who} "),
            format!("+{won} ={drawn} -{lost} {}", percent(score, 2 * games)),
        ),
    ];
    if !standing.is_match() {
        return facts;
    }
    if let Some((elo, error)) = standing.pairs.elo() {
        let sign = if elo < 0.0 { "-" } else { "+" };
        let text = format!("{sign}{:.1} ±{error:.1}", elo.abs());
        facts.push(Line::of(Role::Dim, "Elo ").with(Role::Strong, text));
    }
    let pairs = standing.pairs.0.map(|count| count.to_string()).join(" ");
    facts.push(Line::named("pairs ", pairs));
    if let Some(test) = sprt {
        let ratio = standing.pairs.likelihood_ratio(test);
        let sign = if ratio < 0.0 { "-" } else { "+" };
        let text = format!("{sign}{:.2} of {:.2}", ratio.abs(), Sprt::bound());
        let between = format!(" for {} to {}", test.elo0, test.elo1);
        facts.push(Line::named("LLR ", text).with(Role::Dim, between));
    }
    facts
}
