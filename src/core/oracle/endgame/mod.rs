//! Endgame tables of three and four men: the distance to mate of every position, by retrograde analysis.
//!
//! Tables consist of *slices*: all positions of one material with its pawns on given squares (`material.rs`, `slice.rs`). A slice
//! is made in memory at first use, from the mates backwards over the predecessors of decided positions (`retrograde.rs`), after
//! the slices of its *conversions* (captures, pawn moves, promotions: `conversions.rs`), and is kept. Distances are bit-sliced,
//! 64 positions to a word (`bit_sliced.rs`); the board is turned so that symmetric positions share an index (`symmetry.rs`).
//!
//! Tables include stalemate, all promotions and en passant, but not castling, so positions with castling rights are not covered,
//! and not the fifty-move rule.

mod bit_sliced;
mod conversions;
mod material;
mod retrograde;
mod slice;
mod strategy;
mod symmetry;
#[cfg(test)]
pub(crate) mod tests;
mod value;

use std::collections::HashMap;
use std::sync::{Arc, Mutex, RwLock};

use arrayvec::ArrayVec;

use self::conversions::Conversions;
pub(crate) use self::material::MADE_MEN;
use self::material::{Board, EndgameMaterial};
use self::slice::{Slice, SliceIndex};
pub(crate) use self::strategy::NoStrategy;
pub use self::value::EndgameValue;
use crate::chess::{Color, ColoredPiece, Move, Piece, Position, Square};
use crate::control::lock::Unpoisoned;
use crate::control::{StopFlag, Stopped};

#[derive(Debug, Default)]
pub struct Endgames {
    slices: RwLock<HashMap<EndgameMaterial, Arc<Slice>>>,
    /// Held while a slice is made, so that no slice is made twice.
    making: Mutex<()>,
}

/// A snapshot of the tables, to be probed without waiting; later tables are not in it.
#[derive(Clone, Debug)]
pub(crate) struct MadeEndgames {
    slices: HashMap<EndgameMaterial, Arc<Slice>>,
}

impl MadeEndgames {
    /// The value of a position; `None` if it is not in the snapshot, or en passant is possible.
    pub(crate) fn look_up(&self, position: &Position) -> Option<EndgameValue> {
        let board = Board::of(position).filter(|_| position.en_passant().is_none())?;
        let read = |board: &Board| {
            let index = SliceIndex::of(board);
            Some(index.read(self.slices.get(&index.material)?))
        };
        read(&board).or_else(|| read(&board.exchanged()))
    }
}

impl Endgames {
    /// Returns whether a position is covered: two to four men, no castling rights.
    pub(crate) fn covers(&self, position: &Position) -> bool {
        Board::of(position).is_some()
    }

    /// The value of a position; `None` if it is not covered. Makes the missing tables.
    pub fn probe(
        &self,
        position: &Position,
        stop: &StopFlag,
    ) -> Result<Option<EndgameValue>, Stopped> {
        let Some(board) = Board::of(position) else { return Ok(None) };
        let without = self.look_up(board, stop)?;
        match position.en_passant() {
            Some(_) => self.with_en_passant(position, without, stop).map(Some),
            None => Ok(Some(without)),
        }
    }

    /// Returns whether the table of a position exists, and those of its moves.
    pub(crate) fn is_made(&self, position: &Position) -> bool {
        let made = |board: &Board| self.made(&SliceIndex::of(board).material).is_some();
        Board::of(position).is_some_and(|board| made(&board) || made(&board.exchanged()))
    }

    /// Makes all tables of three men that a side can win.
    pub(crate) fn make_three_men(&self, stop: &StopFlag) -> Result<(), Stopped> {
        three_men().try_for_each(|material| self.slice(&material, stop).map(drop))
    }

    pub(crate) fn has_three_men(&self) -> bool {
        three_men().all(|material| self.made(&material).is_some())
    }

    pub(crate) fn made_so_far(&self) -> MadeEndgames {
        MadeEndgames { slices: self.slices.read().unpoisoned().clone() }
    }

    pub fn bytes(&self) -> usize {
        let slices = self.slices.read().unpoisoned();
        slices.values().map(|slice| slice.bytes()).sum()
    }

    fn look_up(&self, board: Board, stop: &StopFlag) -> Result<EndgameValue, Stopped> {
        let weaker = board.strength(Color::White) < board.strength(Color::Black);
        let exchanged = board.exchanged();
        let [first, second] = if weaker { [exchanged, board] } else { [board, exchanged] };
        let first = SliceIndex::of(&first);
        if let Some(slice) = self.made(&first.material) {
            return Ok(first.read(&slice));
        }
        // A slice with the sides exchanged may be there because another one needed it.
        let second = SliceIndex::of(&second);
        if let Some(slice) = self.made(&second.material) {
            return Ok(second.read(&slice));
        }
        Ok(first.read(&*self.slice(&first.material, stop)?))
    }

    /// Takes into account that the side to move may take en passant, too.
    fn with_en_passant(
        &self,
        position: &Position,
        without: EndgameValue,
        stop: &StopFlag,
    ) -> Result<EndgameValue, Stopped> {
        let mut best = if position.moves().all(Move::is_en_passant) { None } else { Some(without) };
        for mv in position.moves().filter(|mv| mv.is_en_passant()) {
            if let Some(known) = self.probe(&position.play(mv), stop)? {
                let known = known.a_move_earlier();
                best = Some(best.map_or(known, |best| best.better(known)));
            }
        }
        Ok(best.unwrap_or(without))
    }

    fn made(&self, material: &EndgameMaterial) -> Option<Arc<Slice>> {
        self.slices.read().unpoisoned().get(material).cloned()
    }

    fn slice(&self, material: &EndgameMaterial, stop: &StopFlag) -> Result<Arc<Slice>, Stopped> {
        if let Some(slice) = self.made(material) {
            return Ok(slice);
        }
        let _turn = self.making.lock().unpoisoned();
        self.make(material.clone(), stop)
    }

    fn make(&self, material: EndgameMaterial, stop: &StopFlag) -> Result<Arc<Slice>, Stopped> {
        if let Some(slice) = self.made(&material) {
            return Ok(slice);
        }
        let conversions = Conversions::of(&material, &mut |material| self.make(material, stop))?;
        let mut slice = Slice::new(material.clone());
        retrograde::solve(&mut slice, &conversions, stop)?;
        let slice = Arc::new(slice);
        let mut slices = self.slices.write().unpoisoned();
        slices.insert(material, Arc::clone(&slice));
        Ok(slice)
    }
}

/// The materials of three men with which a side can win.
fn three_men() -> impl Iterator<Item = EndgameMaterial> {
    let color = Color::White;
    let pieces = [Piece::Queen, Piece::Rook].map(|piece| {
        let man = ColoredPiece { color, piece };
        EndgameMaterial::of(ArrayVec::from_iter([(man, ())]), ArrayVec::new()).0
    });
    let pawns = Square::ALL.into_iter().filter(|square| (1..7).contains(&square.rank().index()));
    let pawns = pawns.map(move |square| {
        EndgameMaterial::of::<()>(ArrayVec::new(), ArrayVec::from_iter([(color, square)])).0
    });
    pieces.into_iter().chain(pawns)
}
