//! How a command that takes long tells what it finds before it is done.

use std::ops::ControlFlow;
use std::path::Path;

use crate::chess::{Move, Position};
use crate::engine::Event;

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
    /// Leaves counted so far.
    Counted {
        /// How many.
        nodes: u64,
    },
    /// A file with so many items begins.
    FileBegins {
        /// The file.
        path: &'a Path,
        /// Items in it.
        items: usize,
    },
    /// So many items of a file, or of a measurement, are done.
    ItemsDone(usize),
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
