//! Standard input: its own thread reads lines and does nothing else, so that a `stop` is received at once. Files are never
//! written over the one that it reads.

#[cfg(unix)]
use std::fs::File;
use std::io::{self, BufReader};
#[cfg(unix)]
use std::path::Path;
use std::sync::mpsc::{self, Receiver};
use std::thread;

use super::lines::LineReader;
use super::message::{Inbox, Message};
#[cfg(unix)]
use crate::store::file;
use crate::store::file::InUse;

/// While this exists, standard input is the source of commands.
#[cfg(unix)]
pub(super) fn in_use() -> Option<InUse> {
    use std::os::fd::AsFd;
    let input = io::stdin().as_fd().try_clone_to_owned().ok()?;
    Some(file::gives_commands(&File::from(input), Path::new("-")))
}

/// Other systems identify a file by name only, and standard input has none.
#[cfg(not(unix))]
pub(super) fn in_use() -> Option<InUse> {
    None
}

/// Maximum number of lines read ahead; then the reader blocks.
const READ_AHEAD: usize = 1_000;

#[derive(Debug)]
pub(super) struct Input {
    /// One entry for each line read and not executed yet.
    behind: Receiver<()>,
}

impl Input {
    pub(super) fn begin(inbox: Inbox) -> io::Result<Input> {
        let (ahead, behind) = mpsc::sync_channel(READ_AHEAD);
        thread::Builder::new().name("input".to_owned()).spawn(move || {
            let mut lines = LineReader::new(BufReader::new(io::stdin()));
            loop {
                let read = lines.read();
                let number = lines.number();
                let message = match read {
                    Ok(Some(text)) => Message::Line { text, number },
                    Ok(None) | Err(_) => Message::End,
                };
                let last = matches!(message, Message::End);
                let may_read_on = last || ahead.send(()).is_ok();
                if !may_read_on || inbox.send(message).is_err() || last {
                    return;
                }
            }
        })?;
        Ok(Input { behind })
    }

    /// A line was executed: another may be read.
    pub(super) fn done(&self) {
        // Without an entry no reader waits.
        let _ = self.behind.try_recv();
    }
}
