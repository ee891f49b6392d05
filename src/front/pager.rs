//! Shows answers that are longer than the window with the user's pager, like git and psql.
//!
//! Only for a line typed at the prompt, while no other line is being edited, with the setting `pager` on. The pager runs in the
//! foreground until it exits and receives Ctrl-C. Background searches go on; their output is shown after the pager exits.

use std::env;
use std::io::{self, Write};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};

/// Exit status of a shell for an unknown command.
const UNKNOWN: i32 = 127;

/// Process id of the running pager; zero if there is none.
static RUNNING: AtomicU32 = AtomicU32::new(0);

/// The program is ending: no pager is started any more.
static DISMISSED: AtomicBool = AtomicBool::new(false);

/// Returns the pager: `$PAGER`, or else less; `None` if the user disabled it.
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

/// Shows text in the pager until it exits; `false` if there is none.
pub fn show(painted: &[u8]) -> io::Result<bool> {
    let Some(Ok(mut pager)) = command().map(|mut command| command.spawn()) else {
        return Ok(false);
    };
    RUNNING.store(pager.id(), Ordering::SeqCst);
    // Leaving the pager early closes the pipe.
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

/// Ends the running pager, so that the program can print its last output.
#[cfg(unix)]
pub fn dismiss() {
    use rustix::process::{Pid, Signal, kill_process};
    DISMISSED.store(true, Ordering::SeqCst);
    let id = RUNNING.load(Ordering::SeqCst).cast_signed();
    // It may have just exited.
    let _ = Pid::from_raw(id).map(|pager| kill_process(pager, Signal::TERM));
}
