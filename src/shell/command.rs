//! What can be asked of the program, as data, and what is written down about each command.
//!
//! A [`Command`] is complete: its moves are legal where they stand, its numbers are in range. Reading one from text is
//! `parse/`, doing it is `session/`. The rows of the one table of commands are in `table/`: help, completion, hints
//! and the README's table are all made from them.

use std::path::PathBuf;

use super::assertion::Assertion;
use super::book::BookUse;
use super::inspect::Inspection;
use super::learning::Learning;
use super::mates::{ProofFormat, ProofUse, TriesRequest};
use super::note::Note;
use super::opponent::OpponentUse;
use super::picker::Pick;
use super::sitting::{AliasUse, LogUse, PictureRequest};
use super::terms::{Manner, Terms, free};
use crate::chess::game_tree::GameTree;
use crate::chess::pgn::PgnGame;
use crate::chess::{Color, Move, Position, Square, Step};
use crate::control::Limits;
use crate::store::collection::GameFilter;
use crate::tools::tool::ToolCall;

#[derive(Clone, PartialEq, Debug)]
pub enum Command {
    /// An empty line or a comment.
    Nothing,
    New(New),
    /// Another position, from FEN, EPD or a GUI's `position`.
    SetUp(Box<SetUp>),
    Play(Box<Play>),
    Fen,
    /// Take back this many steps.
    Undo(usize),
    /// Redo this many steps.
    Redo(usize),
    Goto(GamePlace),
    /// List what can be played.
    Moves {
        /// Only by the piece on this square.
        from: Option<Square>,
        coordinates: bool,
    },
    History,
    Pgn,
    AddGame(PathBuf),
    /// A game or position from a PGN or EPD file.
    Load(Pick),
    Tool(Box<ToolCall>),
    /// Networks and learned weights: which ones evaluate.
    Learning(Learning),
    /// A game with its headers, pasted or piped.
    TakeGame(Box<PgnReading>),
    Games {
        path: PathBuf,
        filter: Box<GameFilter>,
    },
    /// See, choose and order variations; see and write what stands beside the moves.
    Annotate(Annotate),
    Show {
        /// Big, whatever the setting says.
        big: bool,
    },
    Flip,
    Mirror,
    /// Let the other side move.
    Pass,
    Key,
    Inspect(Inspection),
    Eval(EvalView),
    Resolve {
        after: Option<Move>,
        fold: usize,
        /// Maximum number of lines to show.
        lines: usize,
    },
    See(Exchanges),
    Go(Go),
    /// Search the position on the board, whatever it becomes, while lines are read; or no longer.
    Analyze(bool),
    /// What the other side would play, were it its turn.
    Threat(Limits),
    /// The engine as an opponent: which side it plays, at which level, with what on its clock.
    Opponent(OpponentUse),
    /// The opening books: what they have here, and changes to them.
    Book(BookUse),
    /// Endgame tables: what they say here, or a comparison.
    Tables,
    /// Root moves that a search leaves out until the position changes.
    Exclude(ExcludeUse),
    Hint,
    Status,
    /// Look on at what is under way.
    Watch,
    /// End what is under way: it reports what it has.
    Stop,
    /// Read on when everything under way is done.
    Wait,
    /// Say when everything before is done: `isready` and `ping`.
    Ready,
    /// The opponent played the expected move.
    PonderHit,
    Pv(PvUse),
    /// Why the search looked at a move's line as it did; `None` for its best move.
    Explain(Option<Move>),
    Proof(ProofUse),
    /// Write the last proof for others to read.
    ExportProof {
        path: PathBuf,
        format: ProofFormat,
    },
    /// First moves that all but mate.
    Tries(TriesRequest),
    Extensions,
    Set {
        /// Its name, in any case.
        name: String,
        value: String,
    },
    /// Change a setting, and keep it for the sessions to come.
    Keep {
        /// Its name, in any case.
        name: String,
        value: String,
    },
    /// Keep a setting no longer.
    Forget(String),
    /// Set an option of the engine as a protocol does: its value may be empty, and memory is asked for later.
    SetOption {
        /// Its name, in any case.
        name: String,
        value: String,
    },
    /// As many threads and as large a table as the machine suggests.
    Auto {
        /// Nearly the whole machine, not half of it.
        all: bool,
    },
    /// Show settings whose names begin so; all if empty.
    Get(String),
    Perft {
        depth: u32,
        divide: bool,
        /// Fail if it is another number.
        expected: Option<u64>,
    },
    /// Measure, and print the signature.
    Bench(Option<u32>),
    Info,
    /// Write the session into a file; the game or the position alone if its name ends in `.pgn`, `.fen` or `.epd`.
    Save(PathBuf),
    Restore(Option<PathBuf>),
    /// Forget everything that searching learned.
    Clear,
    Help(Option<&'static str>),
    Source(PathBuf),
    Echo(String),
    Alias(AliasUse),
    Log(LogUse),
    /// A command that may replace any file.
    Forced(Box<Command>),
    /// Do a command, and say how long it took.
    Timed(Box<Request>),
    /// Do a command, and draw its answer into a file.
    Picture(Box<Request>, PictureRequest),
    Assert(Assertion),
    Speak(Protocol),
    Quit,
}

#[derive(Clone, PartialEq, Debug)]
pub struct Request {
    pub command: Command,
    pub terms: Terms,
}

impl Request {
    pub fn new(command: Command, terms: Terms) -> Request {
        Request { command, terms }
    }

    pub fn nothing() -> Request {
        Request::new(Command::Nothing, free(Manner::AtOnce).silent())
    }
}

#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Go {
    /// Until when; the setting `go.default` if nothing here ends it.
    pub limits: Limits,
    /// How many lines; `None` for the setting `MultiPV`.
    pub lines: Option<usize>,
    pub mode: RunMode,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum RunMode {
    /// The next line is read when it has ended.
    #[default]
    Foreground,
    Background,
    /// A program steers it: lines are read meanwhile, an endless search holds its result back until it is asked for, and
    /// where there is no move there is an answer too.
    Protocol,
}

/// Which root moves are left out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ExcludeUse {
    Exclude(Move),
    Include(Move),
    ExcludeAll,
    IncludeAll,
}

/// A language of programs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Protocol {
    Uci,
    /// The Chess Engine Communication Protocol of xboard, version 2.
    Xboard,
}

#[derive(Clone, PartialEq, Debug)]
pub struct SetUp {
    pub start: Position,
    /// Steps from there, legal one after the other.
    pub steps: Vec<Step>,
    pub operations: Vec<(String, String)>,
    pub notes: Vec<Note>,
    /// The game before it need not be kept: a protocol sets up a position for each move.
    pub forgets: bool,
}

impl From<Position> for SetUp {
    fn from(start: Position) -> SetUp {
        SetUp {
            start,
            steps: Vec::new(),
            operations: Vec::new(),
            notes: Vec::new(),
            forgets: false,
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum New {
    Standard,
    Chess960(u16),
    /// Any start position of Chess960.
    AnyOf960,
    Chess324(u16),
    /// Any start position of Chess324.
    AnyOf324,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Play {
    pub new_game: bool,
    /// The moves, with their variations and comments, from where the board is.
    pub line: GameTree,
    pub notes: Vec<Note>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GamePlace {
    Start,
    End,
    Ply(usize),
    /// Before a side's move of this number.
    Before(u16, Color),
}

/// A game that was read, and what there is to know about how.
#[derive(Clone, PartialEq, Debug)]
pub struct PgnReading {
    /// The game, as far as it can be read.
    pub game: PgnGame,
    pub notes: Vec<Note>,
}

/// What `variation`, `tag`, `comment` and `nag` do to the game on the board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Annotate {
    /// List headers; that of one name.
    Tags(Option<String>),
    /// Give a header a value; an empty one takes it away.
    SetTag {
        name: String,
        value: String,
    },
    /// Show what is written about the last move.
    Words,
    /// Write about the last move; an empty text takes away what was written.
    Comment(String),
    /// Glyphs for the last move; none takes them away.
    Nags(Vec<u16>),
    /// List the continuations at the nearest place with more than one.
    Variations,
    /// Go into one of them, counted from 0.
    Enter(usize),
    /// Go into the next one.
    Next,
    /// Go into the one before.
    Previous,
    /// Move the variation one is in before the one before it.
    Promote,
    Delete,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EvalView {
    /// The table of terms, then the value of each piece.
    Full,
    Terms,
    Pieces,
    Raw,
}

/// What `see` works out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Exchanges {
    Of(Move),
    On(Square),
    All,
}

/// What to do with the last principal variation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PvUse {
    Show,
    /// List it and draw the board after so many of its moves.
    Board(usize),
    Play(usize),
}
