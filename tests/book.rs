//! The opening lines in `book/` are legal, distinct, written as the program writes them, and sound where they say so.

use std::collections::{HashMap, HashSet};

use quarterply::chess::Position;
use quarterply::chess::polyglot;
use quarterply::control::Limits;
use quarterply::engine::{Engine, Event, Job, Options};
use quarterply::oracle::book::{OpeningLines, openings};

/// Centipawns that neither side may be ahead by at the end of a sound line. This evaluation says 150 and more of lines that
/// masters play as Black against 1. e4 and 1. d4 (the Mieses Scotch, the King's Indian), so that the limit lies above them.
const SOUND: i32 = 200;

fn lines() -> &'static OpeningLines {
    openings().unwrap_or_else(|error| panic!("book/openings.txt: {error}"))
}

fn rows() -> Vec<&'static str> {
    let text = include_str!("../book/openings.txt");
    text.lines().filter(|row| !row.starts_with('#') && !row.is_empty()).collect()
}

#[test]
fn every_line_of_the_book_can_be_played() {
    let rows = rows();
    assert!(rows.is_sorted(), "the rows are sorted by code, then name");
    assert_eq!(rows.len(), lines().lines().len());
    let (mut names, mut named, mut ends) = (HashMap::new(), HashMap::new(), HashMap::new());
    for (line, row) in lines().lines().iter().zip(rows) {
        assert_eq!(line.row(), row);
        let end = line.end();
        assert!(line.moves.len() >= 4 && end.has_legal_move(), "{row}");
        let before = &line.moves[..line.named];
        let at = before.iter().fold(Position::start(), |position, &(mv, _)| position.play(mv));
        let other = names.insert(&line.opening.name, row);
        let other = other.or_else(|| named.insert(at.key(), row));
        if let Some(other) = other.or_else(|| ends.insert(end.key(), row)) {
            panic!("the same name, position named or end:\n{other}\n{row}");
        }
    }
}

#[test]
fn the_book_is_broad() {
    let mut positions = HashSet::new();
    let mut volumes: HashMap<&str, usize> = HashMap::new();
    for line in lines().lines() {
        *volumes.entry(&line.opening.eco[..1]).or_default() += 1;
        let mut position = Position::start();
        for &(mv, _) in &line.moves {
            position = position.play(mv);
            positions.insert(polyglot::key(&position));
        }
    }
    assert!(positions.len() >= 4_000, "{} positions", positions.len());
    for volume in ["A", "B", "C", "D", "E"] {
        assert!(volumes[volume] >= 50, "{volume}: {} lines", volumes[volume]);
    }
}

#[test]
fn a_doubtful_move_is_marked_in_every_line_that_has_it() {
    let mut marks = HashMap::new();
    for line in lines().lines() {
        let mut position = Position::start();
        for &(mv, doubtful) in &line.moves {
            let other = marks.insert((position.key(), mv), doubtful);
            assert!(other.is_none_or(|other| other == doubtful), "{}", line.row());
            position = position.play(mv);
        }
    }
}

/// The score of the end of every line by a search of so many nodes; takes minutes: asked for by
/// `cargo test book -- --ignored --nocapture`.
#[test]
#[ignore = "a search of every line: minutes"]
fn no_sound_line_ends_in_a_lost_position() {
    const NODES: u64 = 20_000;
    let mut options = Options::default();
    options.set("Hash", "16").unwrap();
    let mut engine = Engine::with(options);
    let mut faults = Vec::new();
    for line in lines().lines() {
        engine.new_game();
        let game = line.game();
        let job = Job { game, limits: Limits::nodes(NODES), multi_pv: Some(1), strength: None };
        let Some(Event::Finished(finished)) = engine.start(job).join() else {
            panic!("no result: {}", line.row())
        };
        let score = finished.iteration.lines[0].score;
        let is_gambit = line.opening.name.to_lowercase().contains("gambit");
        if score.raw().abs() > SOUND && line.is_sound() && !is_gambit {
            let turn = line.end().turn();
            faults.push(format!("{} for {turn}: {}", score.raw(), line.row()));
        }
    }
    assert!(faults.is_empty(), "{} lines\n{}", faults.len(), faults.join("\n"));
}
