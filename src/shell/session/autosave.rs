//! Commands about the session itself: words that stand for commands, where the dialogue is recorded, and the last session: an
//! unsaved game is kept in one file while a session at a terminal waits for a line and when it ends, and `restore` without a name
//! loads it.
//!
//! That file is made only where there is something to lose: moves or words of the game that are in no file yet. Scripts and
//! programs keep nothing; they say `save`.

use std::borrow::Cow;
use std::collections::HashMap;
use std::fs::{self, File};
use std::path::{Path, PathBuf};

use super::{CommandError, Session};
use crate::store::codec::{self, FileKind};
use crate::store::{StoreError, file};

/// Where the last session is kept, and what need not be.
#[derive(Debug, Default)]
pub struct Autosave {
    pub path: Option<PathBuf>,
    /// The game as it was when it was read from a file or written into one.
    safe: String,
    /// The game when the session was last kept.
    kept: Option<String>,
    /// The game in each file that `save` has written.
    games: HashMap<PathBuf, usize>,
}

impl Session {
    pub fn last_session(&self) -> Result<PathBuf, CommandError> {
        let Autosave { path, kept, .. } = &self.autosaved;
        let path =
            path.as_ref().map(|path| if kept.is_some() { earlier(path) } else { path.clone() });
        path.filter(|path| path.exists()).ok_or_else(|| {
            CommandError::refused(
                "no last session is kept; `restore FILE` goes on from a file that `save` has written",
            )
        })
    }

    pub fn game_is_safe(&mut self) {
        self.autosaved.safe = self.timeline.now.record.to_string();
    }

    pub fn game_is_in(&mut self, path: &Path) {
        self.game_is_safe();
        let number = self.timeline.now.number;
        // A file of which the whole path is not known is one that must not be replaced.
        fs::canonicalize(path).map(|path| self.autosaved.games.insert(path, number)).ok();
    }

    /// Whether a file that `save` has written in this session holds the game on the board; `None` if it has not written it.
    pub fn holds_game(&self, path: &Path) -> Option<bool> {
        let number = self.autosaved.games.get(&fs::canonicalize(path).ok()?)?;
        Some(*number == self.timeline.now.number)
    }

    /// Keeps the session, if its game is in no file. Returns whether it was kept.
    pub fn keep_unsaved_game(&mut self) -> Result<bool, CommandError> {
        match self.unsaved_game() {
            Some(game) => self.keep_game(game).map(|()| true),
            None => Ok(false),
        }
    }

    /// Keeps the session if its game has changed since it was last kept, so that a crash loses nothing.
    pub fn autosave(&mut self) -> Result<(), CommandError> {
        let game = self.unsaved_game().filter(|game| self.autosaved.kept.as_ref() != Some(game));
        game.map_or(Ok(()), |game| self.keep_game(game))
    }

    /// Returns the game on the board if it has moves and is not saved.
    fn unsaved_game(&self) -> Option<String> {
        let record = &self.timeline.now.record;
        let is_kept = self.autosaved.path.is_some() && record.tree.moves() > 0;
        is_kept.then(|| record.to_string()).filter(|game| *game != self.autosaved.safe)
    }

    fn keep_game(&mut self, game: String) -> Result<(), CommandError> {
        let Some(path) = &self.autosaved.path else { return Ok(()) };
        // `restore` still means the session before this one.
        if self.autosaved.kept.is_none()
            && let Ok(bytes) = file::read(path, (codec::HEADER + codec::LIMIT) as u64)
        {
            self.write_session(&earlier(path), &bytes)?;
        }
        let bytes = self.to_saved().encode().map_err(|error| StoreError::content(path, error))?;
        self.write_session(path, &bytes)?;
        self.autosaved.kept = Some(game);
        Ok(())
    }

    fn write_session(&self, path: &Path, bytes: &[u8]) -> Result<(), StoreError> {
        self.files.claim(path, |head| codec::is_kind(FileKind::Session, head))?;
        Ok(self.files.write(path, bytes)?)
    }

    /// A line with the word that begins it replaced by what it stands for.
    pub fn expand<'a>(&self, line: &'a str) -> Cow<'a, str> {
        let line = line.trim_start();
        let word = line.split(char::is_whitespace).next().unwrap_or_default();
        match self.aliases.get(&word.to_lowercase()) {
            Some(text) => Cow::Owned(format!("{text}{}", &line[word.len()..])),
            None => Cow::Borrowed(line),
        }
    }

    pub fn open_log(&self, path: &Path) -> Result<File, CommandError> {
        let opened = self.files.claim(path, is_log).and_then(|()| self.files.append(path));
        Ok(opened.map_err(StoreError::from)?)
    }

    /// Sets the file that the dialogue is recorded in: the first free number replaces a `%` in its name. What cannot be
    /// written changes nothing.
    pub fn log_into(&mut self, value: &str) -> Result<(), CommandError> {
        let before = self.engine.options().debug_log_file.clone();
        self.engine.set_option(LOG, value)?;
        let path = PathBuf::from(&self.engine.options().debug_log_file);
        if path.as_os_str().is_empty() {
            return Ok(());
        }
        let path = file::numbered(&path).unwrap_or(path);
        let opened = self.open_log(&path);
        let kept = if opened.is_ok() { path.display().to_string() } else { before };
        self.engine.set_option(LOG, &kept)?;
        opened.map(drop)
    }
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
