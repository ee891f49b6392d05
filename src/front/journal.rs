//! The log of the dialogue for `log`, `--log` and the option `Debug Log File`: input and output with milliseconds since its
//! start.
//!
//! A log that cannot be written any more is closed and reported once; the game goes on.

use std::fs::File;
use std::io::{self, Write};
use std::path::Path;
use std::time::Instant;

use crate::chess::foreign::readable;
use crate::shell::session::LOG;
use crate::shell::{CommandError, Session};
use crate::store::file::{InUse, kindly};

#[derive(Debug, Default)]
pub struct Journal {
    /// Path as given; empty for none.
    path: String,
    open: Option<OpenJournal>,
    /// Write error, until it is reported.
    fault: Option<io::Error>,
}

#[derive(Debug)]
struct OpenJournal {
    // Dropped before the file is closed, whose descriptor may then be reused.
    _in_use: InUse,
    file: File,
    begun: Instant,
    /// Output of an incomplete line.
    unended: Vec<u8>,
}

impl Journal {
    /// Opens the log that the option `Debug Log File` names; a log of the same name is continued.
    ///
    /// # Errors
    /// If the file cannot be created or written; then nothing is logged, and the option is cleared.
    pub fn follow(&mut self, session: &mut Session) -> Result<(), CommandError> {
        if let Some(error) = self.fault.take() {
            let path = std::mem::take(&mut self.path);
            // The empty path is always valid.
            let _ = session.set_engine(LOG, "");
            let why = kindly(&error);
            return Err(CommandError::refused(format!(
                "cannot write {path}: {why}; the dialogue is not recorded any more"
            )));
        }
        let path = &session.engine.options().debug_log_file;
        if *path == self.path {
            return Ok(());
        }
        let path = path.to_owned();
        *self = Journal::default();
        if path.is_empty() {
            return Ok(());
        }
        match session.files.open_log(Path::new(&path)) {
            Ok((file, _in_use)) => {
                let (begun, unended) = (Instant::now(), Vec::new());
                let open = OpenJournal { _in_use, file, begun, unended };
                *self = Journal { path, open: Some(open), fault: None };
                Ok(())
            }
            Err(error) => {
                // The empty path is always valid.
                let _ = session.set_engine(LOG, "");
                Err(error)
            }
        }
    }

    pub fn is_open(&self) -> bool {
        self.open.is_some()
    }

    pub fn heard(&mut self, line: &str) {
        self.note(">>", line);
    }

    pub fn said(&mut self, line: &str) {
        self.note("<<", line);
    }

    fn note(&mut self, direction: &str, line: &str) {
        if let Some(OpenJournal { file, begun, .. }) = &mut self.open {
            let milliseconds = begun.elapsed().as_millis();
            let line = format!("{milliseconds} {direction} {}\n", readable(line));
            if let Err(error) = file.write_all(line.as_bytes()) {
                (self.fault, self.open) = (Some(error), None);
            }
        }
    }
}

/// Logs everything written as output, each line when it is complete.
impl Write for Journal {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        for part in bytes.split_inclusive(|&byte| byte == b'\n') {
            let Some(open) = &mut self.open else { break };
            open.unended.extend_from_slice(part);
            if part.ends_with(b"\n") {
                let line = std::mem::take(&mut open.unended);
                self.said(String::from_utf8_lossy(&line).trim_end());
            }
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Output of a protocol (UCI or xboard) to standard output: whole lines, each flushed, with a log of both directions if
/// requested.
#[derive(Default)]
pub struct Wire {
    pub journal: Journal,
}

impl Wire {
    /// Sends a line. Control characters are replaced.
    pub fn line(&mut self, text: &str) -> io::Result<()> {
        let text = readable(text);
        self.journal.said(&text);
        let mut out = io::stdout();
        out.write_all(format!("{text}\n").as_bytes())?;
        out.flush()
    }

    pub fn lines(&mut self, lines: impl IntoIterator<Item = String>) -> io::Result<()> {
        lines.into_iter().try_for_each(|line| self.line(&line))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_record_that_cannot_be_written_ends_and_says_so_once() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("x.log");
        let mut session = Session::default();
        session.files.log_into(&mut session.engine, &path.display().to_string()).unwrap();
        let mut journal = Journal::default();
        journal.follow(&mut session).unwrap();
        assert!(journal.is_open());
        // A file opened for reading fails to write like a full disk.
        journal.open.as_mut().unwrap().file = File::open(&path).unwrap();
        journal.heard("moves");
        journal.said("a3 a4");
        assert!(!journal.is_open());
        let told = journal.follow(&mut session).unwrap_err().to_string();
        assert!(told.contains("x.log") && told.contains("not recorded any more"), "{told}");
        assert!(journal.follow(&mut session).is_ok(), "once");
        assert_eq!(session.engine.options().debug_log_file, "");
    }
}
