//! What `mine` looks for, and how hard.

use std::fmt::Write as _;
use std::path::PathBuf;

use super::problem::ProblemKind;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MineOptions {
    pub kind: ProblemKind,
    /// Other seeds give other games and placements.
    pub seed: u64,
    /// Nodes for each move that is played or looked at; what stands out is searched with eight times as many, and with 64 times.
    pub nodes: u64,
    /// Nodes for proving a mate, and in problems of mate that it is the shortest and its first move the only one.
    pub proof_nodes: u64,
    pub least: u16,
    pub most: u16,
    /// At most so many of each class: length of a mate, nature of a key, number of men, material of an endgame.
    pub each: Option<usize>,
    pub total: Option<usize>,
}

impl MineOptions {
    pub const fn of(kind: ProblemKind) -> MineOptions {
        MineOptions {
            kind,
            seed: 1,
            nodes: kind.nodes(),
            proof_nodes: 1_000_000,
            least: 1,
            most: 8,
            each: None,
            total: None,
        }
    }
}

impl Default for MineOptions {
    fn default() -> MineOptions {
        MineOptions::of(ProblemKind::Mates)
    }
}

/// The arguments of `mine`, with defaults filled in.
#[derive(Debug)]
pub(super) struct MinePlan {
    /// A file of games, PGN or records of self-play; they are played if there is none, or endgames placed.
    pub(super) games: Option<PathBuf>,
    /// How many games to play, or how often to place an endgame.
    pub(super) count: u32,
    pub(super) to: PathBuf,
    pub(super) options: MineOptions,
}

impl MinePlan {
    /// Returns the command that makes the suite, as its header has it.
    pub(super) fn command(&self) -> String {
        let MineOptions { kind, seed, nodes, proof_nodes, least, most, each, total } = self.options;
        let mut command = String::from("mine ");
        if kind != ProblemKind::Mates {
            let _ = write!(command, "{} ", kind.name());
        }
        match &self.games {
            // A name alone: the folder does not matter.
            Some(path) => {
                command.push_str(&path.file_name().unwrap_or(path.as_os_str()).to_string_lossy());
            }
            None => command.push_str(&self.count.to_string()),
        }
        // Writing to a string cannot fail.
        let thousands = |nodes: u64| format!("{}k", nodes as f64 / 1000.0);
        if !kind.is_placed() {
            let _ = write!(command, " {}", thousands(nodes));
        }
        let _ = write!(command, " --seed {seed}");
        if kind.is_mates() {
            let _ = write!(command, " --mates {least}-{most}");
        }
        if kind.is_mates() || kind == ProblemKind::Tactics {
            let _ = write!(command, " --proof {}", thousands(proof_nodes));
        }
        for (name, number) in [("each", each), ("total", total)] {
            if let Some(number) = number {
                let _ = write!(command, " --{name} {number}");
            }
        }
        command
    }
}
