//! What can be asked about endgame tables, and what is answered, as data.

use crate::chess::Position;
use crate::oracle::tables::{TableMove, TableValue};

/// Every move of a position with what tables say of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TableMovesReply {
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
