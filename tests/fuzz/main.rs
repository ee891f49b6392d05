//! Fuzzing: the program through every interface, and every file that it reads, for a given time, from a seed.
//!
//! `cargo bench --bench fuzz -- [OPTIONS]`
//!
//! | option | |
//! |---|---|
//! | `--prompt N`, `--json N`, `--uci N`, `--xboard N` | lines to say in each way |
//! | `--keys N` | keys to press in a terminal |
//! | `--files N` | damaged files of each kind |
//! | `--kills N` | kills of each kind of long work, and ten times as many signals to work of any kind |
//! | `--syzygy DIR` | where Syzygy's tables of three and four men are; without, none is damaged |
//! | `--only NAME` | of the kinds of files and work, those whose names begin so |
//! | `--nightly`, `--short` | the figures of a night; a run of some seconds |
//! | `--seed N` | the same seed says the same (1) |
//! | `--seconds N` | begin nothing after this time |
//! | `--jobs N` | sessions at a time (1) |
//! | `--binary FILE` | another program than the one that was built with this |
//! | `--to DIR` | keep what reproduces a fault there |
//!
//! A session is its own process in a temporary folder. A failing one is repeated in parts, until no part can be left out. A table
//! at the end has the figures; the status is 1 if there was a fault. What happens beside a search depends on the machine, so not
//! every fault is reproducible.

#![allow(clippy::print_stdout, clippy::print_stderr)]

mod board;
mod chance;
mod files;
mod grammar;
mod hostile;
#[path = "../json_schema.rs"]
mod json_schema;
mod keys;
mod kills;
mod outcome;
mod program;
mod report;
mod session;
mod typed;
mod uci;
mod world;
mod xboard;

use std::env;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};

use chance::Chance;
use files::{FileKind, KINDS};
use kills::{WORKS, Work};
use outcome::{Fault, Outcome};
use report::Row;
use session::Dialect;
use world::World;

/// Lines of a session.
const SESSION: usize = 500;

/// Signals of a part.
const SIGNALS: usize = 10;

/// Maximum number of faults of a kind.
const ENOUGH: usize = 30;

/// What is asked for.
struct Request {
    seed: u64,
    binary: PathBuf,
    jobs: usize,
    seconds: Option<u64>,
    to: Option<PathBuf>,
    only: Option<String>,
    syzygy: Option<PathBuf>,
    counts: [(&'static str, usize); 7],
}

impl Request {
    fn read(mut words: impl Iterator<Item = String>) -> Result<Request> {
        let mut request = Request {
            seed: 1,
            binary: PathBuf::from(env!("CARGO_BIN_EXE_quarterply")),
            jobs: 1,
            seconds: None,
            to: None,
            only: None,
            syzygy: None,
            counts: ["prompt", "json", "uci", "xboard", "keys", "files", "kills"]
                .map(|name| (name, 0)),
        };
        while let Some(word) = words.next() {
            let mut value = || words.next().with_context(|| format!("{word} needs a value"));
            match word.as_str() {
                // Cargo passes this to every bench.
                "--bench" => {}
                "--seed" => request.seed = value()?.parse()?,
                "--binary" => request.binary = value()?.into(),
                "--jobs" => request.jobs = value()?.parse()?,
                "--seconds" => request.seconds = Some(value()?.parse()?),
                "--to" => request.to = Some(value()?.into()),
                "--only" => request.only = Some(value()?),
                "--syzygy" => request.syzygy = Some(value()?.into()),
                "--nightly" => request.all([300_000, 200_000, 200_000, 200_000, 50_000, 1000, 100]),
                "--short" => request.all([1000, 1000, 1000, 1000, 500, 5, 1]),
                _ => {
                    let name = word.trim_start_matches("--").to_owned();
                    let row = request.counts.iter_mut().find(|(kind, _)| *kind == name);
                    let Some(row) = row else { bail!("unknown option {word}") };
                    row.1 = value()?.parse()?;
                }
            }
        }
        Ok(request)
    }

    /// Returns whether a kind of files or of work is asked for.
    fn wants(&self, name: &str) -> bool {
        self.only.as_ref().is_none_or(|only| name.starts_with(only.as_str()))
    }

    fn all(&mut self, counts: [usize; 7]) {
        for (row, count) in self.counts.iter_mut().zip(counts) {
            row.1 = count;
        }
    }
}

fn main() -> Result<ExitCode> {
    let request = Request::read(env::args().skip(1))?;
    let world = World::make(&request.binary)?;
    let begun = Instant::now();
    let run = Run { request: &request, world: &world, begun };
    let dialects: [&dyn Dialect; 5] = [
        &typed::Typed::new(false),
        &typed::Typed::new(true),
        &uci::Uci,
        &xboard::Xboard,
        &keys::Keys,
    ];
    let mut rows = Vec::new();
    for (dialect, (_, lines)) in dialects.into_iter().zip(request.counts) {
        if lines > 0 {
            rows.push(run.sessions(dialect, lines)?);
        }
    }
    let [.., (_, files), (_, kills)] = request.counts;
    if files > 0 {
        world.make_half_done(request.syzygy.as_deref())?;
        for kind in KINDS.iter().filter(|kind| request.wants(kind.name)) {
            if request.syzygy.is_some() || !kind.name.starts_with("Syzygy") {
                rows.push(run.files(kind, files)?);
            }
        }
    }
    if kills > 0 {
        rows.extend(run.kills(kills)?);
    }
    println!(
        "seed {} · {:.0} s\n\n{}",
        request.seed,
        begun.elapsed().as_secs_f64(),
        report::table(&rows)
    );
    let faults: usize = rows.iter().map(Row::faults).sum();
    Ok(if faults == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// A run of the fuzzer.
struct Run<'a> {
    request: &'a Request,
    world: &'a World,
    begun: Instant,
}

impl Run<'_> {
    /// Does the numbered parts of something, several at a time, and collects their figures. `report` gets the first fault of
    /// each class.
    fn parts(
        &self,
        row: Row,
        count: usize,
        part: impl Fn(usize, &Mutex<Row>) -> Result<()> + Sync,
    ) -> Result<Row> {
        let name = row.kind.clone();
        let row = Mutex::new(row);
        let next = AtomicUsize::new(0);
        let late = || {
            self.request
                .seconds
                .is_some_and(|most| self.begun.elapsed() > Duration::from_secs(most))
        };
        let work = || -> Result<()> {
            loop {
                let number = next.fetch_add(1, Ordering::Relaxed);
                let enough = row.lock().is_ok_and(|row| row.faults() >= ENOUGH);
                if number >= count || late() || enough {
                    return Ok(());
                }
                part(number, &row)?;
                eprint!("\r{name} {}/{count} ", number + 1);
            }
        };
        thread::scope(|scope| {
            let workers: Vec<_> =
                (0..self.request.jobs.max(1)).map(|_| scope.spawn(work)).collect();
            workers.into_iter().try_for_each(|worker| {
                worker.join().unwrap_or_else(|_| bail!("the fuzzer itself panicked"))
            })
        })?;
        eprintln!();
        row.into_inner().or_else(|_| bail!("the fuzzer itself panicked"))
    }

    fn keep(
        &self,
        kind: &str,
        number: usize,
        fault: &Fault,
        text: &[u8],
        again: bool,
    ) -> Result<()> {
        let seed = format!("seed {}, {kind}, part {number}", self.request.seed);
        report::reproduction(self.request.to.as_deref(), kind, &seed, fault, text, again)
    }

    /// Holds sessions in one dialect.
    fn sessions(&self, dialect: &dyn Dialect, lines: usize) -> Result<Row> {
        let name = dialect.name();
        let unit = if name == "keys" { "keys" } else { "lines" };
        self.parts(Row::new(name, unit), lines.div_ceil(SESSION), |number, row| {
            let wanted = SESSION.min(lines - number * SESSION);
            let mut chance = Chance::of_part(self.request.seed, name, number);
            let steps = dialect.steps(&mut chance, wanted);
            let outcome = session::hold(dialect, self.world, &steps)?;
            let Some(fault) = add(row, outcome) else { return Ok(()) };
            let (small, seen) = session::shrink(dialect, self.world, &steps, &fault.class)?;
            let lines: Vec<&[u8]> = small.iter().map(|step| &step.text[..]).collect();
            let text = [lines.join(&b'\n'), b"\n".to_vec()].concat();
            self.keep(name, number, seen.as_ref().unwrap_or(&fault), &text, seen.is_some())
        })
    }

    /// Tries damaged files of one kind.
    fn files(&self, kind: &FileKind, files: usize) -> Result<Row> {
        let seed = kind.seed(self.world)?;
        self.parts(Row::new(kind.name, "files"), files.div_ceil(files::SESSION), |number, row| {
            let mut chance = Chance::of_part(self.request.seed, kind.name, number);
            let wanted = files::SESSION.min(files - number * files::SESSION);
            let trials: Vec<_> = (0..wanted).map(|_| kind.trial(&mut chance, seed.len())).collect();
            let mut rest = &trials[..];
            // A fault ends the process; the next one continues with the next file.
            while !rest.is_empty() {
                let (outcome, done) = kind.run(self.world, &seed, rest)?;
                let last = rest[..done].last();
                rest = &rest[done.max(1)..];
                let (Some(fault), Some(last)) = (add(row, outcome), last) else { continue };
                let (edits, seen) = session::fewest(&last.edits, |edits| {
                    let trial = last.with(edits);
                    let found = kind.run(self.world, &seed, &[trial])?.0.fault;
                    Ok(found.filter(|found| found.class == fault.class))
                })?;
                let bytes = kind.bytes(&seed, &last.with(&edits));
                self.keep(
                    kind.name,
                    number,
                    seen.as_ref().unwrap_or(&fault),
                    &bytes,
                    seen.is_some(),
                )?;
            }
            Ok(())
        })
    }

    /// Kills long work, one kind after the other, several kinds at a time.
    fn kills(&self, kills: usize) -> Result<Vec<Row>> {
        let wanted = |work: &&Work| self.request.wants(work.name);
        let works: Vec<&Work> = WORKS.iter().filter(wanted).collect();
        let rows = Mutex::new(Vec::new());
        self.parts(Row::new("kills", "kills"), works.len(), |number, _| {
            let work = works[number];
            let mut chance = Chance::of_part(self.request.seed, work.name, 0);
            let outcome = work.kill(self.world, &mut chance, kills)?;
            let mut row = Row::new(&format!("kill -9: {}", work.name), "kills");
            if let Some(fault) = row.add(outcome) {
                self.keep(&row.kind.clone(), number, &fault, b"", true)?;
            }
            if let Ok(mut rows) = rows.lock() {
                rows.push((number, row));
            }
            Ok(())
        })?;
        let mut rows = rows.into_inner().or_else(|_| bail!("the fuzzer itself panicked"))?;
        rows.sort_by_key(|(number, _)| *number);
        let mut rows: Vec<Row> = rows.into_iter().map(|(_, row)| row).collect();
        if self.request.wants("signals") {
            rows.push(self.parts(Row::new("signals", "signals"), kills, |number, row| {
                let mut chance = Chance::of_part(self.request.seed, "signals", number);
                let outcome = kills::interrupt(self.world, &mut chance, SIGNALS)?;
                add(row, outcome)
                    .map_or(Ok(()), |fault| self.keep("signals", number, &fault, b"", true))
            })?);
        }
        Ok(rows)
    }
}

/// Adds figures to a row; returns the fault if it is the first of its class.
fn add(row: &Mutex<Row>, outcome: Outcome) -> Option<Fault> {
    row.lock().ok()?.add(outcome)
}
