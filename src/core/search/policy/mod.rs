//! Policies: differences between searches that no number expresses.
//!
//! A profile (`profiles.rs`) is a set of numbers (`params.rs`), of weights of extensions (`extend.rs`), and a policy. That of the
//! default profile uses the numbers of `params.rs`; the others imitate the five engines that the program descends from, as far as
//! their authors document them (EXchess's source, RDChess's manual, Expositor's readme and source, Jonathan Kreuzer's page on
//! extensions), and do not use the default profile's numbers. Facts and figures are theirs, the code is ours. Their pruning
//! margins are in `prune.rs`, their reductions in `reduce.rs`, their move orders in `picker.rs`.

#[cfg(test)]
mod tests;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Policy {
    Quarterly,
    /// Diablo's move order; quiescence by captures and promotions to a queen, in check only at the cap; a null move of two plies;
    /// four forced cases in which the main search continues beyond its depth.
    Slow,
    /// Captures by what the exchange is worth; three selectivities of quiescence, which only reads the table; futility, reverse
    /// futility, null moves, reductions by logarithms; it extends in check at the node itself.
    Expositor,
    /// Captures that lose no more than half a pawn count as good; three selectivities of quiescence; futility, a share of the
    /// moves, null moves, reductions by depth and history.
    Exchess,
    /// Captures of what has just captured, killers, captures that do not lose, quiet moves to safe squares, first those from
    /// attacked ones, other pawn moves, losing captures, the rest. Quiescence with all evasions ends with the first capture that is
    /// better than standing pat; what it reads of the table is of any depth, and only its first ply writes. Futility and razoring;
    /// a null move of two plies; it extends in check at the node itself.
    Rdchess,
    /// Captures by most valuable victim and least valuable attacker, losing ones too; two killers; quiet moves by butterfly
    /// history. Quiescence by captures and promotions to a queen, standing pat in check too, without skipping and without the
    /// table. No pruning, no reductions; table entries give moves but no cutoffs.
    Diablo,
}

impl Policy {
    /// Returns whether the quiescence search tries quiet checks near the main search.
    #[inline(always)]
    pub(crate) const fn checks(self) -> bool {
        matches!(self, Policy::Quarterly | Policy::Exchess | Policy::Expositor)
    }

    /// Returns whether the quiescence search skips moves by exchange evaluation.
    #[inline(always)]
    pub(crate) const fn skips_losses(self) -> bool {
        self.checks() || matches!(self, Policy::Slow)
    }

    /// Returns whether the quiescence search writes to the table at this many plies below the main search.
    #[inline(always)]
    pub(crate) const fn writes_table(self, length: usize) -> bool {
        match self {
            Policy::Quarterly | Policy::Exchess | Policy::Slow => true,
            Policy::Rdchess => length == 0,
            Policy::Expositor | Policy::Diablo => false,
        }
    }
}
