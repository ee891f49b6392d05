//! What the books say about a position, for people: every move, how likely it is played, and how a search scores it.

use crate::oracle::book::BookMove;
use crate::oracle::book::choice::{candidates, learned_weight};
use crate::units::Score;

#[derive(Clone, Copy, PartialEq, Debug)]
pub struct BookPageMove {
    pub found: BookMove,
    /// How likely it is to be played, in thousandths.
    pub permille: u32,
    /// What a search says of it, as the side that makes the move sees it.
    pub score: Option<Score>,
}

#[derive(Clone, PartialEq, Debug)]
pub struct BookPage {
    /// The book that they come from; `None` if they were all added by hand.
    pub source: Option<String>,
    pub moves: Vec<BookPageMove>,
}

impl BookPage {
    pub(super) fn new(source: Option<String>, moves: &[BookMove], variety: u8) -> BookPage {
        let played = candidates(moves, variety);
        let total: u64 = played.iter().map(learned_weight).sum();
        let share = |found: &BookMove| {
            let is_played = played.iter().any(|other| other.mv == found.mv);
            let weight = if is_played { learned_weight(found) } else { 0 };
            (weight * 1000).checked_div(total).unwrap_or_default() as u32
        };
        let of =
            |found: &BookMove| BookPageMove { found: *found, permille: share(found), score: None };
        BookPage { source, moves: moves.iter().map(of).collect() }
    }
}
