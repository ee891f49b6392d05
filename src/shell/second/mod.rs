//! A second opinion: another UCI engine, in a process of its own.
//!
//! The engine may hang, die, flood or send illegal moves. Every wait has a timeout, all its output is checked, and after a
//! timeout it is killed. One command at a time uses it.

mod process;
#[cfg(test)]
mod tests;
mod words;

use std::path::Path;
use std::sync::{Arc, Mutex, TryLockError};
use std::time::{Duration, Instant};

pub use process::end_all;
use process::{ChildGuard, Heard, Process};
use serde::Serialize;
use words::{Info, option_name};

use crate::chess::foreign::{readable, shorten};
use crate::chess::notation::parse_uci;
use crate::chess::{Game, Move, Position, uci};
use crate::control::{Limits, StopFlag};
use crate::engine::options::did_you_mean;
use crate::ink::json::{Count, Milliseconds, PlayedMove, SearchedLine};
use crate::store::file::kindly;

/// Timeout of an answer other than `bestmove`, and of `bestmove` after the time limit.
const PATIENCE: Duration = Duration::from_secs(5);
/// Timeout of `bestmove` after `stop`.
const LAST_WORD: Duration = Duration::from_secs(1);
/// Time limit of a search that has none.
const LONGEST: Duration = Duration::from_secs(600);
/// Maximum number of lines before `uciok` or `readyok`.
const MOST_LINES: usize = 10_000;

#[derive(Debug)]
pub struct Second {
    pub program: String,
    pub name: String,
    pub options: Vec<String>,
    guard: Arc<ChildGuard>,
    process: Mutex<Process>,
}

/// The result of a search by an engine.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "engine-answer"))]
pub struct EngineAnswer {
    pub engine: String,
    pub best: PlayedMove,
    /// As it counts, like the nodes.
    pub depth: u32,
    pub seldepth: u32,
    pub nodes: Count,
    #[serde(rename = "time_ms")]
    pub elapsed: Milliseconds,
    /// `None` if it gave no score.
    #[serde(flatten)]
    pub line: Option<SearchedLine>,
    /// Faults of its output.
    pub notes: Vec<String>,
}

#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SecondError {
    #[error("there is no second engine; `second PROGRAM` starts one")]
    None,
    /// The engine is still usable.
    #[error("{0}")]
    Refused(String),
    #[error("{0}; the engine was ended, and `second PROGRAM` starts it again")]
    Lost(String),
    #[error("stopped")]
    Stopped,
}

impl Second {
    pub fn start(
        path: &Path,
        arguments: &[String],
        stop: &StopFlag,
    ) -> Result<Second, SecondError> {
        let name = |path: &Path| readable(&path.to_string_lossy()).into_owned();
        let failed = |why: String| {
            SecondError::Refused(format!("`{}` cannot be started: {why}", name(path)))
        };
        let found = process::find(path).map_err(failed)?;
        let started = Process::start(&found, arguments);
        let process = started.map_err(|error| failed(kindly(&error)))?;
        let program = name(&found);
        let (name, guard) = (program.clone(), Arc::clone(&process.guard));
        let process = Mutex::new(process);
        let mut second = Second { program, name, options: Vec::new(), guard, process };
        let (mut name, mut options) = (None, Vec::new());
        second.converse(stop, |process| {
            second.answer(process, ("uci", "uciok"), stop, |line| {
                name = line.strip_prefix("id name ").map(shorten).or(name.take());
                options.extend(option_name(line).map(|name| readable(name).into_owned()));
            })
        })?;
        second.name = name.unwrap_or(second.name);
        second.options = options;
        Ok(second)
    }

    pub fn state(&self) -> &'static str {
        match self.process.try_lock() {
            Err(TryLockError::WouldBlock) => "asked",
            _ if self.guard.is_alive() => "idle",
            _ => "ended",
        }
    }

    /// Kills the engine, also during a search.
    pub fn end(&self) {
        self.guard.end();
    }

    /// Sets one of its options: the text is the option's name followed by the value. Returns the name.
    pub fn set(&self, text: &str, stop: &StopFlag) -> Result<&str, SecondError> {
        let begins = |name: &&String| {
            text.split_at_checked(name.len()).is_some_and(|(begin, rest)| {
                begin.eq_ignore_ascii_case(name) && (rest.is_empty() || rest.starts_with(' '))
            })
        };
        let names = self.options.iter().filter(begins);
        let Some(name) = names.max_by_key(|name| name.len()) else {
            let word = shorten(text.split(' ').next().unwrap_or(text));
            let near = did_you_mean(&word, self.options.iter().map(String::as_str));
            let why = format!("{} has no option \"{word}\"{near}; `second` lists all", self.name);
            return Err(SecondError::Refused(why));
        };
        let value = Some(text[name.len()..].trim()).filter(|value| !value.is_empty());
        let value = value.map_or_else(String::new, |value| format!(" value {value}"));
        self.converse(stop, |process| {
            process.send(format!("setoption name {name}{value}"));
            self.ready(process, stop)
        })?;
        Ok(name)
    }

    /// Searches the position of a game. After a stop the answer so far counts. `fresh`: sends `ucinewgame` first.
    pub fn ask(
        &self,
        game: &Game,
        (chess960, fresh): (bool, bool),
        limits: &Limits,
        stop: &StopFlag,
    ) -> Result<EngineAnswer, SecondError> {
        let knows_960 = self.options.iter().any(|name| name == "UCI_Chess960");
        if game.start().is_chess960() && !knows_960 {
            let why = format!("{} has no option UCI_Chess960, which this game needs", self.name);
            return Err(SecondError::Refused(why));
        }
        self.converse(stop, |process| {
            if knows_960 {
                process.send(format!("setoption name UCI_Chess960 value {chess960}"));
            }
            if fresh {
                process.send("ucinewgame");
            }
            // Output of an earlier search comes before `readyok`.
            self.ready(process, stop)?;
            process.send(position_line(game, chess960 && knows_960));
            process.send(go_line(limits));
            self.listen(process, (game.position(), chess960), limits, stop)
        })
    }

    /// Runs a dialogue with the engine; refused while another command uses it.
    fn converse<T>(
        &self,
        stop: &StopFlag,
        talk: impl FnOnce(&Process) -> Result<T, SecondError>,
    ) -> Result<T, SecondError> {
        let Ok(process) = self.process.try_lock() else {
            let why = format!("{} is still answering another command", self.name);
            return Err(SecondError::Refused(why));
        };
        if !self.guard.is_alive() {
            return Err(self.lost("has ended"));
        }
        let said = stop.during(None, process.waker(), || talk(&process));
        if matches!(said, Err(SecondError::Lost(_))) {
            self.end();
        }
        said
    }

    fn lost(&self, why: &str) -> SecondError {
        SecondError::Lost(format!("{} {why}", self.name))
    }

    fn ready(&self, process: &Process, stop: &StopFlag) -> Result<(), SecondError> {
        self.answer(process, ("isready", "readyok"), stop, |_| {})
    }

    /// Sends a line and waits for the answer `wanted`; `hear` gets the lines before it.
    fn answer(
        &self,
        process: &Process,
        (to, wanted): (&str, &str),
        stop: &StopFlag,
        mut hear: impl FnMut(&str),
    ) -> Result<(), SecondError> {
        let until = Instant::now() + PATIENCE;
        process.send(to);
        for _ in 0..MOST_LINES {
            match process.hear(until) {
                Heard::Line(line) if line == wanted => return Ok(()),
                Heard::Line(line) => hear(&line),
                Heard::Woken => {}
                Heard::TimeUp => {
                    return Err(self.lost(&format!("did not answer `{to}` within five seconds")));
                }
                Heard::Gone => return Err(self.lost(&format!("ended without an answer to `{to}`"))),
            }
            if stop.is_stopped() {
                return Err(SecondError::Stopped);
            }
        }
        Err(self.lost(&format!("sent {MOST_LINES} lines without an answer to `{to}`")))
    }

    /// Reads the output of a search up to `bestmove`.
    fn listen(
        &self,
        process: &Process,
        about: (&Position, bool),
        limits: &Limits,
        stop: &StopFlag,
    ) -> Result<EngineAnswer, SecondError> {
        let (begun, mut info, mut is_told) = (Instant::now(), Info::default(), false);
        let mut until = begun + limits.movetime.map_or(LONGEST, |time| time + PATIENCE);
        loop {
            if !is_told && (stop.is_stopped() || Instant::now() >= until) {
                process.send("stop");
                (is_told, until) = (true, Instant::now() + LAST_WORD);
            }
            match process.hear(until) {
                Heard::Line(line) => {
                    if let Some(text) = line.strip_prefix("info ") {
                        info = Info::read(about.0, text).unwrap_or(info);
                    } else if let Some(text) = line.strip_prefix("bestmove") {
                        return self.engine_answer(about, text, info, begun.elapsed());
                    }
                }
                Heard::TimeUp if is_told => {
                    return Err(self.lost("did not answer `stop` within a second"));
                }
                Heard::Woken | Heard::TimeUp => {}
                Heard::Gone => return Err(self.lost("ended without an answer to `go`")),
            }
        }
    }

    fn engine_answer(
        &self,
        (&root, chess960): (&Position, bool),
        text: &str,
        info: Info,
        elapsed: Duration,
    ) -> Result<EngineAnswer, SecondError> {
        let word = text.split_whitespace().next().unwrap_or("no move");
        let Info { depth, seldepth, nodes, score, mut pv, illegal } = info;
        let (name, mut notes) = (&self.name, Vec::new());
        let Ok(mv) = parse_uci(&root, word) else {
            let why = format!("{name} answered {}, which is not a legal move here", shorten(word));
            return Err(SecondError::Refused(why));
        };
        if let Some(word) = illegal.as_deref().map(shorten) {
            notes.push(format!("the line of {name} breaks off: {word} is not a legal move there"));
        }
        if pv.first().is_some_and(|&first| first != mv) {
            notes.push(format!("the line of {name} begins with another move, and is left out"));
            pv.clear();
        }
        if score.is_none() {
            notes.push(format!("{name} gave no score"));
        }
        let pv = if pv.is_empty() { vec![mv] } else { pv };
        Ok(EngineAnswer {
            engine: name.clone(),
            best: PlayedMove { before: root, mv, chess960 },
            depth,
            seldepth,
            nodes: Count(nodes),
            elapsed: Milliseconds(elapsed),
            line: score.map(|score| SearchedLine { root, score, pv, chess960 }),
            notes,
        })
    }
}

/// The line that puts a game on its board; of one with a pass only the position.
fn position_line(game: &Game, chess960: bool) -> String {
    let word = |mv: Move| format!(" {}", uci(mv, chess960));
    let moves: Option<String> = game.played().iter().map(|step| step.mv().map(word)).collect();
    match moves.filter(|moves| !moves.is_empty()) {
        Some(moves) => format!("position fen {} moves{moves}", game.start().to_fen()),
        None => format!("position fen {}", game.position().to_fen()),
    }
}

fn go_line(limits: &Limits) -> String {
    let depth = limits.depth.map(|depth| format!(" depth {depth}"));
    let nodes = limits.nodes.map(|nodes| format!(" nodes {nodes}"));
    let time = limits.movetime.map(|time| format!(" movetime {}", time.as_millis().max(1)));
    format!("go{}", [depth, nodes, time].into_iter().flatten().collect::<String>())
}
