//! Castling rights, of standard chess and Chess960 alike: which rook each king may still castle with.
//!
//! The rights keep their own Zobrist key and the squares whose touching ends them, so neither can go stale. Whether castling is
//! legal on the board is decided in `movegen.rs`.

use super::{Bitboard, ByColor, Color, File, Key, Rank, Square, placement};

/// The side of the board to castle to.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub enum CastlingSide {
    /// Towards the h-file; the king ends on the g-file.
    King,
    /// Towards the a-file; the king ends on the c-file.
    Queen,
}

impl CastlingSide {
    /// The side of the king that its rook is on.
    #[inline(always)]
    #[doc(hidden)]
    pub fn of(king: Square, rook: Square) -> CastlingSide {
        if rook > king { CastlingSide::King } else { CastlingSide::Queen }
    }

    /// Both sides, the king's first.
    pub(crate) const ALL: [CastlingSide; 2] = [CastlingSide::King, CastlingSide::Queen];

    /// The file of the corner where the rook of standard chess begins.
    pub(crate) const fn corner(self) -> File {
        match self {
            CastlingSide::King => File::H,
            CastlingSide::Queen => File::A,
        }
    }

    /// The file where the king ends.
    #[doc(hidden)]
    pub const fn king_file(self) -> File {
        match self {
            CastlingSide::King => File::G,
            CastlingSide::Queen => File::C,
        }
    }

    /// The file where the rook ends.
    pub(crate) const fn rook_file(self) -> File {
        match self {
            CastlingSide::King => File::F,
            CastlingSide::Queen => File::D,
        }
    }
}

/// Which castlings are still allowed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Castling {
    rooks: ByColor<[Option<File>; 2]>,
    /// Squares of kings and rooks with rights: a move from or to one of them ends a right.
    touchy: Bitboard,
    key: Key,
}

impl Castling {
    /// No rights at all.
    pub(crate) const NONE: Castling =
        Castling { rooks: ByColor([[None; 2]; 2]), touchy: Bitboard::EMPTY, key: 0 };

    /// The file of the rook that `color` may castle with on `side`.
    #[inline(always)]
    #[doc(hidden)]
    pub fn rook(&self, color: Color, side: CastlingSide) -> Option<File> {
        self.rooks[color][side as usize]
    }

    /// The square of the rook that `color` may castle with on `side`.
    #[inline(always)]
    pub(crate) fn rook_square(&self, color: Color, side: CastlingSide) -> Option<Square> {
        self.rook(color, side).map(|file| Square::at(file, Rank::First.relative(color)))
    }

    /// Returns whether neither side has a castling right.
    pub fn is_empty(&self) -> bool {
        self.touchy.is_empty()
    }

    /// Returns whether `color` has a castling right.
    #[inline(always)]
    pub(crate) fn any(&self, color: Color) -> bool {
        self.rooks[color] != [None; 2]
    }

    /// The rights' part of the position's Zobrist key.
    pub(crate) fn key(&self) -> Key {
        self.key
    }

    /// Adds a right: the king's square and the rook's, on the side's own first rank.
    pub(crate) fn grant(&mut self, color: Color, side: CastlingSide, king: Square, rook: Square) {
        self.rooks[color][side as usize] = Some(rook.file());
        self.touchy = self.touchy.with(king).with(rook);
        self.rekey();
    }

    /// Removes every right that a move from or to `squares` ends. `kings`: the kings' squares before the move.
    #[inline]
    pub(super) fn touch(&mut self, squares: Bitboard, kings: Bitboard) {
        if self.ends_with(squares) {
            self.end_rights(squares, kings);
        }
    }

    /// Returns whether a move from or to one of `squares` ends a right.
    #[inline(always)]
    pub(super) fn ends_with(&self, squares: Bitboard) -> bool {
        self.touchy.meets(squares)
    }

    #[cold]
    fn end_rights(&mut self, squares: Bitboard, kings: Bitboard) {
        for color in Color::ALL {
            let home = Bitboard::rank(Rank::First.relative(color));
            // A king's square is in `touchy` only while its side has rights, so the king is still there.
            let king_moved = (squares & kings & self.touchy & home).any();
            for side in CastlingSide::ALL {
                if let Some(square) = self.rook_square(color, side)
                    && (king_moved || squares.has(square))
                {
                    self.rooks[color][side as usize] = None;
                    self.touchy = self.touchy.without(square);
                }
            }
            if self.rooks[color] == [None; 2] {
                self.touchy -= home;
            }
        }
        self.rekey();
    }

    fn rekey(&mut self) {
        self.key = 0;
        for color in Color::ALL {
            for file in self.rooks[color].into_iter().flatten() {
                self.key ^= placement::castling_key(color, file);
            }
        }
    }
}
