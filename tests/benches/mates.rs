//! The solvers of `prove/` on suites of mates: `cargo bench --bench mates -- WHAT FILE.epd [N]`.
//!
//! * `one`: every position after one and two plies is searched for a mate in one, by the static test and by making every checking
//!   move; both must agree, and the time of each is printed.
//! * `mated`: positions where the side to move is mated; prints how many are solved in the number of moves of the file.
//! * `keys`: all keys of each position, their strategies constructed and verified; only mates in `N` if it is given.

use std::env;
use std::fs::File;
use std::hint::black_box;
use std::io::{self, BufRead, BufReader, Write};
use std::time::{Duration, Instant};

use quarterply::chess::epd::Epd;
use quarterply::chess::{Position, mate_in_one};
use quarterply::control::StopFlag;
use quarterply::proof::{Rules, verify};
use quarterply::prove::Exact;

const MEBIBYTES: usize = 64;

/// A position and the length of the mate that its line claims.
struct Problem {
    position: Position,
    mate: u16,
}

fn suite(path: &str) -> io::Result<Vec<Problem>> {
    let mut problems = Vec::new();
    for line in BufReader::new(File::open(path)?).lines() {
        let line = line?;
        let epd =
            Epd::parse(&line).map_err(|error| io::Error::other(format!("{line}: {error}")))?;
        let mate = epd.mate_in().ok().flatten().unwrap_or(0).unsigned_abs() as u16;
        problems.push(Problem { position: epd.position, mate });
    }
    Ok(problems)
}

/// By making every checking move.
fn naive(position: &Position) -> bool {
    let moves = position.legal_moves();
    moves.iter().any(|legal| legal.check.any() && !position.play(legal.mv).has_legal_move())
}

fn one(suite: &[Problem], out: &mut impl Write) -> io::Result<()> {
    let mut positions = Vec::new();
    for Problem { position: root, .. } in suite {
        for legal in root.legal_moves() {
            let next = root.play(legal.mv);
            positions.push(next);
            positions.extend(next.legal_moves().iter().map(|reply| next.play(reply.mv)));
        }
    }
    for round in 1..=3 {
        let mut counts = [0; 2];
        for (by, name) in ["static", "making moves"].into_iter().enumerate() {
            let start = Instant::now();
            let mate = |position: &&Position| match by {
                0 => mate_in_one(black_box(position)).is_some(),
                _ => naive(black_box(position)),
            };
            counts[by] = positions.iter().filter(mate).count();
            let each = start.elapsed().as_secs_f64() * 1e9 / positions.len() as f64;
            writeln!(out, "round {round}: {name:<13} {each:>6.1} ns a position")?;
        }
        assert_eq!(counts[0], counts[1], "the two disagree");
        writeln!(out, "{} of {} have a mate in one", counts[0], positions.len())?;
    }
    Ok(())
}

/// Cost of the positions of a suite: time, and nodes, which do not depend on the machine's load.
#[derive(Default)]
struct Costs {
    times: Vec<Duration>,
    nodes: Vec<u64>,
}

impl Costs {
    fn add(&mut self, since: Instant, nodes: u64) {
        self.times.push(since.elapsed());
        self.nodes.push(nodes);
    }

    fn tell(&mut self, out: &mut impl Write) -> io::Result<()> {
        self.times.sort();
        let time: Duration = self.times.iter().sum();
        let count = self.times.len().max(1);
        let median = self.times.get(count / 2).copied().unwrap_or_default();
        let worst = self.times.last().copied().unwrap_or_default();
        let average = time / count as u32;
        writeln!(out, "{count} positions in {time:.2?}")?;
        writeln!(out, "on average {average:.2?}, median {median:.2?}, worst {worst:.2?}")?;
        let (nodes, most) = (self.nodes.iter().sum::<u64>(), self.nodes.iter().max());
        writeln!(out, "{nodes} nodes, at worst {}", most.copied().unwrap_or_default())
    }
}

fn mated(suite: &[Problem], out: &mut impl Write) -> io::Result<()> {
    let (mut exact, stop) = (Exact::new(MEBIBYTES).map_err(io::Error::other)?, StopFlag::new());
    let mut costs = Costs::default();
    let mut missed = 0;
    for Problem { position, mate } in suite {
        let (start, before) = (Instant::now(), exact.nodes());
        let found = exact.mated_in(position, *mate, &stop);
        costs.add(start, exact.nodes() - before);
        if !matches!(found, Ok(Some(length)) if length == *mate) {
            missed += 1;
            writeln!(out, "{} mated in {mate}: {found:?}", position.to_fen())?;
        }
    }
    writeln!(out, "missed: {missed}")?;
    costs.tell(out)
}

fn keys(suite: &[Problem], only: Option<u16>, out: &mut impl Write) -> io::Result<()> {
    let (mut exact, stop) = (Exact::new(MEBIBYTES).map_err(io::Error::other)?, StopFlag::new());
    let (mut searched, mut written) = (Costs::default(), Duration::ZERO);
    let (mut unsound, mut missed, mut positions) = (0, 0, 0);
    for Problem { position, mate } in suite.iter().filter(|p| only.is_none_or(|n| n == p.mate)) {
        let (start, before) = (Instant::now(), exact.nodes());
        let keys = exact.keys(position, *mate, &stop).unwrap_or_default();
        searched.add(start, exact.nodes() - before);
        if keys.len() != 1 {
            unsound += 1;
        }
        let start = Instant::now();
        let strategy = exact.strategy(position, position.turn(), *mate, &stop).ok().flatten();
        match strategy.map(|strategy| verify(&strategy, Rules::Problem)) {
            Some(Ok(proof)) if proof.mate() == *mate => positions += proof.positions(),
            other => {
                missed += 1;
                let found = other.map(|proof| proof.map(|proof| proof.mate()));
                writeln!(out, "{} mate in {mate}: {found:?}", position.to_fen())?;
            }
        }
        written += start.elapsed();
    }
    writeln!(out, "not as the file says: {missed}; without a single key: {unsound}")?;
    writeln!(out, "strategies of {positions} positions made and verified in {written:.2?}")?;
    searched.tell(out)
}

fn main() -> io::Result<()> {
    let mut out = io::stdout().lock();
    // Cargo adds `--bench`.
    let words: Vec<String> = env::args().skip(1).filter(|word| word != "--bench").collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    match words[..] {
        ["one", path] => one(&suite(path)?, &mut out),
        ["mated", path] => mated(&suite(path)?, &mut out),
        ["keys", path] => keys(&suite(path)?, None, &mut out),
        ["keys", path, mate] => {
            keys(&suite(path)?, Some(mate.parse().map_err(io::Error::other)?), &mut out)
        }
        _ => writeln!(out, "cargo bench --bench mates -- one|mated|keys FILE.epd [N]"),
    }
}
