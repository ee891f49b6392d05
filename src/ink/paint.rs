//! Draws pages: crossterm commands queued into a writer, or plain text without styles.

use std::io::{self, Write};

use crossterm::queue;
use crossterm::style::{ContentStyle, PrintStyledContent, StyledContent};

use super::settings::Settings;
use super::style::{Ground, Role};
use super::text::{Line, Page, to_ascii, without_controls};

pub fn page(out: &mut dyn Write, page: &Page, settings: &Settings) -> io::Result<()> {
    for line in page.lines() {
        self::line(out, line, settings)?;
        out.write_all(b"\n")?;
    }
    Ok(())
}

/// Draws one line and leaves the cursor at its end. Trailing blanks are left out, except those of a board.
pub fn line(out: &mut dyn Write, line: &Line, settings: &Settings) -> io::Result<()> {
    let mut spans = line.spans();
    let mut end = None;
    while let Some((last, before)) = spans.split_last() {
        let text = last.text.trim_end_matches(' ');
        if last.ground.is_some_and(|_| settings.style.is_on()) {
            break;
        }
        if !text.is_empty() {
            end = Some(text);
            break;
        }
        spans = before;
    }
    for (place, span) in spans.iter().enumerate() {
        let text = match end {
            Some(end) if place + 1 == spans.len() => end,
            _ => &span.text,
        };
        let text = if settings.ascii { to_ascii(text) } else { without_controls(text) };
        write_span(&mut *out, text, span.role, span.ground, settings)?;
    }
    Ok(())
}

fn write_span(
    mut out: &mut dyn Write,
    text: String,
    role: Role,
    ground: Option<Ground>,
    settings: &Settings,
) -> io::Result<()> {
    let style = settings.style.content(role, ground);
    if style == ContentStyle::new() {
        return out.write_all(text.as_bytes());
    }
    // The macro needs a sized writer: a reference to the reference.
    let writer = &mut out;
    queue!(writer, PrintStyledContent(StyledContent::new(style, text)))
}
