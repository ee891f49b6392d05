//! Parses arguments with options: `--jobs 2`, `--jobs=2`, `--sound`, and other words.
//!
//! The row lists the options; help, completion and the man page are made from that list. Some options may be given without
//! dashes, and words of limits with dashes.

use std::fmt::Display;
use std::ops::Range;
use std::path::PathBuf;

use super::arguments::{WordFault, limits_of, path};
use super::prelude::*;
use super::session::help::Help;
use super::spec::{OptionText, option_names};
use crate::engine::limit_words::{GivenLimits, LimitKind, LimitSet};
use crate::engine::options::nearest;
use crate::shell::parse::tokens::Word;

pub(super) enum Given<'a> {
    Option(&'static str),
    Word(Word<'a>),
}

pub(super) struct OptionWords<'r, 'a> {
    pub(super) reader: &'r mut Reader<'a>,
    options: &'static [OptionText],
    /// Options that may be given without dashes.
    pub(super) bare: &'static [&'static str],
    /// A short name and its option: `-o` for `--to`.
    pub(super) short: Option<(&'static str, &'static str)>,
    /// All words, to find an invalid one.
    all: Vec<Word<'a>>,
    given: Vec<&'static str>,
    /// The last option, and the value after its `=`.
    last: (&'static str, Range<usize>),
    glued: Option<Word<'a>>,
}

/// Parses a command with options; `begin` runs it. With `--help` it shows the help of the command.
pub(super) fn read_with<'a, T: Send + 'static>(
    reader: &mut Reader<'a>,
    options: &'static [OptionText],
    read: impl FnOnce(&mut OptionWords<'_, 'a>) -> Result<T, ParseError>,
    begin: impl FnOnce(T, &mut Session) -> Acted + Send + 'static,
) -> Parsed {
    if reader.words.clone().any(|word| word.text == "--help")
        && let Some(spec) = super::find(reader.command)
    {
        while reader.take().is_some() {}
        reader.terms = free(Concurrent);
        return Ok(Help::Command(spec).command());
    }
    let given = read(&mut OptionWords::of(reader, options))?;
    Ok(Box::new(|session| begin(given, session)))
}

impl<'r, 'a> OptionWords<'r, 'a> {
    pub(super) fn of(
        reader: &'r mut Reader<'a>,
        options: &'static [OptionText],
    ) -> OptionWords<'r, 'a> {
        let all = reader.words.clone().collect();
        let last = ("", 0..0);
        OptionWords {
            reader,
            options,
            bare: &[],
            short: None,
            all,
            given: Vec::new(),
            last,
            glued: None,
        }
    }

    /// Returns the next option, which may be given only once, or the next other word.
    pub(super) fn next(&mut self) -> Result<Option<Given<'a>>, ParseError> {
        if let Some(glued) = self.glued.take() {
            let (text, name) = (glued.text, self.last.0);
            let why =
                format!("unexpected value '{text}' for '{name}' found; no more were expected");
            return Err(self.fault(glued.span(), why));
        }
        let Some(word) = self.reader.take() else { return Ok(None) };
        let is_bare = self.bare.contains(&word.text);
        if !is_bare && !is_option(word.text) {
            return Ok(Some(Given::Word(word)));
        }
        let short =
            self.short.and_then(|(short, name)| Some((name, word.text.strip_prefix(short)?)));
        let (typed, glued) = match (short, word.text.split_once('=')) {
            (Some((name, "")), _) => (name, None),
            (Some((name, value)), _) => (name, Some(value.strip_prefix('=').unwrap_or(value))),
            (None, Some((typed, value))) => (typed, Some(value)),
            (None, None) => (word.text, None),
        };
        let flag = typed.trim_start_matches("--");
        let is_named = |name: &&str| *name == typed || is_bare && name.ends_with(flag);
        let Some(name) = option_names(self.options).find(is_named) else {
            let limit = word.text.strip_prefix("--").and_then(|text| {
                LimitKind::of_person(text).map(|_| Word { text, start: word.start + "--".len() })
            });
            return limit.map(|limit| Some(Given::Word(limit))).ok_or_else(|| {
                let near = nearest(typed, option_names(self.options));
                let near = near.map_or_else(String::new, |near| format!("; did you mean {near}?"));
                self.fault(word.span(), format!("unexpected argument '{typed}' found{near}"))
            });
        };
        if self.given.contains(&name) {
            return Err(self.fault(word.span(), format!("{name} is given twice")));
        }
        self.given.push(name);
        self.last = (name, word.span());
        self.glued = glued.map(|text| Word { text, start: word.span().end - text.len() });
        Ok(Some(Given::Option(name)))
    }

    /// Returns the value of the last option, if any.
    pub(super) fn optional_value(&mut self) -> Option<Word<'a>> {
        self.glued.take().filter(|word| !word.text.is_empty()).or_else(|| {
            let next = self.reader.words.peek().filter(|word| !is_option(word.text))?;
            self.reader.take();
            Some(next)
        })
    }

    fn value(&mut self) -> Result<Word<'a>, ParseError> {
        let (name, span) = self.last.clone();
        self.optional_value().ok_or_else(|| self.fault(span, format!("{name} needs a value")))
    }

    /// Parses the value of the last option.
    pub(super) fn parsed<T, E: Display>(
        &mut self,
        read: impl FnOnce(&str) -> Result<T, E>,
    ) -> Result<T, ParseError> {
        let (word, name) = (self.value()?, self.last.0);
        read(word.text).map_err(|why| self.fault(word.span(), format!("{name}: {why}")))
    }

    pub(super) fn path(&mut self) -> Result<PathBuf, ParseError> {
        self.parsed(path)
    }

    /// Requires the value of the last option to be `known`.
    pub(super) fn must_be(&mut self, known: &str) -> Result<(), ParseError> {
        let (word, name) = (self.value()?, self.last.0);
        if word.text == known {
            return Ok(());
        }
        let text = word.text;
        Err(self.fault(word.span(), format!("{name} cannot be \"{text}\"; it can be {known}")))
    }

    /// Returns the error for an option or a word that is not allowed here.
    pub(super) fn unexpected(&self, given: &Given<'_>) -> ParseError {
        let (text, span) = match given {
            Given::Option(name) => (*name, self.last.1.clone()),
            Given::Word(word) => (word.text, word.span()),
        };
        self.fault(span, format!("unexpected argument '{text}' found"))
    }

    pub(super) fn missing(&self, what: &str) -> ParseError {
        self.fault(self.reader.words.end(), format!("missing: {what}"))
    }

    /// Parses limits that are not values of options.
    pub(super) fn limits(&self, words: &[&str], set: &LimitSet) -> Result<GivenLimits, ParseError> {
        limits_of(words, set).map_err(|fault| self.at_fault(fault))
    }

    /// Parses a file name that is not the value of an option; see [`Reader::named`].
    pub(super) fn file(&mut self, word: Word<'a>) -> Result<PathBuf, ParseError> {
        path(word.text).map_err(|why| self.at_fault((word.text.to_owned(), why)))?;
        Ok(self.reader.named(word))
    }

    /// Returns the error for an invalid word.
    pub(super) fn at_fault(&self, (text, why): WordFault) -> ParseError {
        let is_named =
            |word: &&Word<'_>| word.text == text || word.flag() == text.trim_start_matches("--");
        let word = self.all.iter().rfind(is_named);
        self.fault(word.map_or_else(|| self.reader.words.end(), Word::span), why)
    }

    fn fault(&self, span: Range<usize>, why: impl Display) -> ParseError {
        let name = self.reader.command;
        let example = super::find(name).and_then(|spec| spec.examples.first());
        let example = example.map_or_else(String::new, |(line, ..)| format!(", as in `{line}`"));
        let why = format!("{why}{example}; `help {name}` lists what it takes");
        ParseError::at(span, Fault::Argument(why))
    }
}

/// Returns whether a word looks like an option; a single dash is standard input.
fn is_option(text: &str) -> bool {
    text.len() > 1 && text.starts_with('-')
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::chess::Position;
    use crate::commands::grammar::parse;
    use crate::shell::parse::tokens::Words;

    /// Parses a line of arguments as the prompt does.
    pub(in crate::commands) fn read_options<T>(
        line: &str,
        options: &'static [OptionText],
        read: impl FnOnce(&mut OptionWords<'_, '_>) -> Result<T, ParseError>,
    ) -> Result<T, String> {
        let (words, board) = (Words::new(line), Position::start());
        let mut reader = Reader::new(words, &board, ("", ""));
        read(&mut OptionWords::of(&mut reader, options)).map_err(|error| error.to_string())
    }

    /// `save x` with invalid UTF-8 wrote another file than the named one.
    #[test]
    fn a_name_of_a_file_is_text() {
        for line in ["save x\u{FFFD}", "load a\u{FFFD}.pgn 2", "solve \u{FFFD}"] {
            assert!(
                parse(line, &Position::start()).unwrap_err().to_string().contains("must be UTF-8"),
                "{line}"
            );
        }
        assert!(parse("echo \u{FFFD}", &Position::start()).is_ok());
    }

    #[test]
    fn an_error_of_an_option_points_at_its_word() {
        for (line, word) in [
            ("solve a.epd --jobs 0", "0"),
            ("suite a.epd --profiles nosuch", "nosuch"),
            ("annotate a.pgn --margin 99", "99"),
            ("suite a.epd d0", "d0"),
        ] {
            let error = parse(line, &Position::start()).unwrap_err();
            let at = line.rfind(word).unwrap();
            assert_eq!(error.span, Some(at..at + word.len()), "{line}: {error}");
        }
    }

    #[test]
    fn options_have_values_and_are_given_once() {
        let refused = |line: &str| match parse(line, &Position::start()) {
            Err(error) => error.to_string(),
            Ok(_) => String::new(),
        };
        for line in [
            "annotate a.pgn 5k --jobs=2 -o out.pgn",
            "annotate a.pgn --nodes 5k --to=out.pgn",
            "perft suite a.epd depth 3",
            "solve --help",
            "solve a.epd --misses 5s",
        ] {
            assert_eq!(refused(line), "", "{line}");
        }
        for (line, why) in [
            ("solve a.epd --jobs", "--jobs needs a value"),
            ("solve a.epd --jobs 2 --jobs 3", "--jobs is given twice"),
            ("solve a.epd --jobbs 3", "unexpected argument '--jobbs' found; did you mean --jobs?"),
            ("solve a.epd --sound=yes", "unexpected value 'yes' for '--sound' found"),
            ("solve", "missing: FILE|-"),
            ("annotate --judge third", "--judge cannot be \"third\"; it can be second"),
            ("label a.epd", "label takes lines of standard input"),
            ("perft --suite a.epd 5", "unexpected argument '5' found"),
        ] {
            let told = refused(line);
            assert!(told.contains(why) && told.contains("lists what it takes"), "{line}: {told}");
        }
    }
}
