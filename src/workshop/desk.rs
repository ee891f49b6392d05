//! The environment of every tool: writable files, the stop flag, a progress bar and standard output.

use std::borrow::Cow;
use std::fmt::Display;
use std::fs::File;
use std::io::{self, Read, Write};
use std::path::Path;
use std::process;

use indicatif::{ProgressBar, ProgressStyle};
use quarterply::control::StopFlag;
use quarterply::store::WrittenFiles;
use quarterply::store::written::NamedFiles;

/// Exit status after Ctrl-C.
const INTERRUPTED: i32 = 130;

pub struct Desk {
    pub files: WrittenFiles,
    pub stop: StopFlag,
    bar: ProgressBar,
}

impl Desk {
    pub fn new(named: NamedFiles) -> Desk {
        let files = WrittenFiles::default().of_command(named);
        let style = ProgressStyle::with_template("{wide_bar} {pos}/{len} {eta} {msg}");
        let bar = ProgressBar::no_length();
        bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
        Desk { files, stop: StopFlag::new(), bar }
    }

    /// Installs the handler: the first Ctrl-C stops the tool, which keeps its results; the second ends it.
    pub fn stop_on_ctrl_c(&self) -> Result<(), ctrlc::Error> {
        let stop = self.stop.clone();
        ctrlc::set_handler(move || {
            if stop.is_raised() {
                process::exit(INTERRUPTED);
            }
            stop.raise();
        })
    }

    /// Sets the progress bar to `steps` of `of`, followed by a short text.
    pub fn done(&self, steps: u64, of: u64, words: impl Into<Cow<'static, str>>) {
        if self.bar.length() != Some(of) {
            self.bar.reset();
            self.bar.set_length(of);
        }
        self.bar.set_position(steps);
        self.bar.set_message(words);
    }

    /// Opens a file; the progress bar shows how much of it was read.
    pub fn open(&self, path: &Path) -> io::Result<impl Read + use<>> {
        let file = File::open(path)?;
        self.done(0, file.metadata()?.len(), "bytes");
        Ok(self.bar.wrap_read(file))
    }

    pub fn say(&self, line: impl Display) -> io::Result<()> {
        self.bar.suspend(|| writeln!(io::stdout(), "{line}"))
    }
}

impl Drop for Desk {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}
