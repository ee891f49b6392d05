//! The opening lines in `book/` are legal, distinct and written as the program writes them.

use std::collections::{HashMap, HashSet};

use quarterply::chess::polyglot;
use quarterply::chess::{Color, Position, san};
use quarterply::oracle::book::{OpeningLine, OpeningLines, openings};

fn lines() -> &'static OpeningLines {
    openings().unwrap_or_else(|error| panic!("book/openings.txt: {error}"))
}

fn rows() -> Vec<&'static str> {
    let text = include_str!("../book/openings.txt");
    text.lines().filter(|row| !row.starts_with('#') && !row.is_empty()).collect()
}

/// A line as the file has it.
fn row(line: &OpeningLine) -> String {
    let mut words = Vec::new();
    let mut position = Position::start();
    for (ply, &(mv, doubtful)) in line.moves.iter().enumerate() {
        if ply == line.named {
            words.push("/".to_owned());
        }
        if position.turn() == Color::White {
            words.push(format!("{}.", position.fullmoves()));
        }
        words.push(format!("{}{}", san(&position, mv), if doubtful { "?!" } else { "" }));
        position = position.play(mv);
    }
    format!("{} | {} | {}", line.opening.eco, line.opening.name, words.join(" "))
}

#[test]
fn every_line_of_the_book_can_be_played() {
    let rows = rows();
    assert!(rows.is_sorted(), "the rows are sorted by code, then name");
    assert_eq!(rows.len(), lines().lines().len());
    let (mut names, mut named, mut ends) = (HashMap::new(), HashMap::new(), HashMap::new());
    for (line, row) in lines().lines().iter().zip(rows) {
        assert_eq!(self::row(line), row);
        let end = *line.game().position();
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
            assert!(other.is_none_or(|other| other == doubtful), "{}", row(line));
            position = position.play(mv);
        }
    }
}
