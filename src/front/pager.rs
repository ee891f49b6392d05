//! Answers that are longer than the window, shown window by window. What was shown stays in the terminal's memory, as if it
//! had been printed at once.
//!
//! It asks for a key only where nobody can be surprised by it: for a line typed at the prompt, while no other is being edited, with the
//! setting `pager` on, and when nothing has been typed ahead, for that was meant for the prompt. A key is a message like
//! others, so nothing waits for it but the next line. Searches in the background go on meanwhile; what they tell is said
//! when the answer has been read.

use std::io::{self, Write};
use std::vec;

use crate::ink::{Line, Page, Role, Settings, paint};

/// What somebody who reads wants to see next.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PagerKey {
    Window,
    Row,
    Rest,
    Nothing,
}

impl PagerKey {
    /// What the first key of these bytes means, and its length; `None` if it means nothing.
    pub fn first(bytes: &[u8]) -> (Option<PagerKey>, usize) {
        match bytes {
            [b' ' | b'f' | 0x06, ..] => (Some(PagerKey::Window), 1),
            [b'\r' | b'\n' | b'j', ..] => (Some(PagerKey::Row), 1),
            [b'G', ..] => (Some(PagerKey::Rest), 1),
            // Ctrl-C and Ctrl-D are keys like others here.
            [b'q' | b'Q' | 0x03 | 0x04, ..] | [0x1B] => (Some(PagerKey::Nothing), 1),
            [0x1B, b'[' | b'O', sequence @ ..] => {
                let end = sequence.iter().position(|byte| (0x40..=0x7E).contains(byte));
                let length = end.map_or(sequence.len(), |end| end + 1);
                (PagerKey::of_sequence(&sequence[..length]), 2 + length)
            }
            _ => (None, 1),
        }
    }

    /// What a key means that is told by several bytes, as those behind `ESC [` or `ESC O`.
    fn of_sequence(sequence: &[u8]) -> Option<PagerKey> {
        match sequence {
            b"6~" => Some(PagerKey::Window),
            b"B" => Some(PagerKey::Row),
            b"F" | b"4~" => Some(PagerKey::Rest),
            _ => None,
        }
    }
}

#[derive(Debug)]
pub struct Pager {
    left: vec::IntoIter<Line>,
    rows: usize,
}

impl Pager {
    /// Shows the first part of a page in a window of so many rows. `None` if that was all.
    pub fn open(
        out: &mut dyn Write,
        page: Page,
        settings: &Settings,
        rows: usize,
    ) -> io::Result<Option<Pager>> {
        let mut pager = Pager { left: page.into_lines().into_iter(), rows };
        // A row is left for the question.
        let all = pager.show(out, rows.saturating_sub(1).max(1), settings)?;
        Ok((!all).then_some(pager))
    }

    /// Goes on as a key says. Whether it has been read to its end, or is to be left.
    pub fn turn(
        &mut self,
        out: &mut dyn Write,
        key: PagerKey,
        settings: &Settings,
    ) -> io::Result<bool> {
        write!(out, "\r\x1b[K")?;
        match key {
            // One row stays, so that the eye finds where it was.
            PagerKey::Window => self.show(out, self.rows.saturating_sub(2).max(1), settings),
            PagerKey::Row => self.show(out, 1, settings),
            PagerKey::Rest => self.show(out, self.left.len(), settings),
            PagerKey::Nothing => {
                let left = format!("{} more lines left out", self.left.len());
                paint::page(out, &Page::of(Line::of(Role::Dim, left)), settings)?;
                Ok(true)
            }
        }
    }

    fn show(&mut self, out: &mut dyn Write, lines: usize, settings: &Settings) -> io::Result<bool> {
        let mut part = Page::new();
        self.left.by_ref().take(lines).for_each(|line| part.push(line));
        paint::page(out, &part, settings)?;
        let all = self.left.len() == 0;
        if !all {
            question(out, self.left.len(), settings)?;
        }
        Ok(all)
    }
}

/// The line below, which is taken away again.
fn question(out: &mut dyn Write, left: usize, settings: &Settings) -> io::Result<()> {
    let dot = settings.signs().dot;
    let keys = match settings.width {
        // What would be broken in the middle of a word is left out.
        Some(width) if width < 66 => "Space, Enter, G, q".to_owned(),
        _ => format!("Space a window{dot}Enter a line{dot}G all{dot}q leave"),
    };
    let text = format!("-- {left} more{dot}{keys} --");
    let mut bytes = Vec::new();
    paint::page(&mut bytes, &Page::of(Line::of(Role::Accent, text)), settings)?;
    let end = bytes.iter().rposition(|&byte| byte != b'\n').map_or(0, |at| at + 1);
    out.write_all(&bytes[..end])?;
    out.flush()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(rows: usize, keys: &[PagerKey]) -> (String, usize) {
        let mut page = Page::new();
        (1..=10).for_each(|number| page.push(Line::plain(number.to_string())));
        let (mut out, mut asked) = (Vec::new(), 0);
        let settings = Settings::default();
        let mut pager = Pager::open(&mut out, page, &settings, rows).unwrap();
        while let Some(open) = &mut pager {
            asked += 1;
            if open.turn(&mut out, keys[asked - 1], &settings).unwrap() {
                pager = None;
            }
        }
        let text = String::from_utf8(out).unwrap();
        let kept: Vec<&str> = text
            .split('\n')
            .map(|line| line.rsplit("\x1b[K").next().unwrap())
            .filter(|line| !line.is_empty())
            .collect();
        (kept.join(" "), asked)
    }

    #[test]
    fn a_long_page_comes_window_by_window() {
        let all = "1 2 3 4 5 6 7 8 9 10".to_owned();
        assert_eq!(shown(11, &[]), (all.clone(), 0), "it fits");
        assert_eq!(shown(6, &[PagerKey::Window, PagerKey::Row]), (all.clone(), 2));
        assert_eq!(shown(3, &[PagerKey::Row, PagerKey::Rest]), (all, 2));
        let cut = "1 2 3 7 more lines left out".to_owned();
        assert_eq!(shown(3, &[PagerKey::Row, PagerKey::Nothing]), (cut, 2));
    }

    #[test]
    fn keys_are_told_apart_however_they_come() {
        let keys = |mut bytes: &[u8]| {
            let mut keys = Vec::new();
            while !bytes.is_empty() {
                let (key, length) = PagerKey::first(bytes);
                keys.extend(key);
                bytes = &bytes[length..];
            }
            keys
        };
        use PagerKey::{Nothing, Rest, Row, Window};
        assert_eq!(keys(b"  jG"), [Window, Window, Row, Rest], "a key that is held");
        assert_eq!(keys(b"\x1b[6~\x1b[B\x1bOBq"), [Window, Row, Row, Nothing]);
        assert_eq!(keys(b"\x1b[A\x1b[1;5Cxy\xFF"), [], "none of these means anything");
        assert_eq!([keys(b"\x1b"), keys(b"\x03"), keys(b"\x04")].concat(), [Nothing; 3]);
        for length in 0..=6 {
            keys(&b"\x1b[12;3"[..length]);
        }
    }
}
