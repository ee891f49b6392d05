//! The user's changes to the books, and results of games: a text file beside the books, which stay unchanged.
//!
//! ```text
//! rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - | e4 | weight 12
//! rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - | f4 | removed
//! rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - | c4 | learned +1 =0 -2
//! ```
//!
//! A row has a position without its clocks, a move, and one fact. The order of the rows does not matter; two rows with the same
//! fact about a move are rejected. Files are opened in the engine.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use super::{Book, BookMove, Results, RowError, read_rows};
use crate::chess::{Game, Move, Position, parse_move, san};

const HEADER: &str = "# Changes to the opening books, and what was learned from games: position | move | weight N, removed or learned +W =D -L.\n\
                      # Written by `book` and the option BookLearn of Quarterply; `book forget` takes out what was learned.\n";

const ROW: &str = "position | move | weight N, removed or learned +W =D -L";

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BookChange {
    Weight(u16),
    Removed,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct EditedMove {
    pub mv: Move,
    pub change: Option<BookChange>,
    /// Results of games played here with the move.
    pub(crate) learned: Results,
}

/// Changes and lessons, by position.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct BookEdits(BTreeMap<String, Vec<EditedMove>>);

impl BookEdits {
    pub(crate) fn read(text: &str) -> Result<BookEdits, RowError> {
        let mut edits = BookEdits::default();
        read_rows(text, ROW, |row| edits.take(row))?;
        Ok(edits)
    }

    pub(crate) fn to_text(&self) -> String {
        let mut text = HEADER.to_owned();
        for (fen, moves) in &self.0 {
            // Every key was written by `key`, from a position.
            let Ok(position) = Position::from_fen(fen) else { continue };
            for edited in moves {
                let san = san(&position, edited.mv);
                let change = edited.change.map(|change| match change {
                    BookChange::Weight(weight) => format!("weight {weight}"),
                    BookChange::Removed => "removed".to_owned(),
                });
                let Results { wins, draws, losses } = edited.learned;
                let learned = (edited.learned.games() > 0)
                    .then(|| format!("learned +{wins} ={draws} -{losses}"));
                for words in change.into_iter().chain(learned) {
                    text.push_str(&format!("{fen} | {san} | {words}\n"));
                }
            }
        }
        text
    }

    pub fn of(&self, position: &Position) -> &[EditedMove] {
        self.0.get(&key(position)).map_or(&[], Vec::as_slice)
    }

    pub fn change(&mut self, position: &Position, mv: Move, change: Option<BookChange>) {
        self.entry(position, mv).change = change;
        self.tidy();
    }

    /// Adds results of games in which a legal move of a position was played.
    pub(crate) fn learn(&mut self, position: &Position, mv: Move, results: Results) {
        self.entry(position, mv).learned.add(results);
    }

    /// Forgets the learned results; returns the number of moves affected.
    pub fn forget(&mut self) -> usize {
        let moves = self.0.values_mut().flatten();
        let learned: Vec<&mut EditedMove> =
            moves.filter(|edited| edited.learned.games() > 0).collect();
        let count = learned.len();
        learned.into_iter().for_each(|edited| edited.learned = Results::default());
        self.tidy();
        count
    }

    /// The moves that a book has in a position, as they are with the changes, heaviest first. What was added is there too.
    pub(crate) fn apply(&self, position: &Position, moves: &[BookMove]) -> Vec<BookMove> {
        let mut moves = moves.to_vec();
        for &EditedMove { mv, change, learned } in self.of(position) {
            let at = moves.iter().position(|found| found.mv == mv);
            match (change, at) {
                (Some(BookChange::Removed), Some(at)) => drop(moves.remove(at)),
                (Some(BookChange::Weight(weight)), Some(at)) => {
                    (moves[at].weight, moves[at].learned) = (weight, learned);
                }
                (Some(BookChange::Weight(weight)), None) => {
                    moves.push(BookMove { weight, learned, ..BookMove::new(mv) });
                }
                (None, Some(at)) => moves[at].learned = learned,
                (_, None) => {}
            }
        }
        moves.sort_by_key(|found| (Reverse(found.weight), Reverse(found.results.games())));
        moves
    }

    /// Puts the changes into a book itself; what was learned stays out.
    pub(crate) fn put_into(&self, book: &mut Book) {
        for (fen, moves) in &self.0 {
            let Ok(position) = Position::from_fen(fen) else { continue };
            let game = Game::new(position);
            for edited in moves {
                match edited.change {
                    Some(BookChange::Weight(weight)) => book.set_weight(&game, edited.mv, weight),
                    Some(BookChange::Removed) => drop(book.remove(&game, edited.mv)),
                    None => {}
                }
            }
        }
    }

    fn take(&mut self, [fen, text, words]: [&str; 3]) -> Result<(), String> {
        let position = Position::from_fen(fen).map_err(|error| error.to_string())?;
        let mv = parse_move(&position, text).map_err(|error| error.to_string())?;
        let (change, learned) = meaning(words).ok_or_else(|| {
            format!("\"{words}\" is none of: weight N (0–65535), removed, learned +W =D -L")
        })?;
        let edited = self.entry(&position, mv);
        if change.is_some() && edited.change.is_some()
            || learned.games() > 0 && edited.learned.games() > 0
        {
            return Err(format!("{text} was changed or learned in a row before already"));
        }
        edited.change = edited.change.or(change);
        edited.learned.add(learned);
        Ok(())
    }

    fn entry(&mut self, position: &Position, mv: Move) -> &mut EditedMove {
        let moves = self.0.entry(key(position)).or_default();
        let place = moves.iter().position(|edited| edited.mv == mv).unwrap_or_else(|| {
            moves.push(EditedMove { mv, change: None, learned: Results::default() });
            moves.len() - 1
        });
        &mut moves[place]
    }

    fn tidy(&mut self) {
        for moves in self.0.values_mut() {
            moves.retain(|edited| edited.change.is_some() || edited.learned.games() > 0);
        }
        self.0.retain(|_, moves| !moves.is_empty());
    }
}

fn key(position: &Position) -> String {
    let fen = position.to_fen();
    fen.split(' ').take(4).collect::<Vec<&str>>().join(" ")
}

/// The meaning of the third column: a change or a result.
fn meaning(words: &str) -> Option<(Option<BookChange>, Results)> {
    let words: Vec<&str> = words.split_whitespace().collect();
    let number = |word: &str, sign: char| word.strip_prefix(sign)?.parse::<u32>().ok();
    let change = match words[..] {
        ["removed"] => BookChange::Removed,
        ["weight", weight] => BookChange::Weight(weight.parse().ok()?),
        ["learned", wins, draws, losses] => {
            let (wins, draws) = (number(wins, '+')?, number(draws, '=')?);
            return Some((None, Results { wins, draws, losses: number(losses, '-')? }));
        }
        _ => return None,
    };
    Some((Some(change), Results::default()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(text: &str) -> (Position, Move) {
        let start = Position::start();
        let mv = parse_move(&start, text).unwrap();
        (start, mv)
    }

    fn lesson(wins: u32, losses: u32) -> Results {
        Results { wins, draws: 0, losses }
    }

    #[test]
    fn changes_and_lessons_survive_the_text() {
        let (start, e4) = of("e4");
        let mut edits = BookEdits::default();
        edits.change(&start, e4, Some(BookChange::Weight(7)));
        edits.learn(&start, e4, lesson(1, 2));
        edits.change(&start, of("f4").1, Some(BookChange::Removed));
        edits.learn(&start.play(e4), parse_move(&start.play(e4), "e5").unwrap(), lesson(0, 1));
        assert_eq!(BookEdits::read(&edits.to_text()), Ok(edits.clone()));
        assert_eq!(edits.to_text().lines().count(), 2 + 4);
        assert_eq!(edits.forget(), 2);
        assert_eq!(edits.to_text().lines().count(), 2 + 2);
        edits.change(&start, e4, None);
        edits.change(&start, of("f4").1, None);
        assert_eq!(edits, BookEdits::default());
    }

    #[test]
    fn moves_of_a_book_are_shown_as_they_were_changed() {
        let (start, e4) = of("e4");
        let (_, d4) = of("d4");
        let (_, c4) = of("c4");
        let of_book = |mv, weight| BookMove { weight, ..BookMove::new(mv) };
        let book = [of_book(e4, 5), of_book(d4, 4)];
        let mut edits = BookEdits::default();
        assert_eq!(edits.apply(&start, &book), book);
        edits.change(&start, e4, Some(BookChange::Removed));
        edits.change(&start, c4, Some(BookChange::Weight(9)));
        edits.learn(&start, d4, lesson(0, 3));
        let learned = BookMove { learned: lesson(0, 3), ..of_book(d4, 4) };
        assert_eq!(edits.apply(&start, &book), [of_book(c4, 9), learned]);
        assert_eq!(edits.apply(&start, &[]), [of_book(c4, 9)]);
        assert_eq!(edits.apply(&start.play(e4), &[]), []);
    }

    #[test]
    fn wrong_rows_are_told_by_line() {
        let fault = |text: &str| BookEdits::read(text).expect_err("wrong");
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";
        assert_eq!(fault("# a remark\n\ne4 | weight 3").line, 3);
        assert_eq!(fault("x | e4 | removed").line, 1);
        assert!(fault(&format!("{start} | e5 | removed")).fault.contains("e5"));
        for words in ["", "weight", "weight -1", "weight 65536", "learned +1", "learned 1 0 0"] {
            let fault = fault(&format!("{start} | e4 | {words}")).fault;
            assert!(fault.starts_with(&format!("\"{words}\" is none of")), "{fault}");
        }
        let twice = format!(
            "{start} | e4 | removed\n{start} | e4 | learned +1 =0 -0\n{start} | e2e4 | weight 1"
        );
        assert_eq!(fault(&twice).line, 3);
        assert!(fault(&twice).fault.starts_with("e2e4 was changed"));
    }

    /// With any byte changed the text is rejected, or every row still has a legal move.
    #[test]
    fn a_thousand_damaged_texts() {
        let (start, e4) = of("e4");
        let mut edits = BookEdits::default();
        edits.change(&start, e4, Some(BookChange::Weight(700)));
        edits.learn(&start, of("c4").1, lesson(11, 22));
        edits.change(
            &start.play(e4),
            parse_move(&start.play(e4), "c5").unwrap(),
            Some(BookChange::Removed),
        );
        let text = edits.to_text().lines().skip(2).collect::<Vec<&str>>().join("\n");
        let mut refused = 0;
        for nth in 0..1000_usize {
            let mut bytes = text.clone().into_bytes();
            let at = nth * 7919 % bytes.len();
            bytes[at] ^= 1 << (nth % 7);
            let damaged = String::from_utf8(bytes).expect("ASCII");
            match BookEdits::read(&damaged) {
                Err(_) => refused += 1,
                Ok(read) => assert_eq!(BookEdits::read(&read.to_text()), Ok(read)),
            }
        }
        assert!(refused > 500, "{refused}");
    }
}
