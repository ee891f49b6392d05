//! The first layer, kept up to date along the lines of a search.
//!
//! Nothing is told when a move is made or taken back. Each ply has a slot with the sums of both sides and the men that they
//! are the sums of. Who asks for a position gets it from whichever of three known boards differs from it in the fewest men:
//! the slot's own old one (a sibling, most often), the slot's of the ply before (the parent), or the one kept for the king's
//! wing. So null moves, several lines, new roots and castling of any kind need no care, and a node that is never evaluated
//! costs nothing.

use super::layers::Layers;
use super::shape::Viewpoint;
use crate::chess::{Bitboard, Color, Piece, Placement};
use crate::units::MAX_PLY;

/// The men on a board, by side and kind.
type MenByKind = [[Bitboard; 6]; 2];

/// Inputs that go off or on.
type Switched = arrayvec::ArrayVec<u16, 32>;

/// One side's sums, and the board they are the sums of.
#[derive(Clone, Debug)]
struct Half<const N: usize> {
    men: MenByKind,
    /// `None` before anything was summed up.
    viewpoint: Option<Viewpoint>,
    sums: [i16; N],
}

impl<const N: usize> Half<N> {
    const fn empty(sums: [i16; N]) -> Half<N> {
        Half { men: [[Bitboard::EMPTY; 6]; 2], viewpoint: None, sums }
    }

    /// In how many men it differs; `None` if it cannot be used.
    #[inline(always)]
    fn distance(&self, men: &MenByKind, viewpoint: Viewpoint) -> Option<u32> {
        (self.viewpoint == Some(viewpoint)).then(|| {
            let pairs = self.men.as_flattened().iter().zip(men.as_flattened());
            pairs.map(|(old, new)| (*old ^ *new).len()).sum()
        })
    }
}

/// The accumulators of a thread, a slot for each ply.
#[derive(Clone, Debug)]
pub(super) struct Accumulators<const N: usize> {
    slots: Vec<[Half<N>; 2]>,
    /// By side and wing: the last board with the king there.
    wings: [[Half<N>; 2]; 2],
}

impl<const N: usize> Accumulators<N> {
    pub(super) fn new(layers: &Layers<N>) -> Accumulators<N> {
        let empty = Half::empty(layers.bias);
        let pair = || [empty.clone(), empty.clone()];
        Accumulators { slots: vec![pair(); MAX_PLY + 2], wings: [pair(), pair()] }
    }

    /// The sums of the side to move and of the other, for a board reached at a ply.
    #[inline]
    pub(super) fn sums(
        &mut self,
        layers: &Layers<N>,
        placement: &Placement,
        turn: Color,
        ply: usize,
    ) -> [&[i16; N]; 2] {
        let ply = ply.min(self.slots.len() - 1);
        let men = men_of(placement);
        for color in Color::ALL {
            self.follow(layers, &men, Viewpoint::of(placement, color), (color, ply));
        }
        let [white, black] = &self.slots[ply];
        match turn {
            Color::White => [&white.sums, &black.sums],
            Color::Black => [&black.sums, &white.sums],
        }
    }

    /// Brings one side's half of a slot up to date.
    #[inline(always)]
    fn follow(
        &mut self,
        layers: &Layers<N>,
        men: &MenByKind,
        viewpoint: Viewpoint,
        (color, ply): (Color, usize),
    ) {
        let side = color.index();
        let (before, rest) = self.slots.split_at_mut(ply);
        let here = &mut rest[0][side];
        let sibling = here.distance(men, viewpoint);
        if sibling == Some(0) {
            return;
        }
        let parent = before.last().map(|slot| &slot[side]);
        let near = parent.and_then(|parent| Some((parent, parent.distance(men, viewpoint)?)));
        // A captured man counts once, a moved one twice: beyond that the board has changed altogether.
        const FAR: u32 = 8;
        let own = sibling.unwrap_or(u32::MAX);
        match near {
            Some((parent, distance)) if distance < own && distance <= FAR => {
                let changes = changes(&parent.men, men, viewpoint);
                add(layers, &parent.sums, &mut here.sums, &changes);
            }
            _ if own <= FAR => {
                let changes = changes(&here.men, men, viewpoint);
                let old = here.sums;
                add(layers, &old, &mut here.sums, &changes);
            }
            _ => {
                let wing = &mut self.wings[side][usize::from(viewpoint.is_mirrored())];
                let changes = changes(&wing.men, men, viewpoint);
                let old = wing.sums;
                add(layers, &old, &mut wing.sums, &changes);
                (wing.men, wing.viewpoint) = (*men, Some(viewpoint));
                here.sums = wing.sums;
            }
        }
        (here.men, here.viewpoint) = (*men, Some(viewpoint));
    }
}

#[inline(always)]
fn men_of(placement: &Placement) -> MenByKind {
    Color::ALL.map(|color| Piece::ALL.map(|piece| placement.pieces(piece) & placement.color(color)))
}

/// The inputs that go off and those that go on between two boards.
#[inline(always)]
fn changes(old: &MenByKind, new: &MenByKind, viewpoint: Viewpoint) -> [Switched; 2] {
    let mut changes = [Switched::new(), Switched::new()];
    for color in Color::ALL {
        for piece in Piece::ALL {
            let old = old[color.index()][piece.index()];
            let new = new[color.index()][piece.index()];
            for (switched, squares) in changes.iter_mut().zip([old - new, new - old]) {
                for square in squares {
                    // No board that can be played on has more than 32 men.
                    let _ = switched.try_push(viewpoint.input(color, piece, square) as u16);
                }
            }
        }
    }
    changes
}

/// The sums of a board from those of another: without the first inputs, with the second.
#[inline(always)]
fn add<const N: usize>(
    layers: &Layers<N>,
    from: &[i16; N],
    to: &mut [i16; N],
    [off, on]: &[Switched; 2],
) {
    let column = |input: u16| &layers.columns[usize::from(input)];
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
            for &input in off {
                let column = column(input);
                for at in 0..N {
                    sums[at] = sums[at].wrapping_sub(column[at]);
                }
            }
            for &input in on {
                let column = column(input);
                for at in 0..N {
                    sums[at] = sums[at].wrapping_add(column[at]);
                }
            }
            *to = sums;
        }
    }
}
