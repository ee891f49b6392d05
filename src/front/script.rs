//! Scripts: lines of files and of the command line, the innermost script first; a script may call others.
//!
//! Standard input is read by `input.rs`.

use std::collections::VecDeque;
use std::fs::File;
use std::io::{self, BufReader, Read};
use std::path::{Path, PathBuf};

use super::dialect::{Origin, Part};
use super::lines::LineReader;
use crate::commands;
#[cfg(unix)]
use crate::control::stop::CTRL_C;
use crate::files::stream;
use crate::shell::CommandError;
use crate::shell::parse::setup::looks_like_fen;
use crate::store::file::InUse;
use crate::store::{FileError, file};

const DEEPEST: usize = 16;

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Script {
    Line(String),
    File(PathBuf),
    Input,
}

#[derive(Debug)]
pub enum Next {
    Line(Part),
    Fault(Origin, CommandError),
    /// Read standard input to its end.
    Input,
    End,
}

#[derive(Debug)]
struct Open {
    name: String,
    folder: PathBuf,
    lines: LineReader<BufReader<ScriptFile>>,
    _in_use: InUse,
}

/// A file or a pipe; Ctrl-C ends the wait for a pipe.
#[derive(Debug)]
struct ScriptFile {
    file: File,
    is_pipe: bool,
}

impl ScriptFile {
    fn new(file: File) -> ScriptFile {
        let is_pipe = file.metadata().is_ok_and(|found| !found.is_file());
        ScriptFile { file, is_pipe }
    }
}

impl Read for ScriptFile {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        if self.is_pipe {
            wait_for(&self.file)?;
        }
        self.file.read(bytes)
    }
}

/// Waits for data or the end of the pipe.
#[cfg(unix)]
fn wait_for(pipe: &File) -> io::Result<()> {
    loop {
        // Check first, so that an endless pipe can be interrupted, too.
        if CTRL_C.is_pending() {
            // It has interrupted this pipe.
            CTRL_C.dealt_with();
            return Err(io::Error::other("stopped before the end of this pipe"));
        }
        if stream::is_ready(pipe) {
            return Ok(());
        }
    }
}

/// Only Unix has named pipes.
#[cfg(not(unix))]
fn wait_for(_: &File) -> io::Result<()> {
    Ok(())
}

#[derive(Debug, Default)]
pub struct Scripts {
    /// Scripts of the command line that have not started.
    planned: VecDeque<(usize, Script)>,
    open: Vec<Open>,
}

impl Scripts {
    pub fn new(planned: Vec<Script>) -> Scripts {
        Scripts { planned: planned.into_iter().enumerate().collect(), open: Vec::new() }
    }

    pub fn next_line(&mut self) -> Next {
        loop {
            if let Some(open) = self.open.last_mut() {
                let read = open.lines.read();
                let line = open.lines.number().max(1);
                let origin = Origin::Script { name: open.name.clone(), line };
                match read {
                    Ok(Some(Ok(text))) => return Next::Line(Part { origin, text }),
                    Ok(Some(Err(bytes))) => {
                        return Next::Fault(origin, CommandError::LongLine { bytes });
                    }
                    Ok(None) => drop(self.open.pop()),
                    Err(error) => {
                        let why = format!("cannot be read on: {error}");
                        let error = CommandError::content(Path::new(&open.name), why);
                        self.open.pop();
                        return Next::Fault(origin, error);
                    }
                }
                continue;
            }
            let Some((index, script)) = self.planned.pop_front() else { return Next::End };
            let origin = Origin::Script { name: "command".to_owned(), line: index + 1 };
            match script {
                Script::Line(text) => return Next::Line(Part { origin, text }),
                Script::Input => return Next::Input,
                Script::File(path) => {
                    if let Err(error) = self.enter(&path) {
                        return Next::Fault(origin, error);
                    }
                }
            }
        }
    }

    /// Enters a file; its name is relative to the script that names it.
    pub fn enter(&mut self, path: &Path) -> Result<(), CommandError> {
        let path = match self.open.last() {
            Some(open) if path.is_relative() => open.folder.join(path),
            _ => path.to_owned(),
        };
        if self.open.len() >= DEEPEST {
            let why = format!("scripts call each other more than {DEEPEST} deep");
            return Err(CommandError::content(&path, why));
        }
        let file = stream::open(&path).map_err(|error| {
            #[cfg(unix)]
            if !path.is_file() && CTRL_C.is_pending() {
                // It has ended the wait for a writer of this pipe.
                CTRL_C.dealt_with();
            }
            let why = match error {
                FileError::Read { error, .. } => file::kindly(&error),
                error => error.to_string(),
            };
            CommandError::content(&path, format!("cannot be read: {why}"))
        })?;
        let folder = path.parent().map(Path::to_owned).unwrap_or_default();
        let _in_use = file::gives_commands(&file, &path);
        let lines = LineReader::new(BufReader::new(ScriptFile::new(file)));
        self.open.push(Open { name: path.display().to_string(), folder, lines, _in_use });
        Ok(())
    }

    pub fn is_inside(&self) -> bool {
        !self.open.is_empty()
    }

    pub fn leave(&mut self) {
        self.open.clear();
    }

    pub fn forget(&mut self) {
        self.open.clear();
        self.planned.clear();
    }
}

/// Converts the words of a command line to lines: one command, quoted so that it is read as the same words; or one line per word,
/// if the first of several words contains a space, or if any does and each can be a command or a position by itself.
pub fn lines_of(words: &[String]) -> Vec<String> {
    let has_space = |word: &String| word.contains(char::is_whitespace);
    // No command has a space in its name.
    let begins_with_line = words.first().is_some_and(has_space);
    let are_lines = || words.iter().any(has_space) && words.iter().all(|word| is_line(word));
    if words.len() > 1 && (begins_with_line || are_lines()) {
        return words.to_vec();
    }
    let is_plain = |word: &String| !word.is_empty() && !has_space(word);
    let only = words.len() == 1;
    let quoted = words.iter().map(|word| match is_plain(word) || only {
        true => word.clone(),
        false => format!("\"{word}\""),
    });
    let line = quoted.collect::<Vec<String>>().join(" ");
    if line.is_empty() { Vec::new() } else { vec![line] }
}

fn is_line(word: &str) -> bool {
    let head = word.split_whitespace().next().unwrap_or_default();
    commands::find(head).is_some() || looks_like_fen(word)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(words: &[&str]) -> Vec<String> {
        lines_of(&words.iter().map(|&word| word.to_owned()).collect::<Vec<String>>())
    }

    #[test]
    fn words_stay_words() {
        assert_eq!(lines(&["perft", "--suite", "my file.epd"]), ["perft --suite \"my file.epd\""]);
        assert_eq!(lines(&["new;; e4 e5"]), ["new;; e4 e5"]);
        assert_eq!(lines(&["help", "go"]), ["help go"]);
        assert_eq!(lines(&["load", "my games.pgn", "3"]), ["load \"my games.pgn\" 3"]);
        assert!(lines(&[]).is_empty());
    }

    #[test]
    fn commands_in_quotes_are_several() {
        let several = ["position startpos", "go depth 10", "quit"];
        assert_eq!(lines(&several), several);
        let several = ["8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - 0 1", "go d20"];
        assert_eq!(lines(&several), several);
        // Also if one of them is misspelt: the error names it, not the first.
        for several in [["position startpos moves e2e4", "fenn"], ["e4 e5", "fen"]] {
            assert_eq!(lines(&several), several);
        }
    }
}
