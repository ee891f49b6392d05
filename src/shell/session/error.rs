//! Why a command failed: what was wrong and what would be right.

use std::path::PathBuf;

use super::preferences::PreferenceError;
use crate::chess::game::StepError;
use crate::chess::{Color, Square};
use crate::engine::EngineError;
use crate::engine::OptionError;
use crate::engine::book::BookFileError;
use crate::layout::line::LineError;
use crate::layout::walk::WalkError;
use crate::oracle::tables::LookUpError;
use crate::prove::NoMemory;
use crate::search::table::TableError;
use crate::shell::parse::ParseError;
use crate::shell::parse_uci::UciError;
use crate::shell::reply::Reply;
use crate::store::StoreError;
use crate::tools::tool::ToolError;

#[derive(Debug, thiserror::Error)]
pub enum CommandError {
    #[error(transparent)]
    Parse(#[from] ParseError),
    #[error(transparent)]
    Uci(#[from] UciError),
    #[error("{0}")]
    NoSuchPosition(String),
    #[error("unknown command: {0} (help lists them)")]
    UnknownWord(String),
    #[error("invalid UTF-8 ({0}); type the line again")]
    Garbled(String),
    #[error("lines cannot be edited on this terminal: {0}")]
    NoPrompt(String),
    #[error(transparent)]
    Step(#[from] StepError),
    #[error("no game is being played (`play` begins one)")]
    NoGame,
    #[error("there is nothing to take back")]
    NothingToUndo,
    #[error("nothing to redo")]
    NothingToRedo,
    #[error("`{word}` cannot be an alias: it is a command or looks like a move")]
    NoAlias { word: String },
    #[error("\"{word}\" is not an alias; `alias` lists them")]
    NoSuchAlias { word: String },
    #[error("there is nothing to draw: the command shows nothing of its own")]
    NothingToDraw,
    #[error("there is no {place}; the game ends at move {end}, ply {last}")]
    NoSuchPlace {
        /// The one asked for: `move 200`, `ply 500`.
        place: String,
        end: usize,
        last: usize,
    },
    #[error("the game has one line only; another move than the game's begins a variation")]
    NoVariation,
    #[error("there {} here; `variation` lists them", match count {
        1 => "is 1 continuation".to_owned(),
        count => format!("are {count} continuations"),
    })]
    NoSuchVariation { count: usize },
    #[error("this is the main line; go into a variation first, as with `variation 2`")]
    MainLine,
    #[error(
        "{name} follows from the game, and is not set by hand; `position`, `fen` or `new 960` begin another"
    )]
    DerivedTag { name: String },
    #[error("{color} has no capture on {square}")]
    NoCapture { square: Square, color: Color },
    #[error("no search yet; try `go`")]
    NoAnalysis,
    #[error("the last search was of another position; `pv` still shows its lines")]
    OtherPosition,
    #[error("the line ends here; `go` looks further")]
    LineEnds,
    #[error("{color} would have no legal move here, so there is nothing it threatens")]
    NoThreat {
        /// The side that would move.
        color: Color,
    },
    #[error("there is no position: the last one was refused; give another, or `new`")]
    NoPosition,
    #[error("the system gives no thread to work on: {0}")]
    NoThread(String),
    #[error("stopped; the work it was waiting for is abandoned")]
    Abandoned,
    #[error("no last session is kept; `restore FILE` goes on from a file that `save` has written")]
    NoLastSitting,
    #[error(
        "internal error: {0}; please report it. Running work was stopped; the session continues"
    )]
    BrokeOff(String),
    #[error("nothing is under way; `go &` and `analyze` search while you type")]
    NothingRuns,
    #[error("{color} has no legal move here: {standing}")]
    NoMove { color: Color, standing: &'static str },
    #[error("no legal move is left to search: `except` names them all")]
    AllExcepted,
    #[error("the search broke off: {0}")]
    Crashed(String),
    #[error("the proof broke off: {0}")]
    ProofCrashed(String),
    #[error("there is no proof yet; try `proof`, or `proof load FILE`")]
    NoProof,
    #[error("no mate is proved, so there is nothing to show; `proof resume` goes on looking")]
    NothingProved,
    #[error("{color} has no mating material")]
    BareKing { color: Color },
    #[error("neither side has enough left to mate with")]
    NobodyCanMate,
    #[error(
        "a key is a move of the side to move, and here {color} is to mate: use `proof` without `all`"
    )]
    KeysOfOther { color: Color },
    #[error("a mate in how many moves? Say it, as in `tries 2`, or prove it first")]
    HowManyMoves,
    #[error(
        "it ended before everything about a mate in {moves} was known; give it more time or nodes, as in `tries {moves} 5m`"
    )]
    Unfinished { moves: u16 },
    #[error(transparent)]
    Line(#[from] LineError),
    #[error(transparent)]
    Walk(#[from] WalkError),
    #[error(transparent)]
    NoMemory(#[from] NoMemory),
    #[error("the proof does not hold: {0}")]
    Flawed(String),
    #[error(transparent)]
    Table(#[from] TableError),
    #[error(transparent)]
    Engine(#[from] EngineError),
    #[error("the command ended with an internal error; please report the message above")]
    Panicked,
    #[error("stopped")]
    Stopped,
    #[error(transparent)]
    Option(#[from] OptionError),
    #[error(transparent)]
    Preference(#[from] PreferenceError),
    #[error("there is no setting \"{name}\"{}", match nearest {
        Some(nearest) => format!("; did you mean `{nearest}`?"),
        None => "; `get` lists them all".to_owned(),
    })]
    NoSetting {
        name: String,
        /// One that is written much alike.
        nearest: Option<String>,
    },
    #[error("`set {name}` needs a value ({range}); now {value}")]
    NoValue { name: String, value: String, range: String },
    #[error(transparent)]
    Store(#[from] StoreError),
    /// What is no option, no file of the store and no answer: the content of a file, the memory, an argument.
    #[error(transparent)]
    Tool(ToolError),
    #[error("{0} exists and is not from this session: `pgn {0}` adds the game to those in it, `save {0} --force` replaces it", path.display())]
    WouldReplaceGames { path: PathBuf },
    #[error(
        "standard input gives commands here; records go there when the command is on the command line, as in `quarterply label - < FILE`"
    )]
    InputTaken,
    #[error("line too long ({bytes} bytes), skipped")]
    LongLine { bytes: usize },
    #[error("{} has {records} {}, so there is no number {record}", path.display(), match records {
        1 => "record",
        _ => "records",
    })]
    NoRecord { path: PathBuf, record: usize, records: usize },
    #[error("no games were listed yet: `games FILE` lists them, `load FILE N` takes one at once")]
    NothingListed,
    #[error("no file is being viewed: `view FILE` begins with its first position")]
    NothingViewed,
    #[error("no endgame table has this position: {}", match (castling, men, syzygy) {
        (true, _, _) => "tables do not cover positions with castling rights".to_owned(),
        (false, men, 0) => format!("it has {men} men; the built-in tables have up to 4, and `set SyzygyPath FOLDER` adds others"),
        (false, men, most) => format!("it has {men} men; those of SyzygyPath have up to {most}"),
    })]
    NoTable {
        men: u32,
        /// The most men of Syzygy tables; 0 if there are none.
        syzygy: u32,
        castling: bool,
    },
    #[error(
        "the Syzygy table of this position, or of one that a capture or promotion leads to, is missing; `tb` needs all of them"
    )]
    MissingTable,
    #[error(transparent)]
    Tables(#[from] LookUpError),
    #[error(transparent)]
    Book(#[from] BookFileError),
    #[error("{san} is not in the book here; `book add {san}` puts it there")]
    NotInBook { san: String },
    #[error(
        "{san} is in the book here already, with weight {weight}; `book weight {san} N` changes that"
    )]
    InBook { san: String, weight: u16 },
    #[error("nothing about {san} was changed here; `book` lists what the books have")]
    NoBookChange { san: String },
    #[error("{found} cannot be compared with {wanted}")]
    NoComparison {
        found: String,
        /// What it should be compared with, or why that is nothing.
        wanted: String,
    },
    #[error("{message}")]
    Failed { message: String, reply: Option<Box<Reply>> },
    #[error("{message}")]
    BadRecords { message: String, reply: Box<Reply> },
}

impl CommandError {
    pub fn refuses_position(&self) -> bool {
        match self {
            CommandError::Uci(_) | CommandError::NoSuchPosition(_) => true,
            CommandError::Parse(error) => error.refuses_position(),
            _ => false,
        }
    }

    pub fn is_internal(&self) -> bool {
        matches!(
            self,
            CommandError::Crashed(_)
                | CommandError::ProofCrashed(_)
                | CommandError::BrokeOff(_)
                | CommandError::Panicked
        )
    }

    pub fn reply(&self) -> Option<&Reply> {
        match self {
            CommandError::Failed { reply, .. } => reply.as_deref(),
            CommandError::BadRecords { reply, .. } => Some(reply),
            _ => None,
        }
    }

    /// Whether it is a check that failed rather than a command that could not be done.
    pub fn is_failed_check(&self) -> bool {
        matches!(self, CommandError::Failed { .. })
    }
}
