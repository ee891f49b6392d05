//! What the lab can be asked, and what it answers, as data.
//!
//! Grammar is `parse/lab.rs`, doing it is `session/lab.rs`, how answers look is `render/`'s to say.

use std::path::PathBuf;
use std::time::Duration;

use crate::chess::Position;
use crate::workshop::lab::{LabSetup, Opinion, SetupTally};
use crate::workshop::suite::LeftOut;

/// A suite to be tried under several profiles.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LabRequest {
    /// An EPD file with `bm`, `am` or `dm`.
    pub path: PathBuf,
    pub profiles: Vec<&'static str>,
    /// Each once more without each of its rules.
    pub ablate: bool,
    pub nodes: u64,
    pub jobs: usize,
    /// Where the table of trials goes.
    pub table: PathBuf,
    /// Where the plot goes, if one is wanted.
    pub plot: Option<PathBuf>,
}

impl LabRequest {
    /// What each position is tried under.
    pub fn setups(&self) -> Vec<LabSetup> {
        LabSetup::all(&self.profiles, self.ablate)
    }
}

/// The position on the board, under several profiles.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CompareRequest {
    pub profiles: Vec<&'static str>,
    pub nodes: u64,
}

/// `lab`.
#[derive(Clone, PartialEq, Debug)]
pub struct LabReply {
    pub path: PathBuf,
    pub positions: usize,
    pub nodes: u64,
    /// Each setup, and what its trials add up to.
    pub setups: Vec<(LabSetup, SetupTally)>,
    /// Where the table of trials is.
    pub table: PathBuf,
    /// Trials that the table held before.
    pub resumed: usize,
    /// Where the plot goes, if one is wanted.
    pub plot: Option<PathBuf>,
    /// It was stopped before the end.
    pub stopped: bool,
    pub elapsed: Duration,
    /// Records of the file that cannot be tried.
    pub left_out: LeftOut,
}

/// `compare`.
#[derive(Clone, Debug)]
pub struct CompareReply {
    pub position: Position,
    pub nodes: u64,
    /// What each profile says; fewer than were asked if it was stopped.
    pub opinions: Vec<Opinion>,
}
