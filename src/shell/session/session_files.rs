//! Files of the session: what it has written, where the dialogue is recorded, and the last session.
//!
//! An unsaved game is kept in one file while a session at a terminal waits for a line and when it ends, and `restore`
//! without a name loads it. That file is made only where there is something to lose: moves or words of the game that are in
//! no file yet. Scripts and programs keep nothing; they say `save`. If it holds the game of another session, or another
//! unsaved game, that is moved to a second file first.

use std::collections::HashMap;
use std::fs::{self, File};
use std::path::{Path, PathBuf};

use super::{CommandError, Session, Sheet};
use crate::engine::Engine;
use crate::files::SavedSession;
use crate::store::codec::{self, FileKind};
use crate::store::file::InUse;
use crate::store::{StoreError, WrittenFiles, file};

#[derive(Default)]
pub struct SessionFiles {
    /// What was written, and may be written again without a question.
    pub written: WrittenFiles,
    /// The history of the prompt.
    pub history: Option<PathBuf>,
    /// The file whose games were listed last.
    pub listed: Option<PathBuf>,
    /// The file and the record that `view` showed last.
    pub viewed: Option<(PathBuf, usize)>,
    /// Where the last session is kept; `None` if it is not.
    pub autosave: Option<PathBuf>,
    /// The game as it was when it was read from a file or written into one.
    safe: String,
    kept: Option<KeptGame>,
    /// The game in each file that `save` has written.
    games: HashMap<PathBuf, usize>,
}

/// What this session kept last.
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

    /// The game on the board was read from a file, or written into one.
    pub fn game_is_safe(&mut self, sheet: &Sheet) {
        self.safe = sheet.record.to_string();
        let kept = self.kept.as_mut().filter(|kept| kept.number == sheet.number);
        kept.into_iter().for_each(|kept| kept.is_safe = true);
    }

    pub fn game_is_in(&mut self, path: &Path, sheet: &Sheet) {
        self.game_is_safe(sheet);
        // A file of which the whole path is not known is one that must not be replaced.
        fs::canonicalize(path).map(|path| self.games.insert(path, sheet.number)).ok();
    }

    /// Whether a file that `save` has written in this session holds the game on the board; `None` if it has not written it.
    pub fn holds_game(&self, path: &Path, sheet: &Sheet) -> Option<bool> {
        let number = self.games.get(&fs::canonicalize(path).ok()?)?;
        Some(*number == sheet.number)
    }

    /// Returns the game on the board if it has moves and is not saved. A problem of a drill is none: it would take the place
    /// of the game before it.
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
        let bytes = session.encode().map_err(|error| StoreError::content(path, error))?;
        // The lock keeps other sessions from writing meanwhile.
        let files = self.written.hold(path).map_err(StoreError::from)?;
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
        Ok(opened.map_err(StoreError::from)?)
    }

    /// Sets the file that the dialogue is recorded in: the first free number replaces a `%` in its name. What cannot be
    /// written changes nothing.
    pub fn log_into(&self, engine: &mut Engine, value: &str) -> Result<(), CommandError> {
        let before = engine.options().debug_log_file.clone();
        engine.set_option(LOG, value)?;
        let path = file::expand(&engine.options().debug_log_file);
        if path.as_os_str().is_empty() {
            return Ok(());
        }
        let path = file::numbered(&path).unwrap_or(path);
        if file::is_log(&path) {
            // It is gone on with, whatever it is called this time.
            return Ok(engine.set_option(LOG, &before)?);
        }
        let opened = self.open_log(&path);
        let kept = if opened.is_ok() { path.display().to_string() } else { before };
        engine.set_option(LOG, &kept)?;
        opened.map(drop)
    }
}

impl Session {
    /// Keeps the session, if its game is in no file. Returns whether it was kept.
    pub fn keep_unsaved_game(&mut self) -> Result<bool, CommandError> {
        let Some(game) = self.files.unsaved_game(&self.timeline.now) else { return Ok(false) };
        let session = self.to_saved();
        self.files.keep_game(game, self.timeline.now.number, &session).map(|()| true)
    }

    /// Keeps the session if its game has changed since it was last kept, so that a crash loses nothing.
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
fn set_aside(files: &WrittenFiles, path: &Path) -> Result<(), StoreError> {
    if !path.exists() {
        return Ok(());
    }
    let bytes = file::read(path, (codec::HEADER + codec::LIMIT) as u64)?;
    // Anything else is refused when the file itself is claimed.
    match codec::is_kind(FileKind::Session, &bytes) {
        true => write_session(files, &earlier(path), &bytes),
        false => Ok(()),
    }
}

fn write_session(files: &WrittenFiles, path: &Path, bytes: &[u8]) -> Result<(), StoreError> {
    files.claim(path, |head| codec::is_kind(FileKind::Session, head))?;
    Ok(files.write(path, bytes)?)
}

/// The file of the session before the last.
fn earlier(path: &Path) -> PathBuf {
    path.with_file_name("earlier-session.qs")
}

/// Whether a file begins as a record of the dialogue does: milliseconds, and a sign of the direction.
fn is_log(head: &[u8]) -> bool {
    let digits = head.iter().take_while(|byte| byte.is_ascii_digit()).count();
    digits > 0 && [b" >> ", b" << "].iter().any(|sign| head[digits..].starts_with(*sign))
}

/// The name of the option that says where the dialogue is recorded.
pub const LOG: &str = "Debug Log File";
