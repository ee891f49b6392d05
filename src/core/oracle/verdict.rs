//! What endgame tables say of a position.

use crate::settings::named;

named! {
    /// The value of a position for the side to move, with the fifty-move rule.
    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
    pub enum TableVerdict {
        Loss = "loss",
        /// It loses, but the fifty-move rule saves it, or may.
        BlessedLoss = "blessed loss",
        Draw = "draw",
        /// It wins, but the fifty-move rule spoils that, or may.
        CursedWin = "cursed win",
        Win = "win",
    }
}

impl TableVerdict {
    pub(crate) const fn turned(self) -> TableVerdict {
        TableVerdict::ALL[TableVerdict::ALL.len() - 1 - self as usize]
    }

    pub(crate) const fn without_fifty_moves(self) -> TableVerdict {
        match self {
            TableVerdict::BlessedLoss => TableVerdict::Loss,
            TableVerdict::CursedWin => TableVerdict::Win,
            other => other,
        }
    }
}
