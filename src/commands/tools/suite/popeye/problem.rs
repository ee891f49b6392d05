//! A problem of Popeye's input, and the items of a suite that it and its twins are.

use super::super::run::{Posed, SuiteGoal, SuiteItem};
use super::board::{Board, Rights};
use crate::chess::Color;
use crate::chess::epd::{Epd, Operation};
use crate::proof::stipulation::{Genre, Intended, parse_with_intended};

/// A problem being parsed.
#[derive(Clone, Default)]
pub(super) struct PopeyeProblem {
    pub(super) line: usize,
    pub(super) title: String,
    pub(super) board: Board,
    pub(super) stipulation: String,
    pub(super) options: PopeyeOptions,
    /// Why it cannot be solved, with the line number of the cause.
    pub(super) fault: Option<(usize, String)>,
    /// Boards and stipulations of the twins.
    pub(super) twins: Vec<PopeyeProblem>,
    /// Whether the position is only the base of the twins, not a problem.
    pub(super) is_zero: bool,
}

/// Characters of a title that are kept.
pub(super) const LONGEST_TITLE: usize = 200;

/// Options of a problem and all its twins.
#[derive(Clone, Default)]
pub(super) struct PopeyeOptions {
    pub(super) set_play: bool,
    pub(super) refutations: Option<usize>,
    pub(super) variations: bool,
    pub(super) white_to_play: bool,
    /// Whether the other side is to solve it too, or only the other side.
    pub(super) duplex: bool,
    pub(super) half_duplex: bool,
    pub(super) rights: Rights,
}

/// Returns the name of a twin by its index: `a` to `z`, then `z1`, `z2` and so on.
pub(super) fn twin_name(place: usize) -> String {
    match ('a'..='z').nth(place) {
        Some(letter) => letter.to_string(),
        None => format!("z{}", place - 25),
    }
}

impl PopeyeProblem {
    /// A twin before its changes. Title and options stay with the problem.
    pub(super) fn twin(&self, line: usize) -> PopeyeProblem {
        let (board, stipulation) = (self.board.clone(), self.stipulation.clone());
        PopeyeProblem { line, board, stipulation, ..PopeyeProblem::default() }
    }

    /// Builds the problems for the side that begins, for the other, or for both.
    pub(super) fn items(
        &self,
        id: &str,
        options: &PopeyeOptions,
    ) -> Result<Vec<SuiteItem>, String> {
        if self.stipulation.is_empty() {
            return Err("there is no stipulation".to_owned());
        }
        let (mut stipulation, intended) =
            parse_with_intended(&self.stipulation).map_err(|error| error.to_string())?;
        // Popeye omits Black's first move; otherwise White begins anyway.
        if options.white_to_play && stipulation.genre == Genre::Help && stipulation.plies % 2 == 0 {
            stipulation.plies -= 1;
        }
        let usual = stipulation.first();
        let sides = match (options.duplex, options.half_duplex) {
            (true, true) => {
                return Err("the options Duplex and HalfDuplex exclude each other".to_owned());
            }
            (true, false) => vec![usual, !usual],
            (false, true) => vec![!usual],
            (false, false) => vec![usual],
        };
        let is_named = sides != [usual];
        let pose = |side: Color| {
            let position = options.rights.position(&self.board, side)?;
            stipulation.check_kings(&position).map_err(|error| error.to_string())?;
            let gap = if id.is_empty() { "" } else { ", " };
            let id = if is_named { format!("{id}{gap}{side} begins") } else { id.to_owned() };
            let stip = match intended {
                Some(Intended(intended)) => format!("{stipulation} {intended}"),
                None => stipulation.to_string(),
            };
            let mut operations = vec![Operation::new("stip", [stip])];
            if !id.is_empty() {
                operations.push(Operation::new("id", [id.clone()]));
            }
            let record = Epd { position, operations, warnings: Vec::new() }.to_string();
            let PopeyeOptions { set_play, refutations, variations, .. } = *options;
            let problem =
                Posed { set_play, refutations, variations, ..Posed::of(stipulation, intended) };
            let goal = SuiteGoal { problem: Some(problem), ..SuiteGoal::default() };
            Ok(SuiteItem { line: self.line, number: 0, id, record, position, goal })
        };
        sides.into_iter().map(pose).collect()
    }
}
