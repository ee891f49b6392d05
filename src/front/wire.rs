//! The way out to a program, UCI's or xboard's: whole lines only, each written at once and flushed, and a record of both directions if one is wanted.

use std::fs::File;
use std::io::{self, Write};
use std::time::Instant;

use crate::shell::{CommandError, Session};

/// Standard output as a GUI hears it.
pub struct Wire<W> {
    writer: W,
    /// The path that was asked for; empty for none.
    path: String,
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
    /// Nothing is recorded.
    pub fn new(writer: W) -> Wire<W> {
        Wire { writer, path: String::new(), journal: None }
    }

    /// Sends a line.
    ///
    /// # Errors
    /// If nobody is there to read it.
    pub fn line(&mut self, text: &str) -> io::Result<()> {
        if let Some(journal) = &mut self.journal {
            journal.note("<<", text);
        }
        self.writer.write_all(format!("{text}\n").as_bytes())?;
        self.writer.flush()
    }

    /// Notes a line that came in.
    pub fn heard(&mut self, text: &str) {
        if let Some(journal) = &mut self.journal {
            journal.note(">>", text);
        }
    }

    /// Records from now on in the file that the option `Debug Log File` names.
    ///
    /// # Errors
    /// If the file cannot be made; then nothing is recorded, and the option says so.
    pub fn record_as_set(&mut self, session: &mut Session) -> Result<(), CommandError> {
        let path = session.engine().options().debug_log_file().to_owned();
        self.record(&path).map_err(|error| {
            session.forget_log();
            CommandError::Log { path, message: error.to_string() }
        })
    }

    /// Records in this file; in none if the path is empty. The file that is being written is gone on with.
    fn record(&mut self, path: &str) -> io::Result<()> {
        if path == self.path {
            return Ok(());
        }
        (self.journal, self.path) = (None, String::new());
        if !path.is_empty() {
            let file = File::options().create(true).append(true).open(path)?;
            self.journal = Some(Journal { file, begun: Instant::now() });
            self.path = path.to_owned();
        }
        Ok(())
    }
}
