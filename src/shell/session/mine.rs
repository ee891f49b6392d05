//! `mine`: a suite of problems is made from games, and written as it grows.

use std::fmt::Write as _;
use std::io::BufReader;
use std::path::Path;
use std::time::Instant;

use super::job::{Finding, TaskContext};
use super::measure::{answer, content, open};
use super::{CommandError, Effect, News, Session};
use crate::chess::Position;
use crate::chess::epd::{EpdFileError, EpdReader};
use crate::chess::pgn::{PgnFault, PgnGame, PgnReader};
use crate::engine::Options;
use crate::shell::reply::Reply;
use crate::shell::suites::{Mine, MineReply};
use crate::store::records::Records;
use crate::store::{StoreError, WrittenFiles, file};
use crate::workshop::mine::{self, MineOptions, Problem, ProblemClass, ProblemKind, Source};
use crate::workshop::suite::LeftOut;

/// Larger files are no suites.
const LARGEST: u64 = 1 << 30;

impl Session {
    pub(super) fn mine(&mut self, request: Mine) -> Result<Effect, CommandError> {
        let options = self.engine.options().clone();
        self.start_task(move |context| mine_games(&request, &options, context))
    }
}

fn mine_games(
    request: &Mine,
    options: &Options,
    context: &TaskContext,
) -> Result<Finding, CommandError> {
    let begun = Instant::now();
    context.files.claim(&request.to, is_mined).map_err(StoreError::from)?;
    let mut left_out = LeftOut::default();
    let source = source(request, context, &mut left_out)?;
    let header_line = header(request, request.count);
    let (old, known) = old(&request.to, &header_line, &mut left_out)?;
    context.tell(News::ItemsBegin { what: "mine".to_owned(), items: source.len() });
    let files = &context.files;
    let mut suite = Suite { files, old, header: header_line, records: Vec::new() };
    let mut unwritten = None;
    let mut tell = |games: usize, problem: Option<&Problem>| {
        let Some(problem) = problem else { return context.tell(News::ItemsDone(games)) };
        if let Err(error) = suite.add(problem, &request.to) {
            unwritten = Some(error);
            context.stop.raise();
        }
        context.tell(News::Mined(Box::new(problem.clone())));
    };
    let how = (options, &request.options);
    let totals = mine::mine(&source, &known, how, &context.stop, &mut tell)?;
    if let Some(error) = unwritten {
        return Err(error);
    }
    if totals.stopped && !suite.records.is_empty() {
        suite.header = header(request, totals.games as u32);
        suite.write(&request.to)?;
    }
    let (path, elapsed) = (request.to.clone(), begun.elapsed());
    let (kind, placed) = (request.options.kind, matches!(source, Source::Placed(_)));
    let reply = MineReply { path, kind, placed, known: known.len(), totals, elapsed };
    answer(Reply::Mine(reply), None, left_out.bad_records())
}

/// The games to look through; those that cannot be read are counted.
fn source(
    request: &Mine,
    context: &TaskContext,
    left_out: &mut LeftOut,
) -> Result<Source, CommandError> {
    let source = match &request.games {
        None if request.options.kind == ProblemKind::Endgames => Source::Placed(request.count),
        None => Source::SelfPlay(request.count),
        Some(path) if path.extension().is_some_and(|end| end.eq_ignore_ascii_case("qpr")) => {
            records(path, context, left_out)?
        }
        Some(path) => games(path, left_out)?,
    };
    match &request.games {
        Some(path) if source.is_empty() => {
            let why = left_out.bad_records().map(|bad| format!(": {bad}")).unwrap_or_default();
            Err(content(path, format!("there is no game in it{why}")))
        }
        _ => Ok(source),
    }
}

/// Games in PGN.
fn games(path: &Path, left_out: &mut LeftOut) -> Result<Source, CommandError> {
    let mut games = Vec::new();
    for game in PgnReader::new(BufReader::new(open(path)?)) {
        match game {
            Ok(pgn) => games.push((name(&pgn, games.len() + 1), pgn.game().clone())),
            Err(error) if matches!(error.fault, PgnFault::Io(_)) => {
                return Err(content(path, error.to_string()));
            }
            Err(error) => left_out.bad.push(error.to_string()),
        }
    }
    Ok(Source::Games(games))
}

/// Records of self-play, as far as the file is whole: one that is being written ends anywhere.
fn records(
    path: &Path,
    context: &TaskContext,
    left_out: &mut LeftOut,
) -> Result<Source, CommandError> {
    let mut records = Vec::new();
    for record in Records::open(path).map_err(|error| content(path, error.to_string()))? {
        if context.stop.is_raised() {
            return Err(StoreError::Stopped.into());
        }
        match record {
            Ok(record) => records.push(record),
            Err(error) => left_out.bad.push(error.to_string()),
        }
    }
    Ok(Source::Records(records))
}

/// What a game is called: its players, or its number.
fn name(pgn: &PgnGame, number: usize) -> String {
    let player = |tag| pgn.tag(tag).filter(|name| !name.is_empty() && *name != "?");
    match (player("White"), player("Black")) {
        (Some(white), Some(black)) => format!("{white} - {black}, game {number}"),
        _ => format!("game {number}"),
    }
}

/// Returns the text that problems are added to, and its positions. What follows `header` was found by the same command,
/// which a crash may have ended: it is found again. Counts records that cannot be read.
fn old(
    path: &Path,
    header: &str,
    left_out: &mut LeftOut,
) -> Result<(String, Vec<Position>), CommandError> {
    let fault = |error: String| content(path, error);
    if !path.exists() {
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
        if folder.is_some_and(|folder| !folder.is_dir()) {
            return Err(fault("cannot be written: there is no such folder".to_owned()));
        }
        return Ok((String::new(), Vec::new()));
    }
    let bytes = file::read(path, LARGEST).map_err(StoreError::from)?;
    let mut text = String::from_utf8(bytes).map_err(|error| fault(error.to_string()))?;
    if let Some(begun) = text.find(header) {
        // Without the blank line between two commands' problems.
        text.truncate(begun.saturating_sub(1));
    }
    let mut positions = Vec::new();
    for record in EpdReader::new(text.as_bytes()) {
        match record {
            Ok((_, epd)) => positions.push(epd.position),
            Err(error @ EpdFileError::Io { .. }) => return Err(fault(error.to_string())),
            Err(error) => left_out.bad.push(error.to_string()),
        }
    }
    Ok((text, positions))
}

/// Whether a file begins as a suite that was made here does, to which others are added.
fn is_mined(head: &[u8]) -> bool {
    let second = head.split(|&byte| byte == b'\n').nth(1);
    second.is_some_and(|line| line.starts_with(MADE_HERE.as_bytes()))
}

/// How the second line of every suite begins.
const MADE_HERE: &str = "# Found and checked by Quarterply ";

/// The suite as it grows.
struct Suite<'a> {
    files: &'a WrittenFiles,
    /// What the file held before.
    old: String,
    /// How the rest was made.
    header: String,
    /// Class and record of each problem.
    records: Vec<(ProblemClass, String)>,
}

impl Suite<'_> {
    /// Adds a problem to the file, behind those of its class.
    fn add(&mut self, problem: &Problem, path: &Path) -> Result<(), CommandError> {
        let place = self.records.partition_point(|(class, _)| *class <= problem.class);
        self.records.insert(place, (problem.class.clone(), problem.record().to_string()));
        self.write(path)
    }

    /// Writes the whole file.
    fn write(&self, path: &Path) -> Result<(), CommandError> {
        let mut text = self.old.clone();
        if !text.is_empty() {
            text.push('\n');
        }
        text.push_str(&self.header);
        for (_, record) in &self.records {
            text.push_str(record);
            text.push('\n');
        }
        Ok(self.files.write(path, text.as_bytes()).map_err(StoreError::from)?)
    }
}

/// How it was made, from so many games if they were played here, and how it was checked.
fn header(request: &Mine, games: u32) -> String {
    let MineOptions { kind, seed, nodes, proof_nodes, least, most, each, total } = request.options;
    let mut command = String::from("mine ");
    if kind != ProblemKind::Mates {
        let _ = write!(command, "{} ", kind.name());
    }
    match &request.games {
        // A name alone: where it lay is nobody's business.
        Some(path) => {
            command.push_str(&path.file_name().unwrap_or(path.as_os_str()).to_string_lossy());
        }
        None => command.push_str(&games.to_string()),
    }
    // Writing to a string cannot fail.
    let thousands = |nodes: u64| format!("{}k", nodes as f64 / 1000.0);
    if kind != ProblemKind::Endgames {
        let _ = write!(command, " {}", thousands(nodes));
    }
    let _ = write!(command, " --seed {seed}");
    if kind == ProblemKind::Mates {
        let _ = write!(command, " --mates {least}-{most}");
    }
    if matches!(kind, ProblemKind::Mates | ProblemKind::Tactics) {
        let _ = write!(command, " --proof {}", thousands(proof_nodes));
    }
    for (name, number) in [("each", each), ("total", total)] {
        if let Some(number) = number {
            let _ = write!(command, " --{name} {number}");
        }
    }
    let [claim, check] = claims(kind);
    let version = env!("CARGO_PKG_VERSION");
    format!("# {claim}\n{MADE_HERE}{version}: {command}\n# {check}\n\n")
}

/// What a suite claims, and how that was checked.
fn claims(kind: ProblemKind) -> [&'static str; 2] {
    match kind {
        ProblemKind::Mates => [
            "Mates that came up in games: bm is the only first move that mates within dm moves, and there is no quicker mate.",
            "Both were proved, by trying everything or by proof numbers; the proof of each mate was verified by the rules alone.",
        ],
        ProblemKind::Tactics => [
            "Tactics that came up in games: bm wins, and no other move does, as far as three searches see, each with eight times the nodes.",
            "c0 has the scores of the best and the second move in each; where a mate is told, a proof of it was verified by the rules alone.",
        ],
        ProblemKind::Quiet => [
            "Quiet moves that came up in games: bm takes nothing, checks and promotes not, and is clearly better than every other move.",
            "c0 has the scores of the best and the second move in three searches, each with eight times the nodes.",
        ],
        ProblemKind::Endgames => [
            "Endgames of three and four men: bm is the only move that keeps the result.",
            "c0 has the result by our own tables of distances to mate, and what the other moves lead to.",
        ],
    }
}
