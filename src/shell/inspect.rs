//! Looking into the machine: what is asked and answered about the position as the program keeps it.

use crate::chess::{BySquare, Move, Position};
use crate::engine::questions::OrderedMove;
use crate::search::table::Entry;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Inspection {
    /// `show control`: how often each side attacks each square.
    Control,
    /// `show bits`: the sets that the position is made of.
    Bitboards,
    /// `moves --order`: as they are generated, as a search tries them.
    Order,
    /// `tt`: what the transposition table knows here and after each move.
    Table,
    /// `check`: everything that is kept up to date, worked out anew and compared.
    Check,
}

#[derive(Clone, Debug)]
pub enum InspectionReply {
    Control(Box<ControlReply>),
    Bitboards(Position),
    Order(OrderReply),
    Table(TableReply),
    Check(CheckReply),
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ControlReply {
    pub position: Position,
    pub flipped: bool,
    /// Pieces of White and of Black that attack each square, pins and whose turn it is left out of account.
    pub attackers: BySquare<[u32; 2]>,
}

/// `moves --order`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OrderReply {
    pub position: Position,
    pub generated: Vec<Move>,
    /// As the move picker hands them out under the profile in force. The histories are those of a search that has not begun.
    pub searched: Vec<OrderedMove>,
    pub profile: &'static str,
}

/// `tt`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TableReply {
    pub position: Position,
    pub here: Option<Entry>,
    /// What is known of those after each legal move, where something is; the best for the side to move first.
    pub after: Vec<(Move, Entry)>,
    /// Legal moves after which nothing is known.
    pub unknown: usize,
    /// Share of the table that the last search filled, in thousandths.
    pub hashfull: u32,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CheckReply {
    /// What was compared, how often, and the first difference that was found.
    pub rows: Vec<CheckRow>,
    pub positions: u64,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CheckRow {
    pub what: &'static str,
    pub compared: u64,
    /// Where the first difference is, as a FEN and what differs.
    pub fault: Option<String>,
}
