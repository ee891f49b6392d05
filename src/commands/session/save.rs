//! `save`: writes the session, or only the game or the position, to a file.

use std::path::{Path, PathBuf};

use crate::chess::Color;
use crate::chess::epd::Epd;
use crate::commands::prelude::*;
use crate::commands::tools::annotate::main_line;
use crate::files::text::extension;
use crate::ink::json::FilePath;
use crate::ink::number::counted;
use crate::store::FileError;
use crate::store::written::never;

pub(super) const ROW: CommandSpec = row!(Session Safe "save", "FILE [--force]":
"write game, settings, analysis and mates into a file; only game or position into .pgn, .fen, .epd",
details: "A file with another game, or that this session neither wrote nor restored, is not replaced unless --force is given. \
          Written aside and then renamed: a crash loses nothing.",
examples: &[("save evening.qs", "for another day", "saved evening.qs · 0 moves"),
    ("save game.pgn", "the game alone", "saved game.pgn · the game, 0 moves"),
    ("save mine.fen --force", "whatever mine.fen holds", "saved mine.fen · the position")],
completer: Completer::Files,
answers: &[LineSchema::of::<SavedAnswer>()],
read: |reader| {
    let given = reader.path()?;
    Ok(Box::new(move |session| act(session, given)))
});

/// The extension selects what to write: the game, the position, or the whole session.
fn act(session: &mut Session, path: PathBuf) -> Acted {
    let record = &session.timeline.now.record;
    let line = main_line(record);
    let black_begins = usize::from(line.start().turn() == Color::Black);
    let moves = (line.ply() + black_begins).div_ceil(2);
    let (content, bytes) = match extension(&path).as_str() {
        "pgn" => (SavedContent::Game { moves }, record.to_string().into_bytes()),
        "fen" => {
            (SavedContent::Position, format!("{}\n", session.position().to_fen()).into_bytes())
        }
        "epd" => (SavedContent::Position, format!("{}\n", epd(session)).into_bytes()),
        _ => {
            let encoded = session.to_saved().encode();
            let bytes = encoded.map_err(|error| FileError::content(&path, error))?;
            (SavedContent::Session { moves }, bytes)
        }
    };
    let is_game = matches!(content, SavedContent::Game { .. });
    let is_there = path.metadata().is_ok_and(|found| found.len() > 0);
    let holds_other = match is_game {
        true => is_there && session.files.holds_game(&path, &session.timeline.now) != Some(true),
        false => session.files.holds_game(&path, &session.timeline.now) == Some(false),
    };
    match session.files.written.claim(&path, never) {
        Ok(()) if holds_other && !session.files.written.is_forced() => {
            return Err(refusal(&path, is_game, "holds another game of this session"));
        }
        Err(FileError::Foreign { .. }) if is_game => {
            return Err(refusal(&path, true, "exists and is not from this session"));
        }
        claimed => claimed?,
    }
    session.files.written.write(&path, &bytes)?;
    if !matches!(content, SavedContent::Position) {
        session.files.game_is_in(&path, &session.timeline.now);
    }
    Ok(SavedAnswer::new(path, content).into())
}

/// `why`: the reason not to replace a file.
fn refusal(path: &Path, is_pgn: bool, why: &str) -> CommandError {
    let path = path.display();
    let instead = match is_pgn {
        true => format!("`pgn {path}` adds the game to those in it"),
        false => "name another file".to_owned(),
    };
    CommandError::refused(format!("{path} {why}: {instead}, `save {path} --force` replaces it"))
}

/// Formats the position as an EPD record, with the operations that it was loaded with.
fn epd(session: &Session) -> String {
    let sheet = &session.timeline.now;
    let operations = if sheet.game().ply() == 0 { &sheet.operations[..] } else { &[] };
    let position = *session.position();
    let mut record = Epd { position, operations: Vec::new(), warnings: Vec::new() }.to_string();
    // The position has its own clocks.
    let others = operations.iter().filter(|(opcode, _)| !matches!(&**opcode, "hmvc" | "fmvn"));
    for (opcode, operands) in others {
        let gap = if operands.is_empty() { "" } else { " " };
        record.push_str(&format!(" {opcode}{gap}{operands};"));
    }
    record
}

/// What was written into a file.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct SavedAnswer {
    pub path: FilePath,
    #[serde(flatten)]
    pub content: SavedContent,
}

#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(tag = "content", rename_all = "kebab-case")]
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

impl SavedAnswer {
    pub fn new(path: PathBuf, content: SavedContent) -> SavedAnswer {
        SavedAnswer { path: FilePath(path), content }
    }
}

impl Answer for SavedAnswer {
    const TYPE: &str = "saved";

    fn page(&self, settings: &Settings) -> Page {
        let (verb, fact) = match self.content {
            SavedContent::Session { moves } => ("saved", counted(moves, "move")),
            SavedContent::Game { moves } => {
                ("saved", format!("the game, {}", counted(moves, "move")))
            }
            SavedContent::Position => ("saved", "the position".to_owned()),
            SavedContent::Picture => ("drawn", "a picture".to_owned()),
            SavedContent::Added { games } => {
                ("added to", format!("{} now", counted(games, "game")))
            }
            SavedContent::AlreadyLast { games } => {
                let games = counted(games, "game");
                ("left alone", format!("this game is the last of its {games} already"))
            }
        };
        let what = Line::of(Role::Good, verb);
        let what = what.with(Role::Plain, format!(" {}", self.path.0.display()));
        Page::of_facts([what, Line::plain(fact)], settings)
    }
}
