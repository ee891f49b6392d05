//! Limits of a search. The first one reached ends it; absent limits have no effect.

use std::time::Duration;

use crate::chess::{ByColor, Move};

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct SideClock {
    pub remaining: Duration,
    pub increment: Duration,
}

/// The limits of one search. The default has none: it runs until it is stopped or can go no deeper.
///
/// ```
/// use quarterply_core::chess::{Position, parse_move};
/// use quarterply_core::control::Limits;
///
/// let e4 = parse_move(&Position::start(), "e4")?;
/// let limits = Limits { nodes: Some(50_000), search_moves: vec![e4], ..Limits::depth(12) };
/// assert!(limits.is_bounded() && limits.admits(e4));
/// assert!(!Limits::default().is_bounded());
/// # Ok::<(), quarterply_core::chess::MoveError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Limits {
    /// Iterations, in whole plies (nominal depth).
    pub depth: Option<u32>,
    pub nodes: Option<u64>,
    /// Start no new iteration after this many nodes; a running one is finished.
    pub soft_nodes: Option<u64>,
    pub movetime: Option<Duration>,
    /// A game clock. A side without one is `None`.
    pub clock: ByColor<Option<SideClock>>,
    pub moves_to_go: Option<u32>,
    /// Stop when a mate in at most this many moves, for either side, is found.
    pub mate: Option<u32>,
    /// Search until stopped.
    pub infinite: bool,
    /// Like `infinite` until `ponderhit`.
    pub ponder: bool,
    pub search_moves: Vec<Move>,
    pub excluded_moves: Vec<Move>,
}

impl Limits {
    pub fn depth(plies: u32) -> Limits {
        Limits { depth: Some(plies), ..Limits::default() }
    }

    pub fn nodes(nodes: u64) -> Limits {
        Limits { nodes: Some(nodes), ..Limits::default() }
    }

    pub fn movetime(time: Duration) -> Limits {
        Limits { movetime: Some(time), ..Limits::default() }
    }

    /// A search that goes on until it is stopped, also where nothing is left to find.
    pub fn infinite() -> Limits {
        Limits { infinite: true, ..Limits::default() }
    }

    pub fn admits(&self, mv: Move) -> bool {
        (self.search_moves.is_empty() || self.search_moves.contains(&mv))
            && !self.excluded_moves.contains(&mv)
    }

    /// Returns whether the search ends by itself: EOF on standard input must not cut such a search short.
    pub fn is_bounded(&self) -> bool {
        !self.ponder && self.will_end()
    }

    /// Returns whether the search ends by itself once it no longer ponders.
    pub(crate) fn will_end(&self) -> bool {
        let timed = self.movetime.is_some() || self.clock.0.iter().any(Option::is_some);
        !self.infinite
            && (timed
                || self.depth.is_some()
                || self.nodes.is_some()
                || self.soft_nodes.is_some()
                || self.mate.is_some())
    }
}
