//! How quickly games are read into a book, and in how much memory: `cargo bench --bench book [-- MEGABYTES [MEBIBYTES]]`.
//!
//! Games are made first: lines of the house book, gone on with at random, each another one, so many megabytes (100) of them in a
//! temporary file. Then a book is built of them as `book build` does it, with so many mebibytes (64) for counting.

use std::fs::File;
use std::io::{self, BufWriter, Write};

use quarterply::chess::game::Step;
use quarterply::chess::{Color, Game, SplitMix, san};
use quarterply::control::StopFlag;
use quarterply::oracle::book::openings;
use quarterply::store::WrittenFiles;
use quarterply::tools::book::build::{BuildRequest, build};

/// Plies of a game.
const PLIES: usize = 80;

fn main() -> io::Result<()> {
    let numbers: Vec<u64> = std::env::args().filter_map(|argument| argument.parse().ok()).collect();
    let megabytes = numbers.first().copied().unwrap_or(100);
    let memory = numbers.get(1).copied().unwrap_or(64) as usize;
    let folder = tempfile::tempdir()?;
    let games = folder.path().join("games.pgn");
    let made = make(&mut BufWriter::new(File::create(&games)?), megabytes * 1_000_000)?;
    let to = folder.path().join("book.bin");
    let request =
        BuildRequest { games: vec![games], to, least: 2, plies: 40, memory, afresh: false };
    let files = WrittenFiles::default();
    let built =
        build(&files, &request, &StopFlag::new(), &mut |_, _| {}).map_err(io::Error::other)?;
    let seconds = built.reading.as_secs_f64();
    let speed = built.bytes as f64 / 1e6 / seconds;
    let mut out = io::stdout().lock();
    writeln!(out, "{made} games made, {} counted, {} damaged", built.games, built.damaged)?;
    writeln!(
        out,
        "{:.1} MB read in {seconds:.2} s: {speed:.1} MB/s on one core",
        built.bytes as f64 / 1e6
    )?;
    writeln!(
        out,
        "{} positions, {} moves, {} runs, {:.2} s in all",
        built.positions,
        built.moves,
        built.runs,
        built.elapsed.as_secs_f64()
    )?;
    let peak =
        built.peak.map_or_else(|| "unknown".to_owned(), |peak| format!("{} MiB", peak >> 20));
    writeln!(out, "{memory} MiB were allowed for counting; the program took {peak} at most")
}

/// Writes games until there is enough, and says how many.
fn make(out: &mut impl Write, enough: u64) -> io::Result<u64> {
    let lines = openings().map_err(io::Error::other)?.lines();
    let mut chance = SplitMix::new(1);
    let (mut bytes, mut games) = (0, 0);
    while bytes < enough {
        games += 1;
        let line = &lines[chance.below(lines.len())];
        let text = game(&mut chance, line.game(), games);
        out.write_all(text.as_bytes())?;
        bytes += text.len() as u64;
    }
    out.flush()?;
    Ok(games)
}

/// A game that begins like another, and goes on at random.
fn game(chance: &mut SplitMix, mut game: Game, number: u64) -> String {
    while game.ply() < PLIES {
        let moves = game.position().legal_moves();
        if moves.is_empty() {
            break;
        }
        let mv = moves[chance.below(moves.len())].mv;
        if game.step(Step::Move(mv)).is_err() {
            break;
        }
    }
    let result = ["1-0", "0-1", "1/2-1/2"][chance.below(3)];
    let mut text = format!(
        "[Event \"Made by chance\"]\n[Site \"?\"]\n[Date \"2026.11.22\"]\n[Round \"{number}\"]\n[White \"One\"]\n\
         [Black \"Other\"]\n[Result \"{result}\"]\n\n"
    );
    let mut column = 0;
    for (position, step) in game.steps() {
        let Step::Move(mv) = step else { continue };
        let mut word = san(&position, mv);
        if position.turn() == Color::White {
            word = format!("{}. {word}", position.fullmoves());
        }
        if column + word.len() > 79 {
            text.push('\n');
            column = 0;
        }
        column += word.len() + 1;
        text.push_str(&word);
        text.push(' ');
    }
    text.push_str(result);
    text.push_str("\n\n");
    text
}
