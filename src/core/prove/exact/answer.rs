//! With two moves left, one reply refutes most first moves alike: those that are irrelevant after it.
//!
//! [`RelaxedReply`] analyses the position where the attacker has passed and the defender has played the reply, once, and then
//! decides for each first move, without making it, whether a mate could remain. It errs on one side only, by counting too many
//! mates: it lets the attacker's men see and move through each other, capture each other, and leave their king in check. In that
//! relaxed game a quiet move changes only the effect of its own piece.

use arrayvec::ArrayVec;

use crate::chess::{Bitboard, Color, Move, Piece, Position, Rank, Square, attacks, mate_in_one};

/// A reply of the defender, and what the attacker lacks to mate after it.
pub(super) struct RelaxedReply {
    reply: Move,
    us: Color,
    king: Square,
    /// The defender's men after the reply, without the king: they block the attacker.
    walls: Bitboard,
    /// Squares from which a piece of each kind gives check.
    direct: [Bitboard; 6],
    /// Squares between the king and the attacker's sliders that are blocked at most by the attacker's own men.
    corridor: Bitboard,
    /// Squares next to the king that are left open by every man of the attacker.
    open: Bitboard,
    /// For each check: the squares it leaves open. A first move must cover all those of some check.
    gaps: ArrayVec<Bitboard, GAPS>,
    /// Paths of parrying men, for checks that leave no gap: a man there would block the parry.
    ways: Bitboard,
    parried: bool,
}

/// Maximum number of distinct checks; with more, no answer is attempted.
const GAPS: usize = 24;

impl RelaxedReply {
    /// Analyses the position after this reply; `None` if it allows no conclusion about the first moves.
    pub(super) fn new(position: &Position, reply: Move) -> Option<RelaxedReply> {
        let us = position.turn();
        if !reply.is_normal() || position.castling().any(us) {
            // Castling moves two men, and a promotion or en passant is more than its two squares.
            return None;
        }
        let passed = position.pass()?;
        if !passed.is_legal(reply) {
            return None;
        }
        if passed.moved(reply) == Piece::Pawn && reply.from().distance(reply.to()) == 2 {
            // It could be taken en passant.
            return None;
        }
        let after = passed.play(reply);
        let king = after.king(!us);
        let walls = after.color(!us).without(king);
        let diagonals = attacks::bishop_attacks(king, walls);
        let orthogonals = attacks::rook_attacks(king, walls);
        let mut answer = RelaxedReply {
            reply,
            us,
            king,
            walls,
            direct: [
                attacks::pawn_attacks(!us, king),
                attacks::knight_attacks(king),
                diagonals,
                orthogonals,
                diagonals | orthogonals,
                Bitboard::EMPTY,
            ],
            corridor: corridor(&after, king, walls, us),
            open: Bitboard::EMPTY,
            gaps: ArrayVec::new(),
            ways: Bitboard::EMPTY,
            parried: false,
        };
        answer.look_at_checks(&after).then_some(answer)
    }

    /// Returns whether this first move certainly leaves the reply legal, and no mate after it.
    #[inline]
    pub(super) fn holds_against(&self, position: &Position, mv: Move) -> bool {
        let holds = mv.is_normal()
            && position.piece_at(mv.to()).is_none()
            && self.is_still_played(mv)
            && self.changes_nothing(position.moved(mv), mv.to());
        debug_assert!(!holds || self.is_true(position, mv), "{mv:?} in {}", position.to_fen());
        holds
    }

    /// Returns whether the move neither blocks the reply nor opens a line to the king, which might pin a man.
    #[inline]
    fn is_still_played(&self, mv: Move) -> bool {
        let path = attacks::between(self.reply.from(), self.reply.to()).with(self.reply.to());
        !path.has(mv.from())
            && !path.has(mv.to())
            && !self.corridor.has(mv.from())
            && !self.corridor.has(mv.to())
    }

    /// Returns whether a piece on its new square makes no check a mate, and gives no mating check itself.
    #[inline]
    fn changes_nothing(&self, piece: Piece, at: Square) -> bool {
        let reach = attacks::attacks(piece, self.us, at, self.walls);
        if reach.has(self.king) || self.gaps.iter().any(|&gap| (gap - reach).is_empty()) {
            return false;
        }
        if self.parried && (self.ways.has(at) || self.is_aligned(piece, at)) {
            return false;
        }
        !self.could_check_again(piece, at, reach)
    }

    /// Verifies the claim by playing it.
    fn is_true(&self, position: &Position, mv: Move) -> bool {
        let next = position.play(mv);
        next.is_legal(self.reply) && mate_in_one(&next.play(self.reply)).is_none()
    }

    /// Returns whether the piece, from its new square, could check with its next move and close every gap alone.
    #[inline]
    fn could_check_again(&self, piece: Piece, at: Square, reach: Bitboard) -> bool {
        let direct = self.direct[piece.index()];
        if piece == Piece::Pawn {
            let next = reach | Bitboard::of(at).forward(self.us);
            return at.relative_rank(self.us) == Rank::Seventh || next.meets(direct);
        }
        Iterator::any(&mut (reach & direct), |to| {
            (self.open - attacks::attacks(piece, self.us, to, self.walls)).is_empty()
        })
    }

    /// Returns whether a slider is in line with the king, through any men: it may pin.
    #[inline]
    fn is_aligned(&self, piece: Piece, at: Square) -> bool {
        match piece {
            Piece::Bishop => attacks::bishop_rays(self.king).has(at),
            Piece::Rook => attacks::rook_rays(self.king).has(at),
            Piece::Queen => {
                (attacks::bishop_rays(self.king) | attacks::rook_rays(self.king)).has(at)
            }
            _ => false,
        }
    }

    /// Goes through the checks of the relaxed game. Whether none of them may be mate already.
    fn look_at_checks(&mut self, after: &Position) -> bool {
        // The attacker's men with their squares and attacks, and the squares attacked once and twice. No side has more than
        // sixteen men.
        let mut survey: ArrayVec<(Piece, Square, Bitboard), 16> = ArrayVec::new();
        let (mut once, mut twice) = (Bitboard::EMPTY, Bitboard::EMPTY);
        for piece in Piece::ALL {
            for from in after.colored_pieces(self.us, piece) {
                let reach = attacks::attacks(piece, self.us, from, self.walls);
                twice |= once & reach;
                once |= reach;
                survey.push((piece, from, reach));
            }
        }
        self.open = (attacks::king_attacks(self.king) - self.walls) - once;
        for (piece, from, before) in survey {
            let uncovering = if self.corridor.has(from) {
                !attacks::line(self.king, from)
            } else {
                Bitboard::EMPTY
            };
            let is_last = piece == Piece::Pawn && from.relative_rank(self.us) == Rank::Seventh;
            let moves = if piece == Piece::Pawn { self.pawn_moves(after, from) } else { before };
            let kinds: &[Piece] = if is_last { &[Piece::Queen, Piece::Knight] } else { &[piece] };
            for &arriving in kinds {
                for to in moves & (self.direct[arriving.index()] | uncovering) {
                    // Without the squares that the piece covers before it moves.
                    let guarded = twice | (once - before);
                    if !self.look_at(after, guarded, (from, to, arriving)) {
                        return false;
                    }
                }
            }
        }
        true
    }

    /// Moves of a pawn through its own men.
    fn pawn_moves(&self, after: &Position, from: Square) -> Bitboard {
        let blocked = after.color(!self.us);
        let one = Bitboard::of(from).forward(self.us) - blocked;
        let third = Bitboard::rank(Rank::Third.relative(self.us));
        let two = (one & third).forward(self.us) - blocked;
        one | two | (attacks::pawn_attacks(self.us, from) & blocked)
    }

    /// Takes up one check by a piece that goes from one square to another and becomes what arrives; the others guard some squares. Whether
    /// it is sure to fail.
    fn look_at(
        &mut self,
        after: &Position,
        guarded: Bitboard,
        (from, to, arriving): (Square, Square, Piece),
    ) -> bool {
        let around = attacks::king_attacks(self.king) - self.walls.without(to);
        let covered = guarded | attacks::attacks(arriving, self.us, to, self.walls);
        let gap = around - covered;
        if gap.is_empty() {
            return self.is_parried(after, from, to, arriving);
        }
        if self.gaps.contains(&gap) {
            return true;
        }
        self.gaps.try_push(gap).is_ok()
    }

    /// Returns whether a check that leaves the king no square is parried by one of its men; records the squares that could
    /// prevent it.
    fn is_parried(&mut self, after: &Position, from: Square, to: Square, arriving: Piece) -> bool {
        if self.corridor.has(from) || arriving == Piece::King {
            return false;
        }
        let occupied = after.occupied().without(from).with(to);
        let them = self.walls.without(to);
        let takers = after.attackers_to(to, occupied) & them;
        let free = takers - self.maybe_pinned(after, to, arriving);
        let knights = free & after.pieces(Piece::Knight);
        let Some(taker) = knights.first().or(free.first()) else { return false };
        if !after.pieces(Piece::Knight).has(taker) {
            self.ways |= attacks::between(taker, to);
        }
        self.parried = true;
        true
    }

    /// The defender's men that one of the attacker's sliders may pin, the one that has just arrived among them.
    fn maybe_pinned(&self, after: &Position, to: Square, arriving: Piece) -> Bitboard {
        let own = after.color(self.us).with(to);
        let arrived = |piece| if arriving == piece { Bitboard::of(to) } else { Bitboard::EMPTY };
        let queens = after.pieces(Piece::Queen) | arrived(Piece::Queen);
        let orthogonals = after.pieces(Piece::Rook) | arrived(Piece::Rook) | queens;
        let diagonals = after.pieces(Piece::Bishop) | arrived(Piece::Bishop) | queens;
        let snipers = attacks::snipers(self.king, orthogonals, diagonals) & own;
        attacks::blockers(self.king, snipers, self.walls.without(to))
    }
}

/// Between the king and each of the attacker's sliders that only its own men keep from giving check.
fn corridor(after: &Position, king: Square, walls: Bitboard, us: Color) -> Bitboard {
    let mut corridor = Bitboard::EMPTY;
    for sniper in after.snipers(king, after.color(us)) {
        let inside = attacks::between(king, sniper);
        if !inside.meets(walls) {
            corridor |= inside;
        }
    }
    corridor
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::SplitMix;
    use crate::chess::tests::composed;

    #[test]
    fn what_it_says_is_true() {
        let mut random = SplitMix::new(6);
        let (mut answers, mut held, mut moves) = (0, 0, 0);
        for _ in 0..1_500 {
            let position = composed(&mut random);
            let Some(passed) = position.pass() else { continue };
            for reply in passed.legal_moves() {
                let Some(answer) = RelaxedReply::new(&position, reply.mv) else { continue };
                answers += 1;
                for legal in position.legal_moves() {
                    moves += 1;
                    if answer.holds_against(&position, legal.mv) {
                        held += 1;
                        let fen = position.to_fen();
                        assert!(answer.is_true(&position, legal.mv), "{legal:?} in {fen}");
                    }
                }
            }
        }
        // The answer has to be yes at times.
        assert!(answers > 2_500 && held * 4 > moves, "{answers} answers, {held} of {moves} moves");
    }
}
