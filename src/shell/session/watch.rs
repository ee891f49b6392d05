//! How a command that takes long tells what it finds before it is done.

use std::ops::ControlFlow;

use crate::chess::{Move, Position};
use crate::engine::mine::Problem;
use crate::engine::solvers::Inquiry;
use crate::engine::suite::{SuiteItem, SuiteRow, SuiteTotals, Without};
use crate::engine::{Event, ProofEvent};

/// Something found on the way.
#[derive(Debug)]
pub enum News<'a> {
    /// A search begins from this position.
    SearchBegins {
        /// Its root.
        root: &'a Position,
        /// How many lines it looks for.
        lines: usize,
    },
    /// What the search tells.
    Search(&'a Event),
    /// A mate is going to be looked for.
    ProofBegins(&'a Inquiry),
    /// What is told while it is looked for.
    Proof(&'a ProofEvent),
    /// Leaves counted so far.
    Counted {
        /// How many.
        nodes: u64,
    },
    /// So many items are going to be done, one after the other.
    ItemsBegin {
        /// What they are of: the name of a file, `bench`.
        what: &'a str,
        /// How many there are.
        items: usize,
    },
    /// So many of them are done.
    ItemsDone(usize),
    /// A position of a suite is done.
    Item {
        /// The position and what solves it.
        item: &'a SuiteItem,
        /// What became of it.
        row: &'a SuiteRow,
    },
    /// A problem was found in a game.
    Mined(&'a Problem),
    /// A run of an ablation goes on.
    Ablating {
        /// What is switched off.
        without: Without,
        /// Positions tried.
        done: usize,
        /// The result, when it is done.
        totals: Option<&'a SuiteTotals>,
    },
    /// The last search is done again, and watched, for this move.
    Explaining(Move),
}

/// Whoever shows what is found.
pub trait Watch: Send {
    /// Takes a piece of news; `Break` if nobody is there to see it any more, and the command is to end.
    fn tell(&mut self, news: News<'_>) -> ControlFlow<()>;
}

/// Nobody looks.
#[derive(Clone, Copy, Debug, Default)]
pub struct Silent;

impl Watch for Silent {
    fn tell(&mut self, _: News<'_>) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}
