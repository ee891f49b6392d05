//! Piece placement in three forms: sets by kind and side, a board by square, and Zobrist keys.
//!
//! The fields are private and every mutator updates all of them, so no key can go stale. The rest of a position (side to move,
//! rights, clocks) is in `position.rs`; the keys of those parts are defined here.

use super::random::{GOLDEN, mixed};
use super::{Bitboard, ByColor, ByPiece, BySquare, Color, ColoredPiece, File, Piece, Square};

/// A Zobrist key: equal positions have equal keys, different ones almost surely different keys.
pub type Key = u64;

/// The same keys in every build.
const fn random(seed: u64) -> u64 {
    mixed(seed.wrapping_mul(GOLDEN).wrapping_add(0x5157_5254_4552_4C59))
}

static PIECE_KEYS: [[[Key; 64]; 6]; 2] = {
    let mut keys = [[[0; 64]; 6]; 2];
    let mut i = 0;
    while i < 768 {
        keys[i / 384][i / 64 % 6][i % 64] = random(i as u64 + 1);
        i += 1;
    }
    keys
};

#[inline(always)]
pub(super) fn piece_key(color: Color, piece: Piece, square: Square) -> Key {
    PIECE_KEYS[color.index()][piece.index()][square.index()]
}

pub(super) const SIDE_KEY: Key = random(1_000);

static FILE_KEYS: [[Key; 8]; 3] = {
    let mut keys = [[0; 8]; 3];
    let mut i = 0;
    while i < 24 {
        keys[i / 8][i % 8] = random(1_100 + i as u64);
        i += 1;
    }
    keys
};

#[inline]
pub(super) fn en_passant_key(file: File) -> Key {
    FILE_KEYS[2][file.index()]
}

#[inline]
pub(super) fn castling_key(color: Color, file: File) -> Key {
    FILE_KEYS[color.index()][file.index()]
}

/// All ones where a kind of piece is part of the pawn key, and of a side's non-pawn key.
const PAWNS_AND_KINGS: [Key; 6] = [!0, 0, 0, 0, 0, !0];
const NO_PAWNS: [Key; 6] = [0, !0, !0, !0, !0, !0];

/// The pieces on the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Placement {
    pieces: ByPiece<Bitboard>,
    colors: ByColor<Bitboard>,
    mailbox: BySquare<Option<Piece>>,
    key: Key,
    pawn_key: Key,
    non_pawn_keys: ByColor<Key>,
}

impl Placement {
    /// No pieces.
    pub const EMPTY: Placement = Placement {
        pieces: ByPiece([Bitboard::EMPTY; 6]),
        colors: ByColor([Bitboard::EMPTY; 2]),
        mailbox: BySquare([None; 64]),
        key: 0,
        pawn_key: 0,
        non_pawn_keys: ByColor([0; 2]),
    };

    /// All pieces of a kind, of both sides.
    #[inline(always)]
    pub(crate) const fn pieces(&self, piece: Piece) -> Bitboard {
        self.pieces.0[piece as usize]
    }

    /// All pieces of a side.
    #[inline(always)]
    pub(crate) const fn color(&self, color: Color) -> Bitboard {
        self.colors.0[color as usize]
    }

    /// The kind of piece on a square.
    #[inline(always)]
    pub(crate) const fn piece_at(&self, square: Square) -> Option<Piece> {
        self.mailbox.0[square as usize]
    }

    /// The piece on a square with its side.
    pub fn at(&self, square: Square) -> Option<ColoredPiece> {
        let piece = self.piece_at(square)?;
        let color = if self.color(Color::White).has(square) { Color::White } else { Color::Black };
        Some(ColoredPiece { color, piece })
    }

    /// The key of all pieces.
    pub(crate) const fn key(&self) -> Key {
        self.key
    }

    /// The key of the pawns and kings of both sides.
    pub(crate) const fn pawn_key(&self) -> Key {
        self.pawn_key
    }

    /// The key of one side's pieces other than pawns.
    pub(crate) const fn non_pawn_key(&self, color: Color) -> Key {
        self.non_pawn_keys.0[color as usize]
    }

    #[inline(always)]
    pub(super) fn put(&mut self, color: Color, piece: Piece, square: Square) {
        debug_assert!(self.mailbox[square].is_none(), "{square} is occupied");
        self.mailbox[square] = Some(piece);
        self.toggle(color, piece, square);
    }

    /// Removes a piece from its square.
    #[inline(always)]
    pub(super) fn take(&mut self, color: Color, piece: Piece, square: Square) {
        debug_assert!(
            self.at(square) == Some(ColoredPiece { color, piece }),
            "no {color} {piece} on {square}"
        );
        self.mailbox[square] = None;
        self.toggle(color, piece, square);
    }

    #[inline(always)]
    fn toggle(&mut self, color: Color, piece: Piece, square: Square) {
        let set = Bitboard::of(square);
        self.pieces[piece] ^= set;
        self.colors[color] ^= set;
        let key = piece_key(color, piece, square);
        self.key ^= key;
        // Masks, not branches: which kind of piece moves is the last thing a processor can guess.
        self.pawn_key ^= key & PAWNS_AND_KINGS[piece.index()];
        self.non_pawn_keys[color] ^= key & NO_PAWNS[piece.index()];
    }

    /// The board with a man on a square; the same board if the square is taken.
    #[must_use]
    pub fn with(&self, man: ColoredPiece, square: Square) -> Placement {
        let mut more = *self;
        if self.piece_at(square).is_none() {
            more.put(man.color, man.piece, square);
        }
        more
    }

    /// The board without the piece on a square; the same board if there is none.
    #[must_use]
    pub fn without(&self, square: Square) -> Placement {
        let mut rest = *self;
        if let Some(man) = self.at(square) {
            rest.take(man.color, man.piece, square);
        }
        rest
    }

    /// The board turned upside down with the sides changed: what White had, Black has now.
    #[must_use]
    pub(crate) fn mirrored(&self) -> Placement {
        let mut mirrored = Placement::EMPTY;
        for square in Square::ALL {
            if let Some(man) = self.at(square) {
                mirrored.put(!man.color, man.piece, square.flip());
            }
        }
        mirrored
    }
}
