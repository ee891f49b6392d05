//! An opening book: positions by their Polyglot key, and in each the moves worth playing, with weights and results.
//!
//! A [`Book`] is sorted by key and has only encodable moves; those of positions reachable from the start position are legal. Its
//! bytes in the Polyglot format are in [`polyglot`], the choice of a move in [`choice`], the lines of this repository in
//! [`lines`], the names of openings in [`names`], and the user's changes and learned results in [`edits`]. Files are opened in
//! the engine.

pub mod choice;
mod edits;
mod lines;
mod names;
pub mod polyglot;
#[cfg(test)]
mod tests;

use std::cmp::Reverse;
use std::collections::HashSet;

use crate::chess::polyglot::{decode, encode, is_move, key, key_after, key_of_game};
use crate::chess::{Game, Move, Position};

pub use edits::BookChange;
pub(crate) use edits::BookEdits;
pub(crate) use lines::HOUSE;
pub use lines::{Opening, OpeningLine, OpeningLines, openings};
pub use names::{opening_at, opening_of};

/// Results of the games in which a move was played, for the side that made it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub struct Results {
    pub wins: u32,
    pub draws: u32,
    pub losses: u32,
}

impl Results {
    pub fn games(self) -> u64 {
        u64::from(self.wins) + u64::from(self.draws) + u64::from(self.losses)
    }

    /// Adds others; numbers too large for the book stay at the largest.
    pub fn add(&mut self, other: Results) {
        self.wins = self.wins.saturating_add(other.wins);
        self.draws = self.draws.saturating_add(other.draws);
        self.losses = self.losses.saturating_add(other.losses);
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BookEntry {
    pub key: u64,
    /// The move, as [`encode`] writes it.
    pub bits: u16,
    /// Weight relative to the position's other moves; 0: never played.
    pub weight: u16,
    /// Field of other programs; preserved.
    pub learn: u32,
    /// Results of its games; none in a book from a Polyglot file.
    pub results: Results,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BookMove {
    pub mv: Move,
    pub weight: u16,
    pub results: Results,
    /// Results of games played here from the book, if learning is on.
    pub learned: Results,
}

impl BookMove {
    pub(crate) fn new(mv: Move) -> BookMove {
        BookMove { mv, weight: 0, results: Results::default(), learned: Results::default() }
    }
}

#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0}")]
pub struct BookError(String);

#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("line {line}: {fault}")]
pub struct RowError {
    /// Which line of the text, from 1; 0 for the text as a whole.
    pub(crate) line: usize,
    pub(crate) fault: String,
}

/// Reads rows of three columns; skips empty rows and those that begin with `#`. `form`: description of a row, for errors.
fn read_rows(
    text: &str,
    form: &str,
    mut read: impl FnMut([&str; 3]) -> Result<(), String>,
) -> Result<(), RowError> {
    for (index, row) in text.lines().enumerate() {
        if row.trim().is_empty() || row.starts_with('#') {
            continue;
        }
        let columns: Result<[&str; 3], _> =
            row.split('|').map(str::trim).collect::<Vec<_>>().try_into();
        let columns = columns.map_err(|_| format!("a row is: {form}"));
        columns.and_then(&mut read).map_err(|fault| RowError { line: index + 1, fault })?;
    }
    Ok(())
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Book {
    /// By key; never the same key and move twice.
    entries: Vec<BookEntry>,
}

impl Book {
    /// A book of entries that are in the order of their keys.
    pub(crate) fn new(entries: Vec<BookEntry>) -> Result<Book, BookError> {
        if entries.is_empty() {
            return Err(BookError("there is no move in it".to_owned()));
        }
        for (index, entry) in entries.iter().enumerate() {
            let fault = |text: &str| Err(BookError(format!("entry {} {text}", index + 1)));
            if !is_move(entry.bits) {
                return fault(&format!("holds {:#06x}, which is no move", entry.bits));
            }
            let before = entries[..index].iter().rev();
            if before.clone().next().is_some_and(|before| before.key > entry.key) {
                return fault("is out of order: a Polyglot book is sorted by its keys");
            }
            if before.take_while(|e| e.key == entry.key).any(|e| e.bits == entry.bits) {
                return fault("has the same position and move as one before it");
            }
        }
        let book = Book { entries };
        book.reach()?;
        Ok(book)
    }

    /// A book of entries in any order; those of the same position and move become one.
    pub(crate) fn gather(mut entries: Vec<BookEntry>) -> Result<Book, BookError> {
        entries.sort_by_key(|entry| (entry.key, entry.bits));
        entries.dedup_by(|entry, kept| {
            let same = (entry.key, entry.bits) == (kept.key, kept.bits);
            if same {
                kept.weight = kept.weight.saturating_add(entry.weight);
                kept.results.add(entry.results);
            }
            same
        });
        entries.sort_by_key(|entry| (entry.key, Reverse(entry.weight), entry.bits));
        Book::new(entries)
    }

    pub fn entries(&self) -> &[BookEntry] {
        &self.entries
    }

    pub fn positions(&self) -> usize {
        self.entries.chunk_by(|a, b| a.key == b.key).count()
    }

    /// Counts the entries reachable from the start position by book moves; all of these must be legal.
    pub(crate) fn reach(&self) -> Result<usize, BookError> {
        let mut reached = 0;
        let mut seen = HashSet::from([key(&Position::start())]);
        let mut open = vec![(key(&Position::start()), Position::start())];
        while let Some((key, position)) = open.pop() {
            let range = self.range(key);
            reached += range.len();
            for index in range {
                let bits = self.entries[index].bits;
                let Some(mv) = decode(&position, bits) else {
                    let square = |bits: u16| crate::chess::Square::new((bits & 63) as u8);
                    let mv = format!("{}{}", square(bits >> 6), square(bits));
                    let (entry, fen) = (index + 1, position.to_fen());
                    return Err(BookError(format!(
                        "entry {entry} has the move {mv}, which is not legal in {fen}"
                    )));
                };
                let next = position.play(mv);
                let key = key_after(mv, &next);
                if seen.insert(key) {
                    open.push((key, next));
                }
            }
        }
        Ok(reached)
    }

    /// The legal book moves in a game's position, heaviest first.
    pub fn moves(&self, game: &Game) -> Vec<BookMove> {
        let position = game.position();
        let found = self.entries[self.range(key_of_game(game))].iter().filter_map(|entry| {
            let mv = decode(position, entry.bits)?;
            Some(BookMove { weight: entry.weight, results: entry.results, ..BookMove::new(mv) })
        });
        let mut moves: Vec<BookMove> = found.collect();
        moves.sort_by_key(|found| (Reverse(found.weight), Reverse(found.results.games())));
        moves
    }

    /// Gives a legal move of the position a game has reached a weight; the move is new to the book or was there already.
    pub(crate) fn set_weight(&mut self, game: &Game, mv: Move, weight: u16) {
        match self.find(game, mv) {
            Ok(index) => self.entries[index].weight = weight,
            Err(index) => {
                let (key, bits) = (key_of_game(game), encode(mv));
                let results = Results::default();
                self.entries.insert(index, BookEntry { key, bits, weight, learn: 0, results });
            }
        }
    }

    /// Takes a move of the position a game has reached out of the book; `false` if it was not there.
    pub(crate) fn remove(&mut self, game: &Game, mv: Move) -> bool {
        let found = self.find(game, mv);
        if let Ok(index) = found {
            self.entries.remove(index);
        }
        found.is_ok()
    }

    /// The index of a move, or where to insert it.
    fn find(&self, game: &Game, mv: Move) -> Result<usize, usize> {
        let range = self.range(key_of_game(game));
        let end = range.end;
        let legal = game.position();
        range.into_iter().find(|&at| decode(legal, self.entries[at].bits) == Some(mv)).ok_or(end)
    }

    fn range(&self, key: u64) -> std::ops::Range<usize> {
        let first = self.entries.partition_point(|entry| entry.key < key);
        let count = self.entries[first..].iter().take_while(|entry| entry.key == key).count();
        first..first + count
    }
}
