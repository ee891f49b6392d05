//! The answer to a line of standard input, for people and for programs.

use serde::Serialize;
use serde_json::Value;

use crate::chess::Color;
use crate::ink::answer::members;
use crate::ink::json::{self, Coordinates, Count, Fen, San, SidedScore};
use crate::ink::number::counted;
use crate::ink::{Answer, AnyAnswer, Line, Page, Role, Settings, movetext};
use crate::tools::annotate::AnnotatedItem;
use crate::tools::suite::view::SuiteEvent;
use crate::tools::tool::ToolEvent;

#[derive(Clone, Debug)]
pub struct StreamAnswer {
    pub line: usize,
    pub outcome: Result<StreamOutcome, String>,
}

#[derive(Clone, Debug)]
pub enum StreamOutcome {
    /// An empty line, or a comment.
    Skipped,
    /// A line of a game over several lines, which is answered when it ends.
    Part,
    Solved(Box<SuiteEvent>),
    Labelled(Box<PositionLabel>),
    Annotated(Box<AnnotatedItem>),
}

/// A line that holds no record.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct SkippedLine {
    line: usize,
}

/// The result of a search.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct PositionLabel {
    /// The `id` of the record; empty without one.
    pub id: String,
    pub fen: Fen,
    /// The move; `None` where the game is over.
    #[serde(rename = "move")]
    pub best: Option<Coordinates>,
    pub san: Option<San>,
    pub score: SidedScore,
    /// Iterations completed; 0 where the game is over.
    pub depth: u32,
    pub nodes: Count,
    pub line: usize,
}

/// A line that cannot be read, as an error of a command is written.
#[derive(Serialize)]
struct BadLine<'a> {
    source: &'static str,
    col: Option<usize>,
    code: &'static str,
    message: &'a str,
    hint: [&'static str; 0],
    line: usize,
}

impl StreamAnswer {
    pub fn is_bad(&self) -> bool {
        match &self.outcome {
            Ok(StreamOutcome::Annotated(item)) => {
                item.doubts.as_ref().is_some_and(|doubts| !doubts.is_empty())
            }
            Ok(_) => false,
            Err(_) => true,
        }
    }
}

impl AnyAnswer for StreamAnswer {
    fn line(&self) -> Option<(&'static str, Value)> {
        let line = self.line;
        Some(match &self.outcome {
            Ok(StreamOutcome::Part) => return None,
            Ok(StreamOutcome::Skipped) => ("skipped", members(&SkippedLine { line })),
            Ok(StreamOutcome::Solved(solved)) => (SuiteEvent::TYPE, members(&**solved)),
            Ok(StreamOutcome::Labelled(label)) => ("label", members(&**label)),
            Ok(StreamOutcome::Annotated(item)) => ("annotated_game", members(&**item)),
            Err(message) => {
                let (source, code) = ("stdin", "bad-record");
                ("error", members(&BadLine { source, col: None, code, message, hint: [], line }))
            }
        })
    }

    /// In columns parted by tabs, its number and a word first.
    fn page(&self, settings: &Settings) -> Page {
        let line = self.line;
        let fields = match &self.outcome {
            Ok(StreamOutcome::Part) => return Page::new(),
            Ok(StreamOutcome::Skipped) => format!("{line}\tskipped"),
            // In a pipe the row of a suite; a terminal shows those missed alone.
            Ok(StreamOutcome::Solved(solved)) => return Answer::page(&**solved, settings),
            Ok(StreamOutcome::Labelled(label)) => {
                format!("{line}\tlabel\t{}", labelled(label, settings))
            }
            Ok(StreamOutcome::Annotated(item)) => {
                format!("{line}\tannotated\t{}", annotated(item, settings))
            }
            Err(message) => format!("{line}\terror\t{message}"),
        };
        Page::of(Line::plain(fields))
    }
}

impl ToolEvent for StreamAnswer {
    fn is_record(&self) -> bool {
        true
    }
}

/// The accuracy of White and of Black, nodes, the moves that give something away with their glyphs, and what is odd.
fn annotated(item: &AnnotatedItem, settings: &Settings) -> String {
    let game = &item.game;
    let accuracy =
        |side| game.sides[side].accuracy.map_or("-".to_owned(), |percent| format!("{percent:.1}"));
    let marked = game.moves.iter().filter_map(|review| {
        let played = movetext::step(&review.before, review.step, settings).text();
        Some(played + &movetext::glyph(review.judgement?.nag()))
    });
    let marked: Vec<String> = marked.collect();
    let marked = if marked.is_empty() { "-".to_owned() } else { marked.join(" ") };
    let [white, black] = Color::ALL.map(accuracy);
    let mut fields = vec![white, black, game.nodes.to_string(), marked];
    fields.extend(item.doubts.iter().flatten().cloned());
    fields.join("\t")
}

fn labelled(label: &PositionLabel, settings: &Settings) -> String {
    let PositionLabel { id, san, score: SidedScore { score, bound, turn }, depth, nodes, .. } =
        label;
    let played = san.as_ref().map_or("-", |san| &san.0);
    let (score, bound) = (settings.score(*score, *turn).text(), json::bound(*bound));
    format!("{played}\t{score}\t{bound}\td{depth}\t{}\t{id}", nodes.0)
}

/// How many records on standard input were answered. Programs get no line of it, since each record has its own.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct StreamTotals {
    /// Lines answered, bad ones and comments included.
    pub lines: usize,
    /// Lines that could not be read, or not all of them.
    pub bad: usize,
}

impl Answer for StreamTotals {
    const TYPE: &str = "";

    /// At a terminal how many there were; a pipe has an answer for each line and no more.
    fn page(&self, settings: &Settings) -> Page {
        let mut page = Page::new();
        if settings.is_pretty() {
            let mut facts = vec![Line::plain(counted(self.lines, "line"))];
            if self.bad > 0 {
                facts.push(Line::of(Role::Bad, format!("{} cannot be read", self.bad)));
            }
            page.facts(facts, settings, 2);
        }
        page
    }
}
