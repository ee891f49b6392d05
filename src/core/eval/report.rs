//! An evaluation taken apart for people: term by term for both sides, and what each piece on the board is worth.
//!
//! Data only; the command `eval` draws it.

use super::pair::Pair;
use crate::chess::{ByColor, BySquare};
use crate::units::WhiteScore;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TermLine {
    pub name: &'static str,
    /// What it gives each side, each in its own view: more is better for that side.
    pub sides: ByColor<Pair>,
}

impl TermLine {
    /// White's value minus Black's.
    pub fn balance(&self) -> Pair {
        let ByColor([white, black]) = self.sides;
        white - black
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NetworkShare {
    /// Whether it is added to the classical evaluation; if not, it stands alone.
    pub residual: bool,
    /// Which of its heads spoke, from 0: see [`men_of_head`](super::network::shape::men_of_head).
    pub head: usize,
    /// Which sides see the board left for right, because their king is on that wing.
    pub mirrored: ByColor<bool>,
    /// What it says by itself: before known endings, drawn material and the fifty-move clock.
    pub alone: WhiteScore,
    pub classical: WhiteScore,
}

/// An evaluation taken apart. Under a network the terms are those of the classical evaluation: what a residual is added to, or
/// for comparison with one that stands alone. The score and the worth of the pieces are those of what evaluates.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EvalReport {
    /// The terms in the order of display; their balances add up to `total`.
    pub terms: Vec<TermLine>,
    /// White minus Black, all terms.
    pub total: Pair,
    /// How much of the middle game is left: 24 with all pieces on the board, 0 with none.
    pub phase: i32,
    /// How much of the endgame value counts, of 64: less where an advantage is hard to cash in.
    pub scale: i32,
    /// How much of the whole the fifty-move clock has left, of 64.
    pub fifty_move_scale: i32,
    /// The ending on the board, if its outcome is known; then the score is not made from the terms.
    pub ending: Option<&'static str>,
    pub score: WhiteScore,
    /// The evaluation minus what it would be without the piece on a square, White's view; kings cannot be missed.
    pub pieces: BySquare<Option<WhiteScore>>,
    pub network: Option<NetworkShare>,
}
