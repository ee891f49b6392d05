//! The progress bar of a long command on the last line of standard error, if that is a terminal.
//!
//! A thread draws it. What the terminal echoes (`^C`, a line typed ahead) must not wrap, or the wrong line would be cleared:
//! the cursor stays behind the last letter, and some columns are left for the echo.

use std::io::{self, Write};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use crossterm::queue;
use crossterm::terminal::{Clear, ClearType};

use super::terminal;
use crate::control::guard;
use crate::control::lock::Unpoisoned;
use crate::ink::number::grouped;
use crate::shell::session::News;
use crate::shell::session::news::Progress;

/// Columns left for the echo: two `^C` and one letter.
const ECHO: usize = 5;

/// Columns if the terminal does not report its size.
const USUAL: usize = 80;

const REDRAW: Duration = Duration::from_millis(100);

#[derive(Debug)]
pub struct ProgressBar {
    visible: bool,
    ascii: bool,
    /// `None` once it has ended. Each bar has its own thread and line.
    line: Arc<Mutex<Option<BarLine>>>,
}

#[derive(Debug)]
struct BarLine {
    what: String,
    done: u64,
    /// `None` if unknown.
    of: Option<u64>,
    counts: String,
    /// `done` at the beginning.
    first: u64,
    begun: Instant,
    ascii: bool,
}

impl ProgressBar {
    /// `visible`: standard error is a terminal that can rewrite a line.
    pub fn new(visible: bool, ascii: bool) -> ProgressBar {
        ProgressBar { visible, ascii, line: Arc::default() }
    }

    pub fn news(&mut self, news: &News) {
        if !self.visible {
            return;
        }
        match news {
            News::Progress(Progress::Begin { what, items }) => {
                self.begin(what, 0, Some(*items as u64));
            }
            News::Progress(Progress::More(items)) => {
                self.update(|line| line.of = line.of.map(|of| of + *items as u64));
            }
            News::Progress(Progress::Done(done)) => self.update(|line| line.done = *done as u64),
            News::Found(event) => {
                if let Some((counts, done)) = event.brief() {
                    // With parallel work a later report may have a smaller count.
                    self.update(|line| {
                        (line.done, line.counts) = (line.done.max(done as u64), counts);
                    });
                }
            }
            News::Progress(Progress::Counted(nodes)) => {
                if self.line.lock().unpoisoned().is_none() {
                    self.begin("leaves", 0, None);
                }
                self.update(|line| line.done = *nodes);
            }
            News::Progress(Progress::Working(what)) => self.begin(what, 0, None),
            _ => {}
        }
    }

    /// Sets the bar to `done` of `of`, followed by a short text.
    pub fn show(&mut self, done: u64, of: u64, words: String) {
        if self.line.lock().unpoisoned().as_ref().and_then(|line| line.of) != Some(of) {
            self.begin("", done, Some(of));
        }
        self.update(|line| (line.done, line.counts) = (done, words));
    }

    fn begin(&mut self, what: &str, first: u64, of: Option<u64>) {
        self.end();
        if !self.visible {
            return;
        }
        let (what, counts, ascii) = (what.to_owned(), String::new(), self.ascii);
        let line = BarLine { what, done: first, of, counts, first, begun: Instant::now(), ascii };
        self.line = Arc::new(Mutex::new(Some(line)));
        let line = Arc::clone(&self.line);
        guard::beside("progress", move || {
            while line.lock().unpoisoned().as_ref().map(BarLine::draw).is_some() {
                thread::sleep(REDRAW);
            }
        });
    }

    fn update(&self, change: impl FnOnce(&mut BarLine)) {
        if let Some(line) = &mut *self.line.lock().unpoisoned() {
            change(line);
        }
    }

    /// Writes something in place of the bar, which is drawn again below.
    pub fn aside<T>(&self, write: impl FnOnce() -> T) -> T {
        let line = self.line.lock().unpoisoned();
        line.iter().for_each(|_| redraw(""));
        let written = write();
        line.iter().for_each(BarLine::draw);
        written
    }

    pub fn end(&self) {
        if self.line.lock().unpoisoned().take().is_some() {
            redraw("");
        }
    }
}

impl Drop for ProgressBar {
    fn drop(&mut self) {
        self.end();
    }
}

impl BarLine {
    fn draw(&self) {
        let columns = terminal::error_width().unwrap_or(USUAL);
        redraw(&fitted(&self.text(self.begun.elapsed().as_secs_f64()), columns));
    }

    fn text(&self, seconds: f64) -> String {
        const COLUMNS: u64 = 24;
        let BarLine { what, done, of, counts, first, .. } = self;
        let elapsed = rounded(seconds);
        let Some(of) = of else {
            let spinner =
                if self.ascii { ["|", "/", "-", "\\"] } else { ["⠋", "⠹", "⠼", "⠧"] };
            let sign = spinner[(seconds * 4.0) as usize % 4];
            let sign = if *done > 0 { grouped(*done) } else { sign.to_owned() };
            return format!("{sign} {what}  {elapsed}");
        };
        let [full, last, rest] = if self.ascii { ["#", ">", "-"] } else { ["█", "▉", "░"] };
        let filled = (done * COLUMNS).checked_div(*of).unwrap_or(0).min(COLUMNS);
        let begun = u64::from(*done > 0 && filled < COLUMNS);
        let [full, last, rest] = [(full, filled), (last, begun), (rest, COLUMNS - filled - begun)]
            .map(|(sign, count)| sign.repeat(count as usize));
        let left = match done.saturating_sub(*first) {
            0 => String::new(),
            since => {
                let left = of.saturating_sub(*done) as f64 * seconds / since as f64;
                format!(", {} left", rounded(left))
            }
        };
        let (gap, behind) = (gap(what, " "), gap(counts, "  "));
        format!("{what}{gap}[{full}{last}{rest}] {done}/{of}  {counts}{behind}{elapsed}{left}")
    }
}

/// Returns the gap behind a text, unless that is empty.
const fn gap<'a>(text: &str, gap: &'a str) -> &'a str {
    if text.is_empty() { "" } else { gap }
}

/// Rounds to the largest unit that fits 1.5 times: `89s`, `2m`.
fn rounded(seconds: f64) -> String {
    const UNITS: [(f64, &str); 3] = [(86_400.0, "d"), (3_600.0, "h"), (60.0, "m")];
    let fits = UNITS.into_iter().find(|(unit, _)| seconds >= 1.5 * unit);
    let (unit, letter) = fits.unwrap_or((1.0, "s"));
    format!("{:.0}{letter}", seconds / unit)
}

fn fitted(text: &str, columns: usize) -> String {
    text.trim_end().chars().take(columns.saturating_sub(ECHO)).collect()
}

/// Replaces the line.
fn redraw(text: &str) {
    let mut error = io::stderr().lock();
    let _ = error
        .write_all(b"\r")
        .and_then(|()| queue!(error, Clear(ClearType::CurrentLine)))
        .and_then(|()| error.write_all(text.as_bytes()));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bars_say_how_far_it_is_and_how_long_it_takes() {
        for (what, done, of, counts, seconds, text) in [
            ("suite", 0, Some(8), "", 0.2, "suite [------------------------] 0/8  0s"),
            (
                "suite",
                2,
                Some(8),
                "1 solved",
                60.0,
                "suite [######>-----------------] 2/8  1 solved  60s, 3m left",
            ),
            (
                "",
                8,
                Some(8),
                "pairs",
                7_000.0,
                "[########################] 8/8  pairs  2h, 0s left",
            ),
            ("nothing", 0, Some(0), "", 1.0, "nothing [------------------------] 0/0  1s"),
            ("leaves", 12_345, None, "", 89.0, "12 345 leaves  89s"),
            ("thinking", 0, None, "", 0.3, "/ thinking  0s"),
        ] {
            let [what, counts] = [what, counts].map(str::to_owned);
            let line =
                BarLine { what, done, of, counts, first: 0, begun: Instant::now(), ascii: true };
            assert_eq!(line.text(seconds), text);
        }
    }

    #[test]
    fn no_space_is_written_behind_the_text_and_room_is_left_for_an_echo() {
        assert_eq!(fitted(&format!("suite [####]{}", " ".repeat(60_000)), 80), "suite [####]");
        assert_eq!(fitted("0123456789", 12), "0123456");
    }
}
