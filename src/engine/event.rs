//! Events of a running search. Data only; the dialects decide how to show it.

use crate::chess::Color;
use crate::search::{Finished, Progress, Report};

/// Something happened in a search. [`Event::Finished`] or [`Event::Crashed`] is the last one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Event {
    /// Something to know that stops nothing, such as a table that could not be made as large as it was asked for.
    Warning(String),
    /// The search found something out. Exact mate scores carry the whole line to the mate.
    Report(Report),
    /// Nothing was reported for a second: where the search is.
    Heartbeat(Progress),
    /// `go mate` found that this side has no mate in so many moves.
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
