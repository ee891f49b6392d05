//! Turns signals into messages, for the whole program.
//!
//! The first Ctrl-C is an ordinary message: the conversation decides what it ends. A second Ctrl-C before the first is handled
//! ends the program with status 130. While a pager runs, Ctrl-C belongs to the pager. SIGTERM and SIGHUP are messages, too; if
//! the conversation does not end within a second, the program ends anyway and restores the terminal.

use std::process;
use std::thread;
use std::time::Duration;

use anyhow::Context;

use super::message::{Inbox, Message};
use super::pager;
use super::status::INTERRUPTED;
use super::terminal;
use crate::control::stop::CTRL_C;
use crate::shell::second;

#[cfg(unix)]
const EXIT_TIMEOUT: Duration = Duration::from_secs(1);

/// Installs the handlers; called once.
pub fn install(inbox: &Inbox) -> anyhow::Result<()> {
    let sender = inbox.clone();
    ctrlc::set_handler(move || {
        if pager::is_open() {
            return;
        }
        let again = CTRL_C.press();
        if again || sender.send(Message::Interrupt).is_err() {
            terminal::clear_line();
            terminal::restore();
            second::end_all();
            process::exit(i32::from(INTERRUPTED));
        }
    })
    .context("cannot listen to Ctrl-C")?;
    listen_to_the_system(inbox.clone())
}

#[cfg(unix)]
fn listen_to_the_system(inbox: Inbox) -> anyhow::Result<()> {
    use signal_hook::consts::{SIGHUP, SIGTERM};
    use signal_hook::iterator::Signals;
    let mut signals = Signals::new([SIGTERM, SIGHUP]).context("cannot listen to signals")?;
    thread::Builder::new().name("signals".to_owned()).spawn(move || {
        let Some(signal) = signals.forever().next() else { return };
        let status = 128 + signal as u8;
        // The program ends even if the conversation is gone.
        let _ = inbox.send(Message::Terminate(status));
        pager::dismiss();
        thread::sleep(EXIT_TIMEOUT);
        terminal::restore();
        second::end_all();
        process::exit(i32::from(status));
    })?;
    Ok(())
}

#[cfg(not(unix))]
fn listen_to_the_system(_: Inbox) -> anyhow::Result<()> {
    Ok(())
}
