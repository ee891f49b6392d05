//! The folder of a book that is being made: sorted runs of counts, and how far the games were read.
//!
//! The state is written after each run, whole or not at all; a run that it does not know of is written again.

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::StoreError;
use super::codec::FileKind;
use super::file::FileError;
use super::state::WorkState;

#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct SavedBuild {
    /// What is being made of what.
    pub task: String,
    pub runs: Vec<u64>,
    /// Files that were read to their end.
    pub file: u64,
    /// In the one that was not: bytes before the next game.
    pub bytes: u64,
    pub line: u64,
    pub game: u64,
    pub games: u64,
    pub without_result: u64,
    /// Games that were left out.
    pub damaged: u64,
    pub named: Vec<String>,
}

impl WorkState for SavedBuild {
    const KIND: FileKind = FileKind::BookBuild;

    fn made_of(&self) -> &str {
        &self.task
    }
}

pub fn run(folder: &Path, number: usize) -> PathBuf {
    folder.join(format!("run-{number}"))
}

/// The files of all runs, each as long as it was written.
pub fn runs(folder: &Path, saved: &SavedBuild) -> Result<Vec<PathBuf>, StoreError> {
    let mut paths = Vec::new();
    for (number, &expected) in saved.runs.iter().enumerate() {
        let path = run(folder, number);
        let found = fs::metadata(&path).map_err(FileError::reading(&path))?.len();
        if found != expected {
            let path = path.display().to_string();
            return Err(StoreError::DamagedRun { path, found, expected });
        }
        paths.push(path);
    }
    Ok(paths)
}

pub fn make(folder: &Path) -> Result<(), StoreError> {
    Ok(fs::create_dir_all(folder).map_err(FileError::writing(folder))?)
}

/// Removes the runs and the state, and the folder if nothing else is in it.
pub fn discard(folder: &Path) -> Result<(), StoreError> {
    let Ok(entries) = fs::read_dir(folder) else { return Ok(()) };
    for entry in entries.flatten() {
        let name = entry.file_name();
        let name = name.to_string_lossy();
        if name == STATE
            || name.strip_prefix("run-").is_some_and(|number| number.parse::<u64>().is_ok())
        {
            let path = entry.path();
            fs::remove_file(&path).map_err(FileError::writing(&path))?;
        }
    }
    match fs::remove_dir(folder) {
        Err(error) if error.kind() != ErrorKind::DirectoryNotEmpty => {
            Err(FileError::writing(folder)(error).into())
        }
        _ => Ok(()),
    }
}

const STATE: &str = "state";

pub fn state(folder: &Path) -> PathBuf {
    folder.join(STATE)
}
