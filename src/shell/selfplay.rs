//! What `selfplay` is asked for, what it tells on the way, and its answer.

use std::path::PathBuf;
use std::time::Duration;

use crate::control::{Limits, SideClock};
use crate::workshop::selfplay::{Adjudication, MatchResult, Sprt, Standing};

/// What is to be done with games of the program against itself.
#[derive(Clone, PartialEq, Debug)]
pub enum SelfPlayUse {
    Games(SelfPlayRequest),
    /// Parameters are tuned by them.
    Spsa(SpsaRequest),
}

/// Games to be played.
#[derive(Clone, PartialEq, Debug)]
pub struct SelfPlayRequest {
    /// What each side is set to, on top of what is set now, as names and values; if neither is named, one side plays alone.
    pub sides: [Option<Vec<(String, String)>>; 2],
    /// How many games; as many as are usual if it is not said.
    pub games: Option<u32>,
    /// The limits of each move.
    pub limits: Limits,
    /// The clock of each side.
    pub clock: Option<SideClock>,
    pub openings: OpeningChoice,
    /// Other seeds give other openings.
    pub seed: u64,
    /// When games are given up.
    pub adjudication: Adjudication,
    /// When the match is decided.
    pub sprt: Option<Sprt>,
    pub jobs: usize,
    /// The file of records to write, or to go on with.
    pub to: Option<PathBuf>,
    /// The file of games to write at the end.
    pub pgn: Option<PathBuf>,
}

/// Where games begin.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum OpeningChoice {
    Book,
    /// In the positions of an EPD file.
    File(PathBuf),
    /// After moves played at random.
    Random {
        least: u32,
        most: u32,
        /// No side may be more centipawns ahead.
        balance: i32,
    },
}

/// A game was played.
#[derive(Clone, PartialEq, Debug)]
pub struct SelfPlayNews {
    pub standing: Standing,
    /// The test that decides the match.
    pub sprt: Option<Sprt>,
    /// Worth a line of its own, also where there is no bar that shows it.
    pub is_milestone: bool,
}

/// The answer.
#[derive(Clone, PartialEq, Debug)]
pub struct SelfPlayReply {
    pub played: MatchResult,
    /// The test that was asked for.
    pub sprt: Option<Sprt>,
    /// Games that the file of records held before.
    pub known: u32,
    pub elapsed: Duration,
    /// The file of records and its size in bytes.
    pub records: Option<(PathBuf, u64)>,
    pub pgn: Option<PathBuf>,
}

/// Parameters of the search to be tuned by games.
#[derive(Clone, PartialEq, Debug)]
pub struct SpsaRequest {
    pub numbers: Vec<SpsaRange>,
    /// How far a number goes for a trial that was won, at the end, as a share of its step.
    pub rate: f64,
    /// Where it is kept, and gone on from.
    pub to: PathBuf,
    /// How the games are played; their number is that of the pairs, and the sides do not count.
    pub games: SelfPlayRequest,
}

/// A parameter to be tuned.
#[derive(Clone, PartialEq, Debug)]
pub struct SpsaRange {
    pub name: String,
    /// The least that it may be.
    pub low: i64,
    pub high: i64,
    /// How far it is pushed at the end.
    pub step: f64,
}

/// What a tuning by games came to.
#[derive(Clone, PartialEq, Debug)]
pub struct SpsaReply {
    pub rows: Vec<SpsaRow>,
    pub trials: u32,
    pub of: u32,
    /// It was stopped before the end.
    pub stopped: bool,
    pub path: PathBuf,
    pub elapsed: Duration,
}

/// A tuned parameter.
#[derive(Clone, PartialEq, Debug)]
pub struct SpsaRow {
    pub name: String,
    pub before: i64,
    /// What it is now, not yet rounded.
    pub value: f64,
}
