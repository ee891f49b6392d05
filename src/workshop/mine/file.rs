//! The suite that problems are added to.

use std::path::Path;

use super::options::MinePlan;
use super::problem::{Problem, ProblemClass, ProblemKind};
use crate::chess::Position;
use crate::store::file;
use crate::workshop::suite::{LeftOut, read_records};
use crate::workshop::tool::{ToolError, ToolResult};

/// Larger files are no suites.
const LARGEST: u64 = 1 << 30;

/// Returns the text that problems are added to, and its positions. What follows `header` was found by the same command,
/// which was stopped: its journal has it. Counts records that cannot be read.
pub(super) fn old(
    path: &Path,
    header: &str,
    left_out: &mut LeftOut,
) -> ToolResult<(String, Vec<Position>)> {
    let fault = |error: String| ToolError::content(path, error);
    if !path.exists() {
        return Ok((String::new(), Vec::new()));
    }
    let bytes = file::read(path, LARGEST)?;
    let mut text = String::from_utf8(bytes).map_err(|error| fault(error.to_string()))?;
    if let Some(begun) = text.find(header) {
        // Without the blank line between two commands' problems.
        text.truncate(begun.saturating_sub(1));
    }
    let read = read_records(text.as_bytes(), |_, epd| Ok(Some(epd.position)));
    let (positions, bad) = read.map_err(|error| fault(error.to_string()))?;
    left_out.bad.extend(bad.bad);
    Ok((text, positions))
}

/// Whether a file begins as a suite that was made here does, to which others are added.
pub(super) fn is_mined(head: &[u8]) -> bool {
    let second = head.split(|&byte| byte == b'\n').nth(1);
    second.is_some_and(|line| line.starts_with(MADE_HERE.as_bytes()))
}

/// How the second line of every suite begins.
const MADE_HERE: &str = "# Found and checked by Quarterply ";

/// Problems, and what they are added to.
pub(super) struct MinedSuite {
    /// What the file held before.
    pub(super) old: String,
    /// How the rest was made.
    pub(super) header: String,
    pub(super) records: Vec<(ProblemClass, String)>,
}

impl MinedSuite {
    pub(super) fn add(&mut self, problem: &Problem) {
        let place = self.records.partition_point(|(class, _)| *class <= problem.class);
        self.records.insert(place, (problem.class.clone(), problem.record().to_string()));
    }

    /// Returns the text of the file. `unfinished`: a comment on how much was done before a stop.
    pub(super) fn text(&self, unfinished: Option<String>) -> String {
        let mut text = self.old.clone();
        if !text.is_empty() {
            text.push('\n');
        }
        text.push_str(&self.header);
        text.extend(unfinished.map(|how_far| format!("# {how_far}\n")));
        text.push('\n');
        for (_, record) in &self.records {
            text.push_str(record);
            text.push('\n');
        }
        text
    }
}

/// Returns the comments that say how the suite was made and checked.
pub(super) fn header(request: &MinePlan) -> String {
    let [claim, check] = claims(request.options.kind);
    let (version, command) = (env!("CARGO_PKG_VERSION"), request.command());
    format!("# {claim}\n{MADE_HERE}{version}: {command}\n# {check}\n")
}

fn claims(kind: ProblemKind) -> [&'static str; 2] {
    match kind {
        ProblemKind::Mates => [
            "Mates that came up in games: bm is the only first move that mates within dm moves, and there is no quicker mate.",
            "Both were proved, by trying everything or by proof numbers; the proof of each mate was verified by the rules alone.",
        ],
        ProblemKind::Tactics => [
            "Tactics that came up in games: bm wins, and no other move does, as far as three searches see, each with eight times the nodes.",
            "c0 has the scores of the best and the second move in each; where a mate is told, a proof of it was verified by the rules alone.",
        ],
        ProblemKind::Quiet => [
            "Quiet moves that came up in games: bm takes nothing, checks and promotes not, and is clearly better than every other move.",
            "c0 has the scores of the best and the second move in three searches, each with eight times the nodes.",
        ],
        ProblemKind::Hard | ProblemKind::HardEndgames => [
            "Hard problems that came up in games: short searches with the extensions and without any miss bm, and long ones of both agree on it.",
            "c0 has the scores of the best and the second move in the long ones; c1 has what kind of move it is.",
        ],
        ProblemKind::Cages => [
            "Long mates of a king that is driven about a cage of locked men: bm begins a mate within dm moves.",
            "Each was proved; the proof was verified by the rules alone. Shorter mates and other keys may exist.",
        ],
        ProblemKind::Endgames => [
            "Endgames of three and four men: bm is the only move that keeps the result.",
            "c0 has the result by our own tables of distances to mate, and what the other moves lead to.",
        ],
    }
}
