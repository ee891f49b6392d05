//! Threats by lesser pieces: squares on which a piece is attacked by a less valuable one, and quiet moves that escape from them.
//!
//! The static exchange evaluation of a move is more accurate but costs more: it is used where a move is pruned (`prune.rs`).

use super::params;
use crate::chess::{Bitboard, ByPiece, Move, Piece, Position, attacks};

/// For each piece, the squares that the opponent's lesser pieces attack.
pub(super) struct LesserThreats(ByPiece<Bitboard>);

impl LesserThreats {
    pub(super) const NONE: LesserThreats = LesserThreats(ByPiece([Bitboard::EMPTY; 6]));

    /// Those of the side that is not to move.
    pub(super) fn new(position: &Position) -> LesserThreats {
        let (them, occupied) = (!position.turn(), position.occupied());
        let theirs = |piece| position.colored_pieces(them, piece);
        let by_pawn = theirs(Piece::Pawn).pawn_attacks(them);
        let mut by_minor = by_pawn;
        for square in theirs(Piece::Knight) {
            by_minor |= attacks::knight_attacks(square);
        }
        for square in theirs(Piece::Bishop) {
            by_minor |= attacks::bishop_attacks(square, occupied);
        }
        let mut by_rook = by_minor;
        for square in theirs(Piece::Rook) {
            by_rook |= attacks::rook_attacks(square, occupied);
        }
        let none = Bitboard::EMPTY;
        LesserThreats(ByPiece([none, by_pawn, by_pawn, by_minor, by_rook, none]))
    }

    /// The squares on which such a piece is attacked by a lesser one.
    #[inline(always)]
    pub(super) fn of(&self, piece: Piece) -> Bitboard {
        self.0[piece]
    }

    /// Bonus in move ordering for a quiet move that leaves such a square; a malus for one that goes to one.
    #[inline(always)]
    pub(super) fn escape(&self, position: &Position, mv: Move) -> i32 {
        let piece = position.moved(mv);
        let threats = self.of(piece);
        let gained = i32::from(threats.has(mv.from())) - i32::from(threats.has(mv.to()));
        params::ORDER_ESCAPE[piece.index()] * gained
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::notation::parse_move;

    /// Bonuses of moves in a position.
    fn escapes<const N: usize>(fen: &str, moves: [&str; N]) -> [i32; N] {
        let position: Position = fen.parse().unwrap();
        let threats = LesserThreats::new(&position);
        moves.map(|text| threats.escape(&position, parse_move(&position, text).unwrap()))
    }

    #[test]
    fn whoever_leaves_the_reach_of_a_lesser_piece_gains() {
        let of = |piece: Piece| params::ORDER_ESCAPE[piece.index()];
        // The pawn of c5 attacks b4 and d4, the bishop e7 and d6, the rook the a-file and the eighth rank up to it.
        let fen = "r4bk1/8/8/2p5/1N1Q4/8/4R3/6K1 w - - 0 1";
        let moves = ["Nd3", "Na6", "Qd1", "Qd8", "Re7", "Re3", "Kf1"];
        let (knight, queen, rook) = (of(Piece::Knight), of(Piece::Queen), of(Piece::Rook));
        assert!(0 < knight && knight < rook && rook < queen);
        // A rook attacks no knight that way, and a move from one threat to another gains nothing.
        assert_eq!(escapes(fen, moves), [knight, knight, queen, 0, -rook, 0, 0]);
    }
}
