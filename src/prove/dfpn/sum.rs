//! The numbers of a node, made from those of its children, and how much of a limit is left for one of them.

use super::numbers::{INFINITE, Numbers};
use super::table::LONGEST;

/// The numbers of a node, made from its children's.
pub(super) struct Sum {
    pub numbers: Numbers,
    /// The open child with the least number of the kind that is minimised; `None` if none is open.
    pub best: Option<usize>,
    /// Its number, and that of the second best.
    pub least: u32,
    pub second: u32,
    /// At a node of the defender: the largest proof number, and the sum of all.
    pub most: u32,
    pub total: u32,
    /// Of the settled children: the shortest refutation, or the longest mate.
    pub length: u8,
}

impl Sum {
    pub(super) fn new() -> Sum {
        let numbers = Numbers::open(1, 1);
        Sum {
            numbers,
            best: None,
            least: INFINITE,
            second: INFINITE,
            most: 0,
            total: 0,
            length: LONGEST,
        }
    }

    /// Takes in an open child's number of the kind that is minimised.
    #[inline(always)]
    pub(super) fn consider(&mut self, index: usize, number: u32) {
        if self.best.is_none() || number < self.least {
            self.second = self.least;
            (self.best, self.least) = (Some(index), number);
        } else if number < self.second {
            self.second = number;
        }
    }

    /// How large the proof number of one reply may grow before that of the node reaches a limit, when all but the
    /// largest count one part in `alike`.
    pub(super) fn room(&self, limit: u32, reply: u32, alike: u32) -> u32 {
        if limit >= INFINITE {
            return INFINITE;
        }
        let others = self.total - reply;
        let as_largest = limit.saturating_sub(others / alike);
        // The largest of the others is at most `most`; if this reply is the largest itself, it only grows from here.
        if as_largest >= self.most || reply == self.most {
            return as_largest.max(reply + 1);
        }
        let as_other = limit.saturating_sub(self.most).saturating_mul(alike);
        as_other.saturating_sub(others - self.most).max(reply + 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The proof number of a node of the defender, by definition.
    fn taken_together(replies: &[u32], alike: u32) -> u32 {
        let most = replies.iter().copied().max().unwrap_or(0);
        most + (replies.iter().sum::<u32>() - most) / alike
    }

    #[test]
    fn a_reply_gets_as_much_room_as_the_limit_leaves() {
        for alike in 1..=4 {
            for replies in [vec![8, 8], vec![40, 8, 16], vec![9, 100, 30, 30]] {
                let mut sum = Sum::new();
                sum.total = replies.iter().sum();
                sum.most = replies.iter().copied().max().unwrap_or(0);
                for limit in [taken_together(&replies, alike) + 1, 200, 1_000] {
                    for chosen in 0..replies.len() {
                        let room = sum.room(limit, replies[chosen], alike);
                        let mut grown = replies.clone();
                        grown[chosen] = room;
                        // Rounding may cost one part in `alike`, no more.
                        assert!(taken_together(&grown, alike) + 1 >= limit, "{replies:?} {room}");
                        assert!(room > replies[chosen]);
                    }
                }
            }
        }
        assert_eq!(Sum::new().room(INFINITE, 8, 3), INFINITE);
    }
}
