//! Words that keep threads from searching the same move at the same time: EXchess's word per ply.
//!
//! A thread leaves a word for each ply of its line: the key of the position, mixed with the move and the depth. Another thread
//! that comes to the same move puts it off to the end of its list; by then the table has the result. Only at PV nodes: at the
//! others, EXchess notes, it only costs time. With two threads its effect is below what 400 games show: ed0263ea scores +4 ± 21
//! Elo against a build of it with `WorkWords::new(1)` (fastchess as in README.md, but two threads and
//! `-srand 20261129 -rounds 200 -concurrency 1`, on two idle cores of an AMD EPYC).

use std::sync::atomic::{AtomicU64, Ordering};

use arrayvec::ArrayVec;

use crate::chess::{Key, LegalMove, Move};
use crate::units::{Depth, MAX_PLY};

/// The most moves of a node that are put off.
const MOST_DEFERRED: usize = 23;

/// The moves of a node that were put off, each with what its exchange is known to win at least.
#[derive(Default)]
pub(super) struct Deferred {
    moves: ArrayVec<(LegalMove, Option<i32>), MOST_DEFERRED>,
    next: usize,
}

impl Deferred {
    /// Puts a move off. `false` if there is no room, or it was put off before.
    pub(super) fn put_off(&mut self, legal: LegalMove, least_exchange: Option<i32>) -> bool {
        self.next == 0 && self.moves.try_push((legal, least_exchange)).is_ok()
    }

    /// Hands out the moves that were put off, once all others are searched.
    pub(super) fn next(&mut self) -> Option<(LegalMove, Option<i32>)> {
        let next = self.moves.get(self.next).copied();
        self.next += 1;
        next
    }
}

/// A word for each ply of each thread; 0 where nothing is searched.
#[derive(Debug)]
pub(crate) struct WorkWords(Box<[AtomicU64]>);

impl WorkWords {
    /// `None` for a thread that is alone.
    pub(crate) fn new(threads: usize) -> Option<WorkWords> {
        let words = || (0..threads * MAX_PLY).map(|_| AtomicU64::new(0)).collect();
        (threads > 1).then(|| WorkWords(words()))
    }

    pub(super) fn set(&self, thread: usize, ply: usize, word: u64) {
        self.0[thread * MAX_PLY + ply].store(word, Ordering::Relaxed);
    }

    /// Returns whether another thread has the same word at the same ply.
    pub(super) fn is_elsewhere(&self, thread: usize, ply: usize, word: u64) -> bool {
        let of_ply = self.0.iter().skip(ply).step_by(MAX_PLY).enumerate();
        of_ply.into_iter().any(|(other, at)| other != thread && at.load(Ordering::Relaxed) == word)
    }
}

/// The word of a move that is searched so deep.
pub(super) fn word(key: Key, mv: Move, depth: Depth) -> u64 {
    key ^ (u64::from(mv.bits()) | (depth.raw() as u64) << 32)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::Square;

    #[test]
    fn only_the_same_move_of_another_thread_at_the_same_ply_and_depth_is_elsewhere() {
        assert!(WorkWords::new(1).is_none());
        let words = WorkWords::new(3).unwrap();
        let mv = |to| Move::normal(Square::E2, to);
        let of = |key, to, depth| word(key, mv(to), Depth::plies(depth));
        words.set(1, 5, of(77, Square::E4, 9));
        assert!(words.is_elsewhere(0, 5, of(77, Square::E4, 9)));
        assert!(words.is_elsewhere(2, 5, of(77, Square::E4, 9)));
        assert!(!words.is_elsewhere(1, 5, of(77, Square::E4, 9)), "its own");
        assert!(!words.is_elsewhere(0, 6, of(77, Square::E4, 9)), "ply");
        assert!(!words.is_elsewhere(0, 5, of(78, Square::E4, 9)), "position");
        assert!(!words.is_elsewhere(0, 5, of(77, Square::E3, 9)), "move");
        assert!(!words.is_elsewhere(0, 5, of(77, Square::E4, 8)), "depth");
        words.set(1, 5, 0);
        assert!(!words.is_elsewhere(0, 5, of(77, Square::E4, 9)), "done");
    }
}
