//! The reader of headers: `[Name "value"]`, in standard form and in common deviations.

use super::Tag;
use crate::chess::foreign::readable;
use crate::chess::{GameResult, movetext};

/// The result at the beginning of a header's value: `1-0 (forfeit)`, `Draw`.
pub(super) fn told_result(value: &str) -> Option<GameResult> {
    GameResult::from_text(value).or_else(|| GameResult::of_forfeit(value)).or_else(|| {
        let first = value.split_whitespace().next().unwrap_or_default();
        let begins = movetext::result_at(value.trim_start()).map(|(_, result)| result);
        begins.or_else(|| GameResult::from_text(first.trim_end_matches([',', ';'])))
    })
}

/// Describes a value of the header `Result` that is not a result.
pub(super) fn doubt_of_result(value: &str) -> Option<String> {
    let is_known = GameResult::from_text(value).or(GameResult::of_forfeit(value)).is_some();
    if is_known || matches!(value, "" | "?") {
        return None;
    }
    Some(match told_result(value) {
        Some(result) => format!("the result \"{value}\" is read as {result}"),
        None => format!(
            "\"{value}\" is not a result, and is passed over; results are 1-0, 0-1, 1/2-1/2 and *"
        ),
    })
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
    rest: &'t str,
    at: usize,
    /// A value was not closed: no later header of the line is closed either.
    endless: bool,
}

impl<'t> Headers<'t> {
    /// Reads the headers of a line from its beginning.
    pub fn of(line: &'t str) -> Headers<'t> {
        let rest = line.trim_start();
        Headers { rest, at: line.len() - rest.len(), endless: false }
    }

    /// The text behind the headers read so far.
    pub fn rest(&self) -> &'t str {
        self.rest
    }
}

/// Returns whether a line begins with a header, in the standard form or nearly.
pub fn begins_header(line: &str) -> bool {
    Headers::of(line).next().is_some_and(|header| header.tag.is_some())
}

impl<'t> Iterator for Headers<'t> {
    type Item = Header<'t>;

    fn next(&mut self) -> Option<Header<'t>> {
        self.rest.strip_prefix('[')?;
        let standard = if self.endless { None } else { standard(self.rest) };
        let is_standard = standard.is_some();
        let (tag, length) = match standard {
            Some((tag, length)) => (Some(tag), length),
            None => {
                self.endless = self.endless || is_unclosed(self.rest);
                let length = self.rest.find(']').map_or(self.rest.len(), |at| at + 1);
                (loose(&self.rest[..length]), length)
            }
        };
        let (text, behind) = self.rest.split_at(length);
        let header = Header { tag, is_standard, at: self.at, text };
        self.rest = behind.trim_start();
        self.at += text.len() + behind.len() - self.rest.len();
        Some(header)
    }
}

/// Reads `[Name "value"]`, and its length. In values `\"` is a quotation mark and `\\` a backslash; those that other programs
/// wrote without escaping them are read as they are.
fn standard(text: &str) -> Option<(Tag, usize)> {
    let (name, quoted) = name(text)?;
    let mut letters = quoted.chars();
    let mut value = String::new();
    let behind = loop {
        let letter = letters.next()?;
        let rest = letters.as_str();
        match letter {
            '"' => match rest.trim_start().strip_prefix(']') {
                Some(behind) => break behind,
                None => value.push('"'),
            },
            '\\' if rest.starts_with(['"', '\\']) => value.extend(letters.next()),
            letter => value.push(letter),
        }
    };
    Some((Tag::new(name, readable(&value)), text.len() - behind.len()))
}

/// Splits a header in its name and the text behind the opening quotation mark.
fn name(text: &str) -> Option<(&str, &str)> {
    let inside = text.strip_prefix('[')?.trim_start();
    let length = inside.find(|c: char| !(c.is_alphanumeric() || c == '_'))?;
    let (name, rest) = inside.split_at(length);
    let value = rest.trim_start().strip_prefix('"')?;
    (!name.is_empty()).then_some((name, value))
}

/// Returns whether a text begins like a header whose value is not closed.
pub(super) fn is_unclosed(text: &str) -> bool {
    name(text).is_some() && standard(text).is_none()
}

/// Returns whether a text begins with a header in the standard form.
pub(super) fn is_standard(text: &str) -> bool {
    standard(text).is_some()
}

/// Headers whose names consist of two words that people write apart.
const TWO_WORDS: [&str; 16] = [
    "WhiteElo",
    "BlackElo",
    "WhiteTitle",
    "BlackTitle",
    "WhiteTeam",
    "BlackTeam",
    "WhiteFideId",
    "BlackFideId",
    "EventDate",
    "EventType",
    "SourceDate",
    "UTCDate",
    "UTCTime",
    "TimeControl",
    "PlyCount",
    "SetUp",
];

/// Reads a header that deviates from the standard but is unambiguous: `[White “x”]`, `[White x]`, `[White = "x"]`,
/// `[White-Elo "2000"]`, `[White Elo "2000"]`, `[Event "Open \"]`, `[Event "Open`.
fn loose(text: &str) -> Option<Tag> {
    const QUOTES: [char; 9] = ['"', '\'', '“', '”', '„', '«', '»', '‘', '’'];
    let is_gap = |c: char| c.is_whitespace() || matches!(c, '=' | ':' | '-');
    let inside = text.trim_start_matches('[').trim_end_matches(']').trim();
    // All words before a quotation mark are the name, or else the first one, or the first two.
    let (head, value) = match inside.find(QUOTES) {
        Some(quote) if inside[..quote].ends_with(is_gap) || !inside[..quote].contains(is_gap) => {
            inside.split_at(quote)
        }
        _ => {
            let words: Vec<&str> = inside.split(is_gap).filter(|word| !word.is_empty()).collect();
            let [first, second, ..] = words[..] else { return None };
            let both = format!("{first}{second}");
            let is_known = TWO_WORDS.iter().any(|known| known.eq_ignore_ascii_case(&both));
            let last = if is_known { second } else { first };
            inside.split_at(last.as_ptr() as usize - inside.as_ptr() as usize + last.len())
        }
    };
    let name: String = head.split(is_gap).collect();
    let value = value.trim_start_matches(is_gap).trim_end();
    let value = value.trim_matches(QUOTES).trim_end_matches('\\').trim();
    let is_name = name.starts_with(char::is_alphabetic)
        && name.chars().all(|c| c.is_alphanumeric() || c == '_');
    (is_name && !value.is_empty()).then(|| Tag::new(&name, readable(value)))
}
