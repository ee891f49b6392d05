//! JSON Lines: every answer, event and error is one object on one line.
//!
//! `v` is the version of the format and `type` the kind of line. Keys are stable: within a version keys may be added, never
//! renamed or removed. Scores are given in both views. Hash keys, and counts beyond 2^53, are strings, since many JSON parsers
//! have no such integers.

pub mod error_line;
pub mod event_lines;
#[cfg(test)]
mod tests;

use std::io::{self, Write};
use std::time::Duration;

use error_line::ErrorLine;
use event_lines::JsonLine;
use serde_json::{Value, json};

use crate::chess::Position;
use crate::engine::Event;
use crate::ink::answer::members;
use crate::ink::json::{Milliseconds, PlayedMove, Side, VERSION, coordinates, joined, sans, text};
use crate::prove::ProverNews;
use crate::shell::session::{EngineMove, JobId, JobState, News};
use crate::shell::{CommandError, Reply};

#[derive(Debug, Default)]
pub struct Json {
    id: u64,
    /// Root position of the running search or proof.
    root: JobState<Position>,
    chess960: bool,
}

impl Json {
    pub fn set_chess960(&mut self, chess960: bool) {
        self.chess960 = chess960;
    }

    pub fn reply(&self, out: &mut dyn Write, reply: &Reply) -> io::Result<()> {
        match reply.line() {
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
                let EngineMove { before, mv, chess960, .. } = **moved;
                let mv = PlayedMove { before, mv, chess960 };
                line(out, &event_lines::EngineMoved { mv })
            }
            News::PlayEnded(end) => line(out, end),
            News::ProofBegins { root, .. } => {
                self.root.begin(job, *root);
                Ok(())
            }
            News::Proof(news, elapsed) => {
                let Some(root) = self.root.of(job) else { return Ok(()) };
                proof(out, root, (news.as_ref(), *elapsed), self.chess960)
            }
            News::Found(event) => match event.line() {
                Some((kind, value)) => write(out, kind, value),
                None => Ok(()),
            },
            _ => Ok(()),
        }
    }

    fn event(&mut self, out: &mut dyn Write, job: JobId, event: &Event) -> io::Result<()> {
        let Some(&mut root) = self.root.of(job) else { return Ok(()) };
        let (id, chess960) = (self.id, self.chess960);
        match event {
            Event::Iteration(iteration) | Event::Bound(iteration) => {
                for place in 0..iteration.lines.len() {
                    line(out, &event_lines::Info::of(id, &root, iteration, place, chess960))?;
                }
                Ok(())
            }
            Event::RootMove { .. } | Event::Note(_) => Ok(()),
            Event::Heartbeat(progress) => line(out, &event_lines::ProgressLine::of(id, progress)),
            Event::Finished(finished) => {
                line(out, &event_lines::Best::of(id, &root, finished, chess960))
            }
            &Event::Refuted { attacker, moves } => {
                line(out, &event_lines::Refuted { id, attacker: Side(attacker), no_mate_in: moves })
            }
            Event::Warning(text) => line(out, &event_lines::Warning { message: text.clone() }),
            Event::Crashed(text) => line(out, &ErrorLine::crash(id, text)),
        }
    }

    /// Writes an error: the name of the script or `prompt`, the line number and the message.
    pub fn error(
        &self,
        out: &mut dyn Write,
        source: &str,
        line: usize,
        error: &CommandError,
    ) -> io::Result<()> {
        self::line(out, &ErrorLine::of(source, line, error))
    }
}

fn proof(
    out: &mut dyn Write,
    root: &Position,
    (news, elapsed): (Option<&ProverNews>, Duration),
    chess960: bool,
) -> io::Result<()> {
    let time_ms = Milliseconds(elapsed);
    match news {
        Some(ProverNews::Status(status)) => {
            let status = Some(event_lines::ProverForm::of(root, status, chess960));
            line(out, &event_lines::ProofStatus { status, time_ms })
        }
        None => line(out, &event_lines::ProofStatus { status: None, time_ms }),
        Some(ProverNews::Proved(proof)) => {
            let found = event_lines::ProofFound {
                mate: proof.mate(),
                positions: proof.positions(),
                line: coordinates(proof.root(), proof.line(), chess960),
                line_san: sans(proof.root(), proof.line()),
                time_ms,
            };
            line(out, &found)
        }
        Some(ProverNews::Refuted(moves)) => {
            line(out, &event_lines::ProofRefuted { no_mate_in: *moves, time_ms })
        }
    }
}

fn line<L: JsonLine>(out: &mut dyn Write, line: &L) -> io::Result<()> {
    write(out, L::TYPE, members(line))
}

/// Writes one object on one line, version and type first.
fn write(out: &mut dyn Write, kind: &str, value: Value) -> io::Result<()> {
    let all = joined(json!({ "v": VERSION, "type": kind }), value);
    writeln!(out, "{}", text(&all))?;
    out.flush()
}
