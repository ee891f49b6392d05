//! Making a book from games: PGN in, a Polyglot file out, in memory of a fixed size however many games there are.
//!
//! Moves are counted by position (`tally.rs`), and what does not fit into the memory goes to sorted runs in a folder beside
//! the book, `NAME.part`, together with how far the games were read. So a build that is stopped, by Ctrl-C or by the power
//! company, goes on where the last run was written. In the end the runs are merged; a move that was played often enough gets
//! EXchess's weight of its results. Damaged games are named and left out.

mod tally;
#[cfg(test)]
mod tests;
pub mod view;

use std::fs::{self, File};
use std::io::{self, BufReader, BufWriter, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::Instant;

use self::tally::{Collector, Merge, MoveTally};
use crate::chess::pgn::{LinePlace, PgnError, PgnFault, PgnReader, PgnRecord};
use crate::chess::polyglot::{RunningKey, encode};
use crate::chess::{Color, GameResult, Move, Position, Step};
use crate::control::StopFlag;
use crate::oracle::book::choice::weights_of;
use crate::oracle::book::{BookEntry, Results, polyglot};
use crate::store::book_build::{self, SavedBuild};
use crate::store::state::WorkState;
use crate::store::written::never;
use crate::store::{FileError, MadeOf, StoreError, WrittenFiles};
use crate::tools::tool::arguments::{mebibytes, number, path};
use crate::tools::tool::{Tool, ToolDesk, ToolDone, ToolResult, ToolText, ToolWork, tool_text};
pub use view::BookBuilt;
use view::BookBuiltAnswer;

/// Games between two looks at the stop flag.
const GAMES_A_LOOK: u64 = 64;

/// Games that cannot be used are named up to so many; the others are counted.
const MOST_NAMED: usize = 20;

/// What a book is made of: the arguments of `book build`.
#[derive(clap::Args, Clone, PartialEq, Eq, Debug)]
pub struct BuildRequest {
    /// Games in PGN
    #[arg(value_name = "FILE", required = true, value_parser = path)]
    pub games: Vec<PathBuf>,
    /// The Polyglot file to be made
    #[arg(long, value_name = "FILE", value_parser = path)]
    pub to: PathBuf,
    /// Games that a move must have been played in to belong to the book
    #[arg(long = "count", value_name = "N", default_value = "3", value_parser = number::<u64>(1..=u64::from(u32::MAX)))]
    pub least: u64,
    /// Plies of each game that count
    #[arg(long, value_name = "N", default_value = "40", value_parser = number::<usize>(1..=600))]
    pub plies: usize,
    /// Memory for counting, in MiB: 64, 512M, 1G
    #[arg(long, value_name = "SIZE", default_value = "256", value_parser = mebibytes)]
    pub memory: usize,
    /// Throw away what an earlier, unfinished build has done
    #[arg(long)]
    pub afresh: bool,
}

impl Tool for BuildRequest {
    const TEXT: ToolText = tool_text!("book build", "FILE… --to FILE [OPTIONS] [--force]":
        "make a Polyglot book of games in PGN, however many",
        details: "Moves are weighed by their results. Damaged games are named and left out. Stopped, it goes on from there when \
                  it is asked for again.",
        examples: &[("book build games.pgn --to my.bin --count 5", "moves played in five games or more")]);

    fn begin(self, _desk: &ToolDesk<'_>) -> ToolResult<ToolWork> {
        Ok(ToolWork::new(move |context| {
            let mut begun = false;
            let built = build(context.files, &self, context.stop, &mut |done, total| {
                if !std::mem::replace(&mut begun, true) {
                    context.begin("book build (MiB)", (total >> 20) as usize);
                }
                context.done((done >> 20) as usize);
            })?;
            let bad = (built.damaged > 0)
                .then(|| format!("{} games cannot be used and were left out", built.damaged));
            ToolDone::measured(BookBuiltAnswer { path: self.to, built }, None, bad)
        }))
    }
}

/// Makes a book. `tell` hears how many bytes of how many are read.
///
/// # Errors
/// [`StoreError`] if a file cannot be read or written; what was done so far is kept in the folder beside the book.
pub fn build(
    files: &WrittenFiles,
    request: &BuildRequest,
    stop: &StopFlag,
    tell: &mut dyn FnMut(u64, u64),
) -> Result<BookBuilt, StoreError> {
    let begun = Instant::now();
    let mut builder = Builder::begin(files, request)?;
    builder.read(stop, tell)?;
    builder.built.reading = begun.elapsed();
    if !builder.built.stopped {
        builder.write_book(stop)?;
    }
    let mut built = builder.built;
    built.elapsed = begun.elapsed();
    built.peak = peak_memory();
    Ok(built)
}

struct Builder<'a> {
    files: &'a WrittenFiles,
    request: &'a BuildRequest,
    /// The folder of runs, and the place of the state in it.
    folder: PathBuf,
    collector: Collector,
    /// How far it has come, as of the last run.
    saved: SavedBuild,
    built: BookBuilt,
    total: u64,
}

impl<'a> Builder<'a> {
    fn begin(
        files: &'a WrittenFiles,
        request: &'a BuildRequest,
    ) -> Result<Builder<'a>, StoreError> {
        files.claim(&request.to, never)?;
        let mut sizes = Vec::new();
        for path in &request.games {
            let found = fs::metadata(path).and_then(|found| match found.is_file() {
                true => Ok(found.len()),
                false => Err(io::Error::other("it is not a plain file")),
            });
            sizes.push(found.map_err(FileError::reading(path))?);
        }
        let mut folder = request.to.clone().into_os_string();
        folder.push(".part");
        let folder = PathBuf::from(folder);
        if request.afresh {
            book_build::discard(&folder)?;
        }
        let task = task(request)?;
        book_build::make(&folder)?;
        let saved = SavedBuild::resume(files, &book_build::state(&folder), &task)?
            .unwrap_or_else(|| SavedBuild { task: task.to_string(), ..SavedBuild::default() });
        let built = BookBuilt {
            games: saved.games,
            before: saved.games,
            without_result: saved.without_result,
            damaged: saved.damaged,
            named: saved.named.clone(),
            runs: saved.runs.len(),
            ..BookBuilt::default()
        };
        let collector = Collector::new(request.memory << 20);
        Ok(Builder { files, request, folder, collector, saved, built, total: sizes.iter().sum() })
    }

    /// Reads all files from where the last build stopped.
    fn read(&mut self, stop: &StopFlag, tell: &mut dyn FnMut(u64, u64)) -> Result<(), StoreError> {
        let mut passed = 0;
        for (number, path) in self.request.games.iter().enumerate() {
            let file = File::open(path).map_err(FileError::reading(path))?;
            let size = file.metadata().map_or(0, |found| found.len());
            if (number as u64) >= self.saved.file {
                let total = self.total;
                let mut tell = |bytes| tell(passed + bytes, total);
                // Whoever stops it keeps everything up to the last whole game.
                if !self.read_file(file, path, stop, &mut tell)? {
                    self.built.stopped = true;
                    return self.write_run();
                }
                self.saved.file = number as u64 + 1;
                (self.saved.bytes, self.saved.line, self.saved.game) = (0, 0, 0);
            }
            passed += size;
        }
        if self.collector.is_empty() { Ok(()) } else { self.write_run() }
    }

    /// Reads a file from where the last build stopped; `false` if it was stopped.
    fn read_file(
        &mut self,
        mut file: File,
        path: &Path,
        stop: &StopFlag,
        tell: &mut dyn FnMut(u64),
    ) -> Result<bool, StoreError> {
        let failed = FileError::reading(path);
        file.seek(SeekFrom::Start(self.saved.bytes)).map_err(failed)?;
        let reader = BufReader::with_capacity(1 << 20, file);
        let from = LinePlace { bytes: self.saved.bytes, lines: self.saved.line as usize };
        let mut games = PgnReader::at(reader, from);
        let mut begun = from.bytes;
        loop {
            let LinePlace { bytes, lines } = games.place();
            self.built.bytes += bytes - begun;
            begun = bytes;
            (self.saved.bytes, self.saved.line) = (bytes, lines as u64);
            if self.saved.game.is_multiple_of(GAMES_A_LOOK) {
                tell(bytes);
                if stop.is_raised() {
                    return Ok(false);
                }
            }
            if !self.collector.has_room_for(self.request.plies) && self.collector.is_full() {
                self.write_run()?;
            }
            let Some(game) = games.record().map_err(failed)? else { return Ok(true) };
            self.saved.game += 1;
            self.count(&game, path);
        }
    }

    /// Counts the moves of a game, or names what is wrong with it.
    fn count(&mut self, game: &PgnRecord, path: &Path) {
        let mut moves: Vec<(u64, u16, bool)> = Vec::with_capacity(self.request.plies);
        let mut last: Option<(RunningKey, Position, Move)> = None;
        let reading = game.each_step(false, |position, step| {
            let Step::Move(mv) = step else { return false };
            if moves.len() == self.request.plies {
                return false;
            }
            let key = match &last {
                Some((key, before, mv)) => key.after(before, *mv, position),
                None => RunningKey::of(position),
            };
            moves.push((key.key(), encode(mv), position.turn() == Color::White));
            last = Some((key, *position, mv));
            moves.len() < self.request.plies
        });
        let is_disputed = |doubt: &&PgnError| matches!(doubt.fault, PgnFault::Results { .. });
        if let Some(error) = reading.fault.as_ref().or(reading.doubts.iter().find(is_disputed)) {
            self.built.damaged += 1;
            if self.built.named.len() < MOST_NAMED {
                let number = self.saved.game;
                self.built.named.push(format!("{}, game {number}, {error}", path.display()));
            }
            return;
        }
        self.built.games += 1;
        self.built.without_result += u64::from(reading.result == GameResult::Unknown);
        for (key, bits, white) in moves {
            self.collector.add(MoveTally::one(key, bits, reading.result, white));
        }
    }

    /// Writes what was counted as a run, and how far that is.
    fn write_run(&mut self) -> Result<(), StoreError> {
        let path = book_build::run(&self.folder, self.saved.runs.len());
        let bytes = self.collector.write(self.files, &path)?;
        self.saved.runs.push(bytes);
        self.built.runs = self.saved.runs.len();
        self.saved.games = self.built.games;
        self.saved.without_result = self.built.without_result;
        self.saved.damaged = self.built.damaged;
        self.saved.named.clone_from(&self.built.named);
        self.saved.save(self.files, &book_build::state(&self.folder))
    }

    /// Merges the runs into the book, which is written whole or not at all.
    fn write_book(&mut self, stop: &StopFlag) -> Result<(), StoreError> {
        let paths = book_build::runs(&self.folder, &self.saved)?;
        let mut merge = Merge::open(&paths).map_err(FileError::reading(&self.folder))?;
        let (mut positions, mut moves, mut stopped) = (0, 0, false);
        let least = self.request.least;
        let written = self.files.replace(&self.request.to, |out| {
            let mut out = BufWriter::with_capacity(1 << 16, out);
            let mut here: Vec<MoveTally> = Vec::new();
            loop {
                let next = merge.next()?;
                if here.first().is_some_and(|first| next.is_none_or(|next| next.key != first.key)) {
                    let kept = entries(&here, least);
                    positions += u64::from(!kept.is_empty());
                    moves += kept.len() as u64;
                    for entry in kept {
                        out.write_all(&polyglot::bytes(&entry))?;
                    }
                    here.clear();
                    stopped = stop.is_raised();
                }
                match next {
                    Some(next) if !stopped => here.push(next),
                    _ => break,
                }
            }
            match (stopped, moves) {
                (true, _) => Err(io::Error::other("stopped")),
                (false, 0) => Err(io::Error::other(format!(
                    "no move was played in {least} games; ask for fewer"
                ))),
                (false, _) => out.flush(),
            }
        });
        self.built.stopped = stopped;
        if stopped {
            return Ok(());
        }
        written?;
        (self.built.positions, self.built.moves) = (positions, moves);
        book_build::discard(&self.folder)
    }
}

/// The moves of one position that were played often enough, heaviest first.
fn entries(here: &[MoveTally], least: u64) -> Vec<BookEntry> {
    let kept: Vec<&MoveTally> =
        here.iter().filter(|tally| tally.results.games() >= least).collect();
    let results: Vec<Results> = kept.iter().map(|tally| tally.results).collect();
    let weights = weights_of(&results);
    let of = |(tally, weight): (&&MoveTally, u16)| BookEntry {
        key: tally.key,
        bits: tally.bits,
        weight,
        learn: 0,
        results: tally.results,
    };
    let mut entries: Vec<BookEntry> = kept.iter().zip(weights).map(of).collect();
    entries.sort_by_key(|entry| (std::cmp::Reverse(entry.weight), entry.bits));
    entries
}

/// What is being made, so that another build does not go on with it.
fn task(request: &BuildRequest) -> Result<MadeOf, FileError> {
    let task = MadeOf::work("book build").and("plies", request.plies);
    let numbered = request.games.iter().enumerate();
    numbered.into_iter().try_fold(task, |task, (number, path)| {
        task.and_file(&format!("games {}", number + 1), path)
    })
}

/// The most memory that this program ever took, in bytes, as Linux tells it.
fn peak_memory() -> Option<u64> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmHWM:"))?;
    let kibibytes: u64 = line.split_whitespace().nth(1)?.parse().ok()?;
    Some(kibibytes << 10)
}
