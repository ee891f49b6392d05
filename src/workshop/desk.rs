//! The environment of every tool: writable files, the stop flag, a progress bar and standard output.

use std::cell::RefCell;
use std::fmt::Display;
use std::fs::File;
use std::io::{self, Read, Write};
use std::path::Path;
use std::process;

use quarterply::control::StopFlag;
use quarterply::front::progress::ProgressBar;
use quarterply::front::terminal::Streams;
use quarterply::store::WrittenFiles;
use quarterply::store::written::NamedFiles;

/// Exit status after Ctrl-C.
const INTERRUPTED: i32 = 130;

pub struct Desk {
    pub files: WrittenFiles,
    pub stop: StopFlag,
    bar: RefCell<ProgressBar>,
}

impl Desk {
    pub fn new(named: NamedFiles) -> Desk {
        let files = WrittenFiles::default().of_command(named);
        let Streams { error, capable, .. } = Streams::look();
        let bar = ProgressBar::new(error && capable, false).into();
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

    /// Sets the progress bar to `done` of `of`, followed by a short text.
    pub fn done(&self, done: u64, of: u64, words: impl Into<String>) {
        self.bar.borrow_mut().show(done, of, words.into());
    }

    /// Opens a file; the progress bar shows how much of it was read.
    pub fn open(&self, path: &Path) -> io::Result<impl Read> {
        let file = File::open(path)?;
        let length = file.metadata()?.len();
        Ok(WatchedFile { file, length, read: 0, desk: self })
    }

    pub fn say(&self, line: impl Display) -> io::Result<()> {
        self.bar.borrow().aside(|| writeln!(io::stdout(), "{line}"))
    }
}

struct WatchedFile<'a> {
    file: File,
    length: u64,
    read: u64,
    desk: &'a Desk,
}

impl Read for WatchedFile<'_> {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        let read = self.file.read(bytes)?;
        self.read += read as u64;
        self.desk.done(self.read, self.length, "bytes");
        Ok(read)
    }
}
