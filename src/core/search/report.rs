//! Reports of a search while it runs and when it ends, as data.

use std::time::Duration;

use super::trace::Ledger;
use crate::chess::{Color, Move};
use crate::units::{Bound, Score};

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ScoredLine {
    /// View of the side to move at the root.
    pub score: Score,
    pub bound: Bound,
    /// The principal variation; its first move is the line's move.
    pub pv: Vec<Move>,
}

/// The state of the search at a reporting point: an iteration finished, or failed low or high.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Iteration {
    /// Nominal depth in whole plies.
    pub depth: u32,
    pub seldepth: u32,
    /// Best first; one unless MultiPV asks for more. All exact, or a single line that is a bound.
    pub lines: Vec<ScoredLine>,
    pub progress: Progress,
}

impl Iteration {
    /// The first move of the best line.
    pub(crate) fn first_move(&self) -> Option<Move> {
        self.lines.first()?.pv.first().copied()
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Progress {
    pub depth: u32,
    pub seldepth: u32,
    /// Nodes of all threads of the search.
    pub nodes: u64,
    /// Time of the search without that of a concurrent prover, so that the nodes per second are the search's.
    pub elapsed: Duration,
    /// Share of the table in use, in thousandths.
    pub hashfull: u32,
    /// Positions found in endgame tables, at the root and below it.
    pub table_hits: u64,
    /// The prover's share of the same time.
    pub prover: ProverEffort,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ProverEffort {
    pub nodes: u64,
    pub elapsed: Duration,
}

/// Something happened in a search. [`Event::Finished`] or [`Event::Crashed`] is the last one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Event {
    /// Something to know that stops nothing, such as a table that could not be made as large as it was asked for.
    Warning(String),
    /// Work before the search begins, or a move from a book: for users, and for the logs of GUIs.
    Note(String),
    /// An iteration is complete: exact lines. Exact mate scores carry the whole line to the mate.
    Iteration(Iteration),
    /// The aspiration window failed, or the iteration was cut short after its better move failed high: one line, a bound.
    Bound(Iteration),
    /// A root move is being searched. The search only writes it to its counters; the supervisor reports it now and then.
    RootMove {
        depth: u32,
        mv: Move,
        /// Its place in the order, from 1.
        number: u32,
        /// The line being searched, from the root; empty unless it is asked for.
        line: Vec<Move>,
    },
    /// Sent after a second without another event: the state of the search.
    Heartbeat(Progress),
    /// `go mate`: this side has no mate within this many moves.
    Refuted {
        attacker: Color,
        moves: u16,
    },
    Finished(Box<Finished>),
    /// The search ended with an internal error, whose message this is. There is no result beyond the last report.
    Crashed(String),
}

impl Event {
    pub fn is_last(&self) -> bool {
        matches!(self, Event::Finished(_) | Event::Crashed(_))
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EndReason {
    /// The nominal depth asked for was reached, or the deepest there is.
    Depth,
    Nodes,
    Time,
    Stopped,
    /// A mate as short as was asked for was found.
    Mate,
    /// There is no legal move: mate or stalemate at the root.
    NoMove,
    /// Nothing was searched: the move is from a book.
    Book,
    /// Nothing was searched: the value is from endgame tables.
    Tables,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Finished {
    /// The best move; `None` only where there is no legal one.
    pub best: Option<Move>,
    /// The last complete iteration, best line first. Empty only where there is no legal move, or the move is from a book.
    pub iteration: Iteration,
    pub reason: EndReason,
    /// Extensions by rule (of the reporting thread).
    pub ledger: Ledger,
}

impl Finished {
    /// The end of a search without counted extensions.
    pub(crate) fn new(iteration: Iteration, reason: EndReason) -> Finished {
        let best = iteration.first_move();
        Finished { best, iteration, reason, ledger: Ledger::default() }
    }

    pub fn ponder(&self) -> Option<Move> {
        let line = self.iteration.lines.first()?;
        if line.pv.first() == self.best.as_ref() { line.pv.get(1).copied() } else { None }
    }
}
