//! What can be asked about mates, and what is answered, as data.
//!
//! Grammar is `parse/mates.rs`, doing it is `session/mates/`, how answers look is `render/`'s to say. The proof that the
//! commands speak of is the last one found or loaded; it has a position of its own, which need not be the board's.

use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::chess::{Color, Move, Position};
use crate::layout::exhibit::Exhibit;
use crate::proof::{Rules, Stipulation};
use crate::prove::exact::{SetLine, Try};
use crate::prove::solvers::{Keys, Solution};
use crate::prove::task::{Outcome, ProofTask, Restriction};

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ProofUse {
    Find(ProofRequest),
    /// Go on with what was asked last.
    Resume(ProofLimits),
    /// What would follow each move of the other side, were it its turn.
    SetPlay {
        /// Moves to mate; `None` for as many as the last proof of this position has.
        moves: Option<u16>,
        limits: ProofLimits,
    },
    /// Solve a problem with a stipulation.
    Problem(ProblemRequest),
    Show,
    /// The last proof as a tree, opened so deep; `None` for as deep as is fit to read.
    Tree(Option<usize>),
    /// Walk down the last proof by these moves of the defender, as they were typed: they are read where they are played.
    Line(Vec<String>),
    /// Play so many plies of the last proof on the board, from where the board stands in it.
    Play(usize),
    /// Check the last proof once more.
    Verify,
    /// Write the last proof into a file.
    Save(PathBuf),
    /// Read a proof from a file, and check it.
    Load(PathBuf),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ProofRequest {
    pub wanted: Wanted,
    /// Who is to mate; `None` for whoever it is.
    pub attacker: Option<Color>,
    pub restriction: Restriction,
    /// Which draws count; `None` for what the setting `rules` says.
    pub rules: Option<Rules>,
    pub limits: ProofLimits,
}

/// `proof STIPULATION`: solve the position on the board as a problem.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ProblemRequest {
    pub stipulation: Stipulation,
    pub set_play: bool,
    /// Maximum number of replies that may refute a try; `None` for no tries.
    pub refutations: Option<usize>,
    /// Whether to show the board above the solution.
    pub diagram: bool,
    pub limits: ProofLimits,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Wanted {
    /// Any; then shorter ones.
    #[default]
    Any,
    Within(u16),
    /// The shortest, asked for from one move upward.
    Shortest,
    /// Every first move that mates within so many moves; `None` for as many as the shortest mate has.
    All(Option<u16>),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ProofLimits {
    pub time: Option<Duration>,
    pub nodes: Option<u64>,
    /// MiB for the prover's table; `None` for what the setting `Hash` says.
    pub mebibytes: Option<usize>,
    pub endless: bool,
}

impl ProofLimits {
    /// Whether something is said about when to end.
    pub fn is_ended(&self) -> bool {
        self.time.is_some() || self.nodes.is_some() || self.endless
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TriesRequest {
    /// Moves to mate; `None` for as many as the last proof of this position has.
    pub moves: Option<u16>,
    /// Maximum number of replies that may refute a try.
    pub refutations: usize,
    pub limits: ProofLimits,
}

/// `proof`: what is known.
#[derive(Clone, Debug)]
pub struct VerdictReply {
    pub task: ProofTask,
    pub outcome: Outcome,
    /// Every first move that mates, if that was asked.
    pub keys: Option<Keys>,
    pub elapsed: Duration,
    /// It ended because the time was up.
    pub timed_out: bool,
    /// It came out of a file.
    pub loaded: Option<Loaded>,
}

/// `proof` with a stipulation: the solution.
#[derive(Clone, Debug)]
pub struct ProblemReply {
    pub solution: Solution,
    /// Whether to show the board above it.
    pub diagram: bool,
    pub elapsed: Duration,
    /// It ended because the time was up.
    pub timed_out: bool,
}

/// Where a proof came from that was not asked for here.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Loaded {
    pub path: PathBuf,
    /// The file says that there is no shorter mate, which was not checked.
    pub shortest: bool,
}

/// `proof save`, `proof export`: written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ProofSavedReply {
    pub path: PathBuf,
    pub mate: u16,
    /// Positions with the attacker to move.
    pub positions: usize,
    /// Whether the file has a certificate that there is no shorter mate.
    pub certified: bool,
}

/// `proof verify`: what was checked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct VerifiedReply {
    /// Moves to mate along the longest line.
    pub mate: u16,
    /// Positions with the attacker to move.
    pub positions: usize,
    /// Replies of the defender that are answered.
    pub replies: u64,
    pub mates: usize,
    /// Which draws were looked for.
    pub rules: Rules,
    /// Positions of a checked refutation of any shorter mate; `None` if there is none.
    pub refutations: Option<usize>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TriesReply {
    pub root: Position,
    pub moves: u16,
    /// Each with what refutes it.
    pub tries: Vec<Try>,
    /// The mates in one that each threatens; none if it gives check, or needs longer.
    pub threats: Vec<Vec<Move>>,
    pub elapsed: Duration,
}

/// `proof set`: the set play.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SetPlayReply {
    pub root: Position,
    pub moves: u16,
    /// Every move of the defender with what mates after it.
    pub lines: Vec<SetLine>,
    pub elapsed: Duration,
}

/// What was asked of a problem beside its solution.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Aside {
    pub tries: Option<TriesReply>,
    pub set_play: Option<SetPlayReply>,
}

impl Aside {
    /// What of it belongs to this position.
    #[must_use]
    pub fn of(&self, root: &Position) -> Aside {
        Aside {
            tries: self.tries.clone().filter(|tries| tries.root == *root),
            set_play: self.set_play.clone().filter(|set_play| set_play.root == *root),
        }
    }
}

/// A form that a proof is exported in, known by the ending of a file's name. The interchange form, `.jsonl`, is not among
/// them: it is what saving writes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ProofFormat {
    /// A game with nested variations.
    Pgn,
    Json,
    /// A page to walk about in.
    Html,
}

impl ProofFormat {
    pub const ALL: [(&str, ProofFormat); 3] =
        [("pgn", ProofFormat::Pgn), ("json", ProofFormat::Json), ("html", ProofFormat::Html)];

    /// The format that a file's name asks for.
    pub fn of(path: &Path) -> Option<ProofFormat> {
        let ending = path.extension()?.to_str()?.to_ascii_lowercase();
        ProofFormat::ALL.iter().find(|(name, _)| *name == ending).map(|&(_, format)| format)
    }
}

/// `proof export`: what to write, and where.
#[derive(Clone, Debug)]
pub struct ProofExport {
    pub path: PathBuf,
    pub format: ProofFormat,
    /// The proof with all that is shown of it.
    pub exhibit: Exhibit,
    pub aside: Aside,
}
