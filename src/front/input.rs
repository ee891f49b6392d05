//! Standard input, unpacked: its own thread reads lines and does nothing else, so that a `stop` is received at once. Files are never
//! written over the one that it reads.

#[cfg(unix)]
use std::fs::File;
use std::io;
use std::path::Path;
use std::sync::mpsc::{self, Receiver, SyncSender};
use std::thread;

use super::lines::LineReader;
use super::message::{Inbox, Message};
use crate::files::text;
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

/// Sends line after line until the end (`true`), or until none is wanted; returns why the rest cannot be read.
fn lines(inbox: &Inbox, ahead: &SyncSender<()>) -> Result<bool, String> {
    let text = text::piped(io::stdin(), Path::new("-")).map_err(|error| error.to_string())?;
    let mut lines = LineReader::new(text);
    loop {
        let text = match lines.read() {
            Ok(Some(text)) => text,
            // The system has an error for a terminal that is gone.
            Err(error) if error.raw_os_error().is_none() => {
                return Err(format!("standard input: {error}"));
            }
            Ok(None) | Err(_) => return Ok(true),
        };
        let message = Message::Line { text, number: lines.number() };
        if ahead.send(()).is_err() || inbox.send(message).is_err() {
            return Ok(false);
        }
    }
}

impl Input {
    pub(super) fn begin(inbox: Inbox) -> io::Result<Input> {
        let (ahead, behind) = mpsc::sync_channel(READ_AHEAD);
        thread::Builder::new().name("input".to_owned()).spawn(move || {
            // Without a listener the program is about to end.
            match lines(&inbox, &ahead) {
                Ok(true) => drop(inbox.send(Message::End)),
                Ok(false) => {}
                Err(why) => {
                    let said = inbox.send(Message::Unread(why));
                    drop(said.and_then(|()| inbox.send(Message::End)));
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
