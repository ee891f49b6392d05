//! Virtual proof and disproof numbers, which keep threads that share a table apart.
//!
//! All threads start at the root. While one of them searches below a move, the others add a part to that move's number (Pawlewicz
//! and Hayward, "Scalable parallel DFPN search", 2013), so they prefer another move that is about as good. The counters are
//! indexed by a hash of position and move. A collision changes the order of the search, never a result.

use std::array;
use std::sync::atomic::{AtomicU8, Ordering};

use super::numbers::Numbers;
use crate::chess::{Key, Move};

/// Binary logarithm of the number of counters.
const DOUBLINGS: u32 = 12;

/// Divisors of the virtual part: a quarter is added to the proof number of an attack, a half to the disproof number of a reply.
pub(super) const ATTACK_PART: u32 = 4;
pub(super) const REPLY_PART: u32 = 2;

pub(super) struct VirtualNumbers([AtomicU8; 1 << DOUBLINGS]);

impl VirtualNumbers {
    pub(super) fn new() -> VirtualNumbers {
        VirtualNumbers(array::from_fn(|_| AtomicU8::new(0)))
    }

    #[inline(always)]
    fn counter(&self, key: Key, mv: Move) -> &AtomicU8 {
        let squares = (mv.from().index() << 6 | mv.to().index()) as u64;
        let mixed = key ^ squares.wrapping_mul(0x9E37_79B9_7F4A_7C15);
        &self.0[(mixed >> (u64::BITS - DOUBLINGS)) as usize]
    }

    /// Counts a thread that begins to search below a move of the position with this key.
    pub(super) fn enter(&self, key: Key, mv: Move) {
        self.counter(key, mv).fetch_add(1, Ordering::Relaxed);
    }

    pub(super) fn leave(&self, key: Key, mv: Move) {
        self.counter(key, mv).fetch_sub(1, Ordering::Relaxed);
    }

    /// Returns the number of a move, with a `parts`-th of it added if a thread searches below the move.
    #[inline(always)]
    pub(super) fn add_to(&self, number: u32, key: Key, mv: Move, parts: u32) -> u32 {
        if self.counter(key, mv).load(Ordering::Relaxed) == 0 {
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
    fn a_move_has_a_larger_number_while_a_thread_searches_below_it() {
        let root: Position = "7k/8/8/8/8/8/R7/1R2K3 w - - 0 1".parse().unwrap();
        let moves = root.legal_moves();
        let (key, here, other) = (root.key(), moves[0].mv, moves[1].mv);
        let numbers = VirtualNumbers::new();
        assert_eq!(numbers.add_to(40, key, here, 4), 40);
        numbers.enter(key, here);
        assert_eq!((numbers.add_to(40, key, here, 4), numbers.add_to(40, key, other, 4)), (51, 40));
        assert_eq!(numbers.add_to(Numbers::MOST, key, here, 4), Numbers::MOST);
        numbers.leave(key, here);
        assert_eq!(numbers.add_to(40, key, here, 4), 40);
    }
}
