//! Opening lines as text: a code of the Encyclopaedia of Chess Openings, a name, and moves.
//!
//! ```text
//! B90 | Sicilian Defence, Najdorf | 1. e4 c5 2. Nf3 d6 3. d4 cxd4 4. Nxd4 Nf6 5. Nc3 a6 / 6. Be3 e5
//! ```
//!
//! The name belongs to the position at the slash (without one, to the last); the rest is the continuation. A move marked `?!` or
//! `?` is known and answered, but never chosen. A row may begin with a number instead of moves: that many moves are copied from
//! the row before. The lines of this repository are `book/openings.txt`; they are parsed on first use. Names of openings are
//! found in [`super::names`].

use std::sync::LazyLock;

use super::{Book, BookEntry, BookError, Results, RowError, read_rows};
use crate::chess::notation::read_plain;
use crate::chess::polyglot::{encode, key, key_after};
use crate::chess::{Game, Move, MoveError, Position, Step, parse_move};

const TEXT: &str = include_str!("../../book/openings.txt");

static LINES: LazyLock<Result<OpeningLines, RowError>> = LazyLock::new(|| OpeningLines::read(TEXT));

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Opening {
    /// A letter from A to E and two digits.
    pub eco: String,
    /// `Sicilian Defence, Najdorf`
    pub name: String,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OpeningLine {
    pub opening: Opening,
    /// Its moves from the start position; `true` where one is marked as doubtful.
    pub moves: Vec<(Move, bool)>,
    /// Number of moves up to the named position.
    pub named: usize,
    /// The Polyglot key of the position that it names.
    pub(crate) key: u64,
}

#[derive(Clone, Debug)]
pub struct OpeningLines {
    lines: Vec<OpeningLine>,
    /// A move weighs as many lines as go through it, and nothing where it is marked as doubtful.
    pub(crate) book: Book,
}

/// Name of this repository's lines among the books.
pub(crate) const HOUSE: &str = "lines";

/// The lines of this repository; no error in a program that passed its tests, since the text is part of it.
pub fn openings() -> Result<&'static OpeningLines, &'static RowError> {
    LINES.as_ref()
}

impl OpeningLines {
    pub(crate) fn read(text: &str) -> Result<OpeningLines, RowError> {
        let lines = read_lines(text)?;
        let whole = |error: BookError| RowError { line: 0, fault: error.to_string() };
        let book = book(&lines).map_err(whole)?;
        Ok(OpeningLines { lines, book })
    }

    pub fn lines(&self) -> &[OpeningLine] {
        &self.lines
    }
}

pub(super) fn read_lines(text: &str) -> Result<Vec<OpeningLine>, RowError> {
    let mut reader = OpeningLinesReader::default();
    let mut lines = Vec::new();
    read_rows(text, "code | name | moves", |row| {
        lines.push(reader.line(row)?);
        Ok(())
    })?;
    Ok(lines)
}

impl OpeningLine {
    pub fn game(&self) -> Game {
        let mut game = Game::default();
        for &(mv, _) in &self.moves {
            // Every move was found legal when the line was read.
            if game.step(Step::Move(mv)).is_err() {
                break;
            }
        }
        game
    }
}

/// Reads rows one after the other; where one begins like the last, its moves are not worked out again.
#[derive(Default)]
struct OpeningLinesReader {
    /// Words of the last row that were moves, what they were, and the position after each.
    last: Vec<(String, Move, Position)>,
}

impl OpeningLinesReader {
    fn line(&mut self, [eco, name, text]: [&str; 3]) -> Result<OpeningLine, String> {
        if !is_code(eco) {
            return Err(format!(
                "\"{eco}\" is no code of the Encyclopaedia of Chess Openings; they run from A00 to E99"
            ));
        }
        let slash = || Err("a row has moves, and at most one \"/\" among them".to_owned());
        let mut moves = Vec::new();
        let mut named = None;
        for word in text.split_whitespace().filter(|word| !word.ends_with('.')) {
            if word == "/" {
                if moves.is_empty() || named.replace(moves.len()).is_some() {
                    return slash();
                }
                continue;
            }
            if let Ok(shared) = word.parse::<usize>() {
                if !moves.is_empty() || shared > self.last.len() {
                    return Err(format!(
                        "{shared} moves of the row before: it has {}, and the number comes first",
                        self.last.len()
                    ));
                }
                moves.extend(self.last[..shared].iter().map(|&(_, mv, _)| (mv, false)));
                continue;
            }
            let plain = word.trim_end_matches(['?', '!']);
            let mv = self.read_move(moves.len(), plain).map_err(|error| error.to_string())?;
            moves.push((mv, word[plain.len()..].starts_with('?')));
        }
        if moves.is_empty() {
            return slash();
        }
        let opening = Opening { eco: eco.to_owned(), name: name.to_owned() };
        let named = named.unwrap_or(moves.len());
        let key = named.checked_sub(1).map_or(0, |last| key(&self.last[last].2));
        Ok(OpeningLine { opening, moves, named, key })
    }

    fn read_move(&mut self, ply: usize, word: &str) -> Result<Move, MoveError> {
        if let Some((known, mv, _)) = self.last.get(ply)
            && known == word
        {
            return Ok(*mv);
        }
        self.last.truncate(ply);
        let position = self.last.last().map_or(Position::start(), |(_, _, position)| *position);
        let plain = read_plain(&position, word.as_bytes());
        let mv = plain.map_or_else(|| parse_move(&position, word), Ok)?;
        self.last.push((word.to_owned(), mv, position.play(mv)));
        Ok(mv)
    }
}

fn is_code(text: &str) -> bool {
    let mut letters = text.chars();
    text.len() == 3
        && letters.next().is_some_and(|letter| ('A'..='E').contains(&letter))
        && letters.all(|letter| letter.is_ascii_digit())
}

fn book(lines: &[OpeningLine]) -> Result<Book, BookError> {
    let mut entries = Vec::new();
    for line in lines {
        let mut position = Position::start();
        let mut before = key(&position);
        for &(mv, doubtful) in &line.moves {
            let weight = u16::from(!doubtful);
            let (bits, results) = (encode(mv), Results::default());
            entries.push(BookEntry { key: before, bits, weight, learn: 0, results });
            position = position.play(mv);
            before = key_after(mv, &position);
        }
    }
    Book::gather(entries)
}
