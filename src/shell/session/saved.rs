//! Converts a session to and from its file.

use std::path::Path;

use super::{Analysis, CommandError, Session, Sheet};
use crate::chess::game_tree::{GameTree, NodeId};
use crate::chess::notation::uci;
use crate::chess::pgn::{PgnReader, read_tree};
use crate::chess::{Game, Move, Position};
use crate::control::Limits;
use crate::engine::options::find;
use crate::files::{SavedAnalysis, SavedGame, SavedMate, SavedSession};
use crate::search::trace::Ledger;
use crate::search::{EndReason, Finished, Iteration, Params, Progress, ScoredLine};
use crate::shell::reply::Setting;
use crate::units::{Bound, Score};

/// What this program calls itself in files.
const WRITTEN_BY: &str = concat!("quarterply ", env!("CARGO_PKG_VERSION"));

/// Maximum number of positions of all proofs and refutations saved with a session: about two MiB.
const MATE_POSITIONS: usize = 20_000;

impl Session {
    pub fn to_saved(&self) -> SavedSession {
        let sheet = &self.timeline.now;
        let mut record = sheet.record.clone();
        // Reading unites the variations in the same way.
        record.tree.unite();
        let game = SavedGame {
            form: SavedGame::RECORD,
            pgn: record.to_string(),
            line: line_of(&record.tree),
            ply: sheet.game().ply() as u32,
            operations: sheet.operations.clone(),
        };
        let changed = |setting: &Setting| setting.value != setting.default;
        let settings = self.settings.all(self.engine.options()).into_iter().filter(changed);
        let (proofs, refutations) = self.engine.known_mates.latest(MATE_POSITIONS);
        let proofs = proofs.iter().filter_map(|proof| SavedMate::of(proof));
        let mates = proofs.chain(refutations.iter().filter_map(|none| SavedMate::none(none)));
        SavedSession {
            written_by: WRITTEN_BY.to_owned(),
            game,
            settings: settings.map(|setting| (setting.name, setting.value)).collect(),
            analysis: self.analysis.last.as_ref().map(saved_analysis),
            mates: mates.collect(),
        }
    }

    /// Restores all saved settings except those that stay; notes what cannot be set, since a newer or older program may have
    /// other settings.
    pub fn restore_settings(&mut self, saved: &[(String, String)]) -> Vec<String> {
        for setting in self.settings.all(self.engine.options()) {
            if setting.value != setting.default && !stays(&setting.name) {
                // A default is always valid.
                let _ = self.set(&setting.name, &setting.default);
            }
        }
        let mut notes = Vec::new();
        let (staying, taken): (Vec<_>, Vec<_>) = saved.iter().partition(|(name, _)| stays(name));
        let differs = |(name, value): &&&(String, String)| {
            let setting = self.settings.setting(name, self.engine.options());
            setting.is_some_and(|setting| setting.value != *value)
        };
        let names: Vec<&str> = staying.iter().filter(differs).map(|(name, _)| &**name).collect();
        if !names.is_empty() {
            let names = names.join(", ");
            notes.push(format!(
                "not restored, since files, memory and threads stay as they are here: {names}"
            ));
        }
        for (name, value) in taken {
            if let Err(error) = self.set(name, value) {
                notes.push(format!("{name} is not restored: {error}"));
            }
        }
        notes
    }
}

/// Whether a setting is not restored from a session file, which may come from another person: every text (it may name a file),
/// switches that let files be written, and those that depend on the machine.
pub fn stays(name: &str) -> bool {
    find(name).is_some_and(|spec| {
        spec.kind.is_text() || ["BookLearn", "Hash", "Threads"].contains(&&*spec.name)
    })
}

pub fn read_session(path: &Path) -> Result<(SavedSession, Sheet, Option<Analysis>), CommandError> {
    let saved = SavedSession::load(path)?;
    let content = |message| CommandError::content(path, message);
    let sheet = sheet_of(&saved.game).map_err(content)?;
    let analysis = saved.analysis.as_ref().map(|saved| analysis_of(saved, sheet.game()));
    let analysis = analysis.transpose().map_err(content)?;
    Ok((saved, sheet, analysis))
}

/// For each move of the current line, the index of its continuation.
fn line_of(tree: &GameTree) -> Vec<u16> {
    let place = |pair: &[NodeId]| {
        tree.children(pair[0]).iter().position(|&child| child == pair[1]).unwrap_or(0) as u16
    };
    tree.line().windows(2).map(place).collect()
}

fn sheet_of(SavedGame { pgn, line, ply, operations, .. }: &SavedGame) -> Result<Sheet, String> {
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
    Ok(Sheet { record, operations: operations.clone(), ..Sheet::default() })
}

fn played(start: Position, moves: &[String]) -> Result<GameTree, String> {
    let mut tree = GameTree::new(start);
    match read_tree(&mut tree, &moves.join(" ")).fault {
        Some(fault) => Err(fault.to_string()),
        None => Ok(tree),
    }
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

/// Restores a saved analysis, with the game on the board if the position is the same.
fn analysis_of(saved: &SavedAnalysis, game: &Game) -> Result<Analysis, String> {
    let root = Position::from_fen(&saved.fen).map_err(|error| error.to_string())?;
    let line = played(root, &saved.pv).map_err(|error| format!("the analysis: {error}"))?;
    let pv: Vec<Move> = line.game().played().iter().filter_map(|step| step.mv()).collect();
    let game = if game.position().key() == root.key() { game.clone() } else { Game::new(root) };
    let progress = Progress { depth: saved.depth, nodes: saved.nodes, ..Progress::default() };
    let best = pv.first().copied();
    let line = ScoredLine { score: Score::from_raw(saved.score), bound: Bound::Exact, pv };
    let lines = if best.is_some() { vec![line] } else { Vec::new() };
    let iteration = Iteration { depth: saved.depth, seldepth: 0, lines, progress };
    let finished =
        Finished { best, iteration, reason: EndReason::Stopped, ledger: Ledger::default() };
    let limits = Limits::depth(saved.depth);
    Ok(Analysis { game, limits, params: Params::default(), finished })
}
