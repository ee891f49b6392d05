//! Error messages with a caret under the place in the line.

use std::ops::Range;

use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

use super::text::{Line, Page, without_controls};
use super::{Role, Settings};

/// Draws the message behind its place, `FILE:LINE: `, and the line with a caret below the bytes to underline, none where
/// something is missing.
pub fn view(
    place: &str,
    message: &str,
    at: Option<(&str, Range<usize>)>,
    settings: &Settings,
) -> Page {
    let mut page = Page::new();
    let head = Line::plain(place).with(Role::Bad, "error: ");
    let indent = head.width();
    // Keep the message's first word on the line of "error".
    for (number, text) in message.lines().enumerate() {
        let line = if number == 0 { head.clone() } else { Line::plain(" ".repeat(indent)) };
        page.wrapped(line.with(Role::Plain, text), settings, indent.min(7));
    }
    if let Some((line, span)) = at
        && let Some(span) = within(line, span)
    {
        pointed(line, span, settings).into_iter().for_each(|line| page.push(line));
    }
    page
}

/// Returns the span if it is within the line and does not cut a character.
fn within(line: &str, span: Range<usize>) -> Option<Range<usize>> {
    let fits = span.start <= span.end
        && span.end <= line.len()
        && line.is_char_boundary(span.start)
        && line.is_char_boundary(span.end);
    fits.then_some(span)
}

/// Columns before the line, under the word "error:".
const INDENT: usize = 7;

/// The line and its caret; of a long line, the part around the caret.
fn pointed(line: &str, span: Range<usize>, settings: &Settings) -> [Line; 2] {
    let (before, rest) = line.split_at(span.start);
    let (bad, after) = rest.split_at(span.end - span.start);
    let [before, bad, after] =
        [before, bad, after].map(|part| without_controls(part).replace('\t', " "));
    let room = settings.width.unwrap_or(120).saturating_sub(INDENT).max(16);
    let mark = settings.signs().ellipsis;
    // Leave a third of the width for the text before it.
    let bad = Line::of(Role::Bad, bad).cut(room * 2 / 3, mark);
    let carets = bad.width().max(1);
    let before = tail(&before, room.saturating_sub(carets) / 2 + room / 8, mark);
    let column = before.width();
    let shown = Line::plain(" ".repeat(INDENT))
        .with(Role::Dim, before)
        .and(bad)
        .and(Line::of(Role::Dim, after).cut(room.saturating_sub(column + carets), mark));
    let caret = Line::plain(" ".repeat(INDENT + column)).with(Role::Bad, "^".repeat(carets));
    [shown, caret]
}

/// The end of a text that fits into `room`, with `mark` before it if something was cut off.
fn tail(text: &str, room: usize, mark: &str) -> String {
    if text.width() <= room {
        return text.to_owned();
    }
    let mut width = mark.width();
    let fits = |letter: &char| {
        width += letter.width().unwrap_or(0);
        width <= room
    };
    let kept: Vec<char> = text.chars().rev().take_while(fits).collect();
    mark.chars().chain(kept.into_iter().rev()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(line: &str, span: Range<usize>, width: Option<usize>) -> Vec<String> {
        let settings = Settings { width, ..Settings::default() };
        view("", "no", Some((line, span)), &settings).lines().iter().map(Line::text).collect()
    }

    #[test]
    fn the_caret_stands_under_the_fault() {
        let lines = shown("d4 exd4 Nxd4 Qh5", 13..16, None);
        assert_eq!(lines, ["error: no", "       d4 exd4 Nxd4 Qh5", "                    ^^^"]);
        assert_eq!(shown("go", 2..2, None)[2], "         ^");
    }

    #[test]
    fn a_long_line_is_cut_round_the_caret() {
        let long = format!("{}Qh9 {}", "e4 ".repeat(300), "e5 ".repeat(300));
        let lines = shown(&long, 900..903, Some(40));
        assert!(lines.iter().all(|line| line.width() <= 40), "{lines:#?}");
        let column = lines[2].find('^').unwrap();
        let above: String = lines[1].chars().skip(column).take(3).collect();
        assert_eq!(above, "Qh9");
    }

    #[test]
    fn a_span_that_cuts_a_character_is_not_pointed_at() {
        assert_eq!(shown("é", 1..2, None).len(), 1);
        assert_eq!(shown("é", 0..9, None).len(), 1);
    }

    #[test]
    fn control_characters_do_not_reach_the_terminal() {
        let lines = shown("\u{1b}[2J Qh9", 5..8, None);
        assert!(!lines[1].contains('\u{1b}'));
        assert_eq!(lines[2].trim(), "^^^");
    }
}
