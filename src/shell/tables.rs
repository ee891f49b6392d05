//! What can be asked about endgame tables, and what is answered, as data.

use std::path::PathBuf;

use crate::chess::Position;
use crate::oracle::endgame::TableMaterial;
use crate::oracle::tables::{TableMove, TableValue};
use crate::workshop::tables::check::TableCheck;
use crate::workshop::tables::making::TablesMade;
use crate::workshop::tables::verify::TableVerified;

/// What `tb` is asked for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TableUse {
    /// Every move here with its verdict.
    Show,
    /// Compare tables with each other, with the search and with a file.
    Check(PathBuf),
    /// Make a table of five men, or all of them, and those that they need.
    Make(Option<TableMaterial>),
    /// Check a table of five men against itself, with so many positions.
    Verify(TableMaterial, usize),
}

/// What `tb` answers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TablesReply {
    /// Every move with its verdict.
    Moves(Box<TableMovesReply>),
    Checked {
        path: PathBuf,
        check: Box<TableCheck>,
    },
    Made(Box<TablesMade>),
    /// A table was checked against itself.
    Verified(Box<TableVerified>),
}

/// Every move of a position with what tables say of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TableMovesReply {
    /// Where they can be played.
    pub position: Position,
    /// What tables say of the position itself.
    pub value: TableValue,
    /// The moves, best first; none where the game is over.
    pub moves: Vec<TableMove>,
    /// How many files of Syzygy tables there are, and the most men that they have.
    pub syzygy: Option<(usize, u32)>,
    /// What is wrong with files of tables of five men.
    pub faults: Vec<String>,
}
