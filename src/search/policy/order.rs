//! In which order moves are tried (seeds.md, 7). The stages themselves are the picker's.

/// In which order moves are tried. The table's move is the first of all of them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OrderPolicy {
    /// Captures that do not lose, by victim and capture history; killers and the counter move; quiet moves by history; the rest.
    Quarterly,
    /// Diablo: captures by most valuable victim and least valuable attacker, whatever they lose; two killers; quiet moves by
    /// what was learnt of piece and square.
    VictimAttacker,
    /// RDChess: captures of what has just captured; killers; captures by what they win; quiet moves; losing captures. That it
    /// sorts quiet moves by attack and defence of their squares is left out: histories stand in their place.
    Retaliation,
    /// EXchess: captures that lose no more than half a pawn count as good.
    Tolerant,
    /// Expositor: captures by what the exchange is worth.
    Exchange,
}

/// What a capture may lose and still come before quiet moves; beyond all losses.
const ANY_LOSS: i32 = -100_000;

impl OrderPolicy {
    /// What a capture must win at least, in centipawns, to come before quiet moves.
    #[inline(always)]
    pub const fn good_capture(self) -> i32 {
        match self {
            OrderPolicy::Quarterly | OrderPolicy::Retaliation | OrderPolicy::Exchange => 0,
            OrderPolicy::VictimAttacker => ANY_LOSS,
            OrderPolicy::Tolerant => -50,
        }
    }

    /// Whether killers come before the captures that are no retaliation.
    #[inline(always)]
    pub const fn killers_first(self) -> bool {
        matches!(self, OrderPolicy::Retaliation)
    }
}
