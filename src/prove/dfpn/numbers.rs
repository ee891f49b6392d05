//! Proof and disproof numbers: how many leaves would have to be proved, or disproved, to settle a node.
//!
//! They are counted in eighths of a leaf, so that an estimate can say "a little more than one". Sums stop at
//! [`Numbers::MOST`], well below what says that a node is settled, so that a large sum is never taken for a disproof.

/// An eighth of a leaf is one.
pub(super) const UNIT: u32 = 8;

/// What is beyond all counting: the node is settled the other way.
pub(super) const INFINITE: u32 = (1 << 24) - 1;

/// How far a node is from being settled, either way.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Numbers {
    /// Leaves that would have to be proved; zero if it is.
    pub proof: u32,
    /// Leaves that would have to be disproved; zero if it is.
    pub disproof: u32,
}

impl Numbers {
    /// The largest number of an open node.
    pub(crate) const MOST: u32 = INFINITE / 2;

    pub(crate) const PROVED: Numbers = Numbers { proof: 0, disproof: INFINITE };

    pub(crate) const REFUTED: Numbers = Numbers { proof: INFINITE, disproof: 0 };

    pub(crate) fn open(proof: u32, disproof: u32) -> Numbers {
        Numbers { proof: proof.clamp(1, Numbers::MOST), disproof: disproof.clamp(1, Numbers::MOST) }
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
    pub numbers: Numbers,
    /// If it is proved, mate within so many moves; if it is refuted, none within so many.
    pub length: u8,
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

#[cfg(test)]
mod tests {
    use super::*;

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
