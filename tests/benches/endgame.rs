//! Measures making endgame tables, and compares distances with those of a file: `cargo bench --bench endgame`.
//!
//! Without arguments it makes the tables of some endings from scratch. With `-- FILE.epd` it reads lines `FEN bm #N;` and prints
//! the positions of up to four pieces with another distance.

use std::io::{self, Write};
use std::time::{Duration, Instant};

use quarterply::chess::Position;
use quarterply::control::StopFlag;
use quarterply::oracle::{EndgameValue, Endgames};
use quarterply::proof::{Rules, verify};

const ENDINGS: [(&str, &str); 12] = [
    ("KQvK", "7k/8/8/8/8/8/8/KQ6 w - - 0 1"),
    ("KRvK", "7k/8/8/8/8/8/8/KR6 w - - 0 1"),
    ("KPvK", "7k/8/8/8/8/8/P7/K7 w - - 0 1"),
    ("KBBvK", "7k/8/8/8/8/8/8/KBB5 w - - 0 1"),
    ("KBNvK", "7k/8/8/8/8/8/8/KBN5 w - - 0 1"),
    ("KQvKR", "6rk/8/8/8/8/8/8/KQ6 w - - 0 1"),
    ("KRvKN", "6nk/8/8/8/8/8/8/KR6 w - - 0 1"),
    ("KPPvK", "7k/8/8/8/8/8/PP6/K7 w - - 0 1"),
    ("KRPvK", "7k/8/8/8/8/8/P7/KR6 w - - 0 1"),
    ("KQvKP", "7k/p7/8/8/8/8/8/KQ6 w - - 0 1"),
    ("KRvKP", "7k/p7/8/8/8/8/8/KR6 w - - 0 1"),
    ("KPvKP", "7k/p7/8/8/8/8/1P6/K7 w - - 0 1"),
];

fn main() -> io::Result<()> {
    let mut out = io::stdout().lock();
    let file = std::env::args().skip(1).find(|argument| !argument.starts_with('-'));
    match file {
        Some(file) => compare(&std::fs::read_to_string(file)?, &mut out),
        None => make(&mut out),
    }
}

fn make(out: &mut impl Write) -> io::Result<()> {
    for (name, fen) in ENDINGS {
        let position = Position::from_fen(fen).map_err(io::Error::other)?;
        let endgames = Endgames::default();
        let start = Instant::now();
        let known = endgames.probe(&position, &StopFlag::new());
        let (time, bytes) = (start.elapsed(), endgames.bytes());
        writeln!(
            out,
            "{name:6} {:7.1} ms {:6} KiB  {known:?}",
            time.as_secs_f64() * 1e3,
            bytes >> 10
        )?;
    }
    Ok(())
}

fn compare(text: &str, out: &mut impl Write) -> io::Result<()> {
    let (mut covered, mut same, mut proved) = (0, 0, 0);
    let mut slowest = (Duration::ZERO, String::new());
    for line in text.lines() {
        let Some((fen, mate)) = line.split_once(" bm #") else { continue };
        let wanted: i32 = mate.trim_end_matches([';', ' ']).parse().map_err(io::Error::other)?;
        let position = Position::from_fen(&format!("{fen} 0 1")).map_err(io::Error::other)?;
        let (endgames, stop) = (Endgames::default(), StopFlag::new());
        let start = Instant::now();
        let found = match endgames.probe(&position, &stop) {
            Ok(Some(EndgameValue::Mates(moves))) => i32::from(moves),
            Ok(Some(EndgameValue::Mated(moves))) => -i32::from(moves),
            Ok(Some(EndgameValue::Draw)) => 0,
            _ => continue,
        };
        covered += 1;
        same += i32::from(found == wanted);
        if found != wanted {
            writeln!(out, "{fen}: {wanted} in the file, {found} here")?;
        }
        let attacker = if found > 0 { position.turn() } else { !position.turn() };
        let Ok(Some(strategy)) = endgames.strategy(&position, attacker, &stop) else { continue };
        let making = start.elapsed();
        let proof = verify(&strategy, Rules::Problem).map_err(io::Error::other)?;
        proved += i32::from(i32::from(proof.mate()) == found.abs());
        let time = start.elapsed();
        if time > slowest.0 {
            let positions = proof.positions();
            slowest =
                (time, format!("{fen}, {making:.1?} without the check, {positions} positions"));
        }
    }
    writeln!(out, "{covered} positions covered, {same} distances the same, {proved} proved")?;
    writeln!(out, "the slowest from nothing took {:.1?}: {}", slowest.0, slowest.1)
}
