//! The answer to a line of standard input.

use crate::chess::{Move, Position};
use crate::tools::annotate::AnnotatedItem;
use crate::tools::suite::{SuiteItem, SuiteRow};
use crate::units::{Bound, Score};

#[derive(Clone, Debug)]
pub struct StreamAnswer {
    pub line: usize,
    pub outcome: Result<StreamOutcome, String>,
}

#[derive(Clone, Debug)]
pub enum StreamOutcome {
    /// An empty line, or a comment.
    Skipped,
    Solved(Box<(SuiteItem, SuiteRow)>),
    Labelled(Box<PositionLabel>),
    Annotated(Box<StreamGame>),
}

#[derive(Clone, Debug)]
pub struct StreamGame {
    pub item: AnnotatedItem,
    /// Warnings about the line, each with its place.
    pub doubts: Vec<String>,
}

impl StreamAnswer {
    pub fn is_bad(&self) -> bool {
        match &self.outcome {
            Ok(StreamOutcome::Annotated(annotated)) => !annotated.doubts.is_empty(),
            Ok(_) => false,
            Err(_) => true,
        }
    }
}

/// The result of a search.
#[derive(Clone, Debug)]
pub struct PositionLabel {
    pub position: Position,
    /// The `id` of the record; empty without one.
    pub id: String,
    /// The move; `None` where the game is over.
    pub best: Option<Move>,
    /// Its score, view of the side to move.
    pub score: Score,
    pub bound: Bound,
    /// Iterations completed; 0 where the game is over.
    pub depth: u32,
    pub nodes: u64,
    /// Castling in coordinates is king takes rook.
    pub chess960: bool,
}
