//! The reader of headers: `[Name "value"]`, in standard form and in common deviations.

use super::Tag;
use crate::chess::foreign::readable;
use crate::chess::{GameResult, movetext};

/// Reads the result that a header's value is or begins with: `1-0 (forfeit)`, `Draw`. Returns whether it is the whole value.
pub(super) fn told_result(value: &str) -> Option<(GameResult, bool)> {
    if let Some(result) = GameResult::from_text(value).or_else(|| GameResult::of_forfeit(value)) {
        return Some((result, true));
    }
    let first = value.split_whitespace().next()?.trim_end_matches([',', ';']);
    let begins = movetext::result_at(value.trim_start()).map(|(_, result)| result);
    begins.or_else(|| GameResult::from_text(first)).map(|result| (result, false))
}

/// Returns whether a value is only a placeholder: `?`, `????.??.??`.
pub(super) fn says_nothing(value: &str) -> bool {
    value.chars().all(|letter| matches!(letter, '?' | '.' | '*' | '-' | ' '))
}

/// One header of a text.
pub struct Header<'t> {
    /// The tag; `None` if the text in brackets is no header.
    pub tag: Option<Tag>,
    /// It has the form of the standard.
    pub(super) is_standard: bool,
    /// Its byte offset.
    pub at: usize,
    /// Its bytes, with the brackets.
    pub text: &'t str,
}

/// The headers at the beginning of a line, one after the other.
pub struct Headers<'t> {
    line: &'t str,
    at: usize,
    /// A value was not closed: no later header of the line is closed either.
    endless: bool,
}

impl<'t> Headers<'t> {
    /// Reads the headers of a line from its beginning.
    pub fn of(line: &'t str) -> Headers<'t> {
        Headers { line, at: line.len() - line.trim_start().len(), endless: false }
    }

    /// The text behind the headers read so far.
    pub fn rest(&self) -> &'t str {
        &self.line[self.at..]
    }
}

/// Returns whether a line begins with a header, in the standard form or nearly.
pub fn begins_header(line: &str) -> bool {
    Headers::of(line).next().is_some_and(|header| header.tag.is_some())
}

impl<'t> Iterator for Headers<'t> {
    type Item = Header<'t>;

    fn next(&mut self) -> Option<Header<'t>> {
        let (rest, at) = (self.rest(), self.at);
        rest.strip_prefix('[')?;
        let standard = if self.endless { None } else { standard(rest) };
        let is_standard = standard.is_some();
        let (tag, length) = match standard {
            Some((tag, length)) => (Some(tag), length),
            None => {
                self.endless = self.endless || name(rest).is_some();
                let length = rest.find(']').map_or(rest.len(), |at| at + 1);
                (loose(&rest[..length]), length)
            }
        };
        self.at = self.line.len() - rest[length..].trim_start().len();
        Some(Header { tag, is_standard, at, text: &rest[..length] })
    }
}

/// Reads `[Name "value"]`, and its length. In values `\"` is a quotation mark and `\\` a backslash; those that other programs
/// wrote without escaping them are read as they are.
pub(super) fn standard(text: &str) -> Option<(Tag, usize)> {
    let (name, quoted) = name(text)?;
    let mut letters = quoted.chars();
    let mut value = String::new();
    loop {
        let letter = letters.next()?;
        let rest = letters.as_str();
        match letter {
            '"' => match rest.trim_start().strip_prefix(']') {
                Some(behind) => {
                    return Some((Tag::new(name, readable(&value)), text.len() - behind.len()));
                }
                None => value.push('"'),
            },
            '\\' if rest.starts_with(['"', '\\']) => value.extend(letters.next()),
            letter => value.push(letter),
        }
    }
}

fn is_letter_of_name(letter: char) -> bool {
    letter.is_alphanumeric() || letter == '_'
}

/// Splits a header in its name and the text behind the opening quotation mark.
fn name(text: &str) -> Option<(&str, &str)> {
    let inside = text.strip_prefix('[')?.trim_start();
    let (name, rest) = inside.split_at(inside.find(|c| !is_letter_of_name(c))?);
    Some((name, rest.trim_start().strip_prefix('"')?)).filter(|_| !name.is_empty())
}

/// Reads a header that deviates from the standard but is unambiguous: `[White “x”]`, `[White x]`, `[White = "x"]`,
/// `[White-Elo "2000"]`, `[White Elo "2000"]`, `[Event "Open \"]`, `[Event "Open`.
fn loose(text: &str) -> Option<Tag> {
    const QUOTES: [char; 9] = ['"', '\'', '“', '”', '„', '«', '»', '‘', '’'];
    /// Names of two words that people write apart.
    const TWO_WORDS: &str = "WhiteElo BlackElo WhiteTitle BlackTitle WhiteTeam BlackTeam WhiteFideId BlackFideId EventDate \
        EventType SourceDate UTCDate UTCTime TimeControl PlyCount SetUp";
    let is_gap = |c: char| c.is_whitespace() || matches!(c, '=' | ':' | '-');
    let inside = text.trim_start_matches('[').trim_end_matches(']').trim();
    if !inside.starts_with(char::is_alphabetic) || !text.ends_with(']') && !inside.contains(QUOTES)
    {
        return None;
    }
    // All words before a quotation mark are the name, or else the first one, or the first two.
    let is_name = |head: &str| !head.ends_with(is_letter_of_name) || !head.contains(is_gap);
    let (head, value) = match inside.find(QUOTES).filter(|&quote| is_name(&inside[..quote])) {
        Some(quote) => inside.split_at(quote),
        None => {
            let mut words = inside.split(is_gap).filter(|word| !word.is_empty());
            let (first, second) = (words.next()?, words.next()?);
            let both = format!("{first}{second}");
            let is_known = TWO_WORDS.split(' ').any(|known| known.eq_ignore_ascii_case(&both));
            let last = if is_known { second } else { first };
            inside.split_at(last.as_ptr() as usize - inside.as_ptr() as usize + last.len())
        }
    };
    let name: String = head.chars().filter(|&letter| is_letter_of_name(letter)).collect();
    let value = value.trim_start_matches(is_gap).trim_end();
    let value = value.trim_matches(QUOTES).trim_end_matches('\\').trim();
    (!says_nothing(value)).then(|| Tag::new(&name, readable(value)))
}
