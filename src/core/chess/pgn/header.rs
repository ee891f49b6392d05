//! PGN headers: `[Name "value"]`, in standard form and in common deviations.

use super::Tag;
use crate::chess::foreign::readable;
use crate::chess::{GameResult, movetext};

/// The result at the beginning of a header's value: `1-0 (forfeit)`.
pub(super) fn told_result(value: &str) -> Option<GameResult> {
    let first = value.split([' ', '(', ',', ';']).find(|word| !word.is_empty());
    GameResult::from_text(value).or_else(|| GameResult::from_text(first?))
}

/// Describes a value of the header `Result` that is not a result.
pub(super) fn doubt_of_result(value: &str) -> Option<String> {
    if matches!(value, "" | "?") || GameResult::from_text(value).is_some() {
        return None;
    }
    Some(match told_result(value) {
        Some(result) => format!("the result \"{value}\" is read as {result}"),
        None => format!(
            "\"{value}\" is not a result, and is passed over; results are 1-0, 0-1, 1/2-1/2 and *"
        ),
    })
}

/// Finds a header that follows a result on the same line, and returns its byte offset.
pub(super) fn glued_header(line: &str, mut in_comment: bool) -> Option<usize> {
    line.find('[')?;
    let at = line.bytes().position(|letter| {
        match letter {
            b'{' => in_comment = true,
            b'}' => in_comment = false,
            _ => {}
        }
        letter == b'[' && !in_comment
    })?;
    movetext::last_result(&line[..at])?;
    header(&line[at..]).map(|_| at)
}

/// Parses a header that deviates from the standard but is unambiguous: `[White “x”]`, `[White 'x']`, `[White x]`,
/// `[White-Elo "2000"]`, `[Event "Open \"]`.
pub(super) fn loose_header(text: &str) -> Option<Tag> {
    const QUOTES: [char; 9] = ['"', '\'', '“', '”', '„', '«', '»', '‘', '’'];
    let inside = text.strip_prefix('[')?.strip_suffix(']')?.trim();
    let (name, value) =
        inside.split_at(inside.find(|c: char| c.is_whitespace() || QUOTES.contains(&c))?);
    let is_name = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-');
    let begins = name.starts_with(char::is_alphabetic);
    let value = value.trim().trim_matches(QUOTES).trim_end_matches('\\').trim();
    (begins && name.chars().all(is_name) && !value.is_empty())
        .then(|| Tag::new(&name.replace('-', ""), readable(value)))
}

/// Reads a header at the beginning of a text, in the standard form or nearly, and returns the rest.
pub fn any_header(text: &str) -> Option<(Tag, &str)> {
    header(text).or_else(|| {
        let (text, behind) = text.split_at(text.find(']')? + 1);
        Some((loose_header(text)?, behind))
    })
}

/// Reads `[Name "value"]` off the beginning of a text. In values `\"` is a quotation mark and `\\` a backslash; those that
/// other programs wrote without escaping them are read as they are.
pub(super) fn header(text: &str) -> Option<(Tag, &str)> {
    let (name, value) = header_name(text)?;
    let mut letters = value.chars();
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
    Some((Tag::new(name, readable(&value)), behind))
}

/// Parses the name of a header at the start of a text; returns it, and the text after the opening quotation mark.
pub(super) fn header_name(text: &str) -> Option<(&str, &str)> {
    let inside = text.strip_prefix('[')?.trim_start();
    let name_length = inside.find(|c: char| !(c.is_alphanumeric() || c == '_'))?;
    let (name, rest) = inside.split_at(name_length);
    let value = rest.trim_start().strip_prefix('"')?;
    (!name.is_empty()).then_some((name, value))
}
