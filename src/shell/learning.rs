//! What is asked and answered about networks: which one evaluates, positions to learn from, learning.

use std::path::PathBuf;
use std::time::Duration;

use crate::shell::selfplay::OpeningChoice;
use crate::store::learned_weights::WeightLesson;
use crate::store::records::GameRecord;
use crate::store::{NetworkOrigin, SavedNetwork};
use crate::workshop::learn::td_leaf::{TdLeafOptions, TdLeafStep};
use crate::workshop::train::{Rounding, TrainOptions};

/// Something to do with networks.
#[derive(Clone, PartialEq, Debug)]
pub enum Learning {
    /// `load FILE.qpn`: evaluate by the network in this file from here on.
    Load(PathBuf),
    /// `network [FILE]`: say what is known of a network, or of the one that is loaded.
    Show(Option<PathBuf>),
    /// `data`: make positions to learn from.
    /// `learn`: learn weights of the classical evaluation from games.
    Weights(WeightsUse),
    Train(Box<TrainRequest>),
}

/// Something to do with learned weights.
#[derive(Clone, PartialEq, Debug)]
pub enum WeightsUse {
    Learn(Box<LearnRequest>),
    /// `learn show [FILE]`: say what was learned.
    Show(Option<PathBuf>),
    /// `learn undo [FILE]`: take the last lesson back.
    Undo(Option<PathBuf>),
}

/// `learn`: weights to be learned from games, by TD-leaf.
#[derive(Clone, PartialEq, Debug)]
pub struct LearnRequest {
    pub games: LearnGames,
    /// The file of the weights; that of the option `WeightsFile` if none is named.
    pub to: Option<PathBuf>,
    /// How; jobs are games at a time.
    pub how: TdLeafOptions,
    /// Where games that are played begin.
    pub openings: OpeningChoice,
    /// Other seeds give other games.
    pub seed: u64,
}

/// Games to learn from.
#[derive(Clone, PartialEq, Debug)]
pub enum LearnGames {
    /// So many, played for this.
    Played(u32),
    /// Those of these files: records of self-play, or PGN.
    Of(Vec<PathBuf>),
    /// One that was played at the prompt.
    This(Box<GameRecord>),
}

/// `train`: a network to be made.
#[derive(Clone, PartialEq, Debug)]
pub struct TrainRequest {
    pub from: PathBuf,
    /// The file of the network.
    pub to: PathBuf,
    /// The network that is learned on from.
    pub begin: Option<PathBuf>,
    /// How; threads are those of the option.
    pub options: TrainOptions,
    /// Which generation it will be.
    pub generation: u32,
    /// As it was typed, for the network's header.
    pub line: String,
}

/// What came of it.
#[derive(Clone, Debug)]
pub enum LearningReply {
    /// A network: which, from where, and whether it evaluates now.
    Network(Box<NetworkReply>),
    /// Weights learned, taken back or looked at.
    Weights(Box<WeightsReply>),
    Train(Box<TrainReply>),
}

/// What is known of a network.
#[derive(Clone, PartialEq, Debug)]
pub struct NetworkReply {
    pub path: Option<PathBuf>,
    /// The network, with where it comes from.
    pub saved: SavedNetwork,
    /// Whether positions are evaluated by it.
    pub in_use: bool,
}

/// Learned weights, and what was done with them.
#[derive(Clone, PartialEq, Debug)]
pub struct WeightsReply {
    pub path: PathBuf,
    pub done: WeightsDone,
    /// What was learned so far, the earliest first.
    pub lessons: Vec<WeightLesson>,
    /// The weights that are farthest from the tuned ones, the farthest first.
    pub moved: Vec<MovedWeight>,
    /// Whether positions are evaluated by them.
    pub in_use: bool,
}

/// What was done with learned weights.
#[derive(Clone, PartialEq, Debug)]
pub enum WeightsDone {
    Shown,
    /// A lesson was taken back.
    Undone(WeightLesson),
    Learned {
        /// How many games, how many positions of them, and the mean squared error there.
        step: TdLeafStep,
        /// How many games there were to learn from, if that is known.
        games: u32,
        /// Games that teach nothing: without a result, or unreadable.
        passed_over: u32,
        elapsed: Duration,
    },
}

/// How far a weight has moved.
#[derive(Clone, PartialEq, Debug)]
pub struct MovedWeight {
    /// Its group, as the tuner and `weights.rs` call it, and its number there, from 0.
    pub group: (&'static str, usize),
    /// As it was tuned: middle game and endgame, centipawns.
    pub tuned: [f64; 2],
    pub now: [f64; 2],
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
    pub speed: f64,
    /// How long it took this time.
    pub elapsed: Duration,
    /// The picture of the errors.
    pub chart: PathBuf,
}
