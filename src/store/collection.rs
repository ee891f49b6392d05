//! Collections: PGN files of many games, and one game more.
//!
//! A file of games is never written anew from what was understood of it: what stands in it is copied byte for byte, and the
//! new game comes behind it, in one step. Reading games is `chess/pgn.rs`'s.

use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, ErrorKind, Read, Seek, SeekFrom, Write};
use std::path::Path;

use super::StoreError;
use super::file::{self, FileError};
use crate::chess::movetext;
use crate::chess::pgn::PgnReader;
use crate::control::StopFlag;

/// What came of adding a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Appended {
    /// It is in the file.
    Added {
        /// How many games there are now.
        games: usize,
    },
    /// It was the last one already, to the letter, and was not added again.
    AlreadyLast {
        /// How many games there are.
        games: usize,
    },
}

/// Adds a game, written as PGN, to those of a file, which is made if there is none. With `force` also to a file that holds
/// anything else, and also if its last game is this one.
///
/// # Errors
/// [`StoreError::NotGames`], [`StoreError::Stopped`], [`StoreError::File`]; the file is as it was then.
pub fn append(
    path: &Path,
    game: &str,
    force: bool,
    stop: &StopFlag,
) -> Result<Appended, StoreError> {
    let name = || path.display().to_string();
    let failed = |error| FileError::Read { path: name(), error };
    match fs::metadata(path) {
        Ok(found) if !found.is_file() => return Err(FileError::NotPlain { path: name() }.into()),
        Ok(_) => {}
        Err(error) if error.kind() == ErrorKind::NotFound => {
            file::write_atomically(path, game.as_bytes())?;
            return Ok(Appended::Added { games: 1 });
        }
        Err(error) => return Err(failed(error).into()),
    }
    let mut old = File::open(path).map_err(failed)?;
    if !force && !begins_as_games(&mut old).map_err(failed)? {
        return Err(StoreError::NotGames { path: name() });
    }
    let games = count(&mut old, stop).map_err(failed)?.ok_or(StoreError::Stopped)?;
    let tail = tail(&mut old, game.len() + 8).map_err(failed)?;
    if !force && games > 0 && tail.trim_ascii_end().ends_with(game.trim_end().as_bytes()) {
        return Ok(Appended::AlreadyLast { games });
    }
    let gap: &[u8] = match &tail[..] {
        [] | [.., b'\n', b'\n'] | [.., b'\n', b'\r', b'\n'] => b"",
        [.., b'\n'] => b"\n",
        _ => b"\n\n",
    };
    old.rewind().map_err(failed)?;
    file::replace(path, |new| {
        io::copy(&mut old, new)?;
        new.write_all(gap)?;
        new.write_all(game.as_bytes())
    })?;
    Ok(Appended::Added { games: games + 1 })
}

/// Whether the first line that says anything is a header or moves; a file that says nothing may become anything.
fn begins_as_games(file: &mut File) -> io::Result<bool> {
    const LONGEST_LINE: u64 = 1 << 16;
    file.rewind()?;
    let mut lines = BufReader::new(file);
    loop {
        let mut line = Vec::new();
        if lines.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut line)? == 0 {
            return Ok(true);
        }
        let line = String::from_utf8_lossy(&line);
        let line = line.trim_start_matches('\u{FEFF}').trim();
        if !line.is_empty() && !line.starts_with('%') {
            return Ok(line.starts_with('[') || movetext::is_movetext(line));
        }
    }
}

/// How many games a file holds; `None` if it was told to stop.
fn count(file: &mut File, stop: &StopFlag) -> io::Result<Option<usize>> {
    file.rewind()?;
    let mut games = 0;
    let mut reader = PgnReader::new(BufReader::new(file));
    while reader.pass_over()? {
        games += 1;
        if stop.is_raised() {
            return Ok(None);
        }
    }
    Ok(Some(games))
}

/// The last bytes of a file.
fn tail(file: &mut File, bytes: usize) -> io::Result<Vec<u8>> {
    let length = file.seek(SeekFrom::End(0))?;
    file.seek(SeekFrom::Start(length.saturating_sub(bytes as u64)))?;
    let mut tail = Vec::new();
    file.read_to_end(&mut tail)?;
    Ok(tail)
}

#[cfg(test)]
mod tests {
    use super::*;

    const GAME: &str = "[Event \"?\"]\n\n1. e4 e5 *\n";

    #[test]
    fn games_are_added_and_what_was_there_stays() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games.pgn");
        let stop = StopFlag::new();
        let add = |game: &str, force| append(&path, game, force, &stop).unwrap();
        assert_eq!(add(GAME, false), Appended::Added { games: 1 });
        assert_eq!(add(GAME, false), Appended::AlreadyLast { games: 1 });
        assert_eq!(add(GAME, true), Appended::Added { games: 2 });
        let old = b"[White \"M\xfcller\"]\r\n\r\n1. d4 {never closed *";
        for ending in ["", "\n", "\r\n\r\n"] {
            let old = [old, ending.as_bytes()].concat();
            fs::write(&path, &old).unwrap();
            append(&path, GAME, false, &stop).unwrap();
            let new = fs::read(&path).unwrap();
            assert!(new.starts_with(&old), "byte for byte");
            assert!(new.ends_with(GAME.as_bytes()));
        }
        fs::write(&path, "").unwrap();
        assert_eq!(append(&path, GAME, false, &stop).unwrap(), Appended::Added { games: 1 });
    }

    #[test]
    fn other_files_are_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("notes.txt");
        let stop = StopFlag::new();
        fs::write(&path, "Dear diary,\n").unwrap();
        let error = append(&path, GAME, false, &stop).unwrap_err().to_string();
        assert!(error.contains("notes.txt") && error.contains("--force"), "{error}");
        assert_eq!(fs::read(&path).unwrap(), b"Dear diary,\n");
        assert!(append(folder.path(), GAME, true, &stop).is_err());
        stop.raise();
        fs::write(&path, GAME).unwrap();
        assert!(matches!(append(&path, GAME, true, &stop), Err(StoreError::Stopped)));
        assert_eq!(fs::read(&path).unwrap(), GAME.as_bytes());
    }
}
