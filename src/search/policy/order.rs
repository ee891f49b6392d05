//! In which order moves are tried. The stages themselves are the picker's.

use crate::chess::{Bitboard, Move, Piece, Position};
use crate::search::lesser_threats::LesserThreats;

/// In which order moves are tried. The table's move is the first of all of them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OrderPolicy {
    /// Captures that do not lose, by victim and capture history; killers and the counter move; quiet moves by history; the rest.
    Quarterly,
    /// Diablo: captures by most valuable victim and least valuable attacker, whatever they lose; two killers; quiet moves by
    /// butterfly history.
    VictimAttacker,
    /// RDChess: captures of what has just captured; killers; captures that do not lose, by victim; quiet moves to safe squares,
    /// first those from attacked ones; other pawn moves; losing captures; the rest.
    Retaliation,
    /// EXchess: captures that lose no more than half a pawn count as good; quiet moves by history.
    Tolerant,
    /// Expositor: captures by what the exchange is worth; quiet moves by history.
    Exchange,
}

/// What a capture may lose and still come before quiet moves; beyond all losses.
const ANY_LOSS: i32 = -100_000;

impl OrderPolicy {
    /// What a capture must win at least, in centipawns, to come before quiet moves.
    #[inline(always)]
    pub const fn good_capture(self) -> i32 {
        match self {
            OrderPolicy::Quarterly | OrderPolicy::Retaliation | OrderPolicy::Exchange => 0,
            OrderPolicy::VictimAttacker => ANY_LOSS,
            OrderPolicy::Tolerant => -50,
        }
    }

    /// Whether killers come before the captures that are no retaliation.
    #[inline(always)]
    pub const fn killers_first(self) -> bool {
        matches!(self, OrderPolicy::Retaliation)
    }
}

/// Returns the score of a quiet move in RDChess's order: its class, and within a class the move that goes further forward
/// first. Below zero is the class behind the losing captures. Strongly attacked is a piece that a lesser one attacks, or any
/// one if it is not defended.
pub fn rdchess_quiet_score(
    position: &Position,
    mv: Move,
    lesser: &LesserThreats,
    attacked: Bitboard,
) -> i32 {
    /// More than the ranks of the board.
    const CLASS: i32 = 16;
    let (us, from, to, piece) = (position.turn(), mv.from(), mv.to(), position.moved(mv));
    let occupied = position.occupied();
    let is_safe = |square| {
        let defenders = position.attackers_to(square, occupied) & position.color(us);
        !attacked.has(square) || defenders.without(from).any()
    };
    let class = match (is_safe(to), piece) {
        (true, _) if lesser.of(piece).has(from) || !is_safe(from) => 3,
        (true, _) => 2,
        (false, Piece::Pawn) => 1,
        (false, _) => -1,
    };
    let rank = |square: crate::chess::Square| square.relative_rank(us) as i32;
    class * CLASS + rank(to) - rank(from)
}
