//! The solvers of `prove/` on suites of mates: `cargo bench --bench mates -- one FILE.epd`.
//!
//! `one` plays through the moves and replies of every position and asks for a mate in one, the static way and by
//! making every move; both must agree, and the time of each is told.

use std::env;
use std::hint::black_box;
use std::io::{self, BufRead, BufReader, Write};
use std::time::Instant;

use quarterply::chess::Position;
use quarterply::prove::mate_in_one::mate_in_one;

/// The positions of an EPD file, with the mate that each line claims.
fn suite(path: &str) -> io::Result<Vec<(Position, i32)>> {
    let mut positions = Vec::new();
    for line in BufReader::new(std::fs::File::open(path)?).lines() {
        let line = line?;
        let epd = quarterply::chess::epd::Epd::parse(&line)
            .map_err(|error| io::Error::other(format!("{line}: {error}")))?;
        positions.push((epd.position, epd.mate_in().unwrap_or(0)));
    }
    Ok(positions)
}

/// By making every move.
fn naive(position: &Position) -> bool {
    position
        .legal_moves()
        .iter()
        .any(|legal| legal.check.any() && !position.play(legal.mv).has_legal_move())
}

fn one(suite: &[(Position, i32)], out: &mut impl Write) -> io::Result<()> {
    let mut positions = Vec::new();
    for (root, _) in suite {
        for legal in root.legal_moves() {
            let next = root.play(legal.mv);
            positions.push(next);
            positions.extend(next.legal_moves().iter().map(|reply| next.play(reply.mv)));
        }
    }
    let mut counts = [0; 2];
    for round in 0..3 {
        for (by, name) in ["static", "making moves"].into_iter().enumerate() {
            let start = Instant::now();
            let mate = |position: &&Position| match by {
                0 => mate_in_one(black_box(position)).is_some(),
                _ => naive(black_box(position)),
            };
            counts[by] = positions.iter().filter(mate).count();
            let each = start.elapsed().as_secs_f64() * 1e9 / positions.len() as f64;
            writeln!(
                out,
                "round {round}: {name:<13} {each:>6.1} ns a position, {} of {} have a mate in one",
                counts[by],
                positions.len()
            )?;
        }
        assert_eq!(counts[0], counts[1], "the two disagree");
    }
    Ok(())
}

fn main() -> io::Result<()> {
    let mut out = io::stdout().lock();
    // Cargo passes `--bench`.
    let words: Vec<String> = env::args().skip(1).filter(|word| word != "--bench").collect();
    match words.as_slice() {
        [what, path] if what == "one" => one(&suite(path)?, &mut out),
        _ => writeln!(out, "cargo bench --bench mates -- one FILE.epd"),
    }
}
