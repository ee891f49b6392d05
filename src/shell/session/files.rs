//! Files: games and positions taken from them, and the session itself saved and restored.

use std::io::BufReader;
use std::path::{Path, PathBuf};
use std::time::Duration;

use super::job::Finding;
use super::{Analysis, CommandError, Effect, Session, Sheet};
use crate::chess::epd::{Epd, EpdFileError, EpdReader, Operation};
use crate::chess::game_tree::{GameTree, NodeId};
use crate::chess::notation::uci;
use crate::chess::pgn::{GameTitle, PgnError, PgnGame, PgnReader};
use crate::chess::{Color, Game, Move, Position, movetext};
use crate::control::{Limits, StopFlag};
use crate::proof::Proof;
use crate::search::trace::Ledger;
use crate::search::{EndReason, Finished, Iteration, Params, Progress, ScoredLine};
use crate::shell::note::Note;
use crate::shell::parse::setup;
use crate::shell::picker::{Pick, PickChoice};
use crate::shell::reply::{GamesReply, Reply, SavedContent, SavedReply, Setting};
use crate::store::codec::{self, CodecError, FileKind};
use crate::store::collection::{self, Appended, GameFilter, GameList};
use crate::store::{
    FileError, SavedAnalysis, SavedGame, SavedMate, SavedSession, StoreError, file,
};
use crate::tools::annotate::main_line;
use crate::tools::tool::ToolError;
use crate::tools::tool::files::open;
use crate::units::{Bound, Score};

/// Maximum number of positions of all proofs that are saved with a session: about two MiB.
const MATE_POSITIONS: usize = 20_000;

/// Written into a file, for people.
const PROGRAM: &str = concat!("quarterply ", env!("CARGO_PKG_VERSION"));

impl Session {
    pub(super) fn pgn(&self) -> Reply {
        Reply::Pgn(self.timeline.sheet().record.to_string())
    }

    pub(super) fn add_game(&mut self, path: PathBuf) -> Result<Effect, CommandError> {
        let text = self.timeline.sheet().record.to_string();
        self.start_task(move |context| {
            let content = match collection::append(&context.files, &path, &text, &context.stop)? {
                Appended::Added { games } => SavedContent::Added { games },
                Appended::AlreadyLast { games } => SavedContent::AlreadyLast { games },
            };
            Ok(Finding::new(move |session| {
                if session.timeline.sheet().record.to_string() == text {
                    session.game_is_safe();
                }
                Ok(Reply::Saved(SavedReply { path, content }))
            }))
        })
    }

    pub(super) fn load(&mut self, pick: Pick) -> Result<Effect, CommandError> {
        let listed = || self.listed.clone().ok_or(CommandError::NothingListed);
        let (path, choice) = match pick.choice {
            PickChoice::Next => {
                let (path, last) = self.viewed.clone().ok_or(CommandError::NothingViewed)?;
                (path, PickChoice::Number(last + 1))
            }
            choice => (pick.path.map_or_else(listed, Ok)?, choice),
        };
        self.start_task(move |context| {
            let record = match picked(&path, &choice, &context.stop)? {
                Picked::Record(record) => record,
                Picked::List(list) => return listing(GamesReply { path, list, picks: true }),
            };
            let loaded = read_record(&path, record, &context.stop)?;
            Ok(Finding::new(move |session| {
                let mut reply = session.take_loaded(&path, record, loaded);
                if let Reply::Loaded { viewed, .. } = &mut reply
                    && pick.view
                {
                    *viewed = Some(Box::new(session.show(false)));
                    session.viewed = Some((path, record));
                }
                Ok(reply)
            }))
        })
    }

    /// Puts a record that was read on the board.
    fn take_loaded(&mut self, path: &Path, record: usize, loaded: LoadedRecord) -> Reply {
        let LoadedRecord { sheet, records, title, notes } = loaded;
        self.begin(sheet);
        self.game_is_safe();
        let changed = Box::new(self.change(notes));
        Reply::Loaded { path: path.to_owned(), record, records, title, changed, viewed: None }
    }

    pub(super) fn games(
        &mut self,
        path: PathBuf,
        filter: GameFilter,
    ) -> Result<Effect, CommandError> {
        self.start_task(move |context| {
            let list = collection::list(&path, &filter, &context.stop)?;
            listing(GamesReply { path, list, picks: false })
        })
    }

    /// Writes into a file what its name asks for: the game, the position, or the whole session.
    pub(super) fn save(&mut self, path: &Path) -> Result<Reply, CommandError> {
        let line = main_line(&self.timeline.sheet().record);
        let black_begins = usize::from(line.start().turn() == Color::Black);
        let moves = (line.ply() + black_begins).div_ceil(2);
        let (content, kind, bytes) = match extension(path).as_str() {
            "pgn" => {
                let text = self.timeline.sheet().record.to_string();
                (SavedContent::Game { moves }, None, text.into_bytes())
            }
            "fen" => {
                let text = format!("{}\n", self.position().to_fen());
                (SavedContent::Position, None, text.into_bytes())
            }
            "epd" => (SavedContent::Position, None, format!("{}\n", self.epd()).into_bytes()),
            _ => {
                let encoded = self.to_saved().encode();
                let bytes = encoded.map_err(|error| StoreError::content(path, error))?;
                (SavedContent::Session { moves }, Some(FileKind::Session), bytes)
            }
        };
        let is_ours = |head: &[u8]| kind.is_some_and(|kind| codec::is_kind(kind, head));
        match self.files.claim(path, is_ours) {
            Err(FileError::Foreign { .. }) if matches!(content, SavedContent::Game { .. }) => {
                return Err(CommandError::WouldReplaceGames { path: path.to_owned() });
            }
            claimed => claimed.map_err(StoreError::from)?,
        }
        self.files.write(path, &bytes).map_err(StoreError::from)?;
        if !matches!(content, SavedContent::Position) {
            self.game_is_safe();
        }
        Ok(Reply::Saved(SavedReply { path: path.to_owned(), content }))
    }

    /// The position as a record, with the operations it came with.
    fn epd(&self) -> Epd {
        let sheet = self.timeline.sheet();
        let operations = if sheet.game().ply() == 0 { &sheet.operations[..] } else { &[] };
        let operations = operations.iter().map(|(opcode, text)| {
            let is_list = matches!(opcode.as_str(), "bm" | "am" | "pm" | "sm" | "pv");
            let words = if is_list { split(text) } else { vec![text.clone()] };
            Operation::new(opcode, words)
        });
        Epd { position: *self.position(), operations: operations.collect() }
    }

    /// `restore`: goes on from a file, or from the last session.
    pub(super) fn restore(&mut self, path: Option<PathBuf>) -> Result<Effect, CommandError> {
        let path = path.map_or_else(|| self.last_sitting(), Ok)?;
        self.start_task(move |_| {
            let (saved, sheet, analysis) = read_session(&path)?;
            // Those whose proof is invalid are skipped.
            let mates: Vec<Proof> =
                saved.mates.iter().filter_map(|mate| mate.verified().ok()).collect();
            Ok(Finding::new(move |session| {
                let notes = session.restore_settings(&saved.settings);
                session.begin(sheet);
                session.game_is_safe();
                mates.iter().rev().for_each(|proof| session.engine.known_mates.keep(proof, 0));
                // A file has no parameters of its own for the analysis: they are those of the session that it saved.
                let params = session.engine.options().params.clone();
                session.analysis = analysis.map(|analysis| Analysis { params, ..analysis });
                let changed = Box::new(session.change(notes));
                Ok(Reply::Restored { path, settings: saved.settings.len(), changed })
            }))
        })
    }

    pub(super) fn to_saved(&self) -> SavedSession {
        let sheet = self.timeline.sheet();
        let game = SavedGame::Record {
            pgn: sheet.record.to_string(),
            line: line_of(&sheet.record.tree),
            ply: sheet.game().ply() as u32,
            operations: sheet.operations.clone(),
        };
        let changed = |setting: &Setting| setting.value != setting.default;
        let settings = self.settings().into_iter().filter(changed);
        let mates = self.engine.known_mates.latest(MATE_POSITIONS);
        SavedSession {
            written_by: PROGRAM.to_owned(),
            game,
            settings: settings.map(|setting| (setting.name, setting.value)).collect(),
            analysis: self.analysis.as_ref().map(saved_analysis),
            mates: mates.iter().filter_map(SavedMate::of).collect(),
        }
    }

    /// Makes all settings as they were saved; what cannot be is noted, since a newer or older program may have others.
    fn restore_settings(&mut self, saved: &[(String, String)]) -> Vec<Note> {
        for setting in self.settings() {
            if setting.value != setting.default {
                // A default is always taken.
                let _ = self.set(&setting.name, &setting.default);
            }
        }
        let mut notes = Vec::new();
        for (name, value) in saved {
            if let Err(error) = self.set(name, value) {
                notes.push(Note::NotRestored { name: name.clone(), why: error.to_string() });
            }
        }
        notes
    }
}

/// What stands behind the last dot of a file's name, in small letters.
fn extension(path: &Path) -> String {
    path.extension().unwrap_or_default().to_string_lossy().to_ascii_lowercase()
}

fn split(text: &str) -> Vec<String> {
    text.split_whitespace().map(str::to_owned).collect()
}

fn read_session(path: &Path) -> Result<(SavedSession, Sheet, Option<Analysis>), CommandError> {
    let saved = SavedSession::load(path)?;
    let content = |message| ToolError::content(path, message);
    let sheet = sheet_of(&saved.game).map_err(content)?;
    let analysis = saved.analysis.as_ref().map(|saved| analysis_of(saved, sheet.game()));
    let analysis = analysis.transpose().map_err(content)?;
    Ok((saved, sheet, analysis))
}

pub(super) struct LoadedRecord {
    sheet: Sheet,
    records: usize,
    title: Option<Box<GameTitle>>,
    notes: Vec<Note>,
}

/// A record that was chosen, or the games to choose from.
enum Picked {
    Record(usize),
    List(GameList),
}

fn picked(path: &Path, choice: &PickChoice, stop: &StopFlag) -> Result<Picked, CommandError> {
    let text = match choice {
        PickChoice::Number(number) => return Ok(Picked::Record(*number)),
        PickChoice::Only if extension(path) != "pgn" => return Ok(Picked::Record(1)),
        PickChoice::Only | PickChoice::Next => None,
        PickChoice::Text(text) => Some(text.clone()),
    };
    let list = collection::list(path, &GameFilter { text, ..GameFilter::default() }, stop)?;
    Ok(match &list.games[..] {
        [only] if list.found == 1 => Picked::Record(only.number),
        [] if list.total == 0 => Picked::Record(1),
        _ => Picked::List(list),
    })
}

/// The answer that games are listed in; from it a number is enough to take one. Damaged ones fail the command.
fn listing(reply: GamesReply) -> Result<Finding, CommandError> {
    let (path, damaged) = (reply.path.clone(), reply.list.damaged.clone());
    Ok(Finding::new(move |session| {
        session.listed = Some(path.clone());
        let reply = Reply::Games(Box::new(reply));
        match damaged.to_string() {
            none if none.is_empty() => Ok(reply),
            told => {
                let message = format!("{}: {told}", path.display());
                Err(CommandError::BadRecords { message, reply: Box::new(reply) })
            }
        }
    }))
}

/// Reads a game or position, counted from 1, out of a file. Nothing of the session is needed or changed.
pub(super) fn read_record(
    path: &Path,
    record: usize,
    stop: &StopFlag,
) -> Result<LoadedRecord, CommandError> {
    let head = file::head(path, codec::HEADER as u64).map_err(StoreError::from)?;
    let content = |error: CodecError| StoreError::content(path, error);
    match extension(path).as_str() {
        "pgn" => nth_game(path, record, stop),
        _ => {
            codec::refuse(&head, "file of FENs or EPD records").map_err(content)?;
            if head.contains(&0) {
                let why = "this is not text: a file of FENs or EPD records was expected (`set BookFile FILE` takes an opening book)";
                return Err(ToolError::content(path, why).into());
            }
            nth_record(path, record, stop)
        }
    }
}

/// One of the records that are read, counted from 1, and how many there are. All are read: a fault ends it.
fn nth<T>(
    read: impl Iterator<Item = Result<T, CommandError>>,
    path: &Path,
    number: usize,
    stop: &StopFlag,
) -> Result<(T, usize), CommandError> {
    let (mut records, mut found) = (0, None);
    for record in read {
        if stop.is_raised() {
            return Err(StoreError::Stopped.into());
        }
        records += 1;
        let record = record?;
        if records == number {
            found = Some(record);
        }
    }
    let none = || CommandError::NoRecord { path: path.to_owned(), record: number, records };
    Ok((found.ok_or_else(none)?, records))
}

fn nth_record(path: &Path, number: usize, stop: &StopFlag) -> Result<LoadedRecord, CommandError> {
    let failed = FileError::reading(path);
    let read = EpdReader::new(BufReader::new(open(path)?)).map(|record| match record {
        Err(EpdFileError::Io { source, .. }) => Err(StoreError::from(failed(source)).into()),
        record => Ok(record),
    });
    let (record, records) = nth(read, path, number, stop)?;
    let (_, epd) = record.map_err(|error| ToolError::content(path, error))?;
    let sheet = Sheet { operations: setup::operations(&epd), ..Sheet::new(epd.position) };
    Ok(LoadedRecord { sheet, records, title: None, notes: Vec::new() })
}

/// A game of a PGN file, as far as it is good.
fn nth_game(path: &Path, number: usize, stop: &StopFlag) -> Result<LoadedRecord, CommandError> {
    let taken = collection::take(path, number, stop)?;
    let records = taken.games;
    let Some(reading) = taken.reading else {
        return Err(CommandError::NoRecord { path: path.to_owned(), record: number, records });
    };
    if reading.game.game().ply() == 0
        && let Some(fault) = reading.fault
    {
        return Err(ToolError::content(path, format!("game {number}: {fault}")).into());
    }
    let told = |fault: &PgnError| format!("game {number}, {fault}");
    let mut notes: Vec<Note> =
        reading.doubts.iter().map(|doubt| Note::Doubt(told(doubt))).collect();
    notes.extend(reading.fault.as_ref().map(|fault| Note::ReadSoFar(told(fault))));
    let title = Some(Box::new(GameTitle::of(&reading.game)));
    let sheet = Sheet { record: reading.game, operations: Vec::new() };
    Ok(LoadedRecord { sheet, records, title, notes })
}

/// For each move of the line one is in, which of the continuations it is.
fn line_of(tree: &GameTree) -> Vec<u16> {
    let mut line = Vec::new();
    let mut node = NodeId::ROOT;
    for &step in tree.game().played().iter().chain(tree.game().ahead()) {
        let children = tree.children(node);
        let Some(at) = children.iter().position(|&child| tree.step_of(child) == Some(step)) else {
            break;
        };
        line.push(at as u16);
        node = children[at];
    }
    line
}

fn sheet_of(saved: &SavedGame) -> Result<Sheet, String> {
    match saved {
        SavedGame::Line { start_fen, moves, ply } => {
            let game = game_of(start_fen, moves, *ply)?;
            Ok(Sheet { record: PgnGame::new(&game), operations: Vec::new() })
        }
        SavedGame::Record { pgn, line, ply, operations } => {
            let record = PgnReader::new(pgn.as_bytes()).next();
            let missing = || "there is no game in it".to_owned();
            let mut record = record.ok_or_else(missing)?.map_err(|error| error.to_string())?;
            let mut node = NodeId::ROOT;
            for &child in line {
                let next = record.tree.children(node).get(usize::from(child));
                node = *next.ok_or_else(|| "its line leaves the game".to_owned())?;
            }
            record.tree.goto_node(node);
            record.tree.goto(*ply as usize);
            Ok(Sheet { record, operations: operations.clone() })
        }
    }
}

/// The game of a session of version 1.
fn game_of(start_fen: &str, moves: &[String], ply: u32) -> Result<Game, String> {
    let start = Position::from_fen(start_fen).map_err(|error| error.to_string())?;
    let mut game = Game::new(start);
    movetext::play(&mut game, &moves.join(" ")).map_err(|error| error.to_string())?;
    game.goto(ply as usize);
    Ok(game)
}

fn saved_analysis(analysis: &Analysis) -> SavedAnalysis {
    let root = analysis.game.position();
    let iteration = &analysis.finished.iteration;
    let line = iteration.lines.first();
    let chess960 = root.is_chess960();
    SavedAnalysis {
        fen: root.to_fen(),
        depth: iteration.depth,
        score: line.map_or(0, |line| line.score.raw()),
        pv: line
            .map_or_else(Vec::new, |line| line.pv.iter().map(|&mv| uci(mv, chess960)).collect()),
        nodes: iteration.progress.nodes,
        note: String::new(),
    }
}

/// An analysis as it was saved, of the game on the board if that is the position it was of.
fn analysis_of(saved: &SavedAnalysis, game: &Game) -> Result<Analysis, String> {
    let root = Position::from_fen(&saved.fen).map_err(|error| error.to_string())?;
    let mut line = Game::new(root);
    let read = movetext::play(&mut line, &saved.pv.join(" "));
    read.map_err(|error| format!("the analysis: {error}"))?;
    let pv: Vec<Move> = line.played().iter().filter_map(|step| step.mv()).collect();
    let game = if game.position().key() == root.key() { game.clone() } else { Game::new(root) };
    let progress = Progress {
        depth: saved.depth,
        seldepth: 0,
        nodes: saved.nodes,
        elapsed: Duration::ZERO,
        ..Progress::default()
    };
    let best = pv.first().copied();
    let line = ScoredLine { score: Score::from_raw(saved.score), bound: Bound::Exact, pv };
    let lines = if best.is_some() { vec![line] } else { Vec::new() };
    let iteration = Iteration { depth: saved.depth, seldepth: 0, lines, progress };
    let finished =
        Finished { best, iteration, reason: EndReason::Stopped, ledger: Ledger::default() };
    let limits = Limits::depth(saved.depth);
    Ok(Analysis { game, limits, params: Params::default(), finished })
}
