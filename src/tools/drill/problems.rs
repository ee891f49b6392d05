//! The problems of a file: EPD, Lichess's CSV, or the mistakes of annotated games.

use std::path::Path;

use super::mistakes;
use crate::chess::Color;
use crate::ink::number::counted;
use crate::store::text;
use crate::tools::puzzle::{self, Puzzle};
use crate::tools::tool::{ToolError, ToolResult};

#[derive(Debug)]
pub struct DrillProblems {
    pub problems: Vec<Puzzle>,
    pub notes: Vec<String>,
}

impl DrillProblems {
    /// Reads a file with at least one problem. With a side only its problems: those where it is to move.
    pub fn read(path: &Path, side: Option<Color>) -> ToolResult<DrillProblems> {
        let (problems, notes) = match text::extension(path).as_str() {
            "pgn" => mistakes::read(path)?,
            _ => {
                let (problems, left_out) = puzzle::read(path)?;
                (problems, left_out.bad_records().into_iter().collect())
            }
        };
        let mut read = DrillProblems { problems, notes };
        let all = read.problems.len();
        read.problems.retain(|puzzle| puzzle.item.goal.mate.is_none_or(|moves| moves > 0));
        let mated = all - read.problems.len();
        if mated > 0 {
            let problems = counted(mated, "problem");
            read.notes.push(format!("{problems} left out: the side to move is mated there"));
        }
        if let Some(side) = side {
            read.problems.retain(|puzzle| puzzle.item.position.turn() == side);
        }
        if read.problems.is_empty() {
            let whose = side.map_or(String::new(), |side| format!(" for {side}"));
            return Err(ToolError::content(path, format!("it holds no problem{whose}")));
        }
        Ok(read)
    }
}
