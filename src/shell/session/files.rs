//! Files: games and positions taken from them, and the sitting itself saved and restored.

use std::path::Path;
use std::time::Duration;

use super::{Analysis, CommandError, Session, Sheet};
use crate::chess::epd::{Epd, EpdReader, Operation};
use crate::chess::game::{Game, Step};
use crate::chess::notation::{PASS, parse_move, uci};
use crate::chess::pgn::{PgnGame, PgnReader};
use crate::chess::{Move, Position};
use crate::control::Limits;
use crate::search::Params;
use crate::search::report::{EndReason, Finished, Iteration, Line, Progress};
use crate::search::trace::Ledger;
use crate::shell::note::Note;
use crate::shell::parse::setup;
use crate::shell::reply::{Reply, SavedContent, SavedReply, Setting};
use crate::store::codec::Kind;
use crate::store::collection::{self, Appended};
use crate::store::session::{SavedAnalysis, SavedSession};
use crate::store::{StoreError, file};
use crate::units::{Bound, Score};

/// Larger files are not read: a gigabyte of games is nothing to take one from at a prompt.
const LARGEST: u64 = 1 << 30;

/// Written into a file, for people.
const PROGRAM: &str = concat!("quarterply ", env!("CARGO_PKG_VERSION"));

impl Session {
    pub(super) fn pgn(&self) -> Reply {
        Reply::Pgn(PgnGame::new(self.game().clone()).to_string())
    }

    /// Adds the game to those of a file.
    pub(super) fn add_game(&mut self, path: &Path, force: bool) -> Result<Reply, CommandError> {
        let text = PgnGame::new(self.game().clone()).to_string();
        let content = match collection::append(path, &text, force, &self.interrupt)? {
            Appended::Added { games } => SavedContent::Added { games },
            Appended::AlreadyLast { games } => SavedContent::AlreadyLast { games },
        };
        Ok(Reply::Saved(SavedReply { path: path.to_owned(), content }))
    }

    pub(super) fn load(&mut self, path: &Path, record: usize) -> Result<Reply, CommandError> {
        let bytes = file::read(path, LARGEST).map_err(StoreError::from)?;
        let (sheet, records) = if extension(path) == "pgn" {
            nth_game(path, &bytes, record)?
        } else {
            nth_record(path, &bytes, record)?
        };
        self.begin(sheet);
        let changed = Box::new(self.change(Vec::new()));
        Ok(Reply::Loaded { path: path.to_owned(), record, records, changed })
    }

    /// Writes into a file what its name asks for: the game, the position, or the whole session.
    pub(super) fn save(&mut self, path: &Path, force: bool) -> Result<Reply, CommandError> {
        let moves = self.game().ply();
        let (content, kind, bytes) = match extension(path).as_str() {
            "pgn" => {
                let text = PgnGame::new(self.game().clone()).to_string();
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
                (SavedContent::Session { moves }, Some(Kind::Session), bytes)
            }
        };
        let may = force || self.written.may_replace(path, kind).map_err(StoreError::from)?;
        if !may {
            let is_pgn = matches!(content, SavedContent::Game { .. });
            return Err(CommandError::WouldReplace { path: path.to_owned(), is_pgn });
        }
        self.written.write(path, &bytes).map_err(StoreError::from)?;
        Ok(Reply::Saved(SavedReply { path: path.to_owned(), content }))
    }

    /// The position as a record, with the operations it came with.
    fn epd(&self) -> Epd {
        let sheet = self.timeline.sheet();
        let operations = if sheet.game.ply() == 0 { &sheet.operations[..] } else { &[] };
        let operations = operations.iter().map(|(opcode, text)| {
            let is_list = matches!(opcode.as_str(), "bm" | "am" | "pm" | "sm" | "pv");
            let words = if is_list { split(text) } else { vec![text.clone()] };
            Operation::new(opcode, words)
        });
        Epd { position: *self.position(), operations: operations.collect() }
    }

    pub(super) fn restore(&mut self, path: &Path) -> Result<Reply, CommandError> {
        let saved = SavedSession::load(path)?;
        let content = |message| CommandError::Content { path: path.to_owned(), message };
        let game = game_of(&saved).map_err(content)?;
        let analysis = match &saved.analysis {
            Some(saved) => Some(analysis_of(saved, &game).map_err(content)?),
            None => None,
        };
        let notes = self.restore_settings(&saved.settings);
        self.begin(Sheet { game, operations: Vec::new() });
        // A file tells no parameters of its own for the analysis: they are those of the sitting that it saved.
        let params = self.engine.options().params().clone();
        self.analysis = analysis.map(|analysis| Analysis { params, ..analysis });
        let changed = Box::new(self.change(notes));
        Ok(Reply::Restored { path: path.to_owned(), settings: saved.settings.len(), changed })
    }

    fn to_saved(&self) -> SavedSession {
        let game = self.game();
        let chess960 = game.start().is_chess960();
        let text = |step: &Step| match step {
            Step::Move(mv) => uci(*mv, chess960),
            Step::Pass => PASS.to_owned(),
        };
        let changed = |setting: &Setting| setting.value != setting.default;
        let settings = self.settings().into_iter().filter(changed);
        SavedSession {
            written_by: PROGRAM.to_owned(),
            start_fen: game.start().to_fen(),
            chess960,
            moves: game.played().iter().chain(game.ahead()).map(text).collect(),
            ply: game.ply() as u32,
            settings: settings.map(|setting| (setting.name, setting.value)).collect(),
            analysis: self.analysis.as_ref().map(saved_analysis),
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

/// The operands of an operation.
fn split(text: &str) -> Vec<String> {
    text.split_whitespace().map(str::to_owned).collect()
}

/// A record of a file of FENs or EPD records, and how many there are.
fn nth_record(path: &Path, bytes: &[u8], number: usize) -> Result<(Sheet, usize), CommandError> {
    let (mut records, mut found) = (0, None);
    for record in EpdReader::new(bytes) {
        records += 1;
        if records == number {
            found = Some(record);
        }
    }
    let content = |message| CommandError::Content { path: path.to_owned(), message };
    match found {
        Some(Ok((_, epd))) => {
            let operations = setup::operations(&epd);
            Ok((Sheet { game: Game::new(epd.position), operations }, records))
        }
        Some(Err(error)) => Err(content(error.to_string())),
        None => Err(CommandError::NoRecord { path: path.to_owned(), record: number, records }),
    }
}

/// A game of a PGN file, and how many there are.
fn nth_game(path: &Path, bytes: &[u8], number: usize) -> Result<(Sheet, usize), CommandError> {
    let (mut records, mut found) = (0, None);
    for game in PgnReader::new(bytes) {
        records += 1;
        if records == number {
            found = Some(game);
        }
    }
    let content = |message| CommandError::Content { path: path.to_owned(), message };
    match found {
        Some(Ok(pgn)) => Ok((Sheet { game: pgn.game, operations: Vec::new() }, records)),
        Some(Err(error)) => Err(content(error.to_string())),
        None => Err(CommandError::NoRecord { path: path.to_owned(), record: number, records }),
    }
}

/// The game of a saved sitting, at the place where it was left.
fn game_of(saved: &SavedSession) -> Result<Game, String> {
    let start = Position::from_fen(&saved.start_fen).map_err(|error| error.to_string())?;
    let mut game = Game::new(start);
    for (index, text) in saved.moves.iter().enumerate() {
        let fault = |why: String| format!("move {} of the game: {why}", index + 1);
        let step = match text.as_str() {
            PASS => Step::Pass,
            text => Step::Move(
                parse_move(game.position(), text).map_err(|error| fault(error.to_string()))?,
            ),
        };
        game.step(step).map_err(|error| fault(error.to_string()))?;
    }
    game.goto(saved.ply as usize);
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
    let mut position = root;
    let mut pv: Vec<Move> = Vec::new();
    for text in &saved.pv {
        let mv = parse_move(&position, text).map_err(|error| format!("the analysis: {error}"))?;
        position = position.play(mv);
        pv.push(mv);
    }
    let game = if game.position().key() == root.key() { game.clone() } else { Game::new(root) };
    let progress = Progress {
        depth: saved.depth,
        seldepth: 0,
        nodes: saved.nodes,
        elapsed: Duration::ZERO,
        hashfull: 0,
    };
    let best = pv.first().copied();
    let line = Line { score: Score::from_raw(saved.score), bound: Bound::Exact, pv };
    let lines = if best.is_some() { vec![line] } else { Vec::new() };
    let iteration = Iteration { depth: saved.depth, seldepth: 0, lines, progress };
    let finished =
        Finished { best, iteration, reason: EndReason::Stopped, ledger: Ledger::default() };
    let limits = Limits::depth(saved.depth);
    Ok(Analysis { game, limits, params: Params::default(), finished })
}
