//! What the transposition table is used for, and when the main search goes on beyond its depth.

/// What the transposition table is used for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TablePolicy {
    /// Its scores end nodes, its moves are tried first.
    Scores,
    /// Its moves are tried first, and no more: Diablo's table of principal variations.
    Moves,
}

/// When the main search goes on though its depth is spent.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum HorizonPolicy {
    /// Slow Chess's four forced cases.
    Forced,
    /// In check, where check is extended (RDChess, Expositor: they extend at the node itself).
    InCheck,
    /// Never.
    Never,
}
