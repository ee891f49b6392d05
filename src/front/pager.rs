//! Answers that are longer than the window, shown window by window. What was shown stays in the terminal's memory, as if it
//! had been printed at once.
//!
//! It asks for a key only where nobody can be surprised by it: for a line typed at the prompt, while no other is being edited, with the
//! setting `pager` on, and when nothing has been typed ahead, for that was meant for the prompt. Searches in the
//! background go on meanwhile; what they tell is said when the answer has been read. SIGTERM and SIGHUP end the program
//! within a second here as well (`interrupt.rs`).

use std::io::{self, Write};

use crate::render::style::Role;
use crate::render::text::{Line, Page};
use crate::render::{Settings, paint};

/// What somebody who reads wants to see next.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PagerKey {
    /// Another window.
    Window,
    /// Another line.
    Row,
    /// Everything that is left.
    Rest,
    /// Nothing more.
    Nothing,
}

impl PagerKey {
    /// What the first key of these bytes means, and its length; `None` if it means nothing.
    fn first(bytes: &[u8]) -> (Option<PagerKey>, usize) {
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

/// Shows a page in a window of so many rows. `ask` waits for a key.
///
/// # Errors
/// If the page cannot be written or no key can be read.
pub fn show(
    out: &mut dyn Write,
    page: Page,
    settings: &Settings,
    rows: usize,
    mut ask: impl FnMut() -> io::Result<PagerKey>,
) -> io::Result<()> {
    let total = page.lines().len();
    let mut lines = page.into_lines().into_iter();
    // A row is left for the question, and one so that the eye finds where it was.
    let window = rows.saturating_sub(2).max(1);
    let mut take = rows.saturating_sub(1).max(1);
    let mut shown = 0;
    loop {
        let mut part = Page::new();
        lines.by_ref().take(take).for_each(|line| part.push(line));
        shown += part.lines().len();
        paint::page(out, &part, settings)?;
        if shown >= total {
            return Ok(());
        }
        question(out, total - shown, settings)?;
        let onward = ask();
        write!(out, "\r\x1b[K")?;
        take = match onward? {
            PagerKey::Window => window,
            PagerKey::Row => 1,
            PagerKey::Rest => total,
            PagerKey::Nothing => {
                let left = format!("{} more lines left out", total - shown);
                return paint::page(out, &Page::of(Line::of(Role::Dim, left)), settings);
            }
        };
    }
}

/// The line below, which is taken away again.
fn question(out: &mut dyn Write, left: usize, settings: &Settings) -> io::Result<()> {
    let dot = settings.signs().dot;
    let text =
        format!("-- {left} more{dot}Space a window{dot}Enter a line{dot}G all{dot}q leave --");
    let mut bytes = Vec::new();
    paint::page(&mut bytes, &Page::of(Line::of(Role::Accent, text)), settings)?;
    let end = bytes.iter().rposition(|&byte| byte != b'\n').map_or(0, |at| at + 1);
    out.write_all(&bytes[..end])?;
    out.flush()
}

/// Single keys from the terminal at standard input, unseen, as long as this lives. What is written is not touched.
#[cfg(unix)]
#[derive(Debug)]
pub struct KeyReader {
    /// How the terminal was.
    before: rustix::termios::Termios,
    /// What was read and not looked at yet.
    pending: Vec<u8>,
}

#[cfg(unix)]
impl KeyReader {
    /// Reads single keys from here on; `None` if the terminal will not have it, or something was typed ahead.
    pub fn listen() -> Option<KeyReader> {
        use rustix::event::{PollFd, PollFlags, Timespec, poll};
        use rustix::termios::{
            LocalModes, OptionalActions, SpecialCodeIndex, tcgetattr, tcsetattr,
        };
        let input = io::stdin();
        let before = tcgetattr(&input).ok()?;
        let mut single = before.clone();
        single.local_modes -= LocalModes::ICANON | LocalModes::ECHO | LocalModes::ISIG;
        single.special_codes[SpecialCodeIndex::VMIN] = 1;
        single.special_codes[SpecialCodeIndex::VTIME] = 0;
        tcsetattr(&input, OptionalActions::Now, &single).ok()?;
        let keys = KeyReader { before, pending: Vec::new() };
        let mut ends = [PollFd::new(&input, PollFlags::IN)];
        let now = Timespec { tv_sec: 0, tv_nsec: 0 };
        let typed_ahead = poll(&mut ends, Some(&now)).is_ok_and(|ready| ready > 0);
        (!typed_ahead).then_some(keys)
    }

    /// The next key that means something; no key at all means nothing more.
    ///
    /// # Errors
    /// If nothing can be read any more.
    pub fn next_key(&mut self) -> io::Result<PagerKey> {
        let mut bytes = [0; 32];
        loop {
            while !self.pending.is_empty() {
                let (key, length) = PagerKey::first(&self.pending);
                self.pending.drain(..length);
                if let Some(key) = key {
                    return Ok(key);
                }
            }
            match rustix::io::read(io::stdin(), &mut bytes) {
                Ok(0) => return Ok(PagerKey::Nothing),
                Ok(length) => self.pending.extend_from_slice(&bytes[..length]),
                Err(rustix::io::Errno::INTR) => {}
                Err(error) => return Err(error.into()),
            }
        }
    }
}

#[cfg(unix)]
impl Drop for KeyReader {
    fn drop(&mut self) {
        use rustix::termios::{OptionalActions, tcsetattr};
        // A terminal that does not listen is beyond help.
        let _ = tcsetattr(io::stdin(), OptionalActions::Now, &self.before);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(rows: usize, keys: &[PagerKey]) -> (String, usize) {
        let mut page = Page::new();
        (1..=10).for_each(|number| page.push(Line::plain(number.to_string())));
        let (mut out, mut asked) = (Vec::new(), 0);
        let ask = || {
            asked += 1;
            Ok(keys[asked - 1])
        };
        show(&mut out, page, &Settings::default(), rows, ask).unwrap();
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
