//! Parses Popeye's input: problems as Forsyth or Pieces, with stipulation, options and twins, in English, German or French.
//!
//! Every twin is a separate position, named `a)`, `b)` and so on, and so is either side of a duplex problem. Anything unsupported
//! makes its record unusable, with a message: a solution of a different problem would be worse than none. `reader.rs` goes
//! through the words, `words.rs` has the vocabulary, `board.rs` sets up the board, `olive.rs` reads the same from the YAML of
//! Olive and YACPDB.

mod board;
mod olive;
mod problem;
mod reader;
#[cfg(test)]
mod tests;
mod words;

use super::run::SuiteFile;
use reader::PopeyeReader;
use words::{Language, decoded, first_word};

/// Parses the problems of a text; `None` if it is neither Popeye's input nor Olive's YAML.
pub(super) fn read_input(bytes: &[u8]) -> Option<SuiteFile> {
    olive::read_input(bytes).or_else(|| read_words(bytes))
}

fn read_words(bytes: &[u8]) -> Option<SuiteFile> {
    // In the middle of a text a short word may be one of another language than Popeye's.
    const CLEAR: usize = "beginp".len();
    let mut is_first = true;
    let language = decoded(bytes).find_map(|(_, line)| {
        let word = first_word(&line);
        let begins = is_first || word.len() >= CLEAR;
        is_first &= word.is_empty();
        Language::of_beginning(word).filter(|_| begins)
    })?;
    let mut reader = PopeyeReader::new(language);
    for (line, text) in decoded(bytes) {
        reader.line = line;
        reader.read_line(&text);
    }
    reader.end_problem();
    Some(reader.file)
}
