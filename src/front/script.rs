//! Scripts: lines from a file, a pipe or the command line, done one after the other, each to its end.
//!
//! Nothing is printed but answers; an error names its file and line.

use std::io::{self, BufRead};
use std::path::PathBuf;

use super::driver::{Driver, Flow, Origin};
use super::lines::LineReader;

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

/// A command given as words, put together so that it is read as the same words.
pub fn line_of(words: &[String]) -> String {
    let is_plain = |word: &String| !word.is_empty() && !word.contains(char::is_whitespace);
    let only = words.len() == 1;
    let quoted = words.iter().map(|word| match is_plain(word) || only {
        true => word.clone(),
        false => format!("\"{word}\""),
    });
    quoted.collect::<Vec<String>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_stay_words() {
        let line = |words: &[&str]| {
            line_of(&words.iter().map(|&word| word.to_owned()).collect::<Vec<String>>())
        };
        assert_eq!(line(&["perft", "--suite", "my file.epd"]), "perft --suite \"my file.epd\"");
        assert_eq!(line(&["new;; e4 e5"]), "new;; e4 e5");
    }
}
