//! Answers that are longer than the window, shown by the pager that the user has, as git and psql do it.
//!
//! It is used only where nobody can be surprised by it: for a line typed at the prompt, while no other is being edited, with
//! the setting `pager` on. It runs in the foreground until it exits, and Ctrl-C is its own meanwhile. Searches in the
//! background go on; what they tell is said when the answer has been read.

use std::env;
use std::io::{self, Write};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};

/// The status by which a shell says that there is no such command.
const UNKNOWN: i32 = 127;

/// The process of the pager that runs; zero if none does.
static RUNNING: AtomicU32 = AtomicU32::new(0);

/// The system wants the program to end: no prompt opens any more.
static DISMISSED: AtomicBool = AtomicBool::new(false);

/// What is to be run: `$PAGER`, or else less; nothing if the user wants no pager.
fn command() -> Option<Command> {
    let (program, arguments) = match env::var("PAGER") {
        Ok(named) if matches!(named.trim(), "" | "cat") => return None,
        Ok(named) => ("sh", vec!["-c".to_owned(), named]),
        Err(_) if cfg!(windows) => return None,
        Err(_) => ("less", vec!["-FRX".to_owned()]),
    };
    let mut command = Command::new(program);
    command.args(arguments).stdin(Stdio::piped());
    Some(command)
}

/// Has a pager show what was painted, until it exits. `false` if there is none.
pub fn show(painted: &[u8]) -> io::Result<bool> {
    let Some(Ok(mut pager)) = command().map(|mut command| command.spawn()) else {
        return Ok(false);
    };
    RUNNING.store(pager.id(), Ordering::SeqCst);
    // Who leaves before the end closes the pipe.
    let _ = pager.stdin.take().map(|mut input| input.write_all(painted));
    let status = pager.wait();
    RUNNING.store(0, Ordering::SeqCst);
    Ok(status?.code() != Some(UNKNOWN))
}

pub fn is_open() -> bool {
    RUNNING.load(Ordering::SeqCst) != 0
}

pub fn is_dismissed() -> bool {
    DISMISSED.load(Ordering::SeqCst)
}

/// Ends the pager that runs: it is in the way of the last words.
#[cfg(unix)]
pub fn dismiss() {
    use rustix::process::{Pid, Signal, kill_process};
    DISMISSED.store(true, Ordering::SeqCst);
    let id = RUNNING.load(Ordering::SeqCst).cast_signed();
    // One that has just exited need not be told.
    let _ = Pid::from_raw(id).map(|pager| kill_process(pager, Signal::TERM));
}
