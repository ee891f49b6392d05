//! The first layer, updated incrementally along the lines of a search.
//!
//! There are no calls for moves made or unmade. Each ply has a slot with the sums of both sides and the men they were computed
//! from. A position is updated from the more similar of two known boards: the slot's old one (usually a sibling) or that of the
//! ply before (the parent); after a change of the viewpoint, or of everything, from a board kept for that viewpoint. So null moves,
//! several lines, new roots and castling need no special case, and a node that is never evaluated costs nothing.

use super::layers::Layers;
use super::shape::Viewpoint;
use crate::chess::{Bitboard, Color, Piece, Placement, Square};
use crate::units::MAX_PLY;

/// The men on a board: a set for each kind, then one for each side, as much as a processor compares at a time.
#[derive(Clone, Copy, Debug)]
struct MenSets([Bitboard; 8]);

impl MenSets {
    const EMPTY: MenSets = MenSets([Bitboard::EMPTY; 8]);

    #[inline(always)]
    fn of(placement: &Placement) -> MenSets {
        let [pawn, knight, bishop, rook, queen, king] =
            Piece::ALL.map(|piece| placement.pieces(piece));
        let [white, black] = Color::ALL.map(|color| placement.color(color));
        MenSets([pawn, knight, bishop, rook, queen, king, white, black])
    }

    /// Squares on which two boards differ.
    #[inline(always)]
    fn changed(&self, other: &MenSets) -> Bitboard {
        let pairs = self.0.iter().zip(&other.0);
        pairs.fold(Bitboard::EMPTY, |sum, (one, other)| sum | (*one ^ *other))
    }

    #[inline(always)]
    fn at(&self, square: Square) -> Option<(Color, Piece, Square)> {
        let MenSets([pawn, knight, bishop, rook, queen, _, white, black]) = self;
        let color = if white.has(square) {
            Color::White
        } else if black.has(square) {
            Color::Black
        } else {
            return None;
        };
        let piece = if pawn.has(square) {
            Piece::Pawn
        } else if knight.has(square) {
            Piece::Knight
        } else if bishop.has(square) {
            Piece::Bishop
        } else if rook.has(square) {
            Piece::Rook
        } else if queen.has(square) {
            Piece::Queen
        } else {
            Piece::King
        };
        Some((color, piece, square))
    }
}

/// Men that leave or come.
type Switched = arrayvec::ArrayVec<(Color, Piece, Square), 32>;

#[derive(Clone, Debug)]
struct SideSums<const N: usize> {
    /// The viewpoint of the sums; `None` if they were never computed.
    viewpoint: Option<Viewpoint>,
    sums: [i16; N],
}

#[derive(Clone, Debug)]
struct PlySums<const N: usize> {
    men: MenSets,
    halves: [SideSums<N>; 2],
}

impl<const N: usize> PlySums<N> {
    fn empty(sums: [i16; N]) -> PlySums<N> {
        let half = || SideSums { viewpoint: None, sums };
        PlySums { men: MenSets::EMPTY, halves: [half(), half()] }
    }
}

/// The sums of a board from one viewpoint of a side.
#[derive(Clone, Debug)]
struct ViewSums<const N: usize> {
    men: MenSets,
    sums: [i16; N],
}

/// The accumulators of a thread, a slot for each ply.
#[derive(Clone, Debug)]
pub(super) struct Accumulators<const N: usize> {
    slots: Vec<PlySums<N>>,
    /// By side and viewpoint: the last board that was summed up from here.
    views: [[ViewSums<N>; Viewpoint::COUNT]; 2],
}

/// A move changes two squares: with more of them than this the board has changed altogether.
const FAR: u32 = 8;

impl<const N: usize> Accumulators<N> {
    pub(super) fn new(layers: &Layers<'_, N>) -> Accumulators<N> {
        let views =
            || std::array::from_fn(|_| ViewSums { men: MenSets::EMPTY, sums: *layers.bias });
        Accumulators {
            slots: vec![PlySums::empty(*layers.bias); MAX_PLY + 2],
            views: [views(), views()],
        }
    }

    /// The sums of the side to move and of the other, for a board reached at a ply.
    #[inline(always)]
    pub(super) fn sums(
        &mut self,
        layers: &Layers<'_, N>,
        placement: &Placement,
        turn: Color,
        ply: usize,
    ) -> [&[i16; N]; 2] {
        let ply = ply.min(self.slots.len() - 1);
        self.follow(layers, placement, ply);
        let [white, black] = &self.slots[ply].halves;
        match turn {
            Color::White => [&white.sums, &black.sums],
            Color::Black => [&black.sums, &white.sums],
        }
    }

    #[inline(always)]
    fn follow(&mut self, layers: &Layers<'_, N>, placement: &Placement, ply: usize) {
        let men = MenSets::of(placement);
        let (before, rest) = self.slots.split_at_mut(ply);
        let here = &mut rest[0];
        let own = here.men.changed(&men);
        // An empty slot differs by the kings at least.
        if own.is_empty() {
            return;
        }
        let parent = before.last().map(|parent| (parent, parent.men.changed(&men)));
        let (parent, changed) = match parent {
            Some((parent, changed)) if changed.len() < own.len() => (Some(parent), changed),
            _ => (None, own),
        };
        let old = parent.map_or(&here.men, |parent| &parent.men);
        let changes = (changed.len() <= FAR).then(|| changes(old, &men, changed));
        for color in Color::ALL {
            let (side, viewpoint) = (color.index(), Viewpoint::of(placement, color));
            let half = &mut here.halves[side];
            let from = parent.map_or(&*half, |parent| &parent.halves[side]);
            if let Some(changes) = &changes
                && from.viewpoint == Some(viewpoint)
            {
                let old = from.sums;
                add(layers, &old, &mut half.sums, viewpoint, changes);
            } else {
                let view = &mut self.views[side][viewpoint.index()];
                view.follow(layers, &men, viewpoint);
                half.sums = view.sums;
            }
            half.viewpoint = Some(viewpoint);
        }
        here.men = men;
    }
}

impl<const N: usize> ViewSums<N> {
    #[inline(never)]
    fn follow(&mut self, layers: &Layers<'_, N>, men: &MenSets, viewpoint: Viewpoint) {
        let (old, changed) = (self.sums, self.men.changed(men));
        add(layers, &old, &mut self.sums, viewpoint, &changes(&self.men, men, changed));
        self.men = *men;
    }
}

/// The men that leave and those that come between two boards that differ on these squares.
#[inline(always)]
fn changes(old: &MenSets, new: &MenSets, changed: Bitboard) -> [Switched; 2] {
    let mut changes = [Switched::new(), Switched::new()];
    for square in changed {
        for (switched, men) in changes.iter_mut().zip([old, new]) {
            if let Some(man) = men.at(square) {
                // No board that can be played on has more than 32 men.
                let _ = switched.try_push(man);
            }
        }
    }
    changes
}

/// The sums of a board from those of another: without the men that leave, with those that come.
#[inline(always)]
fn add<const N: usize>(
    layers: &Layers<'_, N>,
    from: &[i16; N],
    to: &mut [i16; N],
    viewpoint: Viewpoint,
    [off, on]: &[Switched; 2],
) {
    let column = |(color, piece, square): (Color, Piece, Square)| {
        &layers.columns[viewpoint.input(color, piece, square)]
    };
    match (&off[..], &on[..]) {
        // A move, and a capture: in one pass.
        (&[gone], &[come]) => {
            let (gone, come) = (column(gone), column(come));
            for at in 0..N {
                to[at] = from[at].wrapping_add(come[at]).wrapping_sub(gone[at]);
            }
        }
        (&[first, second], &[come]) => {
            let (first, second, come) = (column(first), column(second), column(come));
            for at in 0..N {
                let less = first[at].wrapping_add(second[at]);
                to[at] = from[at].wrapping_add(come[at]).wrapping_sub(less);
            }
        }
        (off, on) => {
            let mut sums = *from;
            for &man in off {
                let column = column(man);
                for at in 0..N {
                    sums[at] = sums[at].wrapping_sub(column[at]);
                }
            }
            for &man in on {
                let column = column(man);
                for at in 0..N {
                    sums[at] = sums[at].wrapping_add(column[at]);
                }
            }
            *to = sums;
        }
    }
}
