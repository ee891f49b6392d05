//! A playable position: placement, side to move, castling and en-passant rights, checkers.
//!
//! A `Position` is always playable: it is made from a [`Setup`] that passed its checks, or by a legal move. Checkers and pins are
//! computed once, at creation. Making moves is in `play.rs`, generating them in `movegen.rs`; the history for repetitions is in
//! `game.rs`.
//!
//! [`Setup`]: super::setup::Setup

use super::{
    Bitboard, Castling, Color, ColoredPiece, Key, Move, Piece, Placement, Square, attacks,
    placement,
};

/// A playable position. A move makes a new one; nothing is unmade.
///
/// ```
/// use quarterply_core::chess::{Piece, Position, Square, parse_move};
///
/// let before = Position::start();
/// let after = before.play(parse_move(&before, "e4")?);
/// assert_eq!((before.piece_at(Square::E4), after.piece_at(Square::E4)), (None, Some(Piece::Pawn)));
/// assert_eq!(after.to_fen(), "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1");
/// # Ok::<(), quarterply_core::chess::MoveError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Position {
    pub(super) placement: Placement,
    pub(super) castling: Castling,
    /// Enemy pieces that give check to the side to move.
    pub(super) checkers: Bitboard,
    /// Own pieces that alone stand between their king and an enemy slider.
    pub(super) pinned: Bitboard,
    /// The square behind a pawn that just made a double step, if a legal capture lands there.
    pub(super) en_passant: Option<Square>,
    pub(super) turn: Color,
    pub(super) halfmoves: u16,
    pub(super) fullmoves: u16,
}

/// The start position.
impl Default for Position {
    fn default() -> Position {
        Position::start()
    }
}

impl Position {
    /// Puts a position together and works out checkers and pins. The caller vouches that it is playable.
    pub(super) fn assemble(
        placement: Placement,
        castling: Castling,
        en_passant: Option<Square>,
        turn: Color,
        halfmoves: u16,
        fullmoves: u16,
    ) -> Position {
        let mut position = Position {
            placement,
            castling,
            checkers: Bitboard::EMPTY,
            pinned: Bitboard::EMPTY,
            en_passant,
            turn,
            halfmoves,
            fullmoves,
        };
        position.find_checkers_and_pins();
        position
    }

    /// The side to move.
    #[inline(always)]
    pub const fn turn(&self) -> Color {
        self.turn
    }

    /// The pieces and their keys.
    #[inline(always)]
    #[doc(hidden)]
    pub const fn placement(&self) -> &Placement {
        &self.placement
    }

    /// All pieces of one kind, of both sides.
    #[inline(always)]
    pub const fn pieces(&self, piece: Piece) -> Bitboard {
        self.placement.pieces(piece)
    }

    /// All pieces of one side.
    #[inline(always)]
    #[doc(hidden)]
    pub const fn color(&self, color: Color) -> Bitboard {
        self.placement.color(color)
    }

    /// The pieces of one kind and side.
    #[inline(always)]
    pub fn colored_pieces(&self, color: Color, piece: Piece) -> Bitboard {
        self.placement.pieces(piece) & self.placement.color(color)
    }

    /// Every occupied square.
    #[inline(always)]
    pub fn occupied(&self) -> Bitboard {
        self.placement.color(Color::White) | self.placement.color(Color::Black)
    }

    /// The kind of piece on a square.
    #[inline(always)]
    #[doc(hidden)]
    pub const fn piece_at(&self, square: Square) -> Option<Piece> {
        self.placement.piece_at(square)
    }

    /// The piece on a square with its side.
    pub fn at(&self, square: Square) -> Option<ColoredPiece> {
        self.placement.at(square)
    }

    /// The square of a side's king; a1 if it has none, see [`Position::has_kings`].
    #[inline(always)]
    pub fn king(&self, color: Color) -> Square {
        Square::new(self.colored_pieces(color, Piece::King).0.trailing_zeros() as u8)
    }

    /// Whether both sides have a king. Only a problem may begin with one alone ([`Setup::problem`]); searching, evaluating and
    /// proof numbers never see such a position.
    ///
    /// [`Setup::problem`]: super::setup::Setup::problem
    #[inline(always)]
    pub(crate) fn has_kings(&self) -> bool {
        self.pieces(Piece::King).many()
    }

    /// Castling rights.
    pub const fn castling(&self) -> &Castling {
        &self.castling
    }

    /// The square a pawn can be taken on en passant; `None` if no capture there is legal.
    pub const fn en_passant(&self) -> Option<Square> {
        self.en_passant
    }

    /// Plies since the last capture or pawn move.
    pub const fn halfmoves(&self) -> u16 {
        self.halfmoves
    }

    /// The number of the move, as FEN counts it.
    pub const fn fullmoves(&self) -> u16 {
        self.fullmoves
    }

    /// The plies from here to the move of this number and side; `None` if it is earlier.
    #[doc(hidden)]
    pub fn plies_to(&self, number: u16, color: Color) -> Option<usize> {
        let plies = |number: u16, color: Color| 2 * usize::from(number) + color.index();
        plies(number, color).checked_sub(plies(self.fullmoves, self.turn))
    }

    /// Enemy pieces giving check to the side to move.
    #[inline(always)]
    pub const fn checkers(&self) -> Bitboard {
        self.checkers
    }

    /// Whether the side to move is in check.
    ///
    /// ```
    /// use quarterply_core::chess::{Bitboard, Position, Square};
    ///
    /// let position: Position = "4k3/8/8/8/1b6/8/3N4/r3K3 w - - 0 1".parse()?;
    /// assert!(position.in_check() && !position.is_checkmate());
    /// assert_eq!(position.checkers(), Bitboard::of(Square::A1));
    /// assert_eq!(position.pinned(), Bitboard::of(Square::D2));
    /// # Ok::<(), quarterply_core::chess::SetupError>(())
    /// ```
    #[inline(always)]
    pub const fn in_check(&self) -> bool {
        self.checkers.any()
    }

    /// Pieces of the side to move that are pinned to its king.
    #[inline(always)]
    #[doc(hidden)]
    pub const fn pinned(&self) -> Bitboard {
        self.pinned
    }

    /// The Zobrist key of all that repetition compares: pieces, side to move, rights, en passant. Clocks are left out.
    #[inline]
    pub fn key(&self) -> Key {
        let mut key = self.placement.key() ^ self.castling.key();
        if self.turn == Color::Black {
            key ^= placement::SIDE_KEY;
        }
        if let Some(square) = self.en_passant {
            key ^= placement::en_passant_key(square.file());
        }
        key
    }

    /// The key of pawns and kings, for the pawn table.
    #[doc(hidden)]
    pub const fn pawn_key(&self) -> Key {
        self.placement.pawn_key()
    }

    /// Pieces of both sides that attack a square through this occupation.
    #[doc(hidden)]
    pub fn attackers_to(&self, square: Square, occupied: Bitboard) -> Bitboard {
        let orthogonals = self.pieces(Piece::Rook) | self.pieces(Piece::Queen);
        let diagonals = self.pieces(Piece::Bishop) | self.pieces(Piece::Queen);
        (attacks::pawn_attacks(Color::Black, square)
            & self.colored_pieces(Color::White, Piece::Pawn))
            | (attacks::pawn_attacks(Color::White, square)
                & self.colored_pieces(Color::Black, Piece::Pawn))
            | (attacks::knight_attacks(square) & self.pieces(Piece::Knight))
            | (attacks::king_attacks(square) & self.pieces(Piece::King))
            | (attacks::rook_attacks(square, occupied) & orthogonals)
            | (attacks::bishop_attacks(square, occupied) & diagonals)
    }

    /// All squares that `by` attacks, its own pieces among them.
    pub(crate) fn attacked_by(&self, by: Color) -> Bitboard {
        let occupied = self.occupied();
        let them = self.color(by);
        let mut attacked = (self.pieces(Piece::Pawn) & them).pawn_attacks(by)
            | attacks::king_attacks(self.king(by));
        for square in self.pieces(Piece::Knight) & them {
            attacked |= attacks::knight_attacks(square);
        }
        for square in (self.pieces(Piece::Bishop) | self.pieces(Piece::Queen)) & them {
            attacked |= attacks::bishop_attacks(square, occupied);
        }
        for square in (self.pieces(Piece::Rook) | self.pieces(Piece::Queen)) & them {
            attacked |= attacks::rook_attacks(square, occupied);
        }
        attacked
    }

    /// Returns whether `by` attacks a square, given this occupation.
    #[inline]
    pub(crate) fn is_attacked(&self, square: Square, by: Color, occupied: Bitboard) -> bool {
        let them = self.color(by);
        let orthogonals = (self.pieces(Piece::Rook) | self.pieces(Piece::Queen)) & them;
        let diagonals = (self.pieces(Piece::Bishop) | self.pieces(Piece::Queen)) & them;
        (attacks::knight_attacks(square) & self.pieces(Piece::Knight) & them).any()
            || (attacks::pawn_attacks(!by, square) & self.pieces(Piece::Pawn) & them).any()
            || (attacks::king_attacks(square) & self.pieces(Piece::King) & them).any()
            || (attacks::rook_rays(square).meets(orthogonals)
                && attacks::rook_attacks(square, occupied).meets(orthogonals))
            || (attacks::bishop_rays(square).meets(diagonals)
                && attacks::bishop_attacks(square, occupied).meets(diagonals))
    }

    /// The king of a side whose opponent has none, and where it may step: nowhere if it is the other way round.
    #[cold]
    pub(super) fn steps_of_only_king(&self, us: Color) -> (Square, Bitboard) {
        let Some(king) = self.colored_pieces(us, Piece::King).first() else {
            return (Square::A1, Bitboard::EMPTY);
        };
        let occupied = self.occupied().without(king);
        let steps = attacks::king_attacks(king) - self.color(us);
        (king, steps.filter(|&to| !self.is_attacked(to, !us, occupied)).collect())
    }

    /// Pieces of any side that alone stand between `color`'s king and an enemy slider.
    pub(crate) fn blockers(&self, color: Color) -> Bitboard {
        let king = self.king(color);
        attacks::blockers(king, self.snipers(king, self.color(!color)), self.occupied())
    }

    /// Sliders among `them` that would attack `king` on an empty board.
    #[inline(always)]
    pub(crate) fn snipers(&self, king: Square, them: Bitboard) -> Bitboard {
        let queens = self.pieces(Piece::Queen);
        let orthogonals = self.pieces(Piece::Rook) | queens;
        attacks::snipers(king, orthogonals, self.pieces(Piece::Bishop) | queens) & them
    }

    #[cold]
    fn clear_checkers_and_pins(&mut self) {
        (self.checkers, self.pinned) = (Bitboard::EMPTY, Bitboard::EMPTY);
    }

    #[inline(always)]
    pub(super) fn find_checkers_and_pins(&mut self) {
        let us = self.color(self.turn);
        if !self.pieces(Piece::King).meets(us) {
            return self.clear_checkers_and_pins();
        }
        let king = self.king(self.turn);
        let them = self.color(!self.turn);
        let occupied = us | them;
        let mut checkers = ((attacks::knight_attacks(king) & self.pieces(Piece::Knight))
            | (attacks::pawn_attacks(self.turn, king) & self.pieces(Piece::Pawn)))
            & them;
        let mut pinned = Bitboard::EMPTY;
        for sniper in self.snipers(king, them) {
            let inside = attacks::between(king, sniper) & occupied;
            if inside.is_empty() {
                checkers = checkers.with(sniper);
            } else if !inside.many() {
                pinned |= inside & us;
            }
        }
        self.checkers = checkers;
        self.pinned = pinned;
    }

    /// Returns whether a legal move captures.
    #[inline(always)]
    pub const fn is_capture(&self, mv: Move) -> bool {
        self.piece_at(mv.to()).is_some() && !mv.is_castle() || mv.is_en_passant()
    }

    /// Returns whether a legal move captures or promotes.
    #[inline(always)]
    #[doc(hidden)]
    pub const fn is_noisy(&self, mv: Move) -> bool {
        self.is_capture(mv) || mv.promoted().is_some()
    }

    /// The kind of piece a legal move takes.
    #[doc(hidden)]
    pub const fn captured(&self, mv: Move) -> Option<Piece> {
        if mv.is_castle() {
            None
        } else if mv.is_en_passant() {
            Some(Piece::Pawn)
        } else {
            self.piece_at(mv.to())
        }
    }

    /// The kind of piece a legal move moves.
    ///
    /// # Panics
    /// If there is none on its square: the move is not legal here.
    #[inline(always)]
    #[doc(hidden)]
    pub const fn moved(&self, mv: Move) -> Piece {
        match self.piece_at(mv.from()) {
            Some(piece) => piece,
            None => panic!("no piece to move"),
        }
    }

    /// Returns whether a side has a piece besides its pawns and king.
    #[inline]
    pub(crate) fn has_non_pawn_material(&self, color: Color) -> bool {
        (self.color(color) - self.pieces(Piece::Pawn) - self.pieces(Piece::King)).any()
    }

    /// Returns whether neither side can mate by any sequence of legal moves: bare kings, one minor piece, or only bishops of one
    /// colour (FIDE 5.2.2 as far as material alone decides it).
    pub fn is_insufficient(&self) -> bool {
        let heavy = self.pieces(Piece::Pawn) | self.pieces(Piece::Rook) | self.pieces(Piece::Queen);
        if heavy.any() {
            return false;
        }
        let (knights, bishops) = (self.pieces(Piece::Knight), self.pieces(Piece::Bishop));
        if knights.any() {
            return bishops.is_empty() && !knights.many();
        }
        bishops.is_one_square_color()
    }
}
