//! The way out: whole lines only, each written at once and flushed, and a record of both directions if one is wanted.

use std::fs::File;
use std::io::{self, Write};
use std::time::Instant;

/// Standard output as a GUI hears it.
pub(super) struct Wire<W> {
    writer: W,
    journal: Option<Journal>,
}

/// The record that `Debug Log File` names.
struct Journal {
    file: File,
    begun: Instant,
}

impl Journal {
    fn note(&mut self, direction: &str, text: &str) {
        let milliseconds = self.begun.elapsed().as_millis();
        // A record that cannot be kept any more is no reason to keep the game from going on.
        let _ = self.file.write_all(format!("{milliseconds} {direction} {text}\n").as_bytes());
    }
}

impl<W: Write> Wire<W> {
    pub(super) fn new(writer: W) -> Wire<W> {
        Wire { writer, journal: None }
    }

    /// Sends a line.
    ///
    /// # Errors
    /// If nobody is there to read it.
    pub(super) fn line(&mut self, text: &str) -> io::Result<()> {
        if let Some(journal) = &mut self.journal {
            journal.note("<<", text);
        }
        self.writer.write_all(format!("{text}\n").as_bytes())?;
        self.writer.flush()
    }

    /// Notes a line that came in.
    pub(super) fn heard(&mut self, text: &str) {
        if let Some(journal) = &mut self.journal {
            journal.note(">>", text);
        }
    }

    /// Records from now on in this file; in none if the path is empty.
    ///
    /// # Errors
    /// If the file cannot be made; then nothing is recorded.
    pub(super) fn record(&mut self, path: &str) -> io::Result<()> {
        self.journal = None;
        if !path.is_empty() {
            let file = File::options().create(true).append(true).open(path)?;
            self.journal = Some(Journal { file, begun: Instant::now() });
        }
        Ok(())
    }
}
