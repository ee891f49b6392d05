//! Splits a line into words with their offsets, so that an error can point at them.

use std::ops::Range;

use crate::store::written::NamedFiles;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Word<'a> {
    pub text: &'a str,
    /// Byte offset in the line, behind an opening quote.
    pub start: usize,
}

impl<'a> Word<'a> {
    /// Returns the word without the two dashes that an option may begin with.
    pub fn flag(&self) -> &'a str {
        self.text.strip_prefix("--").unwrap_or(self.text)
    }

    pub fn span(&self) -> Range<usize> {
        self.start..self.start + self.text.len()
    }
}

/// The unread words of a line. A word with spaces (a file name) is in double quotes.
#[derive(Clone, Debug)]
pub struct Words<'a> {
    line: &'a str,
    at: usize,
    /// Whether `--force` was among them; `None` where it is an ordinary word.
    forced: Option<bool>,
    /// Offset of the arguments of the command that may write files.
    arguments: usize,
    /// The name of a file that is several words.
    spaced: Option<&'a str>,
}

/// Option that lets a command overwrite any file.
pub const FORCE: &str = "--force";

/// Last word of a command that may reveal the solution of a drill.
const ANYWAY: &str = "--anyway";

impl<'a> Words<'a> {
    pub fn new(line: &'a str) -> Words<'a> {
        Words { line, at: 0, forced: None, arguments: 0, spaced: None }
    }

    #[must_use]
    pub fn without_force(self) -> Words<'a> {
        Words { forced: Some(false), arguments: self.at, ..self }
    }

    /// Removes `--anyway` from the end of the line; returns whether it was there.
    pub fn cut_anyway(&mut self) -> bool {
        let head = self.line.trim_end().strip_suffix(ANYWAY);
        let is_word = |head: &&str| head.len() > self.at && head.ends_with(char::is_whitespace);
        head.filter(is_word).map(|head| self.line = head).is_some()
    }

    /// Returns all arguments as files, and whether `--force` was given. Resets that flag.
    pub fn take_files(&mut self) -> NamedFiles {
        let forced = self.forced.as_mut().is_some_and(std::mem::take);
        let words = Words { at: self.arguments, forced: None, ..self.clone() };
        NamedFiles::of(words.map(|word| word.text).chain(self.spaced), forced)
    }

    pub fn line(&self) -> &'a str {
        self.line
    }

    pub fn peek(&self) -> Option<Word<'a>> {
        self.clone().next()
    }

    /// Takes the next word if it equals `text`, with or without leading dashes.
    pub fn next_if(&mut self, text: &str) -> bool {
        let is_next = self.peek().is_some_and(|word| word.flag() == text);
        is_next && self.next().is_some()
    }

    /// Takes the words behind `first` that belong to a name which `exists`.
    pub fn spaced(&mut self, first: Word<'a>, exists: impl Fn(&str) -> bool) -> Option<&'a str> {
        /// Longer names, in bytes, do not exist.
        const LONGEST: usize = 4096;
        let mut ahead = self.clone();
        loop {
            let end = ahead.next()?.span().end;
            let name = self.line.get(first.start..end).filter(|name| name.len() <= LONGEST)?;
            if exists(name) {
                *self = Words { spaced: Some(name), ..ahead };
                return Some(name);
            }
        }
    }

    /// Returns the rest of the line, trimmed.
    pub fn rest(&mut self) -> Word<'a> {
        while self.forced.is_some() && self.clone().cut().is_some_and(|word| word.text == FORCE) {
            self.forced = self.cut().map(|_| true);
        }
        let rest = &self.line[self.at..];
        let text = rest.trim();
        let start = self.at + (rest.len() - rest.trim_start().len());
        self.at = self.line.len();
        Word { text, start }
    }

    pub fn end(&self) -> Range<usize> {
        let end = self.line.trim_end().len();
        end..end
    }

    fn cut(&mut self) -> Option<Word<'a>> {
        let rest = &self.line[self.at..];
        let start = self.at + rest.find(|c: char| !c.is_whitespace())?;
        let rest = &self.line[start..];
        if let Some(inside) = rest.strip_prefix('"') {
            let length = inside.find('"').unwrap_or(inside.len());
            self.at = (start + 1 + length + 1).min(self.line.len());
            return Some(Word { text: &inside[..length], start: start + 1 });
        }
        let length = rest.find(char::is_whitespace).unwrap_or(rest.len());
        self.at = start + length;
        Some(Word { text: &rest[..length], start })
    }
}

impl<'a> Iterator for Words<'a> {
    type Item = Word<'a>;

    fn next(&mut self) -> Option<Word<'a>> {
        loop {
            let word = self.cut()?;
            match &mut self.forced {
                Some(forced) if word.text == FORCE => *forced = true,
                _ => return Some(word),
            }
        }
    }
}

/// Strips a pair of delimiters around the whole text.
pub fn bare(text: &str, opening: char, closing: char) -> &str {
    let inside = text.strip_prefix(opening).and_then(|rest| rest.strip_suffix(closing));
    inside.filter(|inside| !inside.contains(closing)).unwrap_or(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_know_where_they_stand() {
        let words: Vec<Word<'_>> = Words::new("  go\tonly  Nf3 ").collect();
        let texts: Vec<&str> = words.iter().map(|word| word.text).collect();
        assert_eq!(texts, ["go", "only", "Nf3"]);
        assert_eq!(words[2].span(), 11..14);
    }

    #[test]
    fn quotes_keep_spaces() {
        let texts: Vec<&str> =
            Words::new(r#"load "my games.pgn" 3"#).map(|word| word.text).collect();
        assert_eq!(texts, ["load", "my games.pgn", "3"]);
        assert_eq!(Words::new(r#"load "open"#).nth(1).map(|word| word.text), Some("open"));
    }

    #[test]
    fn the_rest_is_trimmed() {
        let mut words = Words::new("echo   a  b ");
        words.next();
        assert_eq!(words.rest(), Word { text: "a  b", start: 7 });
        assert_eq!(words.next(), None);
    }

    #[test]
    fn only_marks_around_the_whole_are_taken_off() {
        let quoted = |text| bare(text, '"', '"');
        assert_eq!(
            ["\"a b\"", "a \"b\"", "\"a\" \"b\"", "\""].map(quoted),
            ["a b", "a \"b\"", "\"a\" \"b\"", "\""]
        );
        let in_braces = ["{the best}", "best {sic}"].map(|text| bare(text, '{', '}'));
        assert_eq!(in_braces, ["the best", "best {sic}"]);
    }
}
