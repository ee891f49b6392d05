//! The text model of views: spans with a role, lines of spans, pages of lines.
//!
//! All measuring, padding, cutting and wrapping happens here, in terminal columns, so that colours can never misalign a column: a
//! role has no width. `paint.rs` draws a page; nothing here depends on a terminal.

use crate::chess::foreign::steers;
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

use super::style::{Ground, Role};

/// A non-breaking blank, drawn as an ordinary one.
pub const TIE: char = '\u{a0}';

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Span {
    pub text: String,
    pub role: Role,
    /// The board square behind the text, if any.
    pub ground: Option<Ground>,
}

#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Line {
    spans: Vec<Span>,
}

#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Page {
    lines: Vec<Line>,
}

impl Line {
    pub fn new() -> Line {
        Line::default()
    }

    pub fn of(role: Role, text: impl Into<String>) -> Line {
        Line::new().with(role, text)
    }

    pub fn plain(text: impl Into<String>) -> Line {
        Line::of(Role::Plain, text)
    }

    /// A text after its dim label.
    pub fn named(name: impl Into<String>, text: impl Into<String>) -> Line {
        Line::of(Role::Dim, name).with(Role::Plain, text)
    }

    #[must_use]
    pub fn with(mut self, role: Role, text: impl Into<String>) -> Line {
        self.push(role, text);
        self
    }

    #[must_use]
    pub fn and(mut self, mut other: Line) -> Line {
        self.spans.append(&mut other.spans);
        self
    }

    pub fn push(&mut self, role: Role, text: impl Into<String>) {
        self.push_span(Span { text: text.into(), role, ground: None });
    }

    pub fn push_on(&mut self, ground: Ground, role: Role, text: impl Into<String>) {
        self.push_span(Span { text: text.into(), role, ground: Some(ground) });
    }

    fn push_span(&mut self, span: Span) {
        if span.text.is_empty() {
            return;
        }
        // A blank looks the same in every role: append it to the previous span, for fewer colour changes.
        let blank = |last: &Span| {
            span.ground.is_none() && last.ground.is_none() && span.text.trim_matches(' ').is_empty()
        };
        match self.spans.last_mut() {
            Some(last) if last.role == span.role && last.ground == span.ground || blank(last) => {
                last.text.push_str(&span.text);
            }
            _ => self.spans.push(span),
        }
    }

    /// Its spans; neighbours differ in role or ground.
    pub fn spans(&self) -> &[Span] {
        &self.spans
    }

    pub fn is_empty(&self) -> bool {
        self.spans.is_empty()
    }

    pub fn width(&self) -> usize {
        self.spans.iter().map(|span| span.text.width()).sum()
    }

    pub fn text(&self) -> String {
        self.spans.iter().map(|span| span.text.as_str()).collect()
    }

    #[must_use]
    pub fn padded(mut self, width: usize) -> Line {
        let missing = width.saturating_sub(self.width());
        self.push(Role::Plain, " ".repeat(missing));
        self
    }

    #[must_use]
    pub fn right_aligned(self, width: usize) -> Line {
        let missing = width.saturating_sub(self.width());
        Line::plain(" ".repeat(missing)).and(self)
    }

    /// Cuts the line to a width and appends `mark` if something was cut off.
    #[must_use]
    pub fn cut(self, width: usize, mark: &str) -> Line {
        if self.width() <= width {
            return self;
        }
        let mut room = width.saturating_sub(mark.width());
        let mut short = Line::new();
        'line: for span in self.spans {
            let mut kept = String::new();
            for letter in span.text.chars() {
                let columns = letter.width().unwrap_or(0);
                if columns > room {
                    short.push_span(Span { text: kept, ..span });
                    break 'line;
                }
                room -= columns;
                kept.push(letter);
            }
            short.push_span(Span { text: kept, ..span });
        }
        if mark.width() <= width {
            short.push(Role::Dim, mark);
        }
        short
    }

    /// Cuts the line between words if possible, so that no move is cut.
    #[must_use]
    pub fn cut_words(self, width: usize, mark: &str) -> Line {
        if self.width() <= width {
            return self;
        }
        let room = width.saturating_sub(mark.width() + 1);
        let mut short = Line::new();
        let mut used = 0;
        for word in self.words() {
            let gap = usize::from(used > 0);
            if used + gap + word.width() > room {
                break;
            }
            used += gap + word.width();
            short.push(Role::Plain, " ".repeat(gap));
            short = short.and(word);
        }
        if used == 0 {
            return self.cut(width, mark);
        }
        short.with(Role::Dim, format!(" {mark}"))
    }

    pub fn words(&self) -> Vec<Line> {
        self.spaced_words().into_iter().map(|(_, word)| word).collect()
    }

    /// Wraps the line at words to `width` columns; all lines but the first are indented. A word that is longer than a line is not
    /// broken. Blanks stay, except at line breaks.
    pub fn wrapped(self, width: usize, indent: usize) -> Vec<Line> {
        if self.width() <= width {
            return vec![self];
        }
        let mut lines = Vec::new();
        let mut line = Line::new();
        let mut fresh = true;
        for (blanks, word) in self.spaced_words() {
            if !fresh && line.width() + blanks + word.width() > width {
                lines.push(std::mem::replace(&mut line, Line::plain(" ".repeat(indent))));
            } else {
                line.push(Role::Plain, " ".repeat(blanks));
            }
            line = line.and(word);
            fresh = false;
        }
        lines.push(line);
        lines
    }

    /// Splits at blanks: each word with the number of blanks before it.
    fn spaced_words(&self) -> Vec<(usize, Line)> {
        let mut words = Vec::new();
        let mut word = Line::new();
        let mut blanks = 0;
        for span in &self.spans {
            for (place, part) in span.text.split(' ').enumerate() {
                if place > 0 {
                    if !word.is_empty() {
                        words.push((std::mem::take(&mut blanks), std::mem::take(&mut word)));
                    }
                    blanks += 1;
                }
                word.push_span(Span { text: part.to_owned(), ..*span });
            }
        }
        if !word.is_empty() {
            words.push((blanks, word));
        }
        words
    }
}

impl Page {
    pub fn new() -> Page {
        Page::default()
    }

    pub fn of(line: Line) -> Page {
        Page { lines: vec![line] }
    }

    pub fn push(&mut self, line: Line) {
        self.lines.push(line);
    }

    /// Places another page to the right, `gap` columns apart.
    #[must_use]
    pub fn beside(self, right: Page, gap: usize) -> Page {
        let left = self.width() + gap;
        let rows = self.lines.len().max(right.lines.len());
        let (mut ours, mut theirs) = (self.lines.into_iter(), right.lines.into_iter());
        let mut page = Page::new();
        for _ in 0..rows {
            let line = ours.next().unwrap_or_default();
            page.push(match theirs.next() {
                Some(other) if !other.is_empty() => line.padded(left).and(other),
                _ => line,
            });
        }
        page
    }

    /// Adds an empty line, except at the top or after another empty line.
    pub fn space(&mut self) {
        if self.lines.last().is_some_and(|line| !line.is_empty()) {
            self.lines.push(Line::new());
        }
    }

    pub fn push_wrapped(&mut self, line: Line, width: Option<usize>, indent: usize) {
        match width {
            Some(width) => self.lines.extend(line.wrapped(width, indent)),
            None => self.push(line),
        }
    }

    pub fn of_text(text: &str) -> Page {
        Page { lines: text.lines().map(Line::plain).collect() }
    }

    pub fn append(&mut self, mut other: Page) {
        self.lines.append(&mut other.lines);
    }

    pub fn lines(&self) -> &[Line] {
        &self.lines
    }

    pub fn into_lines(self) -> Vec<Line> {
        self.lines
    }

    pub fn width(&self) -> usize {
        self.lines.iter().map(Line::width).max().unwrap_or(0)
    }
}

/// Converts text to printable ASCII: known signs to their nearest spelling, others to `?`.
pub fn to_ascii(text: &str) -> String {
    let mut ascii = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            ' '..='~' | '\t' => ascii.push(letter),
            TIE => ascii.push(' '),
            '…' => ascii.push_str("..."),
            '–' | '—' | '−' | '‑' => ascii.push('-'),
            '·' | '•' => ascii.push('|'),
            '×' => ascii.push('x'),
            '±' => ascii.push_str("+-"),
            '≥' => ascii.push_str(">="),
            '≤' => ascii.push_str("<="),
            '→' => ascii.push_str("->"),
            '∞' => ascii.push_str("inf"),
            '¼' => ascii.push_str(" 1/4"),
            '½' => ascii.push_str(" 1/2"),
            '¾' => ascii.push_str(" 3/4"),
            '‘' | '’' => ascii.push('\''),
            '“' | '”' => ascii.push('"'),
            _ => ascii.push('?'),
        }
    }
    ascii
}

/// Removes control characters, so that text from files and users cannot control the terminal. Tabs stay.
pub fn without_controls(text: &str) -> String {
    let drawn = |letter: char| match letter {
        TIE => ' ',
        '\t' => '\t',
        letter if steers(letter) => char::REPLACEMENT_CHARACTER,
        letter => letter,
    };
    text.chars().map(drawn).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample() -> Line {
        Line::of(Role::Dim, "4.").with(Role::White, "Qxf7+").with(Role::Plain, " Ke7  and more")
    }

    #[test]
    fn words_keep_their_roles() {
        let words = sample().words();
        let texts: Vec<String> = words.iter().map(Line::text).collect();
        assert_eq!(texts, ["4.Qxf7+", "Ke7", "and", "more"]);
        assert_eq!(words[0].spans()[1].role, Role::White);
    }

    #[test]
    fn cutting_never_exceeds_the_width() {
        for width in 0..30 {
            assert!(sample().cut(width, "…").width() <= width, "cut to {width}");
            assert!(sample().cut_words(width, "...").width() <= width, "words cut to {width}");
        }
        assert_eq!(sample().cut(9, "…").text(), "4.Qxf7+ …");
        assert_eq!(sample().cut_words(14, "…").text(), "4.Qxf7+ Ke7 …");
    }

    #[test]
    fn wrapping_keeps_every_word() {
        let line = Line::plain("  one two three four five");
        let wrapped = line.clone().wrapped(11, 4);
        assert!(wrapped.iter().all(|line| line.width() <= 11));
        assert_eq!(wrapped[0].text(), "  one two");
        assert_eq!(wrapped[1].text(), "    three");
        let spaced = Line::plain(" fen    a b c").wrapped(11, 8);
        assert_eq!(spaced[0].text(), " fen    a b");
        assert_eq!(spaced[1].text(), "        c");
        let words: Vec<Line> = wrapped.iter().flat_map(Line::words).collect();
        assert_eq!(words, line.words());
    }

    #[test]
    fn ascii_is_ascii() {
        let text = to_ascii("a…b – 7¼ ≥ ♞\u{1b}é");
        assert_eq!(text, "a...b - 7 1/4 >= ???");
        assert_eq!(without_controls("a\u{1b}[31m\tb"), "a\u{FFFD}[31m\tb");
    }
}
