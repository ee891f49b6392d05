//! What a command answers: data only. Moves, positions, scores and durations, never a line of text made for the eye;
//! how it looks is `render/`'s to say.
//!
//! A move can only be written down beside the position it is played from, so every reply that carries moves carries
//! that position too.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use super::command::EvalView;
use super::inspect::InspectionReply;
use super::learning::NetworkReply;
use super::mates::{
    ProblemReply, ProofExport, ProofSavedReply, SetPlayReply, TriesReply, VerdictReply,
    VerifiedReply,
};
use super::note::Note;
use super::opponent::{OpponentReply, PlayEnd};
use super::table::{CommandSpec, Group};
use crate::chess::game::{Status, Step};
use crate::chess::game_tree::{Annotation, GameTree};
use crate::chess::pgn::GameTitle;
use crate::chess::see::ExchangeLine;
use crate::chess::{Key, Move, Position, Square};
use crate::engine::bench::BenchResult;
use crate::eval::EvalReport;
use crate::layout::line::ProofLine;
use crate::layout::tree::ProofTree;
use crate::oracle::Opening;
use crate::oracle::tables::{TableMove, TableValue};
use crate::search::explain::Explanation;
use crate::search::trace::{Ledger, ResolveNode, RuleUse};
use crate::search::{Iteration, Rule, ScoredLine};
use crate::settings::named;
use crate::store::collection::GameList;
use crate::tools::measured::RuleFigures;
use crate::tools::perft::PerftResult;
use crate::tools::tool::ToolAnswer;
use crate::units::Depth;

#[derive(Clone, Debug)]
pub enum Reply {
    Done,
    Tool(Arc<dyn ToolAnswer>),
    /// The position changed: after a move, a FEN, `undo` and their like.
    Changed(Box<Changed>),
    Board(Box<BoardReply>),
    Fen(Box<Position>),
    Key(KeyReply),
    Moves(Box<MovesReply>),
    History(Box<HistoryReply>),
    /// `pgn`: the game as PGN text, ready to be written out as it is.
    Pgn(String),
    /// `eval`: what the position is worth without looking ahead.
    Eval(Box<EvalReply>),
    /// `show control`, `show bits`, `moves --order`, `tt`, `check`: a look into the machine.
    Inspected(Box<InspectionReply>),
    /// `resolve`: the quiescence search's tree.
    Resolve(Box<ResolveReply>),
    Exchanges(Box<ExchangesReply>),
    /// `go`, `analyze`, `threat`: the search has ended; its events have reported everything else.
    SearchEnded,
    /// `play`, `level`: the engine as an opponent.
    Opponent(Box<OpponentReply>),
    DrawAnswer(bool),
    /// `resign`, or a draw that was agreed: the game against the engine has ended.
    PlayEnded(PlayEnd),
    Hint(HintReply),
    Status(Box<StatusReply>),
    /// `isready`: everything asked for before is done; with what could not be made as it was asked for.
    Ready(Option<String>),
    Pv(Box<PvReply>),
    /// `explain`: why a move's line was looked at as deep as it was.
    Explained(Box<ExplainReply>),
    Verdict(Box<VerdictReply>),
    ProofTree(Box<ProofTree>),
    ProofSaved(ProofSavedReply),
    /// `proof export`: what to write. The dialect that can write such files shows a [`Reply::ProofSaved`] in its place.
    ProofExport(Box<ProofExport>),
    ProofLine(Box<ProofLine>),
    Verified(VerifiedReply),
    SetPlay(Box<SetPlayReply>),
    Problem(Box<ProblemReply>),
    Tries(Box<TriesReply>),
    Extensions(ExtensionsReply),
    Settings(Vec<Setting>),
    SettingChanged {
        setting: Setting,
        before: String,
    },
    Perft(Box<PerftReply>),
    Bench(BenchResult),
    /// `book`: moves of the opening books, or what was done with them.
    Book(super::book::BookReply),
    /// `load` of a network, `network`.
    Network(Box<NetworkReply>),
    /// `tb`: what endgame tables say.
    Tables(Box<TableMovesReply>),
    Info(InfoReply),
    /// `save`, and `pgn` with a file: written.
    Saved(SavedReply),
    /// `load`: how many records the file holds, and what was taken.
    Loaded {
        path: PathBuf,
        /// The record taken, counted from 1.
        record: usize,
        records: usize,
        /// Whose game it is; `None` for a position.
        title: Option<Box<GameTitle>>,
        changed: Box<Changed>,
        /// The board with its labels, if `view` asked for it.
        viewed: Option<Box<BoardReply>>,
    },
    Games(Box<GamesReply>),
    Variations(Box<VariationsReply>),
    /// `tag`: headers of the game, as name and value.
    Tags(Vec<(String, String)>),
    /// `comment`, `nag`: what is written about the last move.
    Words(Box<WordsReply>),
    Restored {
        path: PathBuf,
        /// Settings that differ from their defaults.
        settings: usize,
        changed: Box<Changed>,
    },
    Help(HelpReply),
    /// `echo`: this text, as it was given.
    Text(String),
    /// `alias`: words, each with what it stands for.
    Aliases(Vec<(String, String)>),
    /// `log`: the file that the dialogue is recorded in, if it is.
    Log(Option<PathBuf>),
    /// `time`: how long the command before took.
    Took(Duration),
    /// `assert`: it holds, and what it was compared with.
    Asserted {
        found: String,
    },
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Changed {
    pub position: Position,
    pub last: Option<PlayedStep>,
    /// Things to know about how it was read.
    pub notes: Vec<Note>,
    pub status: Status,
}

/// A step of a game and the position it was made in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PlayedStep {
    pub before: Position,
    pub step: Step,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BoardReply {
    pub position: Position,
    pub last: Option<PlayedStep>,
    pub opening: Option<Opening>,
    pub flipped: bool,
    /// Big, whatever the setting says.
    pub big: bool,
    /// How often the position has been on the board in this game, this time included.
    pub seen: u32,
    pub status: Status,
    /// Operations of the EPD record it came from (`bm`, `id`, …), as opcode and operand.
    pub operations: Vec<(String, String)>,
}

/// `save`, and `pgn` with a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SavedReply {
    pub path: PathBuf,
    pub content: SavedContent,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SavedContent {
    Session {
        moves: usize,
    },
    Game {
        moves: usize,
    },
    Position,
    Added {
        games: usize,
    },
    Picture,
    /// Nothing: the game is the file's last already.
    AlreadyLast {
        games: usize,
    },
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct KeyReply {
    pub position: Key,
    pub pawns: Key,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MovesReply {
    pub position: Position,
    /// Only moves of the piece on this square were asked for.
    pub from: Option<Square>,
    /// Groups that are not empty; each move is in the first that fits.
    pub groups: Vec<(MoveGroup, Vec<Move>)>,
    /// Coordinates were asked for instead of SAN.
    pub coordinates: bool,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HistoryReply {
    pub start: Position,
    /// Its steps, also those taken back that `redo` would make again.
    pub steps: Vec<Step>,
    /// How many of them are on the board.
    pub ply: usize,
    /// All lines, with what is written about them.
    pub tree: GameTree,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GamesReply {
    pub path: PathBuf,
    pub list: GameList,
    /// One of them was asked for, and it is not clear which.
    pub picks: bool,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct VariationsReply {
    pub position: Position,
    /// They, the main one first, each as far as its own main line goes.
    pub lines: Vec<Vec<Step>>,
    pub chosen: Option<usize>,
}

/// `comment`, `nag`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WordsReply {
    /// The last move; `None` before the first.
    pub last: Option<PlayedStep>,
    /// What is written about it, or about the game.
    pub words: Annotation,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EvalReply {
    /// The position. If its side to move is in check, the value says little.
    pub position: Position,
    pub report: EvalReport,
    pub view: EvalView,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ResolveReply {
    /// The position resolved: where the tree begins.
    pub position: Position,
    /// The move asked about, played before resolving, and the position before it.
    pub after: Option<(Position, Move)>,
    pub tree: ResolveNode,
    /// Subtrees deeper than this are folded to one line.
    pub fold: usize,
    /// Maximum number of lines shown.
    pub lines: usize,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ExchangesReply {
    pub position: Position,
    pub exchanges: Vec<(Move, ExchangeLine)>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct HintReply {
    pub position: Position,
    pub mv: Move,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StatusReply {
    /// The root of the search under way, and the last iteration that it finished.
    pub search: Option<(Position, Option<Iteration>)>,
    pub others: usize,
    pub follows: bool,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PvReply {
    /// The root of the search it is from.
    pub root: Position,
    pub depth: u32,
    pub lines: Vec<ScoredLine>,
    /// The position at the end of the best line, to be drawn, if `pv board` was asked for.
    pub board: Option<Position>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ExplainReply {
    pub position: Position,
    /// What the search decided when it was done again, from an empty table.
    pub explanation: Explanation,
    /// The best line of the search that is explained: its table was not empty, so it may differ.
    pub said: Option<ScoredLine>,
    /// Whether the search parameters were changed since. It was done again with its own.
    pub params_changed: bool,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PerftReply {
    pub position: Position,
    pub depth: u32,
    /// The leaves below each move are wanted too.
    pub divide: bool,
    pub result: PerftResult,
    pub expected: Option<u64>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct InfoReply {
    pub version: &'static str,
    /// Features of the processor that this build uses.
    pub cpu: Vec<&'static str>,
    /// Whether debug assertions are compiled in.
    pub checked: bool,
    pub threads: usize,
    /// Size of the table in mebibytes.
    pub hash: usize,
    /// Share of it in use after the last search, in thousandths.
    pub hashfull: u32,
    pub profile: String,
    /// Where lines typed at the prompt are kept, if they are.
    pub history: Option<PathBuf>,
    /// What a move costs on the clock of a GUI beyond the engine's thinking, if that was measured.
    pub lag: Option<Duration>,
}

/// Something worth knowing that belongs to no single command.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct HelpTopic {
    pub name: &'static str,
    pub summary: &'static str,
    pub text: &'static [&'static str],
    /// Lines to type, each with what it does.
    pub examples: &'static [(&'static str, &'static str)],
}

#[derive(Clone, Copy, Debug)]
pub enum HelpReply {
    Short(&'static [CommandSpec]),
    Overview(&'static [CommandSpec]),
    Group(Group, &'static [CommandSpec]),
    /// The JSON Schema of every line that `--json` writes.
    Schema,
    /// Something that belongs to no single command.
    Topic(&'static HelpTopic),
    Command(&'static CommandSpec),
}

named! {
    /// What kind of move, for people who look for one.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub enum MoveGroup {
        Checks = "checks",
        Captures = "captures",
        Promotions = "promotions",
        Castling = "castling",
        Quiet = "quiet",
    }
}

#[derive(Clone, PartialEq, Debug)]
pub struct ExtensionsReply {
    /// The profile the weights began from.
    pub profile: String,
    /// One row a rule, in the order of the table.
    pub rows: Vec<ExtensionRow>,
    pub last: Option<(Position, Ledger)>,
}

#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ExtensionRow {
    pub rule: Rule,
    /// What it adds at a PV node, a cut node and an all node; zero is off.
    pub weights: [Depth; 3],
    /// The same in the profile, unchanged.
    pub defaults: [Depth; 3],
    /// What it did in the last search.
    pub used: Option<RuleUse>,
    /// What it was measured to bring with the profile's own weights; `None` under another profile.
    pub measured: Option<&'static RuleFigures>,
}

/// One setting of the engine, the search or the prompt.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Setting {
    pub name: String,
    pub value: String,
    pub default: String,
    /// `MiB`, `quarters`, `ms` …; empty if there is none.
    pub unit: &'static str,
    /// What is allowed, for people: `1–1048576`, `on or off`, `quarterply, slow, plain`.
    pub range: String,
    pub summary: String,
}

/// Every move of a position with what tables say of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TableMovesReply {
    pub position: Position,
    /// What tables say of the position itself.
    pub value: TableValue,
    /// The moves, best first; none where the game is over.
    pub moves: Vec<TableMove>,
    /// How many files of Syzygy tables there are, and the most men that they have.
    pub syzygy: Option<(usize, u32)>,
}
