//! Where threads are: a mark for each move that one of them is below.
//!
//! Threads share the table, and all begin at the root. A move that another thread is below looks harder than it is (virtual
//! numbers: Pawlewicz and Hayward, "Scalable parallel DFPN search", 2013), so a thread goes another way where there is one as
//! good. A mark is a counter that moves share by chance; it steers, and decides nothing.

use std::array;
use std::sync::atomic::{AtomicU8, Ordering};

use super::numbers::Numbers;
use crate::chess::{Key, Move};

/// The number of counters, in doublings.
const DOUBLINGS: u32 = 12;

/// By which part of itself the number of an attack, or of a reply, looks larger if another thread is below it.
pub(super) const ATTACK_PART: u32 = 4;
pub(super) const REPLY_PART: u32 = 2;

pub(super) struct ThreadMarks([AtomicU8; 1 << DOUBLINGS]);

impl ThreadMarks {
    /// No thread is anywhere.
    pub(super) fn new() -> ThreadMarks {
        ThreadMarks(array::from_fn(|_| AtomicU8::new(0)))
    }

    #[inline(always)]
    fn mark(&self, key: Key, mv: Move) -> &AtomicU8 {
        let squares = (mv.from().index() << 6 | mv.to().index()) as u64;
        let mixed = key ^ squares.wrapping_mul(0x9E37_79B9_7F4A_7C15);
        &self.0[(mixed >> (u64::BITS - DOUBLINGS)) as usize]
    }

    /// A thread goes down a move of the position with this key.
    pub(super) fn enter(&self, key: Key, mv: Move) {
        self.mark(key, mv).fetch_add(1, Ordering::Relaxed);
    }

    /// It is back.
    pub(super) fn leave(&self, key: Key, mv: Move) {
        self.mark(key, mv).fetch_sub(1, Ordering::Relaxed);
    }

    /// The number of a move: larger by a part in `parts` if another thread is below it.
    #[inline(always)]
    pub(super) fn seen(&self, number: u32, key: Key, mv: Move, parts: u32) -> u32 {
        if self.mark(key, mv).load(Ordering::Relaxed) == 0 {
            return number;
        }
        (number + number / parts + 1).min(Numbers::MOST)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::Position;

    #[test]
    fn a_move_looks_harder_as_long_as_a_thread_is_below_it() {
        let root: Position = "7k/8/8/8/8/8/R7/1R2K3 w - - 0 1".parse().unwrap();
        let moves = root.legal_moves();
        let (key, here, other) = (root.key(), moves[0].mv, moves[1].mv);
        let marks = ThreadMarks::new();
        assert_eq!(marks.seen(40, key, here, 4), 40);
        marks.enter(key, here);
        assert_eq!((marks.seen(40, key, here, 4), marks.seen(40, key, other, 4)), (51, 40));
        assert_eq!(marks.seen(Numbers::MOST, key, here, 4), Numbers::MOST);
        marks.leave(key, here);
        assert_eq!(marks.seen(40, key, here, 4), 40);
    }
}
