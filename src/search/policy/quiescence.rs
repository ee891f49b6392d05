//! Which moves the quiescence search looks at, and when it ends.

/// What a quiescence search does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum QuiescencePolicy {
    /// Evasions, checks near the main search, captures; delta pruning and exchanges. What the table says counts in standing
    /// pat, and scores beyond beta are believed in part.
    Quarterly,
    /// EXchess: the same without the last two; the table is read and written.
    Exchess,
    /// Expositor: the same; the table is read only.
    Expositor,
    /// Diablo: captures, and promotions to a queen; standing pat in check too; nothing is skipped, nothing remembered.
    CapturesOnly,
    /// RDChess: evasions and captures; captures that cannot reach alpha are skipped unless they check; it ends with the first
    /// capture that is better than standing pat. What it reads of the table is of any depth, and it writes nothing.
    FirstGain,
    /// Slow Chess: captures and promotions to a queen; in check it is never entered but at the cap.
    NoChecks,
}

impl QuiescencePolicy {
    /// Whether all evasions are tried in check.
    #[inline(always)]
    pub const fn evades(self) -> bool {
        !matches!(self, QuiescencePolicy::CapturesOnly)
    }

    /// Whether quiet checks are tried near the main search.
    #[inline(always)]
    pub const fn checks(self) -> bool {
        use QuiescencePolicy::{Exchess, Expositor, Quarterly};
        matches!(self, Quarterly | Exchess | Expositor)
    }

    /// Whether moves are skipped by what their exchange is worth.
    #[inline(always)]
    pub const fn skips_losses(self) -> bool {
        self.checks() || matches!(self, QuiescencePolicy::NoChecks)
    }

    /// Whether moves are skipped that cannot reach alpha.
    #[inline(always)]
    pub const fn skips_hopeless(self) -> bool {
        !matches!(self, QuiescencePolicy::CapturesOnly)
    }

    /// Whether it ends with the first move that is better than standing pat.
    #[inline(always)]
    pub const fn ends_with_first_gain(self) -> bool {
        matches!(self, QuiescencePolicy::FirstGain)
    }

    /// Whether it reads scores from the table.
    #[inline(always)]
    pub const fn reads_table(self) -> bool {
        !matches!(self, QuiescencePolicy::CapturesOnly)
    }

    /// Whether what the table says of a position counts in standing pat, and scores beyond beta are only believed in part.
    #[inline(always)]
    pub const fn blends(self) -> bool {
        matches!(self, QuiescencePolicy::Quarterly)
    }

    /// Whether it writes into the table.
    #[inline(always)]
    pub const fn writes_table(self) -> bool {
        use QuiescencePolicy::{Exchess, NoChecks, Quarterly};
        matches!(self, Quarterly | Exchess | NoChecks)
    }
}
