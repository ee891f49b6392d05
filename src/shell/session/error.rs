//! Why a command failed: what was wrong and what would be right.

use std::path::PathBuf;

use super::preferences::PreferenceError;
use crate::chess::game::StepError;
use crate::chess::{Color, Square};
use crate::engine::OptionError;
use crate::engine::bench::BenchError;
use crate::engine::book::BookFileError;
use crate::engine::questions::{ExplainError, ResolveError};
use crate::engine::solve::SolveError;
use crate::engine::table_making::TableMakingError;
use crate::layout::line::LineError;
use crate::layout::walk::WalkError;
use crate::oracle::tables::LookUpError;
use crate::prove::NoMemory;
use crate::search::table::TableError;
use crate::shell::parse::ParseError;
use crate::shell::parse_uci::UciError;
use crate::shell::reply::Reply;
use crate::store::StoreError;

/// Why a command failed.
#[derive(Debug, thiserror::Error)]
pub enum CommandError {
    /// The line is no command.
    #[error(transparent)]
    Parse(#[from] ParseError),
    /// A position that a protocol gives is none.
    #[error(transparent)]
    Uci(#[from] UciError),
    /// A position that a program gives is none: why.
    #[error("{0}")]
    NoSuchPosition(String),
    /// A word of a protocol that nobody knows.
    #[error("unknown command: {0} (help lists them)")]
    UnknownWord(String),
    /// The prompt was given something that is no text.
    #[error("what was typed is no text ({0}); the line begins again")]
    Garbled(String),
    /// The prompt cannot be used.
    #[error("lines cannot be edited on this terminal: {0}")]
    NoPrompt(String),
    /// A step that the rules forbid.
    #[error(transparent)]
    Step(#[from] StepError),
    /// A command about a game against the engine without one.
    #[error("no game is being played (`play` begins one)")]
    NoGame,
    /// There is nothing to take back.
    #[error("there is nothing to take back")]
    NothingToUndo,
    /// There is nothing to make again.
    #[error("there is nothing to make again; redo brings back what undo took")]
    NothingToRedo,
    /// A word that cannot stand for a command.
    #[error("\"{word}\" cannot stand for a command: it is one itself, or looks like a move")]
    NoAlias {
        /// The word.
        word: String,
    },
    /// A word that stands for nothing.
    #[error("\"{word}\" stands for nothing; `alias` lists the words that do")]
    NoSuchAlias {
        /// The word.
        word: String,
    },
    /// What was answered cannot be drawn.
    #[error("there is nothing to draw: the command shows nothing of its own")]
    NothingToDraw,
    /// The game has no such place.
    #[error("there is no {place}; the game ends at move {end}, ply {last}")]
    NoSuchPlace {
        /// The one asked for: `move 200`, `ply 500`.
        place: String,
        /// The number of its last move.
        end: usize,
        /// Its last ply.
        last: usize,
    },
    /// There is nothing to choose from.
    #[error("the game has one line only; another move than the game's begins a variation")]
    NoVariation,
    /// The continuations are fewer.
    #[error("there {} here; `variation` lists them", match count {
        1 => "is 1 continuation".to_owned(),
        count => format!("are {count} continuations"),
    })]
    NoSuchVariation {
        /// How many there are.
        count: usize,
    },
    /// The main line is neither promoted nor deleted.
    #[error("this is the main line; go into a variation first, as with `variation 2`")]
    MainLine,
    /// A header that follows from the game.
    #[error(
        "{name} follows from the game, and is not set by hand; `position`, `fen` or `new 960` begin another"
    )]
    DerivedTag {
        /// Its name.
        name: String,
    },
    /// No exchange can begin.
    #[error("{color} can take nothing on {square}")]
    NoCapture {
        /// Where.
        square: Square,
        /// Who is to move.
        color: Color,
    },
    /// Nothing has been searched yet.
    #[error("there is no search to tell about yet; try `go`")]
    NoAnalysis,
    /// The principal variation does not belong to the board.
    #[error("the last search was of another position; `pv` still shows its lines")]
    OtherPosition,
    /// The line ends where the board is.
    #[error("the line ends here; `go` looks further")]
    LineEnds,
    /// The other side would have nothing to play.
    #[error("{color} would have no legal move here, so there is nothing it threatens")]
    NoThreat {
        /// The side that would move.
        color: Color,
    },
    /// The last position given was refused, so nothing can be said about it.
    #[error("there is no position: the last one was refused; give another, or `new`")]
    NoPosition,
    /// The system gives no thread.
    #[error("the system gives no thread to work on: {0}")]
    NoThread(String),
    /// It did not hear that it was to stop.
    #[error("stopped; what it was waiting for is left behind")]
    Abandoned,
    /// There is no last sitting to go on from.
    #[error("no last sitting is kept; `restore FILE` goes on from a file that `save` has written")]
    NoLastSitting,
    /// The conversation broke off by a mistake of the program: what it said.
    #[error(
        "a mistake of the program: {0}; please report it. Everything under way was stopped, and the sitting goes on"
    )]
    BrokeOff(String),
    /// Nothing is under way.
    #[error("nothing is under way; `go &` and `analyze` search while you type")]
    NothingRuns,
    /// There is no move to search.
    #[error("{color} has no legal move here: {standing}")]
    NoMove {
        /// Who is to move.
        color: Color,
        /// `checkmate` or `stalemate`.
        standing: &'static str,
    },
    /// No move is left to search.
    #[error("no legal move is left to search: `except` names them all")]
    AllExcepted,
    /// The search ended by a mistake of the program.
    #[error("the search broke off: {0}")]
    Crashed(String),
    /// A proof ended by a mistake of the program.
    #[error("the proof broke off: {0}")]
    ProofCrashed(String),
    /// There is no file of learned weights.
    #[error("which weights? name their file with --to FILE.qpw, or set WeightsFile")]
    NoWeightsFile,
    /// Nothing was asked of the prover yet.
    #[error("there is no proof yet; try `proof`, or `proof load FILE`")]
    NoProof,
    /// What was asked of the prover is not proved.
    #[error("no mate is proved, so there is nothing to show; `proof resume` goes on looking")]
    NothingProved,
    /// A king alone mates nobody.
    #[error("{color} has no mating material")]
    BareKing {
        /// Who was to mate.
        color: Color,
    },
    /// The men on the board mate nobody.
    #[error("neither side has enough left to mate with")]
    NobodyCanMate,
    /// Keys are moves of the side to move.
    #[error(
        "a key is a move of the side to move, and here {color} is to mate: use `proof` without `all`"
    )]
    KeysOfOther {
        /// Who was to mate.
        color: Color,
    },
    /// It is not known how long the mate is.
    #[error("a mate in how many moves? Say it, as in `tries 2`, or prove it first")]
    HowManyMoves,
    /// Tries and set play are only known when all of it is.
    #[error(
        "it ended before everything about a mate in {moves} was known; give it more time or nodes, as in `tries {moves} 5m`"
    )]
    Unfinished {
        /// Moves to mate.
        moves: u16,
    },
    /// A line that the proof does not hold.
    #[error(transparent)]
    Line(#[from] LineError),
    /// A position from which the proof does not go on.
    #[error(transparent)]
    Walk(#[from] WalkError),
    /// There is no memory for a small table.
    #[error(transparent)]
    NoMemory(#[from] NoMemory),
    /// A proof that does not pass the check.
    #[error("the proof does not hold: {0}")]
    Flawed(String),
    /// There is no memory for a table.
    #[error(transparent)]
    Table(#[from] TableError),
    /// There is no signature.
    #[error(transparent)]
    Bench(#[from] BenchError),
    /// A position that does not resolve.
    #[error(transparent)]
    Resolve(#[from] ResolveError),
    /// A move cannot be explained.
    #[error(transparent)]
    Explain(#[from] ExplainError),
    /// Nothing can be solved.
    #[error(transparent)]
    Solve(#[from] SolveError),
    /// The command ended by a mistake of the program.
    #[error("the command broke off by a mistake of the program; please report what is told above")]
    Panicked,
    /// The command was stopped before it had anything to tell.
    #[error("stopped")]
    Stopped,
    /// A setting of the engine.
    #[error(transparent)]
    Option(#[from] OptionError),
    /// A setting of the prompt.
    #[error(transparent)]
    Preference(#[from] PreferenceError),
    /// There is no setting of this name.
    #[error("there is no setting \"{name}\"{}", match nearest {
        Some(nearest) => format!("; did you mean `{nearest}`?"),
        None => "; `get` lists them all".to_owned(),
    })]
    NoSetting {
        /// The name.
        name: String,
        /// One that is written much alike.
        nearest: Option<String>,
    },
    /// A setting without a value.
    #[error("what is {name} to be? It is {value} now, and may be {range}")]
    NoValue {
        /// The setting.
        name: String,
        /// What it is.
        value: String,
        /// What it may be.
        range: String,
    },
    /// A parameter that cannot be tuned in that range.
    #[error("{name} is {now} now, and what is tuned must be a whole number from {range}")]
    NotTunable {
        /// The parameter.
        name: String,
        /// What it is.
        now: String,
        /// What it must be.
        range: String,
    },
    /// There is not so much memory.
    #[error("{0}")]
    Memory(String),
    /// A file could not be read or written.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// A file's content is not what it should be.
    #[error("{}: {message}", path.display())]
    Content {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        message: String,
    },
    /// Somebody else's games would be lost.
    #[error("{0} is there already, and this sitting did not write it: `pgn {0}` adds the game to those in it, `save {0} --force` replaces it", path.display())]
    WouldReplaceGames {
        /// The file.
        path: PathBuf,
    },
    /// Commands come from where the records were to come from.
    #[error(
        "standard input gives commands here; records go there when the command is on the command line, as in `quarterply label - < FILE`"
    )]
    InputTaken,
    /// A line that nobody can have meant.
    #[error("the line has {bytes} bytes, which no command has; it was skipped")]
    LongLine {
        /// Its length.
        bytes: usize,
    },
    /// A file does not have so many records.
    #[error("{} has {records} {}, so there is no number {record}", path.display(), match records {
        1 => "record",
        _ => "records",
    })]
    NoRecord {
        /// The file.
        path: PathBuf,
        /// The one asked for.
        record: usize,
        /// How many there are.
        records: usize,
    },
    /// A number alone, and no games that were listed before.
    #[error("no games were listed yet: `games FILE` lists them, `load FILE N` takes one at once")]
    NothingListed,
    /// No table has this position.
    #[error("no endgame table has this position: {}", match (castling, men, syzygy) {
        (true, _, _) => "tables do not cover positions with castling rights".to_owned(),
        (false, 5, _) if make.is_some() => format!("with TablePath set, `tb make {}` makes the one of these five men", make.as_deref().unwrap_or_default()),
        (false, men, 0) => format!("it has {men} men; tables of our own have up to 5, and `set SyzygyPath FOLDER` names others"),
        (false, men, most) => format!("it has {men} men; those of SyzygyPath have up to {most}"),
    })]
    NoTable {
        /// The men on the board.
        men: u32,
        /// The most men of Syzygy tables; 0 if there are none.
        syzygy: u32,
        /// Somebody may castle.
        castling: bool,
        /// The table of our own that could be made for it.
        make: Option<String>,
    },
    /// No table of five men can be made or checked without a folder.
    #[error("no folder keeps tables of five men: name one first, as in `set TablePath ~/tables`")]
    NoTablePath,
    /// The table that is to be checked is not there.
    #[error("{0} is not in the folder of TablePath; `tb make {0}` makes it")]
    NotMade(String),
    /// Tables cannot be made.
    #[error(transparent)]
    Making(#[from] TableMakingError),
    /// A table that is needed is not there.
    #[error(
        "the Syzygy table of this position, or of one that a capture or promotion leads to, is missing; `tb` needs all of them"
    )]
    MissingTable,
    /// A table that is needed is damaged.
    #[error(transparent)]
    Tables(#[from] LookUpError),
    /// A book, or the file of changes to it.
    #[error(transparent)]
    Book(#[from] BookFileError),
    /// A move is to be changed that the book does not have.
    #[error("{san} is not in the book here; `book add {san}` puts it there")]
    NotInBook {
        /// The move.
        san: String,
    },
    /// A move is to be added that is there.
    #[error(
        "{san} is in the book here already, with weight {weight}; `book weight {san} N` changes that"
    )]
    InBook {
        /// The move.
        san: String,
        /// Its weight.
        weight: u16,
    },
    /// A change is to be taken back that nobody made.
    #[error("nothing about {san} was changed here; `book` lists what the books have")]
    NoBookChange {
        /// The move.
        san: String,
    },
    /// Two things that cannot be compared.
    #[error("{found} cannot be compared with {wanted}")]
    NoComparison {
        /// What was found.
        found: String,
        /// What it should be compared with, or why that is nothing.
        wanted: String,
    },
    /// Something that was asserted, or expected of a measurement, does not hold.
    #[error("{message}")]
    Failed {
        /// What was expected, and what was found.
        message: String,
        /// What there is to show all the same.
        reply: Option<Box<Reply>>,
    },
    /// Records of a file cannot be used; what was to be done was done with the others.
    #[error("{message}")]
    BadRecords {
        /// How many, and what is wrong with the first.
        message: String,
        /// What the others came to.
        reply: Box<Reply>,
    },
}

impl CommandError {
    /// Whether a position was refused, so that what follows is about none.
    pub fn refuses_position(&self) -> bool {
        match self {
            CommandError::Uci(_) | CommandError::NoSuchPosition(_) => true,
            CommandError::Parse(error) => error.refuses_position(),
            _ => false,
        }
    }

    /// Whether it is a mistake of the program.
    pub fn is_internal(&self) -> bool {
        matches!(
            self,
            CommandError::Crashed(_)
                | CommandError::ProofCrashed(_)
                | CommandError::BrokeOff(_)
                | CommandError::Panicked
        )
    }

    /// What there is to show all the same.
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
