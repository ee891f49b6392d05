//! Reversible moves by the change of key that they make, to detect an upcoming repetition.
//!
//! Two positions an odd number of plies apart, between which nothing was captured and no pawn moved, differ in one move of a
//! piece exactly if the exclusive or of their keys is that move's. All such moves are in a cuckoo table of two hashes (Marcel van
//! Kervinck, *The Cuckoo Method for Repetition Detection*, 2015). The search decides the score of a repetition.

use std::sync::LazyLock;

use super::attacks::between;
use super::placement::{SIDE_KEY, piece_key};
use super::{Bitboard, Color, Key, Piece, Position, Square, attacks};

/// Places of the table; 3,668 are taken.
const PLACES: usize = 1 << 13;

/// A move from one of two squares to the other, whichever is taken.
#[derive(Clone, Copy)]
struct ReversibleMove {
    key: Key,
    squares: [Square; 2],
}

type CuckooTable = [Option<ReversibleMove>];

static MOVES: LazyLock<Box<CuckooTable>> = LazyLock::new(table);

fn places(key: Key) -> [usize; 2] {
    [key as usize % PLACES, (key >> 16) as usize % PLACES]
}

fn table() -> Box<CuckooTable> {
    let mut table = vec![None; PLACES].into_boxed_slice();
    for color in [Color::White, Color::Black] {
        for piece in Piece::ALL {
            if piece == Piece::Pawn {
                continue;
            }
            for from in Square::ALL {
                let to_squares = attacks::attacks(piece, color, from, Bitboard::EMPTY);
                for to in to_squares {
                    if from.index() < to.index() {
                        let key = piece_key(color, piece, from) ^ piece_key(color, piece, to);
                        let squares = [from, to];
                        insert(&mut table, ReversibleMove { key: key ^ SIDE_KEY, squares });
                    }
                }
            }
        }
    }
    table
}

/// Inserts a move; an entry in its slot moves to its other slot.
fn insert(table: &mut CuckooTable, mv: ReversibleMove) {
    let (mut homeless, mut place) = (mv, places(mv.key)[0]);
    while let Some(other) = table[place].replace(homeless) {
        let [first, second] = places(other.key);
        place = if place == first { second } else { first };
        homeless = other;
    }
}

impl Position {
    /// Returns whether the side to move has a non-capturing move of a piece that changes the key by `difference`, and so repeats
    /// the position whose key differs by it.
    pub(crate) fn has_reversible_move(&self, difference: Key) -> bool {
        let mut found = places(difference).into_iter().filter_map(|place| MOVES[place]);
        let Some(mv) = found.find(|mv| mv.key == difference) else { return false };
        let [a, b] = mv.squares;
        let occupied = self.occupied();
        let squares = Bitboard::of(a) | Bitboard::of(b);
        !between(a, b).meets(occupied)
            && !(occupied & squares).many()
            && self.color(self.turn()).meets(squares)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::SplitMix;

    #[test]
    fn every_move_is_found_again() {
        assert_eq!(MOVES.iter().flatten().count(), 3_668);
        for mv in MOVES.iter().flatten() {
            assert!(
                places(mv.key).iter().any(|&place| MOVES[place].is_some_and(|at| at.key == mv.key))
            );
        }
    }

    /// In positions of random games: a move is reversible exactly if the table knows the difference that it makes.
    #[test]
    fn moves_of_pieces_are_reversible_and_no_others() {
        let (mut random, mut counted) = (SplitMix::new(7), [0; 2]);
        for _ in 0..40 {
            let mut position = Position::start();
            for _ in 0..80 {
                let moves = position.legal_moves();
                if moves.is_empty() {
                    break;
                }
                for legal in &moves {
                    let next = position.play(legal.mv);
                    let piece = position.moved(legal.mv);
                    let quiet = position.captured(legal.mv).is_none() && piece != Piece::Pawn;
                    // Rights to castle and to capture in passing are part of the key, and do not come back.
                    let kept = next.castling() == position.castling()
                        && (position.en_passant(), next.en_passant()) == (None, None);
                    let difference = position.key() ^ next.key();
                    assert_eq!(position.has_reversible_move(difference), quiet && kept);
                    counted[usize::from(quiet && kept)] += 1;
                }
                position = position.play(moves[random.below(moves.len())].mv);
            }
        }
        assert!(counted.iter().all(|&count| count > 1_000), "{counted:?}");
    }
}
