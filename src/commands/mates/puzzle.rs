//! Puzzles from EPD or Lichess's CSV: a position with the solution or the length of the mate.

use std::path::Path;

use crate::chess::epd::{Epd, Operation};
use crate::chess::notation::MoveError;
use crate::chess::{Move, Position, parse_move};
use crate::commands::tools::suite::{self, LeftOut, SuiteGoal, SuiteItem};
use crate::ink::json::sans;
use crate::shell::CommandError;

/// A position to solve, with its solution if given.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Puzzle {
    pub item: SuiteItem,
    /// Moves of both sides, the side to move first; may be empty.
    pub solution: Vec<Move>,
}

impl Puzzle {
    /// Builds the puzzle of an EPD record. Its solution is the legal part of `pv`, if that begins with a best move.
    pub fn of_item(item: &SuiteItem) -> Puzzle {
        let words =
            Epd::parse(&item.record).ok().and_then(|epd| epd.text("pv")).unwrap_or_default();
        let words = words.split_whitespace().map(|word| word.trim_end_matches(','));
        let (mut solution, _) = line(item.position, words);
        let best = &item.goal.best;
        if !best.is_empty() && solution.first().is_some_and(|first| !best.contains(first)) {
            solution.clear();
        }
        Puzzle { item: item.clone(), solution }
    }

    /// Returns the moves of the solution, or else the first best move, if any.
    pub fn line(&self) -> &[Move] {
        let best = &self.item.goal.best;
        if self.solution.is_empty() { &best[..best.len().min(1)] } else { &self.solution }
    }

    /// Returns the claimed length of the mate in moves, given as a number or by a solution that mates; negative if the side to
    /// move is mated.
    pub fn claimed_mate(&self) -> Option<i32> {
        self.item.goal.mate.or_else(|| mate_of(self.item.position, self.line()))
    }

    /// Returns the puzzle as a record: the original one, if it was read from EPD.
    pub fn record(&self) -> Epd {
        let Puzzle { item, solution } = self;
        if let Ok(epd) = Epd::parse(&item.record) {
            return epd;
        }
        let of = |opcode, operands: Vec<String>| Operation::new(opcode, operands);
        let line: Vec<String> =
            sans(&item.position, solution).into_iter().map(|san| san.0).collect();
        let best = line.first().cloned().into_iter().collect();
        let operations = vec![of("bm", best), of("pv", line), of("id", vec![item.id.clone()])];
        Epd { position: item.position, operations, warnings: Vec::new() }
    }

    pub fn of_moves(position: Position, words: &[&str]) -> Result<Puzzle, (String, MoveError)> {
        let (solution, fault) = line(position, words.iter().copied());
        match fault {
            Some((word, error)) => Err((word.to_owned(), error)),
            None => Ok(Puzzle::given(position, solution)),
        }
    }

    pub(in crate::commands) fn given(position: Position, solution: Vec<Move>) -> Puzzle {
        let goal = SuiteGoal {
            best: solution.first().copied().into_iter().collect(),
            mate: mate_of(position, &solution),
            ..SuiteGoal::default()
        };
        let (id, record) = Default::default();
        Puzzle { item: SuiteItem { line: 0, number: 1, id, record, position, goal }, solution }
    }
}

/// Parses moves from a position; returns the legal ones, and the first illegal word with its error.
fn line<'a>(
    mut position: Position,
    words: impl Iterator<Item = &'a str>,
) -> (Vec<Move>, Option<(&'a str, MoveError)>) {
    let mut moves = Vec::new();
    for word in words {
        match parse_move(&position, word) {
            Ok(mv) => {
                moves.push(mv);
                position = position.play(mv);
            }
            Err(error) => return (moves, Some((word, error))),
        }
    }
    (moves, None)
}

/// Returns the length in moves, if the solution ends in mate by the side to move.
pub(in crate::commands) fn mate_of(root: Position, solution: &[Move]) -> Option<i32> {
    let end = solution.iter().fold(root, |position, &mv| position.play(mv));
    (!solution.is_empty() && end.is_checkmate() && end.turn() != root.turn())
        .then_some(solution.len().div_ceil(2) as i32)
}

/// Reads a file with at least one puzzle.
pub(in crate::commands) fn read(path: &Path) -> Result<(Vec<Puzzle>, LeftOut), CommandError> {
    let suite = suite::read(path)?;
    Ok((suite.items.iter().map(Puzzle::of_item).collect(), suite.left_out))
}
