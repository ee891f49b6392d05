//! Single keys of whoever reads a long answer: each is asked for, and comes as a message like others.
//!
//! Reading a key cannot be broken off, so a thread of its own does it, and only while there is a question to be answered;
//! otherwise it would take what is typed at the prompt. What keys mean is `pager.rs`'s to say.

#[cfg(unix)]
use std::io;
#[cfg(unix)]
use std::sync::mpsc;
use std::sync::mpsc::Sender;
#[cfg(unix)]
use std::thread;

use super::message::Inbox;
#[cfg(unix)]
use super::message::Message;
#[cfg(unix)]
use super::pager::PagerKey;

/// Single keys from the terminal at standard input, unseen, as long as this lives: each is asked for, and comes as a
/// message. Whoever has asked waits for it before the terminal is anybody else's. What is written is not touched.
#[derive(Debug)]
pub struct KeyReader {
    #[cfg(unix)]
    before: rustix::termios::Termios,
    /// The way to the thread that reads.
    asks: Sender<()>,
}

impl KeyReader {
    /// Reads single keys from here on; `None` if the terminal will not have it, or something was typed ahead.
    #[cfg(unix)]
    pub fn listen(inbox: Inbox) -> Option<KeyReader> {
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
        let (asks, asked) = mpsc::channel();
        let keys = KeyReader { before, asks };
        let mut ends = [PollFd::new(&input, PollFlags::IN)];
        let now = Timespec { tv_sec: 0, tv_nsec: 0 };
        let typed_ahead = poll(&mut ends, Some(&now)).is_ok_and(|ready| ready > 0);
        if typed_ahead {
            return None;
        }
        let read = move || {
            let mut pending = Vec::new();
            while asked.recv().is_ok() && inbox.send(Message::Key(next_key(&mut pending))).is_ok() {
            }
        };
        thread::Builder::new().name("keys".to_owned()).spawn(read).ok().map(|_| keys)
    }

    /// Elsewhere there are no single keys, and everything is shown at once.
    #[cfg(not(unix))]
    pub fn listen(_: Inbox) -> Option<KeyReader> {
        None
    }

    pub fn ask(&self) {
        // The thread reads as long as it can be asked.
        let _ = self.asks.send(());
    }
}

/// The next key that means something; a terminal that cannot be read wants nothing more. `pending` is what was read and not
/// looked at yet.
#[cfg(unix)]
fn next_key(pending: &mut Vec<u8>) -> PagerKey {
    let mut bytes = [0; 32];
    loop {
        while !pending.is_empty() {
            let (key, length) = PagerKey::first(pending);
            pending.drain(..length);
            if let Some(key) = key {
                return key;
            }
        }
        match rustix::io::read(io::stdin(), &mut bytes) {
            Ok(0) => return PagerKey::Nothing,
            Ok(length) => pending.extend_from_slice(&bytes[..length]),
            Err(rustix::io::Errno::INTR) => {}
            // The prompt meets the same fault, and tells of it.
            Err(_) => return PagerKey::Nothing,
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
