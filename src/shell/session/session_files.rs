//! Files of the session: those it has written, the log of the dialogue, and the last session.
//!
//! An unsaved game is kept in one file while a session at a terminal waits for a line and when it ends; `restore` without a name
//! loads it. The file is made only if there is something to lose: moves, comments or tags that are in no file yet. Scripts and
//! programs keep nothing; they use `save`. If the file holds the game of another session, or another unsaved game, it is moved to
//! a second file first.

use std::collections::HashMap;
use std::fs::{self, File};
use std::path::{Path, PathBuf};

use super::{CommandError, Session, Sheet};
use crate::engine::Engine;
use crate::files::SavedSession;
use crate::store::codec::{self, FileKind};
use crate::store::file::InUse;
use crate::store::{FileError, WrittenFiles, file};

#[derive(Default)]
pub struct SessionFiles {
    /// Files written in this session; they may be overwritten without a question.
    pub written: WrittenFiles,
    /// History file of the prompt.
    pub history: Option<PathBuf>,
    /// File whose games were listed last.
    pub listed: Option<PathBuf>,
    /// File and record that `view` showed last.
    pub viewed: Option<(PathBuf, usize)>,
    /// File of the last session; `None` if it is not kept.
    pub autosave: Option<PathBuf>,
    /// The game as it was last read from or written to a file.
    safe: String,
    kept: Option<KeptGame>,
    /// The number of the game in each file that `save` has written.
    games: HashMap<PathBuf, usize>,
}

/// What this session last wrote into the autosave file.
#[derive(Debug)]
struct KeptGame {
    text: String,
    number: usize,
    /// The user has saved it, too.
    is_safe: bool,
}

impl SessionFiles {
    pub fn last_session(&self) -> Result<PathBuf, CommandError> {
        let is_own = |path: &Path| self.kept.is_some() && self.written.is_as_left(path);
        let path = self.autosave.as_deref();
        let path = path.map(|path| if is_own(path) { earlier(path) } else { path.to_owned() });
        path.filter(|path| path.exists()).ok_or_else(|| {
            CommandError::refused(
                "no last session is kept; `restore FILE` goes on from a file that `save` has written",
            )
        })
    }

    /// Records that the game on the board was read from a file or written to one.
    pub fn game_is_safe(&mut self, sheet: &Sheet) {
        self.safe = sheet.record.to_string();
        let kept = self.kept.as_mut().filter(|kept| kept.number == sheet.number);
        kept.into_iter().for_each(|kept| kept.is_safe = true);
    }

    pub fn game_is_in(&mut self, path: &Path, sheet: &Sheet) {
        self.game_is_safe(sheet);
        // A file whose absolute path is unknown must not be replaced.
        fs::canonicalize(path).map(|path| self.games.insert(path, sheet.number)).ok();
    }

    /// Whether a file that `save` wrote in this session holds the game on the board; `None` if `save` did not write it.
    pub fn holds_game(&self, path: &Path, sheet: &Sheet) -> Option<bool> {
        let number = self.games.get(&fs::canonicalize(path).ok()?)?;
        Some(*number == sheet.number)
    }

    /// Returns the game on the board if it has moves and is not saved. The problem of a drill does not count: it would replace
    /// the game before it.
    fn unsaved_game(&self, sheet: &Sheet) -> Option<String> {
        let Sheet { record, drilled, .. } = sheet;
        let is_kept = self.autosave.is_some() && record.tree.moves() > 0 && !drilled;
        is_kept.then(|| record.to_string()).filter(|game| *game != self.safe)
    }

    fn keep_game(
        &mut self,
        text: String,
        number: usize,
        session: &SavedSession,
    ) -> Result<(), CommandError> {
        let Some(path) = &self.autosave else { return Ok(()) };
        let bytes = session.encode().map_err(|error| FileError::content(path, error))?;
        // The lock keeps other sessions from writing at the same time.
        let files = self.written.hold(path)?;
        // An older state of this game may be replaced, or a game of this session that is saved elsewhere.
        let is_past = |kept: &KeptGame| kept.is_safe || kept.number == number;
        if !self.kept.as_ref().is_some_and(is_past) || !self.written.is_as_left(path) {
            set_aside(&files, path)?;
        }
        write_session(&files, path, &bytes)?;
        self.kept = Some(KeptGame { text, number, is_safe: false });
        Ok(())
    }

    pub fn open_log(&self, path: &Path) -> Result<(File, InUse), CommandError> {
        let opened = self.written.claim(path, is_log).and_then(|()| self.written.record(path));
        Ok(opened?)
    }

    /// Sets the log file: a `%` in its name becomes the first free number. On an error nothing changes.
    pub fn log_into(&self, engine: &mut Engine, value: &str) -> Result<(), CommandError> {
        let before = engine.options().debug_log_file.clone();
        engine.set_option(LOG, value)?;
        let path = file::expand(&engine.options().debug_log_file);
        if path.as_os_str().is_empty() {
            return Ok(());
        }
        let path = file::numbered(&path).unwrap_or(path);
        if file::is_log(&path) {
            // Continue the same file, whatever its new spelling.
            return Ok(engine.set_option(LOG, &before)?);
        }
        let opened = self.open_log(&path);
        let kept = if opened.is_ok() { path.display().to_string() } else { before };
        engine.set_option(LOG, &kept)?;
        opened.map(drop)
    }
}

impl Session {
    /// Saves the session if its game is in no file. Returns whether it did.
    pub fn keep_unsaved_game(&mut self) -> Result<bool, CommandError> {
        let Some(game) = self.files.unsaved_game(&self.timeline.now) else { return Ok(false) };
        let session = self.to_saved();
        self.files.keep_game(game, self.timeline.now.number, &session).map(|()| true)
    }

    /// Saves the session if its game has changed since the last save, so that a crash loses nothing.
    pub fn autosave(&mut self) -> Result<(), CommandError> {
        let is_kept =
            |game: &String| self.files.kept.as_ref().is_some_and(|kept| kept.text == *game);
        match self.files.unsaved_game(&self.timeline.now) {
            Some(game) if !is_kept(&game) => self.keep_unsaved_game().map(drop),
            _ => Ok(()),
        }
    }
}

/// Moves the game of another session, or another game, to the second file, where `restore` finds it.
fn set_aside(files: &WrittenFiles, path: &Path) -> Result<(), FileError> {
    if !path.exists() {
        return Ok(());
    }
    let bytes = file::read(path, (codec::HEADER + codec::LIMIT) as u64)?;
    // Any other file is refused when it is claimed.
    match codec::is_kind(FileKind::Session, &bytes) {
        true => write_session(files, &earlier(path), &bytes),
        false => Ok(()),
    }
}

fn write_session(files: &WrittenFiles, path: &Path, bytes: &[u8]) -> Result<(), FileError> {
    files.claim(path, |head| codec::is_kind(FileKind::Session, head))?;
    files.write(path, bytes)
}

/// File of the session before the last.
fn earlier(path: &Path) -> PathBuf {
    path.with_file_name("earlier-session.qs")
}

/// Whether a file begins like a log: milliseconds and a direction sign.
fn is_log(head: &[u8]) -> bool {
    let digits = head.iter().take_while(|byte| byte.is_ascii_digit()).count();
    digits > 0 && [b" >> ", b" << "].iter().any(|sign| head[digits..].starts_with(*sign))
}

/// Name of the option with the path of the log.
pub const LOG: &str = "Debug Log File";
