//! What can be asked of suites of positions, and what is answered, as data.
//!
//! Grammar is `parse/suites.rs`, doing it is `session/`, how answers look is `render/`'s to say.

use std::path::PathBuf;
use std::time::Duration;

use crate::workshop::mine::{MineOptions, MineTotals, ProblemKind};
use crate::workshop::solve::{Effort, SolveTotals};
use crate::workshop::stream::StreamWork;
use crate::workshop::suite::{LeftOut, SuiteTotals, Without};

/// A file of positions to be solved.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Solve {
    /// An EPD file with `bm`, `am` or `dm`.
    pub path: PathBuf,
    /// What each position is given.
    pub effort: Effort,
    /// Mebibytes of each table; the option `Hash` if there is none.
    pub memory: Option<usize>,
    /// How many positions are tried at a time.
    pub jobs: usize,
    /// Where the records of those missed go, if not beside the file.
    pub misses: Option<PathBuf>,
    /// Only those are tried that this file of misses holds.
    pub from: Option<PathBuf>,
    /// Where the proofs of mates go.
    pub proofs: Option<PathBuf>,
}

/// A suite to be made.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mine {
    /// A file of games, PGN or records of self-play; they are played if there is none, or endgames placed.
    pub games: Option<PathBuf>,
    /// How many games to play, or how often to place an endgame.
    pub count: u32,
    /// The EPD file that the problems go to; what it holds already is kept.
    pub to: PathBuf,
    /// What is looked for, and how hard.
    pub options: MineOptions,
}

/// Records on standard input to be answered, a line each.
#[derive(Clone, PartialEq, Debug)]
pub struct StreamRequest {
    /// What is done with each.
    pub work: StreamWork,
    /// Nodes for each, of a game for each of its positions.
    pub nodes: u64,
    /// Mebibytes of the table; the option `Hash` if there is none.
    pub memory: Option<usize>,
}

/// What came of the records on standard input.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct StreamTotals {
    /// Lines answered, bad ones and comments included.
    pub lines: usize,
    /// Lines that could not be read, or not all of them.
    pub bad: usize,
}

/// `suite`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SuiteReply {
    pub path: PathBuf,
    /// The result of each run, with what was switched off in it; one run unless an ablation was asked for.
    pub runs: Vec<(Without, SuiteTotals)>,
    /// Records of the file that were not tried.
    pub left_out: LeftOut,
}

/// `solve`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SolveReply {
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
    /// Which problems were looked for.
    pub kind: ProblemKind,
    /// Whether endgames were placed instead of games looked through.
    pub placed: bool,
    /// Records that it held before.
    pub known: usize,
    pub totals: MineTotals,
    pub elapsed: Duration,
}
