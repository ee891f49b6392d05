//! Conversions, the moves that leave a slice: captures, pawn moves and promotions. They lead to slices that are already solved.

use std::sync::Arc;

use arrayvec::ArrayVec;

use super::material::{EndgameMaterial, NON_KINGS};
use super::slice::{Arrangement, PieceSquares, Slice, SliceWord};
use super::symmetry::Symmetry;
use crate::chess::attacks::{attacks, between, king_attacks, pawn_attacks};
use crate::chess::{Bitboard, Color, ColoredPiece, Piece, Rank, Square};

/// The origin of a piece of the target slice.
#[derive(Clone, Copy, Debug)]
enum PieceOrigin {
    /// It is a piece here too, by its number.
    Piece(usize),
    /// It is a pawn that just promoted here.
    Promoted(Square),
}

#[derive(Clone, Debug)]
struct Conversion {
    slice: Arc<Slice>,
    origins: ArrayVec<PieceOrigin, NON_KINGS>,
    mirrored: Symmetry,
}

impl Conversion {
    /// The word of the target slice for these men after the move.
    fn word(&self, king: Square, pieces: &PieceSquares, turn: Color) -> SliceWord {
        let (index, symmetry) = self.locate(king, pieces);
        self.slice.word(index, turn, symmetry)
    }

    /// The index of that word, and the symmetry applied to the board.
    fn locate(&self, king: Square, pieces: &PieceSquares) -> (usize, Symmetry) {
        let mut there = [Square::A1; NON_KINGS];
        for (square, origin) in there.iter_mut().zip(&self.origins) {
            let here = match *origin {
                PieceOrigin::Piece(number) => pieces[number],
                PieceOrigin::Promoted(square) => square,
            };
            *square = self.mirrored.square(here);
        }
        let (index, turned) = self.slice.locate(self.mirrored.square(king), &there);
        // Boards with pawns are mirrored, those without are turned: never both.
        (index, if turned.is_none() { self.mirrored } else { turned })
    }
}

#[derive(Clone, Debug)]
struct PawnMove {
    color: Color,
    to: Square,
    /// Squares that must be empty: those on its path, and its destination.
    path: Bitboard,
    taken: Option<usize>,
    conversion: Conversion,
    /// The conversion by an enemy pawn's en-passant capture.
    en_passant: Option<Conversion>,
}

#[derive(Clone, Debug)]
pub(super) struct Conversions {
    /// Behind the capture of each piece by a king or a piece.
    pieces: ArrayVec<Conversion, NON_KINGS>,
    /// Behind the capture of each pawn by a king or a piece.
    pawns: ArrayVec<Conversion, NON_KINGS>,
    pawn_moves: Vec<PawnMove>,
}

const PROMOTIONS: [Piece; 4] = [Piece::Queen, Piece::Rook, Piece::Bishop, Piece::Knight];

/// Finds the conversions of a material; asks for every slice behind them.
struct Finder<'a, S> {
    material: &'a EndgameMaterial,
    slices: &'a mut S,
    pawn_moves: Vec<PawnMove>,
}

impl Conversions {
    /// The conversions of a material; `slices` hands out the slices behind them.
    pub(super) fn of<E>(
        material: &EndgameMaterial,
        slices: &mut impl FnMut(EndgameMaterial) -> Result<Arc<Slice>, E>,
    ) -> Result<Conversions, E> {
        let mut finder = Finder { material, slices, pawn_moves: Vec::new() };
        let mut pieces = ArrayVec::new();
        for number in 0..material.pieces.len() {
            pieces.push(finder.conversion(Some(number), &[], None)?);
        }
        let mut pawns = ArrayVec::new();
        for &(color, square) in &material.pawns {
            pawns.push(finder.conversion(None, &[square], None)?);
            finder.pushes(color, square)?;
            finder.captures(color, square)?;
        }
        Ok(Conversions { pieces, pawns, pawn_moves: finder.pawn_moves })
    }

    /// Hands out every move of a side out of the slice at an arrangement: the squares of Black's king with which it can
    /// be played, and what is behind it.
    pub(super) fn each(
        &self,
        material: &EndgameMaterial,
        arrangement: &Arrangement,
        side: Color,
        mut give: impl FnMut(u64, SliceWord),
    ) {
        self.each_capture(material, arrangement, side, &mut give);
        for step in self.pawn_moves.iter().filter(|step| step.color == side) {
            let possible = match step.taken {
                Some(piece) => arrangement.pieces[piece] == step.to,
                None => !arrangement.occupied.meets(step.path),
            };
            if possible {
                let mut word = step.conversion.word(arrangement.king, &arrangement.pieces, !side);
                if let Some(conversion) = &step.en_passant {
                    word.or_take(&conversion.word(arrangement.king, &arrangement.pieces, side));
                }
                give(!step.path.0, word);
            }
        }
    }

    fn each_capture(
        &self,
        material: &EndgameMaterial,
        arrangement: &Arrangement,
        side: Color,
        give: &mut impl FnMut(u64, SliceWord),
    ) {
        let pieces = material.pieces.iter().zip(&arrangement.pieces).zip(&self.pieces);
        let pieces = pieces.map(|((man, &square), conversion)| (man.color, square, conversion));
        let pawns = material.pawns.iter().zip(&self.pawns);
        let pawns = pawns.map(|(&(color, square), conversion)| (color, square, conversion));
        for (_, to, conversion) in pieces.chain(pawns).filter(|&(color, ..)| color != side) {
            let own = king_attacks(to);
            if side == Color::Black {
                let word = conversion.word(arrangement.king, &arrangement.pieces, !side);
                give(own.0, word.broadcast(to));
            } else if own.has(arrangement.king) {
                give(!0, conversion.word(to, &arrangement.pieces, !side));
            }
            for (i, man) in material.pieces.iter().enumerate() {
                let from = arrangement.pieces[i];
                if man.color == side && attacks(man.piece, side, from, arrangement.occupied).has(to)
                {
                    let mut moved = arrangement.pieces;
                    moved[i] = to;
                    give(!between(from, to).0, conversion.word(arrangement.king, &moved, !side));
                }
            }
        }
    }
}

impl<S, E> Finder<'_, S>
where
    S: FnMut(EndgameMaterial) -> Result<Arc<Slice>, E>,
{
    /// The conversion to the slice without one piece (by its index) and some pawns, with a man added.
    fn conversion(
        &mut self,
        taken: Option<usize>,
        gone: &[Square],
        arrives: Option<(ColoredPiece, Square)>,
    ) -> Result<Conversion, E> {
        let pieces = self.material.pieces.iter().enumerate();
        let pieces = pieces.filter(|&(number, _)| Some(number) != taken);
        let mut pieces: ArrayVec<_, NON_KINGS> =
            pieces.map(|(number, &man)| (man, PieceOrigin::Piece(number))).collect();
        let mut pawns = self.material.pawns.clone();
        pawns.retain(|(_, pawn)| !gone.contains(pawn));
        match arrives {
            Some((man, to)) if man.piece == Piece::Pawn => pawns.push((man.color, to)),
            Some((man, to)) => pieces.push((man, PieceOrigin::Promoted(to))),
            None => {}
        }
        let (material, origins, mirrored) = EndgameMaterial::of(pieces, pawns);
        Ok(Conversion { slice: (self.slices)(material)?, origins, mirrored })
    }

    /// Returns whether a pawn of the slice is on a square; it is there in every position.
    fn has_pawn(&self, square: Square) -> bool {
        self.material.pawns.iter().any(|&(_, pawn)| pawn == square)
    }

    fn pushes(&mut self, color: Color, from: Square) -> Result<(), E> {
        let Some(one) = from.forward(color).filter(|&one| !self.has_pawn(one)) else {
            return Ok(());
        };
        let path = Bitboard::of(one);
        self.arrivals(color, from, one, path, None)?;
        if from.relative_rank(color) == Rank::Second
            && let Some(two) = one.forward(color).filter(|&two| !self.has_pawn(two))
        {
            let conversion = self.conversion(None, &[from], Some((pawn(color), two)))?;
            let taker = self.material.pawns.iter().find(|&&(other, square)| {
                // Beside the square it goes to is where an enemy pawn attacks the square it passes.
                other != color && pawn_attacks(color, one).has(square)
            });
            let en_passant = match taker.copied() {
                Some((other, square)) => {
                    Some(self.conversion(None, &[from, square], Some((pawn(other), one)))?)
                }
                None => None,
            };
            let (to, path, taken) = (two, path.with(two), None);
            self.pawn_moves.push(PawnMove { color, to, path, taken, conversion, en_passant });
        }
        Ok(())
    }

    fn captures(&mut self, color: Color, from: Square) -> Result<(), E> {
        for to in pawn_attacks(color, from) {
            // A piece cannot be captured on a pawn's square.
            let pieces = if self.has_pawn(to) { &[][..] } else { &self.material.pieces };
            for (number, man) in pieces.iter().enumerate() {
                if man.color != color {
                    self.arrivals(color, from, to, Bitboard::EMPTY, Some(number))?;
                }
            }
            if self.material.pawns.contains(&(!color, to)) {
                // Both pawns stay where they are: the capture is possible at every index.
                let conversion = self.conversion(None, &[from, to], Some((pawn(color), to)))?;
                let (path, taken, en_passant) = (Bitboard::EMPTY, None, None);
                self.pawn_moves.push(PawnMove { color, to, path, taken, conversion, en_passant });
            }
        }
        Ok(())
    }

    /// The men that an arriving pawn can be: a pawn, or the four promotions.
    fn arrivals(
        &mut self,
        color: Color,
        from: Square,
        to: Square,
        path: Bitboard,
        taken: Option<usize>,
    ) -> Result<(), E> {
        let is_last = to.relative_rank(color) == Rank::Eighth;
        let kinds: &[Piece] = if is_last { &PROMOTIONS } else { &[Piece::Pawn] };
        for &piece in kinds {
            let man = ColoredPiece { color, piece };
            let conversion = self.conversion(taken, &[from], Some((man, to)))?;
            self.pawn_moves.push(PawnMove { color, to, path, taken, conversion, en_passant: None });
        }
        Ok(())
    }
}

fn pawn(color: Color) -> ColoredPiece {
    ColoredPiece { color, piece: Piece::Pawn }
}

impl SliceWord {
    /// Copies the value of one square of Black's king to all of them.
    fn broadcast(&self, square: Square) -> SliceWord {
        let legal = (self.legal >> square.index() & 1).wrapping_neg();
        SliceWord { legal, mates: self.mates.broadcast(square) }
    }

    /// The side to move may also take en passant the pawn that `pusher` just moved, with this behind it. It never has
    /// to: with four men it is not stalemate otherwise.
    fn or_take(&mut self, behind: &SliceWord) {
        let behind_it = behind.mates.a_move_earlier();
        let lost = self.mates.losses() & behind.legal;
        let saved = lost & !behind.mates.wins();
        self.mates.lengthen(lost & !saved, &behind_it);
        self.mates.clear(saved);
        let won = behind.legal & behind.mates.losses();
        self.mates.clear(won & !self.mates.wins());
        self.mates.shorten(won, &behind_it);
    }
}
