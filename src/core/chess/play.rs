//! Making a move: copy-make, without unmake.

use super::placement::{SIDE_KEY, en_passant_key, piece_key};
use super::{Bitboard, CastlingSide, Color, Key, Move, Piece, Position, Rank, Square, attacks};

impl Position {
    /// The position after a legal move.
    ///
    /// # Panics
    /// May panic, or give a position that is not playable, if the move is not legal here; see
    /// [`Position::is_legal`].
    #[inline]
    #[must_use]
    pub fn play(&self, mv: Move) -> Position {
        match self.turn {
            Color::White => self.play_as::<true>(mv),
            Color::Black => self.play_as::<false>(mv),
        }
    }

    /// Makes a legal move in place, for walks along a game that need no old position.
    ///
    /// # Panics
    /// Like [`Position::play`].
    pub(super) fn advance(&mut self, mv: Move) {
        let men = self.men_of(mv);
        match self.turn {
            Color::White => self.become_next::<true>(mv, men),
            Color::Black => self.become_next::<false>(mv, men),
        }
    }

    #[inline(always)]
    pub(super) fn play_as<const WHITE: bool>(&self, mv: Move) -> Position {
        // Read here, not from the copy: a byte just written as part of a wide store is slow to load.
        let men = self.men_of(mv);
        let mut next = *self;
        next.become_next::<WHITE>(mv, men);
        next
    }

    #[inline(always)]
    fn men_of(&self, mv: Move) -> (Piece, Option<Piece>) {
        (self.moved(mv), self.piece_at(mv.to()))
    }

    #[inline(always)]
    fn become_next<const WHITE: bool>(
        &mut self,
        mv: Move,
        (piece, victim): (Piece, Option<Piece>),
    ) {
        let us = if WHITE { Color::White } else { Color::Black };
        let (from, to) = (mv.from(), mv.to());
        self.turn = !us;
        self.en_passant = None;
        self.halfmoves = self.halfmoves.saturating_add(1);
        if !WHITE {
            self.fullmoves = self.fullmoves.saturating_add(1);
        }
        let kings = self.pieces(Piece::King);
        self.castling.touch(Bitboard::of(from).with(to), kings);

        if mv.is_castle() {
            let side = CastlingSide::of(from, to);
            let home = Rank::First.relative(us);
            self.placement.take(us, Piece::King, from);
            self.placement.take(us, Piece::Rook, to);
            self.placement.put(us, Piece::King, Square::at(side.king_file(), home));
            self.placement.put(us, Piece::Rook, Square::at(side.rook_file(), home));
        } else {
            if let Some(victim) = victim {
                self.placement.take(!us, victim, to);
                self.halfmoves = 0;
            }
            self.placement.take(us, piece, from);
            self.placement.put(us, mv.promoted().unwrap_or(piece), to);
            if piece == Piece::Pawn {
                self.halfmoves = 0;
                if mv.is_en_passant() {
                    self.placement.take(!us, Piece::Pawn, passed(to));
                } else if from as u8 ^ to as u8 == 16 {
                    self.find_checkers_and_pins();
                    self.offer_en_passant(passed(to));
                    return;
                }
            }
        }
        self.find_checkers_and_pins();
    }

    /// The key of the position after a legal move, without playing it. It is a guess where the move changes more than the
    /// two squares and the side to move (castling and its rights, en passant, promotion): good enough to fetch by, not to
    /// look up by.
    #[inline(always)]
    pub(crate) fn likely_key_after(&self, mv: Move) -> Key {
        let (from, to, us) = (mv.from(), mv.to(), self.turn);
        let mut key = self.key() ^ SIDE_KEY;
        if let Some(square) = self.en_passant {
            key ^= en_passant_key(square.file());
        }
        if let Some(victim) = self.piece_at(to) {
            key ^= piece_key(!us, victim, to);
        }
        let piece = self.moved(mv);
        key ^ piece_key(us, piece, from) ^ piece_key(us, piece, to)
    }

    /// Returns the exact key of the position after a legal move; `None` for castling, en passant, promotions, double pawn
    /// pushes and moves that end a castling right, which have to be played.
    #[inline(always)]
    pub(crate) fn plain_key_after(&self, mv: Move) -> Option<Key> {
        let double_push = mv.from() as u8 ^ mv.to() as u8 == 16;
        let plain = mv.is_normal()
            && !self.castling.ends_with(Bitboard::of(mv.from()).with(mv.to()))
            && !(double_push && self.moved(mv) == Piece::Pawn);
        plain.then(|| self.likely_key_after(mv))
    }

    /// Returns the position with the other side to move; `None` in check, where passing is illegal.
    ///
    /// ```
    /// use quarterply_core::chess::{Position, mate_in_one, san};
    ///
    /// // What does White threaten?
    /// let position: Position = "6k1/5ppp/8/8/8/8/8/R6K b - - 0 1".parse()?;
    /// let passed = position.pass().ok_or("a side in check cannot pass")?;
    /// let threat = mate_in_one(&passed).map(|mv| san(&passed, mv));
    /// assert_eq!(threat.as_deref(), Some("Ra8#"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn pass(&self) -> Option<Position> {
        if self.in_check() {
            return None;
        }
        let mut next = *self;
        next.turn = !self.turn;
        next.en_passant = None;
        next.halfmoves = next.halfmoves.saturating_add(1);
        if self.turn == Color::Black {
            next.fullmoves = next.fullmoves.saturating_add(1);
        }
        next.find_checkers_and_pins();
        Some(next)
    }

    /// Sets the en-passant square after a double step, if any capture there is legal.
    pub(super) fn offer_en_passant(&mut self, square: Square) {
        for from in
            attacks::pawn_attacks(!self.turn, square) & self.colored_pieces(self.turn, Piece::Pawn)
        {
            if self.en_passant_is_legal(from, square) {
                self.en_passant = Some(square);
            }
        }
    }

    /// Returns whether an en-passant capture leaves the king safe: two pawns leave one rank at once, so pins are not enough.
    pub(super) fn en_passant_is_legal(&self, from: Square, to: Square) -> bool {
        if self.colored_pieces(self.turn, Piece::King).is_empty() {
            return true;
        }
        let victim = passed(to);
        let king = self.king(self.turn);
        let them = self.color(!self.turn).without(victim);
        let occupied = self.occupied().without(from).without(victim).with(to);
        let attackers = self.attackers_to(king, occupied) & them;
        attackers.is_empty()
    }
}

/// The square of the pawn that made a double step over `square`, or the other way round.
#[inline(always)]
pub(super) const fn passed(square: Square) -> Square {
    Square::new(square as u8 ^ 8)
}
