//! Scripts: lines from a file, a pipe or the command line, done one after the other, each to its end.
//!
//! Nothing is printed but answers; an error names its file and line.

use std::io::{self, BufRead};
use std::path::PathBuf;

use super::driver::{Driver, Flow, Origin};
use super::lines::LineReader;
use crate::shell::parse::setup::looks_like_fen;
use crate::shell::table;

/// Something to be done without anybody at the keyboard.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Script {
    /// A line from the command line.
    Line(String),
    /// A file.
    File(PathBuf),
    /// Standard input, to its end.
    Input,
}

/// Runs scripts one after the other; `input` is standard input.
///
/// # Errors
/// Only if nothing can be shown any more.
pub fn run(
    driver: &mut Driver,
    scripts: &[Script],
    input: &mut LineReader<impl BufRead>,
) -> io::Result<Flow> {
    for (index, script) in scripts.iter().enumerate() {
        let origin = Origin::Script { name: "command".to_owned(), line: index + 1 };
        let flow = match script {
            Script::Line(line) => driver.line(&origin, line)?,
            Script::File(path) => driver.source(&origin, path)?,
            Script::Input => driver.lines("stdin", input)?,
        };
        if flow != Flow::Next {
            return Ok(flow);
        }
    }
    Ok(Flow::Next)
}

/// The lines that the words of a command line stand for: one command, put together so that it is read as the same words;
/// or, if one of several words has a space in it and each can be a command or a position by itself, each a line of its own.
pub fn lines_of(words: &[String]) -> Vec<String> {
    let has_space = |word: &String| word.contains(char::is_whitespace);
    if words.len() > 1 && words.iter().any(has_space) && words.iter().all(|word| is_line(word)) {
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

/// Whether a word of a command line can be a line by itself.
fn is_line(word: &str) -> bool {
    let head = word.split_whitespace().next().unwrap_or_default();
    table::find(head).is_some() || looks_like_fen(word)
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

    /// interface.md U35.
    #[test]
    fn commands_in_quotes_are_several() {
        let several = ["position startpos", "go depth 10", "quit"];
        assert_eq!(lines(&several), several);
        let several = ["8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - 0 1", "go d20"];
        assert_eq!(lines(&several), several);
    }
}
