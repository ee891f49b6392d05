//! Fuzzing: the program through every door, and every file that it reads, for as long as one says, from a seed.
//!
//! `cargo bench --bench fuzz -- [OPTIONS]`
//!
//! | option | |
//! |---|---|
//! | `--prompt N`, `--json N`, `--uci N`, `--xboard N` | lines to say in each way |
//! | `--nightly`, `--short` | the figures of a night; a run of some seconds |
//! | `--seed N` | the same seed says the same (1) |
//! | `--seconds N` | begin nothing after this time |
//! | `--jobs N` | sittings at a time (1) |
//! | `--binary FILE` | another program than the one that was built with this |
//! | `--to DIR` | keep what reproduces a fault there |
//!
//! A sitting is a process of its own in a temporary folder. What ends badly is said again in parts, until no part can be left
//! out. One table at the end tells the figures; the status is 1 if there was a fault. What happens beside a search depends
//! on the machine, so not every fault comes again.

#![allow(clippy::print_stdout, clippy::print_stderr)]

mod board;
mod chance;
mod grammar;
mod hostile;
#[path = "../json_schema.rs"]
mod json_schema;
mod outcome;
mod program;
mod report;
mod sitting;
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
use report::Row;
use sitting::Dialect;
use world::World;

/// Lines of a sitting.
const SITTING: usize = 500;

/// A kind with so many faults is not tried further.
const ENOUGH: usize = 30;

/// What is asked for.
struct Request {
    seed: u64,
    binary: PathBuf,
    jobs: usize,
    seconds: Option<u64>,
    to: Option<PathBuf>,
    lines: [(&'static str, usize); 4],
}

impl Request {
    fn read(mut words: impl Iterator<Item = String>) -> Result<Request> {
        let mut request = Request {
            seed: 1,
            binary: PathBuf::from(env!("CARGO_BIN_EXE_quarterply")),
            jobs: 1,
            seconds: None,
            to: None,
            lines: [("prompt", 0), ("json", 0), ("uci", 0), ("xboard", 0)],
        };
        while let Some(word) = words.next() {
            let mut value = || words.next().with_context(|| format!("{word} needs a value"));
            match word.as_str() {
                // What cargo says to every bench.
                "--bench" => {}
                "--seed" => request.seed = value()?.parse()?,
                "--binary" => request.binary = value()?.into(),
                "--jobs" => request.jobs = value()?.parse()?,
                "--seconds" => request.seconds = Some(value()?.parse()?),
                "--to" => request.to = Some(value()?.into()),
                "--nightly" => request.all([300_000, 200_000, 200_000, 200_000]),
                "--short" => request.all([1500, 1000, 1000, 1000]),
                _ => {
                    let name = word.trim_start_matches("--").to_owned();
                    let row = request.lines.iter_mut().find(|(kind, _)| *kind == name);
                    let Some(row) = row else { bail!("unknown option {word}") };
                    row.1 = value()?.parse()?;
                }
            }
        }
        Ok(request)
    }

    fn all(&mut self, lines: [usize; 4]) {
        for (row, count) in self.lines.iter_mut().zip(lines) {
            row.1 = count;
        }
    }
}

fn main() -> Result<ExitCode> {
    let request = Request::read(env::args().skip(1))?;
    let world = World::make(&request.binary)?;
    let begun = Instant::now();
    let dialects: [&dyn Dialect; 4] =
        [&typed::Typed::new(false), &typed::Typed::new(true), &uci::Uci, &xboard::Xboard];
    let mut rows = Vec::new();
    for (dialect, (_, lines)) in dialects.into_iter().zip(request.lines) {
        if lines > 0 {
            rows.push(sittings(&request, &world, dialect, lines, begun)?);
        }
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

/// Holds sittings in one dialect, several at a time.
fn sittings(
    request: &Request,
    world: &World,
    dialect: &dyn Dialect,
    lines: usize,
    begun: Instant,
) -> Result<Row> {
    let row = Mutex::new(Row::new(dialect.name(), "lines"));
    let next = AtomicUsize::new(0);
    let count = lines.div_ceil(SITTING);
    let work = || -> Result<()> {
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            let late =
                request.seconds.is_some_and(|most| begun.elapsed() > Duration::from_secs(most));
            let enough = row.lock().is_ok_and(|row| row.faults() >= ENOUGH);
            if number >= count || late || enough {
                return Ok(());
            }
            let wanted = SITTING.min(lines - number * SITTING);
            let mut chance = Chance::of_part(request.seed, dialect.name(), number);
            let steps = dialect.steps(&mut chance, wanted);
            let outcome = sitting::hold(dialect, world, &steps)?;
            let first = row.lock().ok().and_then(|mut row| row.add(outcome));
            eprint!("\r{} {}/{count} ", dialect.name(), number + 1);
            if let Some(fault) = first {
                let (small, seen) = sitting::shrink(dialect, world, &steps, &fault.class)?;
                let mut text = Vec::new();
                for step in &small {
                    text.extend(&step.text);
                    text.push(b'\n');
                }
                let seed = format!("seed {}, {} sitting {number}", request.seed, dialect.name());
                report::reproduction(
                    request.to.as_deref(),
                    dialect.name(),
                    &seed,
                    seen.as_ref().unwrap_or(&fault),
                    &text,
                    seen.is_some(),
                )?;
            }
        }
    };
    thread::scope(|scope| {
        let workers: Vec<_> = (0..request.jobs.max(1)).map(|_| scope.spawn(work)).collect();
        workers.into_iter().try_for_each(|worker| {
            worker
                .join()
                .unwrap_or_else(|_| bail!("a sitting of the fuzzer's own ended in a panic"))
        })
    })?;
    eprintln!();
    Ok(row.into_inner().unwrap_or_else(|broken| broken.into_inner()))
}
