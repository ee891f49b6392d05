//! Proof and disproof numbers: how many leaves would have to be proved, or disproved, to settle a node.
//!
//! They are counted in eighths of a leaf, so that an estimate can be slightly more than one. Sums saturate at [`Numbers::MOST`],
//! well below infinity, so that a large sum is never taken for a disproof.

/// The longest mate that can be asked for, in moves.
pub(crate) const LONGEST: u8 = 250;

/// An eighth of a leaf is one.
pub(super) const UNIT: u32 = 8;

/// Infinity: the node is settled the other way.
pub(super) const INFINITE: u32 = (1 << 24) - 1;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Numbers {
    /// Leaves that would have to be proved; zero if proved.
    pub(crate) proof: u32,
    /// Leaves that would have to be disproved; zero if disproved.
    pub(crate) disproof: u32,
}

impl Numbers {
    /// The largest number of an open node.
    pub(crate) const MOST: u32 = INFINITE / 2;

    pub(crate) const PROVED: Numbers = Numbers { proof: 0, disproof: INFINITE };

    pub(crate) const REFUTED: Numbers = Numbers { proof: INFINITE, disproof: 0 };

    pub(crate) fn open(proof: u32, disproof: u32) -> Numbers {
        Numbers { proof: proof.clamp(1, Numbers::MOST), disproof: disproof.clamp(1, Numbers::MOST) }
    }

    /// The numbers of an open node that is `harder` times harder than it looks.
    pub(crate) fn times(self, harder: u32) -> Numbers {
        Numbers::open(self.proof.saturating_mul(harder), self.disproof.saturating_mul(harder))
    }

    #[inline(always)]
    pub(crate) fn is_proved(self) -> bool {
        self.proof == 0
    }

    #[inline(always)]
    pub(crate) fn is_refuted(self) -> bool {
        self.disproof == 0
    }

    #[inline(always)]
    pub(crate) fn is_settled(self) -> bool {
        self.proof == 0 || self.disproof == 0
    }
}

/// The value of a node: its proof and disproof numbers, and the length of the mate or of the refutation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct NodeVerdict {
    pub(crate) numbers: Numbers,
    /// If proved, mate within this many moves; if refuted, none within this many.
    pub(crate) length: u8,
}

impl NodeVerdict {
    pub(super) fn proved(length: u8) -> NodeVerdict {
        NodeVerdict { numbers: Numbers::PROVED, length }
    }

    pub(super) fn refuted(length: u8) -> NodeVerdict {
        NodeVerdict { numbers: Numbers::REFUTED, length }
    }

    pub(super) fn open(numbers: Numbers) -> NodeVerdict {
        NodeVerdict { numbers, length: 0 }
    }
}

/// A little more than this: what the second best may be outdone by before the search turns to it (Pawlewicz and Lew,
/// "Improving depth-first PN-search: 1+ε trick", 2007).
#[inline(always)]
pub(super) fn stretched(number: u32, slack_percent: u32) -> u32 {
    let more = u64::from(number) * u64::from(slack_percent) / 100;
    (u64::from(number) + more + 1).min(u64::from(INFINITE)) as u32
}

/// The numbers of a node, made from its children's.
pub(super) struct Sum {
    pub(crate) numbers: Numbers,
    /// The open child with the least number of the kind that is minimised; `None` if none is open.
    pub(crate) best: Option<usize>,
    /// Its number, and that of the second best.
    pub(crate) least: u32,
    pub(crate) second: u32,
    /// At a node of the defender: the largest proof number, and the sum of all.
    pub(crate) most: u32,
    pub(crate) total: u32,
    /// Of the settled children: the shortest refutation, or the longest mate.
    pub(crate) length: u8,
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

    /// Largest proof number of one reply before that of the node reaches a limit, when all but the largest count one part in
    /// `alike`.
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

    #[test]
    fn a_large_sum_is_no_verdict() {
        let large = Numbers::open(u32::MAX, u32::MAX);
        assert!(!large.is_settled());
        assert!(Numbers::PROVED.is_proved() && !Numbers::PROVED.is_refuted());
        assert!(Numbers::REFUTED.is_refuted() && !Numbers::REFUTED.is_proved());
    }

    #[test]
    fn a_threshold_grows_by_the_slack_and_at_least_by_one() {
        assert_eq!(stretched(100, 25), 126);
        assert_eq!(stretched(1, 0), 2);
        assert_eq!(stretched(INFINITE, 25), INFINITE);
    }
}
