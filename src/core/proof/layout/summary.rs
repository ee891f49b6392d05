//! The summary of a long mate: the parts of its longest line, and the manoeuvre repeated in it.

use std::collections::HashMap;

use crate::chess::{Bitboard, Color, Move, Piece, Position};
use crate::proof::Proof;

/// Mates of fewer moves have no summary, in moves of the attacker.
const LONG: u16 = 10;

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MateSummary {
    pub moves: u16,
    pub checks: usize,
    pub captures: usize,
    /// Moves of the defender that are its only legal ones.
    pub forced: usize,
    pub manoeuvre: Option<Manoeuvre>,
}

/// A manoeuvre that brings the attacker's men, and the defender's king, back to where they were, more than once.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Manoeuvre {
    /// The position before its first round.
    pub start: Position,
    /// The first round, both sides.
    pub round: Vec<Move>,
    /// The numbers of the attacker's moves, counted from one, that begin a round, and of the last return.
    pub returns: Vec<u16>,
    /// The defender's men that each round takes away from their squares.
    pub gone: Vec<Vec<(Piece, Bitboard)>>,
}

/// Sums up the longest line of a proof; `None` if the mate is short.
pub(crate) fn summary(proof: &Proof) -> Option<MateSummary> {
    if proof.mate() < LONG {
        return None;
    }
    let attacker = proof.attacker();
    let mut position = *proof.root();
    let mut summary = MateSummary {
        moves: proof.mate(),
        checks: 0,
        captures: 0,
        forced: 0,
        manoeuvre: manoeuvre(proof),
    };
    for &mv in proof.line() {
        let next = position.play(mv);
        if position.turn() == attacker {
            summary.checks += usize::from(next.in_check());
            summary.captures += usize::from(position.is_capture(mv));
        } else {
            summary.forced += usize::from(position.legal_count() == 1);
        }
        position = next;
    }
    Some(summary)
}

/// The men that are back at the end of a round: the attacker's, and the defender's king.
type ReturningMen = [Bitboard; 7];

fn returning_men(position: &Position, attacker: Color) -> ReturningMen {
    let mut squares = [Bitboard::of(position.king(!attacker)); 7];
    for piece in Piece::ALL {
        squares[piece.index()] = position.colored_pieces(attacker, piece);
    }
    squares
}

struct AttackersTurn {
    ply: usize,
    position: Position,
    men: ReturningMen,
}

/// Returns the manoeuvre whose men return most often on the longest line, the earliest of several.
fn manoeuvre(proof: &Proof) -> Option<Manoeuvre> {
    let attacker = proof.attacker();
    let mut position = *proof.root();
    let mut turns: Vec<AttackersTurn> = Vec::new();
    for (ply, &mv) in proof.line().iter().enumerate() {
        if position.turn() == attacker {
            turns.push(AttackersTurn { ply, position, men: returning_men(&position, attacker) });
        }
        position = position.play(mv);
    }
    let mut counts: HashMap<ReturningMen, usize> = HashMap::new();
    turns.iter().for_each(|turn| *counts.entry(turn.men).or_default() += 1);
    let men = turns.iter().rev().max_by_key(|turn| counts[&turn.men])?.men;
    let (returns, rounds): (Vec<u16>, Vec<&AttackersTurn>) =
        (1..).zip(&turns).filter(|(_, turn)| turn.men == men).unzip();
    // Two rounds at least: a single return may be chance.
    let [first, second, _, ..] = rounds[..] else { return None };
    let gone = rounds.windows(2).map(|pair| gone(&pair[0].position, &pair[1].position, !attacker));
    Some(Manoeuvre {
        start: first.position,
        round: proof.line()[first.ply..second.ply].to_vec(),
        gone: gone.collect(),
        returns,
    })
}

fn gone(before: &Position, after: &Position, color: Color) -> Vec<(Piece, Bitboard)> {
    let left = |piece| {
        let after = after.colored_pieces(color, piece);
        Bitboard(before.colored_pieces(color, piece).0 & !after.0)
    };
    let left = Piece::ALL.into_iter().map(|piece| (piece, left(piece)));
    left.filter(|(_, squares)| squares.any()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::parse_move;
    use crate::proof::{Rules, Strategy, StrategyStep, verify};

    #[test]
    fn a_short_mate_has_no_summary() {
        let root = Position::from_fen("6k1/5ppp/8/8/8/8/8/R6K w - - 0 1").unwrap();
        let mut strategy = Strategy::new(root, Color::White);
        let mv = parse_move(&root, "Ra8").unwrap();
        strategy.insert(&root, StrategyStep { mv, mate: 1 });
        assert_eq!(summary(&verify(&strategy, Rules::Problem).unwrap()), None);
    }
}
