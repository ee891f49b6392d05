//! Static exchange evaluation (SEE): the value of a series of captures on one square when both sides may stop at any time.
//!
//! Pins and checks are ignored, as usual; the values are the round ones below, not the evaluation's.

use super::{Bitboard, ByPiece, Move, Piece, Position, Square, attacks};

/// Values of the pieces in an exchange, in centipawns.
pub const EXCHANGE_VALUE: ByPiece<i32> = ByPiece([100, 320, 330, 500, 950, 10_000]);

/// One capture of an exchange, for people to read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Exchange {
    /// Origin of the capturing piece.
    pub from: Square,
    /// The capturing piece (before promotion).
    pub piece: Piece,
    /// The captured piece; `None` for a quiet first move.
    pub takes: Option<Piece>,
}

/// The gain of the first move of an exchange, and every capture that could follow, cheapest capturer first.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ExchangeLine {
    /// Centipawns for the side that moves first, if both sides stop when it is best to.
    pub value: i32,
    /// All captures in order, including those that best play would omit.
    pub captures: Vec<Exchange>,
    /// Number of captures played with best play by both sides.
    pub played: usize,
}

impl Position {
    /// Returns whether the exchange that a legal move starts is worth at least `threshold` centipawns.
    ///
    /// ```
    /// use quarterply_core::chess::{Position, parse_move};
    ///
    /// // 1.Nxd5 cxd5 2.Rxd5 is a knight for two pawns.
    /// let position: Position = "4k3/8/2p5/3p4/8/2N5/8/3RK3 w - - 0 1".parse()?;
    /// let takes = parse_move(&position, "Nxd5")?;
    /// assert!(position.see_at_least(takes, -120) && !position.see_at_least(takes, -119));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[doc(hidden)]
    pub fn see_at_least(&self, mv: Move, threshold: i32) -> bool {
        if mv.is_castle() {
            return threshold <= 0;
        }
        let (from, to) = (mv.from(), mv.to());
        let mut standing = self.moved(mv);
        let mut balance = self.captured(mv).map_or(0, |piece| EXCHANGE_VALUE[piece]) - threshold;
        if let Some(promoted) = mv.promoted() {
            balance += EXCHANGE_VALUE[promoted] - EXCHANGE_VALUE[Piece::Pawn];
            standing = promoted;
        }
        if balance < 0 {
            return false;
        }
        balance -= EXCHANGE_VALUE[standing];
        if balance >= 0 {
            return true;
        }
        let mut occupied = self.occupied().without(from).with(to);
        if mv.is_en_passant() {
            occupied = occupied.without(super::play::passed(to));
        }
        let mut attackers = self.attackers_to(to, occupied) & occupied;
        let orthogonals = self.pieces(Piece::Rook) | self.pieces(Piece::Queen);
        let diagonals = self.pieces(Piece::Bishop) | self.pieces(Piece::Queen);
        let mut side = !self.turn();
        loop {
            let own = attackers & self.color(side);
            let Some((square, piece)) = self.cheapest(own) else { break };
            if piece == Piece::King && attackers.meets(self.color(!side)) {
                break;
            }
            occupied = occupied.without(square);
            if matches!(piece, Piece::Pawn | Piece::Bishop | Piece::Queen) {
                attackers |= attacks::bishop_attacks(to, occupied) & diagonals;
            }
            if matches!(piece, Piece::Rook | Piece::Queen) {
                attackers |= attacks::rook_attacks(to, occupied) & orthogonals;
            }
            attackers &= occupied;
            side = !side;
            balance = -balance - 1 - EXCHANGE_VALUE[piece];
            if balance >= 0 {
                break;
            }
        }
        side != self.turn()
    }

    /// The exchange that a legal move starts, capture by capture.
    #[doc(hidden)]
    pub fn exchange(&self, mv: Move) -> ExchangeLine {
        let (from, to) = (mv.from(), mv.to());
        let first = Exchange { from, piece: self.moved(mv), takes: self.captured(mv) };
        if mv.is_castle() {
            return ExchangeLine { value: 0, captures: vec![first], played: 1 };
        }
        let mut captures = vec![first];
        let mut gains = vec![first.takes.map_or(0, |piece| EXCHANGE_VALUE[piece])];
        let mut standing = first.piece;
        if let Some(promoted) = mv.promoted() {
            gains[0] += EXCHANGE_VALUE[promoted] - EXCHANGE_VALUE[Piece::Pawn];
            standing = promoted;
        }
        let mut occupied = self.occupied().without(from).with(to);
        if mv.is_en_passant() {
            occupied = occupied.without(super::play::passed(to));
        }
        let mut side = !self.turn();
        loop {
            let attackers = self.attackers_to(to, occupied) & occupied.without(to);
            let Some((square, piece)) = self.cheapest(attackers & self.color(side)) else { break };
            if piece == Piece::King && attackers.meets(self.color(!side)) {
                break;
            }
            captures.push(Exchange { from: square, piece, takes: Some(standing) });
            gains.push(EXCHANGE_VALUE[standing]);
            standing = piece;
            occupied = occupied.without(square);
            side = !side;
        }
        // Backwards: a capture is made only if it gains; the first move is made in any case.
        let (mut value, mut played) = (0, captures.len());
        for i in (0..gains.len()).rev() {
            let here = gains[i] - value;
            if i > 0 && here <= 0 {
                (value, played) = (0, i);
            } else {
                value = here;
            }
        }
        ExchangeLine { value, captures, played }
    }

    #[inline]
    fn cheapest(&self, candidates: Bitboard) -> Option<(Square, Piece)> {
        if candidates.is_empty() {
            return None;
        }
        Piece::ALL.into_iter().find_map(|piece| {
            (candidates & self.pieces(piece)).first().map(|square| (square, piece))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::notation::parse_move;

    fn value(fen: &str, text: &str) -> i32 {
        let position = Position::from_fen(fen).expect(fen);
        let mv = parse_move(&position, text).expect(text);
        position.exchange(mv).value
    }

    #[test]
    fn exchanges_come_to_what_a_person_would_count() {
        // A free pawn; a guarded one; a guarded one taken by the queen.
        assert_eq!(value("1k1r4/1pp4p/p7/4p3/8/P5P1/1PP4P/2K1R3 w - - 0 1", "Rxe5"), 100);
        assert_eq!(value("4k3/8/3p4/4p3/8/5N2/8/4K3 w - - 0 1", "Nxe5"), 100 - 320);
        assert_eq!(value("4k3/8/3p4/4p3/8/8/8/4QK2 w - - 0 1", "Qxe5"), 100 - 950);
        // X-ray attackers capture too.
        assert_eq!(value("4k3/8/3p4/4p3/8/5N2/8/K3R3 w - - 0 1", "Nxe5"), 100 - 320 + 100);
        assert_eq!(value("4r1k1/4r3/8/4p3/8/8/4R3/4R1K1 w - - 0 1", "Rxe5"), 100 - 500);
        // A quiet move to an attacked square, en passant, promotion, castling.
        assert_eq!(value("4k3/8/3p4/8/8/5N2/8/4K3 w - - 0 1", "Ne5"), -320);
        assert_eq!(value("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "exd6"), 100);
        assert_eq!(value("3rk3/4P3/8/8/8/8/8/4K3 w - - 0 1", "exd8=Q"), 500 + 850 - 950);
        assert_eq!(value("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "O-O"), 0);
        // A king does not take what is guarded.
        assert_eq!(value("8/8/4k3/4p3/8/5N2/8/K3R3 w - - 0 1", "Rxe5"), 100);
        assert_eq!(value("8/8/4k3/4p3/8/8/8/K3R3 w - - 0 1", "Rxe5"), 100 - 500);
    }

    #[test]
    fn an_exchange_is_listed_with_the_part_that_is_played() {
        let position =
            Position::from_fen("4k3/8/3p4/4p3/8/5N2/8/K3R3 w - - 0 1").expect("playable");
        let mv = parse_move(&position, "Nxe5").expect("legal");
        let line = position.exchange(mv);
        let pieces: Vec<Piece> = line.captures.iter().map(|capture| capture.piece).collect();
        assert_eq!(pieces, [Piece::Knight, Piece::Pawn, Piece::Rook]);
        assert_eq!(line.played, 3);
        assert_eq!(line.captures[1].takes, Some(Piece::Knight));
    }

    /// The threshold test and the list are two programs for one question: they must agree at every threshold.
    #[test]
    fn thresholds_agree_with_the_value_over_random_games() {
        let mut state = 1_u64;
        let mut random = |bound: usize| {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) as usize % bound
        };
        let mut moves_seen = 0;
        for game in 0..120 {
            let mut position = Position::chess960(game * 8).expect("below 960");
            for _ in 0..80 {
                let moves = position.legal_moves();
                for legal in &moves {
                    let value = position.exchange(legal.mv).value;
                    for threshold in
                        [-2_000, value - 300, value - 1, value, value + 1, value + 300, 2_000]
                    {
                        assert_eq!(
                            position.see_at_least(legal.mv, threshold),
                            value >= threshold,
                            "{position}: {:?} is worth {value}, asked {threshold}",
                            legal.mv
                        );
                    }
                    moves_seen += 1;
                }
                let Some(legal) = (!moves.is_empty()).then(|| moves[random(moves.len())]) else {
                    break;
                };
                position = position.play(legal.mv);
            }
        }
        assert!(moves_seen > 100_000, "{moves_seen} moves seen");
    }
}
