//! Mate in one, computed with sets of squares: almost no move is made.
//!
//! Exact in every position, promotions, castling and en passant included: it finds a mate exactly if one of the legal moves is
//! checkmate. The search asks it at its nodes, and the provers use it for the last move.

use arrayvec::ArrayVec;

use super::{
    Bitboard, CastlingSide, CheckSquares, Color, Move, Piece, Position, Rank, Square, attacks,
};

/// A move that mates at once, if there is one. The other side needs a king.
#[inline]
pub fn mate_in_one(position: &Position) -> Option<Move> {
    MatingNet::new(position, position.turn()).search()
}

/// Returns whether the opponent could mate at once if the side to move passed; false in check, where passing is illegal.
#[inline]
pub(crate) fn mate_threat(position: &Position) -> bool {
    !position.in_check() && MatingNet::new(position, !position.turn()).search().is_some()
}

/// Squares of one piece from which it gives check, directly or by having left.
struct MatingCheck {
    piece: Piece,
    from: Square,
    targets: Bitboard,
}

/// No side has more men than this.
type MatingChecks = ArrayVec<MatingCheck, 16>;

/// Attacks of the mating side around the enemy king, before its move.
struct MatingNet<'a> {
    position: &'a Position,
    /// The mating side: to move here, or after a pass.
    us: Color,
    king: Square,
    checks: CheckSquares,
    /// Allowed destinations: no square of an own man, and in check only those that parry. Not for the king.
    allowed: Bitboard,
    /// Squares attacked by one of our men.
    guarded: Bitboard,
    /// Squares attacked by one of our sliders: a man that leaves one opens a line.
    lined: Bitboard,
    /// Our men that are pinned to our king; empty until there are candidates.
    pinned: Bitboard,
}

impl<'a> MatingNet<'a> {
    #[inline]
    fn new(position: &'a Position, us: Color) -> MatingNet<'a> {
        let own = position.color(us);
        let own_king = position.king(us);
        // The side that is not to move is never in check.
        let checkers = if us == position.turn() { position.checkers() } else { Bitboard::EMPTY };
        let allowed = match checkers.first() {
            // Only the king steps out of a double check.
            Some(_) if checkers.many() => Bitboard::EMPTY,
            Some(checker) => attacks::between(own_king, checker).with(checker) - own,
            None => !own,
        };
        MatingNet {
            position,
            us,
            king: position.king(!us),
            checks: CheckSquares::of_side(position, us),
            allowed,
            guarded: attacks::king_attacks(own_king)
                | position.colored_pieces(us, Piece::Pawn).pawn_attacks(us),
            lined: Bitboard::EMPTY,
            pinned: Bitboard::EMPTY,
        }
    }

    #[inline]
    fn search(mut self) -> Option<Move> {
        let mut candidates = MatingChecks::new();
        self.collect(&mut candidates);
        let found = candidates.iter().find_map(|candidate| self.try_candidate(candidate));
        found.or_else(|| self.try_specials())
    }

    /// Collects the checks to try, castling and en passant aside, and then looks up the pins.
    #[inline(always)]
    fn collect(&mut self, candidates: &mut MatingChecks) {
        self.piece_candidates(candidates);
        self.pawns(candidates);
        self.king_steps(candidates);
        if self.us == self.position.turn() {
            self.pinned = self.position.pinned();
        } else if !candidates.is_empty() {
            self.pinned = self.position.blockers(self.us) & self.position.color(self.us);
        }
    }

    /// Squares from where a man that comes from `from` uncovers a check.
    #[inline(always)]
    fn uncovering(&self, from: Square) -> Bitboard {
        if self.checks.screens().has(from) {
            !attacks::line(self.king, from)
        } else {
            Bitboard::EMPTY
        }
    }

    /// Destinations that are allowed for a man, given its pin.
    #[inline(always)]
    fn allowed_from(&self, from: Square) -> Bitboard {
        if self.pinned.has(from) {
            self.allowed & attacks::line(self.position.king(self.us), from)
        } else {
            self.allowed
        }
    }

    /// Knights, bishops, rooks and queens: what they guard, and their checks.
    #[inline]
    fn piece_candidates(&mut self, candidates: &mut MatingChecks) {
        let occupied = self.position.occupied();
        self.pieces_of(Piece::Knight, attacks::knight_attacks, candidates);
        let bishop = |from| attacks::bishop_attacks(from, occupied);
        let rook = |from| attacks::rook_attacks(from, occupied);
        let queen = |from| attacks::queen_attacks(from, occupied);
        self.pieces_of(Piece::Bishop, bishop, candidates);
        self.pieces_of(Piece::Rook, rook, candidates);
        self.pieces_of(Piece::Queen, queen, candidates);
        self.guarded |= self.lined;
    }

    #[inline(always)]
    fn pieces_of(
        &mut self,
        piece: Piece,
        attacks: impl Fn(Square) -> Bitboard,
        candidates: &mut MatingChecks,
    ) {
        let direct = self.checks.direct(piece);
        for from in self.position.colored_pieces(self.us, piece) {
            let reach = attacks(from);
            if piece == Piece::Knight {
                self.guarded |= reach;
            } else {
                self.lined |= reach;
            }
            let checking = reach & (direct | self.uncovering(from));
            if checking.meets(self.allowed) {
                candidates.push(MatingCheck { piece, from, targets: checking });
            }
        }
    }

    /// Pawns that check, or that may promote with check; en passant is a special.
    #[inline]
    fn pawns(&self, candidates: &mut MatingChecks) {
        let us = self.us;
        let direct = self.checks.direct(Piece::Pawn);
        let one_behind = direct.forward(!us);
        let seventh = Bitboard::rank(Rank::Seventh.relative(us));
        let interesting = one_behind
            | one_behind.forward(!us)
            | direct.pawn_attacks(!us)
            | self.checks.screens()
            | seventh;
        let empty = !self.position.occupied();
        for from in self.position.colored_pieces(us, Piece::Pawn) & interesting {
            let one = Bitboard::of(from).forward(us) & empty;
            let two = (one & Bitboard::rank(Rank::Third.relative(us))).forward(us) & empty;
            let takes = attacks::pawn_attacks(us, from) & self.position.color(!us);
            let mut targets = (one | two | takes) & self.allowed;
            if !seventh.has(from) {
                targets &= direct | self.uncovering(from);
            }
            if targets.any() {
                candidates.push(MatingCheck { piece: Piece::Pawn, from, targets });
            }
        }
    }

    /// The king itself may uncover a check.
    #[inline]
    fn king_steps(&self, candidates: &mut MatingChecks) {
        let from = self.position.king(self.us);
        let uncovering = self.uncovering(from);
        if uncovering.is_empty() || !self.position.pieces(Piece::King).has(from) {
            return;
        }
        let occupied = self.position.occupied().without(from);
        let targets = ((attacks::king_attacks(from) & uncovering) - self.position.color(self.us))
            .filter(|&to| !self.position.is_attacked(to, !self.us, occupied))
            .collect();
        candidates.push(MatingCheck { piece: Piece::King, from, targets });
    }

    /// Returns the squares that a candidate may go to; `king_steps` has asked that of the king.
    #[inline(always)]
    fn legal_targets(&self, candidate: &MatingCheck) -> Bitboard {
        match candidate.piece {
            Piece::King => candidate.targets,
            _ => candidate.targets & self.allowed_from(candidate.from),
        }
    }

    /// Returns the first move of a candidate that mates. Promotions to rook and bishop need no test: a queen attacks whatever
    /// they attack.
    #[inline]
    fn try_candidate(&self, candidate: &MatingCheck) -> Option<Move> {
        let &MatingCheck { piece, from, .. } = candidate;
        for to in self.legal_targets(candidate) {
            if piece == Piece::Pawn && to.relative_rank(self.us) == Rank::Eighth {
                for promoted in [Piece::Queen, Piece::Knight] {
                    let mv = Move::promotion(from, to, promoted);
                    if self.is_mate(mv, promoted) {
                        return Some(mv);
                    }
                }
            } else {
                let mv = Move::normal(from, to);
                if self.is_mate(mv, piece) {
                    return Some(mv);
                }
            }
        }
        None
    }

    /// The quick look that refuses most checks, then the whole test.
    #[inline]
    fn is_mate(&self, mv: Move, arriving: Piece) -> bool {
        let (from, to) = (mv.from(), mv.to());
        let position = self.position;
        if !self.lined.has(from) {
            // Squares that are unguarded now can later be guarded only by the moving man.
            let around = attacks::king_attacks(self.king) - position.color(!self.us).without(to);
            let through = position.occupied().without(from).without(self.king);
            let reach = attacks::attacks(arriving, self.us, to, through);
            if (around - self.guarded - reach).any() {
                return false;
            }
        }
        After::new(position, self.us, from, to, arriving).is_checkmate(self, mv)
    }

    /// Castling and en passant, which are rare: by playing them.
    #[inline]
    fn try_specials(&self) -> Option<Move> {
        let position = self.position;
        if self.us == position.turn()
            && let Some(to) = position.en_passant()
        {
            let capturers =
                attacks::pawn_attacks(!self.us, to) & position.colored_pieces(self.us, Piece::Pawn);
            let mut moves = capturers.map(|from| Move::en_passant(from, to));
            if let Some(mv) = moves.find(|&mv| self.mates_when_played(mv)) {
                return Some(mv);
            }
        }
        if !position.castling().any(self.us) {
            return None;
        }
        let from = position.king(self.us);
        CastlingSide::ALL.into_iter().find_map(|side| {
            let rook = position.castling().rook_square(self.us, side)?;
            // The check comes from the rook, or from behind king or rook; on the home rank all of these are one line.
            let arrival = Square::at(side.rook_file(), from.rank());
            let screening = self.checks.screens().meets(Bitboard::of(from).with(rook));
            let mv = Move::castle(from, rook);
            let may_check = screening || attacks::rook_rays(arrival).has(self.king);
            (may_check && self.mates_when_played(mv)).then_some(mv)
        })
    }

    /// Returns whether a move is legal for our side and mates.
    #[cold]
    fn mates_when_played(&self, mv: Move) -> bool {
        let is_ours = self.us == self.position.turn();
        let ours = if is_ours { Some(*self.position) } else { self.position.pass() };
        ours.is_some_and(|ours| ours.is_legal(mv) && ours.play(mv).is_checkmate())
    }
}

/// The board after a move that is neither castling nor en passant, as far as a mate needs it.
struct After {
    us: Color,
    king: Square,
    occupied: Bitboard,
    them: Bitboard,
    pawns: Bitboard,
    knights: Bitboard,
    diagonals: Bitboard,
    orthogonals: Bitboard,
    own_king: Bitboard,
}

impl After {
    #[inline]
    fn new(position: &Position, us: Color, from: Square, to: Square, arriving: Piece) -> After {
        let own = position.color(us).without(from);
        let arrived = |piece| {
            if piece == arriving { Bitboard::of(to) } else { Bitboard::EMPTY }
        };
        let men = |piece| (position.pieces(piece) & own) | arrived(piece);
        let queens = men(Piece::Queen);
        After {
            us,
            king: position.king(!us),
            occupied: position.occupied().without(from).with(to),
            them: position.color(!us).without(to),
            pawns: men(Piece::Pawn),
            knights: men(Piece::Knight),
            diagonals: men(Piece::Bishop) | queens,
            orthogonals: men(Piece::Rook) | queens,
            own_king: men(Piece::King),
        }
    }

    #[inline]
    fn is_checkmate(&self, net: &MatingNet<'_>, mv: Move) -> bool {
        let position = net.position;
        let around = attacks::king_attacks(self.king) - self.them;
        let through = self.occupied.without(self.king);
        for square in around {
            if !self.attacks(square, through) {
                return false;
            }
        }
        let checkers = self.checkers();
        let Some(checker) = checkers.first() else { return false };
        if checkers.many() {
            return true;
        }
        let savers = self.savers(position, checker);
        if savers.any() && (savers - self.pinned(savers)).any() {
            return false;
        }
        // A double step can be taken en passant, whether it checks itself or opens a line.
        let is_double_step =
            position.moved(mv) == Piece::Pawn && mv.from().index().abs_diff(mv.to().index()) == 16;
        !is_double_step || net.mates_when_played(mv)
    }

    #[inline(always)]
    fn attacks(&self, square: Square, occupied: Bitboard) -> bool {
        attacks::pawn_attacks(!self.us, square).meets(self.pawns)
            || attacks::knight_attacks(square).meets(self.knights)
            || attacks::king_attacks(square).meets(self.own_king)
            || (attacks::rook_rays(square).meets(self.orthogonals)
                && attacks::rook_attacks(square, occupied).meets(self.orthogonals))
            || (attacks::bishop_rays(square).meets(self.diagonals)
                && attacks::bishop_attacks(square, occupied).meets(self.diagonals))
    }

    #[inline(always)]
    fn checkers(&self) -> Bitboard {
        (attacks::pawn_attacks(!self.us, self.king) & self.pawns)
            | (attacks::knight_attacks(self.king) & self.knights)
            | (attacks::rook_attacks(self.king, self.occupied) & self.orthogonals)
            | (attacks::bishop_attacks(self.king, self.occupied) & self.diagonals)
    }

    /// The defender's men, its king apart, that could take the checker or step between if they are not pinned.
    #[inline]
    fn savers(&self, position: &Position, checker: Square) -> Bitboard {
        let pawns = position.pieces(Piece::Pawn) & self.them;
        let between = attacks::between(self.king, checker);
        let ahead = between.forward(self.us);
        let second_step = between & Bitboard::rank(Rank::Fourth.relative(!self.us));
        let stepped_over = second_step.forward(self.us) - self.occupied;
        let mut savers = pawns
            & (attacks::pawn_attacks(self.us, checker) | ahead | stepped_over.forward(self.us));
        let knights = position.pieces(Piece::Knight);
        let queens = position.pieces(Piece::Queen);
        let orthogonals = position.pieces(Piece::Rook) | queens;
        let diagonals = position.pieces(Piece::Bishop) | queens;
        for square in between.with(checker) {
            let reached = (attacks::knight_attacks(square) & knights)
                | (attacks::rook_attacks(square, self.occupied) & orthogonals)
                | (attacks::bishop_attacks(square, self.occupied) & diagonals);
            savers |= reached & self.them;
        }
        savers
    }

    /// Returns those of the defenders that alone stand between their king and one of our sliders. They cannot parry a check on
    /// another line.
    #[inline]
    fn pinned(&self, men: Bitboard) -> Bitboard {
        let snipers = attacks::snipers(self.king, self.orthogonals, self.diagonals);
        attacks::blockers(self.king, snipers, self.occupied) & men
    }
}

#[cfg(test)]
mod tests;
