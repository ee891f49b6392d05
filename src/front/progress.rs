//! Progress bars of long commands on standard error, if that is a terminal.

use std::fmt;
use std::io;
use std::time::Duration;

use indicatif::{HumanDuration, ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};

use super::bar_line::BarLine;
use crate::shell::session::News;
use crate::shell::session::news::Progress;

/// Redraws per second.
const RATE: u8 = 10;

const TICK: Duration = Duration::from_millis(150);

/// Writes the estimated time left, if it is known.
fn left(state: &ProgressState, out: &mut dyn fmt::Write) {
    if state.pos() > 0 {
        // Writing into memory does not fail.
        let _ = write!(out, ", {:#} left", HumanDuration(state.eta()));
    }
}

#[derive(Debug)]
pub struct ProgressBars {
    visible: bool,
    ascii: bool,
    bar: Option<ProgressBar>,
}

impl ProgressBars {
    /// `visible`: standard error is a terminal that can rewrite a line.
    pub fn new(visible: bool, ascii: bool) -> ProgressBars {
        ProgressBars { visible, ascii, bar: None }
    }

    pub fn news(&mut self, news: &News) {
        if !self.visible {
            return;
        }
        match news {
            News::Progress(Progress::Begin { what, items }) => {
                const TEMPLATE: &str = "{msg} [{bar:24}] {pos}/{len}  {prefix}{elapsed}{left}";
                let bar = self.begin(Some(*items), TEMPLATE);
                bar.set_message(what.clone());
                bar.enable_steady_tick(TICK);
            }
            News::Progress(Progress::More(items)) => {
                self.bar.iter().for_each(|bar| bar.inc_length(*items as u64));
            }
            News::Progress(Progress::Done(done)) => self.position(*done as u64),
            News::Found(event) => {
                if let (Some((counts, done)), Some(bar)) = (event.brief(), &self.bar) {
                    bar.set_prefix(format!("{counts}  "));
                    // With parallel work a later report may have a smaller count.
                    bar.set_position(bar.position().max(done as u64));
                }
            }
            News::Progress(Progress::Counted(nodes)) => {
                if self.bar.is_none() {
                    self.begin(None, "{human_pos} leaves  {elapsed}");
                }
                self.position(*nodes);
            }
            News::Progress(Progress::Working(what)) => {
                let bar = self.begin(None, "{spinner} {msg}  {elapsed}");
                bar.set_message(*what);
                bar.enable_steady_tick(TICK);
            }
            _ => {}
        }
    }

    fn begin(&mut self, items: Option<usize>, template: &str) -> &ProgressBar {
        self.end();
        let line = Box::new(BarLine::new(io::stderr()));
        let target = ProgressDrawTarget::term_like_with_hz(line, RATE);
        let signs = if self.ascii { "#>-" } else { "█▉░" };
        let style = ProgressStyle::with_template(template)
            .unwrap_or_else(|_| ProgressStyle::default_bar())
            .progress_chars(signs)
            .with_key("left", left);
        let bar = ProgressBar::with_draw_target(items.map(|items| items as u64), target);
        self.bar.insert(bar.with_style(style))
    }

    fn position(&self, done: u64) {
        self.bar.iter().for_each(|bar| bar.set_position(done));
    }

    pub fn aside<T>(&self, write: impl FnOnce() -> T) -> T {
        match &self.bar {
            Some(bar) => bar.suspend(write),
            None => write(),
        }
    }

    pub fn end(&mut self) {
        if let Some(bar) = self.bar.take() {
            bar.finish_and_clear();
        }
    }
}
