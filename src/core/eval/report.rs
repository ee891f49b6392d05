//! The report of an evaluation: every term for both sides, and the worth of each piece on the board.
//!
//! Data only; the command `eval` draws it.

use super::pair::Pair;
use crate::chess::{ByColor, BySquare};
use crate::units::WhiteScore;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TermLine {
    pub name: &'static str,
    /// Value for each side, in its own view: more is better for that side.
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
    /// Whether it is added to the classical evaluation.
    pub residual: bool,
    /// Which of its heads spoke, from 0: see [`men_of_head`](super::network::shape::men_of_head).
    pub head: usize,
    /// Which sides see the board left for right, because their king is on that wing.
    pub mirrored: ByColor<bool>,
    /// Its own output: before known endings, drawn material and the fifty-move clock.
    pub alone: WhiteScore,
    pub classical: WhiteScore,
}

/// The report of an evaluation. Under a network the terms are those of the classical evaluation: the base of a residual, or a
/// comparison. The score and the worth of the pieces are those of the evaluator in use.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EvalReport {
    /// The terms in the order of display; their balances add up to `total`.
    pub terms: Vec<TermLine>,
    /// White minus Black, all terms.
    pub total: Pair,
    /// Share of the middle game: 24 with all pieces on the board, 0 with none.
    pub phase: i32,
    /// Share of the endgame value that counts, of 64.
    pub scale: i32,
    /// Share left by the fifty-move clock, of 64.
    pub fifty_move_scale: i32,
    /// The ending on the board, if its outcome is known; then the score is not made from the terms.
    pub ending: Option<&'static str>,
    pub score: WhiteScore,
    /// The evaluation minus what it would be without the piece on a square, White's view; kings cannot be missed.
    pub pieces: BySquare<Option<WhiteScore>>,
    pub network: Option<NetworkShare>,
}
