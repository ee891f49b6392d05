//! What came of suites: searched, solved, made from games.

use std::path::PathBuf;
use std::time::Duration;

use crate::engine::mine::MineTotals;
use crate::engine::solve::SolveTotals;
use crate::engine::suite::{LeftOut, SuiteTotals, Without};

/// `suite`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SuiteReply {
    /// The file.
    pub path: PathBuf,
    /// The result of each run, with what was switched off in it; one run unless an ablation was asked for.
    pub runs: Vec<(Without, SuiteTotals)>,
    /// Records of the file that were not tried.
    pub left_out: LeftOut,
}

/// `solve`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SolveReply {
    /// The file.
    pub path: PathBuf,
    /// How many positions it has. Fewer were tried if it was stopped, or went on from a file of misses.
    pub size: usize,
    /// What came of those that were tried.
    pub totals: SolveTotals,
    /// The file of misses that was written, if there was need of one.
    pub misses: Option<Misses>,
    /// The folder of proofs, and how many were saved there.
    pub proofs: Option<(PathBuf, usize)>,
    /// Records of the file that cannot be tried.
    pub left_out: LeftOut,
}

/// A file of misses.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Misses {
    /// The file.
    pub path: PathBuf,
    /// Positions in it that were tried in vain.
    pub missed: usize,
    /// Positions in it that were not tried.
    pub untried: usize,
}

/// `mine`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MineReply {
    /// The file that was made, or added to.
    pub path: PathBuf,
    /// Records that it held before.
    pub known: usize,
    /// What was found.
    pub totals: MineTotals,
    /// How long it took.
    pub elapsed: Duration,
}
