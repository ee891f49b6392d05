//! JSON Lines: every answer, every event of a search and every error as one object on one line.
//!
//! `v` is the version of this form and `type` says what the line is. Keys are stable: they may be added, never renamed or
//! taken away within a version. Scores are given in both views. Hash keys, and counts beyond 2^53, are strings, for
//! many readers of JSON have no such integers.

pub mod annotation;
mod book;
mod evaluation;
mod inspect;
mod learning;
mod mates;
mod parts;
pub mod proof;
mod record;
mod replies;
mod tables;

use std::io::{self, Write};

use serde_json::{Value, json};

use crate::chess::foreign::steers;
use crate::chess::{Position, notation};
use crate::engine::Event;
use crate::search::{Finished, Iteration, Progress, Report};
use crate::shell::session::{JobId, News, OfJob};
use crate::shell::{CommandError, Reply};
use crate::tools::tool::ToolNews;

pub const VERSION: u32 = 1;

/// The JSON Schema of every line; `help schema` prints it.
pub const SCHEMA: &str = include_str!("schema.json");

#[derive(Debug, Default)]
pub struct Json {
    id: u64,
    /// Where the search or the proof under way began.
    root: OfJob<Position>,
    chess960: bool,
}

impl Json {
    pub fn set_chess960(&mut self, chess960: bool) {
        self.chess960 = chess960;
    }

    pub fn reply(&self, out: &mut dyn Write, reply: &Reply) -> io::Result<()> {
        match replies::value(reply, self.chess960) {
            Some((kind, value)) => write(out, kind, value),
            None => Ok(()),
        }
    }

    pub fn news(&mut self, out: &mut dyn Write, job: JobId, news: &News) -> io::Result<()> {
        match news {
            News::SearchBegins(begun) => {
                self.id += u64::from(self.root.of(job).is_none());
                self.root.begin(job, begun.root);
                Ok(())
            }
            News::Search(event) => self.event(out, job, event),
            News::EngineMoved(moved) => {
                let value = json!({ "move": parts::mv(&moved.before, moved.mv, moved.chess960) });
                write(out, "engine_move", value)
            }
            News::PlayEnded(end) => write(out, "play_ended", replies::play_ended(*end)),
            News::ProofBegins(inquiry) => {
                self.root.begin(job, *inquiry.root());
                Ok(())
            }
            News::Proof(event) => {
                let Some(root) = self.root.of(job) else { return Ok(()) };
                match mates::event(root, event, self.chess960) {
                    Some((kind, value)) => write(out, kind, value),
                    None => Ok(()),
                }
            }
            News::Tool(ToolNews::Event(event)) => match event.line() {
                Some((kind, value)) => write(out, kind, value),
                None => Ok(()),
            },
            News::Explaining | News::Counted { .. } | News::Tool(_) => Ok(()),
        }
    }

    fn event(&mut self, out: &mut dyn Write, job: JobId, event: &Event) -> io::Result<()> {
        let Some(&mut root) = self.root.of(job) else { return Ok(()) };
        let root = &root;
        match event {
            Event::Report(Report::Finished(iteration) | Report::Failed(iteration)) => {
                for place in 0..iteration.lines.len() {
                    write(out, "info", self.info(root, iteration, place))?;
                }
                Ok(())
            }
            Event::Report(Report::RootMove { .. }) => Ok(()),
            Event::Heartbeat(progress) => {
                write(out, "progress", with_id(self.id, counters(progress)))
            }
            Event::Finished(finished) => write(out, "best", self.best(root, finished)),
            Event::Refuted { attacker, moves } => {
                let value =
                    json!({ "attacker": attacker.name().to_lowercase(), "no_mate_in": moves });
                write(out, "refuted", with_id(self.id, value))
            }
            Event::Warning(text) => write(out, "warning", json!({ "message": text })),
            Event::Crashed(text) => {
                let value = json!({ "id": self.id, "code": "crash", "message": text });
                write(out, "error", value)
            }
        }
    }

    fn info(&self, root: &Position, iteration: &Iteration, place: usize) -> Value {
        let line = &iteration.lines[place];
        let progress =
            Progress { depth: iteration.depth, seldepth: iteration.seldepth, ..iteration.progress };
        let mut value = with_id(self.id, counters(&progress));
        value["multipv"] = json!(place + 1);
        parts::joined(value, parts::line(root, (line.score, line.bound), &line.pv, self.chess960))
    }

    fn best(&self, root: &Position, finished: &Finished) -> Value {
        let iteration = &finished.iteration;
        let progress =
            Progress { depth: iteration.depth, seldepth: iteration.seldepth, ..iteration.progress };
        let ponder = finished.best.zip(finished.ponder()).and_then(|(best, ponder)| {
            // The answer is written down where it is played.
            let after = root.is_legal(best).then(|| root.play(best))?;
            after.is_legal(ponder).then(|| notation::uci(ponder, self.chess960))
        });
        let mut value = json!({
            "id": self.id,
            "move": finished.best.map(|mv| notation::uci(mv, self.chess960)),
            "san": finished.best.map(|mv| notation::san(root, mv)),
            "ponder": ponder,
            "reason": parts::reason(finished.reason),
        });
        if let Some(line) = iteration.lines.first() {
            value["score"] = parts::score(line.score, line.bound, root.turn());
        }
        value = parts::joined(value, counters(&progress));
        value["ledger"] = parts::ledger(root, finished, self.chess960);
        value
    }

    /// Writes what went wrong: the name of the script or `prompt`, the line there, and what the error says.
    pub fn error(
        &self,
        out: &mut dyn Write,
        source: &str,
        line: usize,
        error: &CommandError,
    ) -> io::Result<()> {
        let column = match error {
            CommandError::Parse(parse) => parse.span.as_ref().map(|span| span.start + 1),
            _ => None,
        };
        let value = json!({
            "source": source,
            "line": line,
            "col": column,
            "code": parts::code(error),
            "message": error.to_string(),
            "hint": parts::hints(error),
        });
        write(out, "error", value)
    }
}

fn counters(progress: &Progress) -> Value {
    let millis = progress.elapsed.as_millis() as u64;
    let prover = &progress.prover;
    let mut value = json!({
        "depth": progress.depth,
        "seldepth": progress.seldepth,
        "nodes": parts::count(progress.nodes),
        "time_ms": millis,
        "nps": crate::ink::number::rate(progress.nodes, progress.elapsed).map(parts::count),
        "hashfull": progress.hashfull,
    });
    // Only an analysis has a prover beside it.
    if prover.nodes > 0 {
        let millis = prover.elapsed.as_millis() as u64;
        value["prover"] = json!({ "nodes": parts::count(prover.nodes), "time_ms": millis });
    }
    value
}

fn with_id(id: u64, value: Value) -> Value {
    parts::joined(json!({ "id": id }), value)
}

/// One object on one line, its version and type first.
fn write(out: &mut dyn Write, kind: &str, value: Value) -> io::Result<()> {
    let all = parts::joined(json!({ "v": VERSION, "type": kind }), value);
    writeln!(out, "{}", text(&all))?;
    out.flush()
}

/// The text of a value. What steers a terminal or the direction of the text is escaped, C1 and the marks of bidirectional
/// text too: JSON would let them be.
pub(super) fn text(value: &Value) -> String {
    let text = value.to_string();
    if !text.contains(steers) {
        return text;
    }
    text.chars().fold(String::with_capacity(text.len()), |mut safe, letter| {
        match steers(letter) {
            true => safe.push_str(&format!("\\u{:04x}", u32::from(letter))),
            false => safe.push(letter),
        }
        safe
    })
}

/// The text of a value that is safe within a page's script.
fn in_script(value: &Value) -> String {
    text(value).replace('<', "\\u003c")
}
