//! A move in two bytes, and a list that holds every legal move of any position.
//!
//! A move has its origin, its destination and its special kind; the moving and the captured piece come from the position.
//! Castling is the king taking its own rook, in standard chess and Chess960 alike; `notation/` has the written forms.

use std::fmt;
use std::num::NonZeroU16;

use arrayvec::ArrayVec;

use super::{Piece, Square};

/// A move: `from` in bits 0–5, `to` in bits 6–11, what is special in bits 12–15. `Option<Move>` is two bytes too.
///
/// ```
/// use quarterply_core::chess::{Position, Square, parse_move};
///
/// let position: Position = "4k3/8/8/8/8/8/8/4K2R w K - 0 1".parse()?;
/// let castles = parse_move(&position, "O-O")?;
/// assert!(castles.is_castle() && castles.promoted().is_none());
/// assert_eq!((castles.from(), castles.to()), (Square::E1, Square::H1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Move(NonZeroU16);

const _: () = assert!(size_of::<Option<Move>>() == 2);

const CASTLE: u16 = 1 << 12;
const EN_PASSANT: u16 = 2 << 12;
const PROMOTION: u16 = 4 << 12;

impl Move {
    const fn raw(from: Square, to: Square, kind: u16) -> Move {
        match NonZeroU16::new(from as u16 | (to as u16) << 6 | kind) {
            Some(bits) => Move(bits),
            None => panic!("a move from a1 to a1"),
        }
    }

    /// An ordinary move or capture.
    #[doc(hidden)]
    pub const fn normal(from: Square, to: Square) -> Move {
        Move::raw(from, to, 0)
    }

    /// Castling: the king's square and the rook's.
    pub(crate) const fn castle(king: Square, rook: Square) -> Move {
        Move::raw(king, rook, CASTLE)
    }

    /// A pawn takes en passant.
    pub(crate) const fn en_passant(from: Square, to: Square) -> Move {
        Move::raw(from, to, EN_PASSANT)
    }

    /// A pawn promotes to a knight, bishop, rook or queen; any other piece is taken as a queen.
    pub(crate) const fn promotion(from: Square, to: Square, piece: Piece) -> Move {
        let code = match piece {
            Piece::Knight => 0,
            Piece::Bishop => 1,
            Piece::Rook => 2,
            _ => 3,
        };
        Move::raw(from, to, PROMOTION | code << 12)
    }

    /// The origin.
    #[inline(always)]
    pub const fn from(self) -> Square {
        Square::new(self.0.get() as u8 & 63)
    }

    /// The destination; for castling, the rook's square.
    #[inline(always)]
    pub const fn to(self) -> Square {
        Square::new((self.0.get() >> 6) as u8 & 63)
    }

    /// The piece that a pawn promotes to.
    #[doc(hidden)]
    pub const fn promoted(self) -> Option<Piece> {
        if self.0.get() & PROMOTION == 0 {
            return None;
        }
        Some(match self.0.get() >> 12 & 3 {
            0 => Piece::Knight,
            1 => Piece::Bishop,
            2 => Piece::Rook,
            _ => Piece::Queen,
        })
    }

    /// Returns whether the move is castling.
    pub const fn is_castle(self) -> bool {
        self.0.get() & 0xF000 == CASTLE
    }

    /// Returns whether the move captures en passant.
    pub const fn is_en_passant(self) -> bool {
        self.0.get() & 0xF000 == EN_PASSANT
    }

    /// Returns whether the move is neither castling, en passant nor promotion.
    pub(crate) const fn is_normal(self) -> bool {
        self.0.get() & 0xF000 == 0
    }

    /// The sixteen bits, never zero, for tables.
    #[doc(hidden)]
    pub const fn bits(self) -> u16 {
        self.0.get()
    }

    /// Decodes sixteen bits of a table; legality is checked by [`Position::is_legal`].
    ///
    /// [`Position::is_legal`]: super::position::Position::is_legal
    #[doc(hidden)]
    pub const fn from_bits(bits: u16) -> Option<Move> {
        match NonZeroU16::new(bits) {
            Some(bits) => Some(Move(bits)),
            None => None,
        }
    }
}

/// Internal coordinates, castling as king takes rook; for messages of tests and logs.
impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.from(), self.to())?;
        match self.promoted() {
            Some(piece) => write!(f, "{}", piece.letter().to_ascii_lowercase()),
            None => Ok(()),
        }
    }
}

/// Whether a legal move gives check, and how.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Check {
    /// The piece that moved attacks the king.
    pub direct: bool,
    /// A piece that stood behind it does.
    pub discovered: bool,
}

impl Check {
    /// Returns whether the move gives check.
    pub const fn any(self) -> bool {
        self.direct | self.discovered
    }
}

/// A legal move with what the generator knew about it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LegalMove {
    /// The move.
    pub mv: Move,
    /// The check it gives.
    pub check: Check,
}

/// Capacity for the moves of any position that a [`Setup`] accepts: fifteen queens of 27 moves and a king of 8. (Positions from
/// games have at most 218; problemists set up others.)
///
/// [`Setup`]: super::setup::Setup
pub(crate) const MAX_MOVES: usize = 15 * 27 + 8;

/// Legal moves, in the order of generation.
pub type MoveList = ArrayVec<LegalMove, MAX_MOVES>;
