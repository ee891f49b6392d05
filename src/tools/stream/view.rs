//! What is said of each line of standard input, for people and for programs.

use serde_json::{Value, json};

use super::answer::{PositionLabel, StreamAnswer, StreamGame, StreamOutcome};
use crate::chess::{Color, notation};
use crate::ink::json::{self, count, score};
use crate::ink::number::counted;
use crate::ink::{Line, Page, Role, Settings, movetext};
use crate::tools::suite::view::{item_members, item_page};
use crate::tools::tool::{StreamTotals, ToolAnswer, ToolEvent};

impl ToolEvent for StreamAnswer {
    fn line(&self) -> Option<(&'static str, Value)> {
        let (kind, mut value) = match &self.outcome {
            Ok(StreamOutcome::Skipped) => ("skipped", json!({})),
            Ok(StreamOutcome::Solved(done)) => ("solve", item_members(&done.0, &done.1)),
            Ok(StreamOutcome::Labelled(label)) => ("label", label_members(label)),
            Ok(StreamOutcome::Annotated(done)) => {
                let mut value = done.item.members();
                value["doubts"] = json!(done.doubts);
                ("annotated_game", value)
            }
            Err(message) => {
                let value = json!({
                    "source": "stdin",
                    "col": null,
                    "code": "bad-record",
                    "message": message,
                    "hint": [],
                });
                ("error", value)
            }
        };
        value["line"] = json!(self.line);
        Some((kind, value))
    }

    /// In columns parted by tabs, its number and a word first.
    fn page(&self, settings: &Settings) -> Page {
        let line = self.line;
        let fields = match &self.outcome {
            Ok(StreamOutcome::Skipped) => format!("{line}\tskipped"),
            // In a pipe the row of a suite; a terminal shows those missed alone.
            Ok(StreamOutcome::Solved(done)) => return item_page(&done.0, &done.1, settings),
            Ok(StreamOutcome::Labelled(label)) => {
                format!("{line}\tlabel\t{}", labelled(label, settings))
            }
            Ok(StreamOutcome::Annotated(done)) => {
                format!("{line}\tannotated\t{}", annotated(done, settings))
            }
            Err(message) => format!("{line}\terror\t{message}"),
        };
        Page::of(Line::plain(fields))
    }

    fn is_record(&self) -> bool {
        true
    }
}

fn label_members(label: &PositionLabel) -> Value {
    let position = &label.position;
    json!({
        "id": label.id,
        "fen": position.to_fen(),
        "move": label.best.map(|mv| notation::uci(mv, label.chess960)),
        "san": label.best.map(|mv| notation::san(position, mv)),
        "score": score(label.score, label.bound, position.turn()),
        "depth": label.depth,
        "nodes": count(label.nodes),
    })
}

/// The accuracy of White and of Black, nodes, the moves that give something away with their glyphs, and what is odd.
fn annotated(done: &StreamGame, settings: &Settings) -> String {
    let game = &done.item.game;
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
    fields.extend(done.doubts.iter().cloned());
    fields.join("\t")
}

fn labelled(label: &PositionLabel, settings: &Settings) -> String {
    let PositionLabel { position, id, best, score, bound, depth, nodes, .. } = label;
    let played = best.map_or("-".to_owned(), |mv| notation::san(position, mv));
    let bound = json::bound(*bound);
    let score = settings.score(*score, position.turn()).text();
    format!("{played}\t{score}\t{bound}\td{depth}\t{nodes}\t{id}")
}

impl ToolAnswer for StreamTotals {
    fn line(&self) -> (&'static str, Value) {
        ("streamed", json!({}))
    }

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

    fn records(&self) -> Option<StreamTotals> {
        Some(*self)
    }
}
