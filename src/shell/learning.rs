//! What is asked and answered about networks: which one evaluates, positions to learn from, learning.

use std::path::PathBuf;
use std::time::Duration;

use crate::control::Limits;
use crate::engine::dataset::{DatasetOptions, DatasetStatistics};
use crate::engine::train::{Rounding, TrainOptions};
use crate::store::{NetworkOrigin, SavedNetwork};

/// Something to do with networks.
#[derive(Clone, PartialEq, Debug)]
pub enum Learning {
    /// `load FILE.qpn`: evaluate by the network in this file from here on.
    Load(PathBuf),
    /// `network [FILE]`: say what is known of a network, or of the one that is loaded.
    Show(Option<PathBuf>),
    /// `data`: make positions to learn from.
    Data(Box<DataRequest>),
    /// `relabel`: search positions anew.
    Relabel(Box<RelabelRequest>),
    /// `train`: learn.
    Train(Box<TrainRequest>),
}

/// `data`: positions to be made from games.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DataRequest {
    /// Files of games or of positions.
    pub from: Vec<PathBuf>,
    /// The file of positions to be made; Expositor's form if its name ends in `.quick`.
    pub to: PathBuf,
    /// Which are taken.
    pub options: DatasetOptions,
    /// Replace whatever is there.
    pub force: bool,
}

/// `relabel`: positions to be searched anew.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RelabelRequest {
    /// A file of positions.
    pub from: PathBuf,
    /// The file of positions to be made.
    pub to: PathBuf,
    /// The limits of each search.
    pub limits: Limits,
    /// How many positions to take from the tree of each search; 0 for the positions themselves.
    pub tree: usize,
    /// Centipawns from which on a position is decided and left out.
    pub most: i32,
    /// Other seeds take others from a tree.
    pub seed: u64,
    /// Searches at a time.
    pub jobs: usize,
    /// Replace whatever is there.
    pub force: bool,
}

/// `train`: a network to be made.
#[derive(Clone, PartialEq, Debug)]
pub struct TrainRequest {
    /// A file of positions.
    pub from: PathBuf,
    /// The file of the network.
    pub to: PathBuf,
    /// How; threads are those of the option.
    pub options: TrainOptions,
    /// Which generation it will be.
    pub generation: u32,
    /// Go on where it was broken off.
    pub resume: bool,
    /// As it was typed, for the network's header.
    pub line: String,
}

/// What came of it.
#[derive(Clone, Debug)]
pub enum LearningReply {
    /// A network: which, from where, and whether it evaluates now.
    Network(Box<NetworkReply>),
    /// Positions.
    Data(Box<DataReply>),
    /// Positions searched anew.
    Relabel(Box<RelabelReply>),
    /// A network learned.
    Train(Box<TrainReply>),
}

/// What is known of a network.
#[derive(Clone, PartialEq, Debug)]
pub struct NetworkReply {
    /// Its file.
    pub path: PathBuf,
    /// The network, with where it comes from.
    pub saved: SavedNetwork,
    /// Whether positions are evaluated by it.
    pub in_use: bool,
}

/// Positions that were made.
#[derive(Clone, PartialEq, Debug)]
pub struct DataReply {
    /// The file.
    pub path: PathBuf,
    /// What is known of them.
    pub statistics: DatasetStatistics,
    /// Where reading ended early, and why: the games before it were taken.
    pub cut: Vec<String>,
}

/// Positions that were searched anew.
#[derive(Clone, PartialEq, Debug)]
pub struct RelabelReply {
    /// The file.
    pub path: PathBuf,
    /// What is known of what they became.
    pub statistics: DatasetStatistics,
    /// How many were searched, of how many there are.
    pub searched: u64,
    /// How many there are.
    pub positions: u64,
    /// How long it took this time.
    pub elapsed: Duration,
    /// If it was stopped: the journal from which the same command goes on. No file was made then.
    pub kept: Option<PathBuf>,
}

/// What was learned.
#[derive(Clone, PartialEq, Debug)]
pub struct TrainReply {
    /// The file of the network.
    pub path: PathBuf,
    /// What is known of where it comes from.
    pub origin: NetworkOrigin,
    /// Positions learned from, and held out.
    pub positions: (u64, u64),
    /// The error of each epoch: on what was learned from, and on what was held out.
    pub losses: Vec<(f64, f64)>,
    /// What rounding did, and the scale; `None` if it was stopped before the end.
    pub rounding: Option<(Rounding, i32)>,
    /// Positions a second.
    pub speed: f64,
    /// How long it took this time.
    pub elapsed: Duration,
    /// The picture of the errors.
    pub chart: PathBuf,
}
